import type { ErasureLabels } from './erasure-label-types';

export const ptPt: ErasureLabels = {
  locale: 'pt-PT',
  title: 'Certificado de apagamento',
  leads: {
    visitor:
      'Este certificado confirma que os dados de consentimento de um visitante foram apagados em {date}.',
    subject:
      'Este certificado confirma que os dados de consentimento de uma pessoa foram apagados em {date} em todos os dispositivos associados.',
    incomplete:
      'O apagamento dos dados de consentimento de uma pessoa em {date} foi interrompido e não está completo. Só foram apagados os dados dos visitantes contabilizados neste certificado.',
  },
  sections: {
    erased: 'O que foi apagado',
    request: 'Quem pediu',
    kept: 'O que é conservado e porquê',
    visitors: 'Os visitantes',
    verify: 'Como verificar este certificado',
  },
  fields: {
    number: 'Número',
    code: 'Código',
    erasedAt: 'Apagado em',
    askedBy: 'Apagado por',
    operator: 'Operador',
    reason: 'Motivo',
    visitors: 'Visitantes',
    records: 'Consentimentos',
    states: 'Estados do seu histórico',
    parentalRequests: 'Pedidos aos pais',
    person: 'Hash da pessoa',
    basis: 'Fundamento jurídico',
    address: 'Endereço',
    visitor: 'Hash do id do visitante',
    auditEntry: 'Entrada do registo de auditoria',
  },
  by: {
    visitor: 'O próprio visitante',
    unproven: 'O próprio visitante (não comprovado)',
    apiKey: 'Um servidor do site',
    operator: 'Um operador do site',
  },
  kept: {
    auditLog:
      'O registo de auditoria conserva quando e por quem os dados foram apagados, com um hash com chave em vez do id.',
    certificate: 'Este certificado é conservado por tempo limitado, para poder ser emitido novamente.',
  },
  statistics: 'As estatísticas contêm apenas números, que não identificam ninguém.',
  backups: 'As cópias de segurança desaparecem quando são substituídas.',
  hashes: 'Os hashes representam ids. Sem o id e um segredo do site, ninguém pode dizer de quem são.',
  verify:
    'O site confirma o número e o código e compara-os com o seu registo de auditoria. O endereço abaixo devolve o certificado tal como foi emitido.',
  more: 'mais {count} no certificado legível por máquina',
  issued: 'Emitido em {date}',
  page: 'Página {page} de {pages}',
};
