import type { ErasureLabels } from './erasure-label-types';

export const ptBr: ErasureLabels = {
  locale: 'pt-BR',
  title: 'Certificado de eliminação',
  leads: {
    visitor:
      'Este certificado confirma que os dados de consentimento de um visitante foram eliminados em {date}.',
    subject:
      'Este certificado confirma que os dados de consentimento de uma pessoa foram eliminados em {date} em todos os dispositivos vinculados.',
    incomplete:
      'A eliminação dos dados de consentimento de uma pessoa em {date} foi interrompida e não está completa. Somente os dados dos visitantes contabilizados neste certificado foram eliminados.',
  },
  sections: {
    erased: 'O que foi eliminado',
    request: 'Quem pediu',
    kept: 'O que é mantido e por quê',
    visitors: 'Os visitantes',
    verify: 'Como verificar este certificado',
  },
  fields: {
    number: 'Número',
    code: 'Código',
    erasedAt: 'Eliminado em',
    askedBy: 'Eliminado por',
    operator: 'Operador',
    reason: 'Motivo',
    visitors: 'Visitantes',
    records: 'Consentimentos',
    states: 'Estados do histórico',
    parentalRequests: 'Pedidos aos pais',
    person: 'Hash da pessoa',
    basis: 'Base legal',
    address: 'Endereço',
    visitor: 'Hash do id do visitante',
    auditEntry: 'Registro no log de auditoria',
  },
  by: {
    visitor: 'O próprio visitante',
    unproven: 'O próprio visitante (não comprovado)',
    apiKey: 'Um servidor do site',
    operator: 'Um operador do site',
  },
  kept: {
    auditLog:
      'O log de auditoria mantém quando e por quem os dados foram eliminados, com um hash com chave no lugar do id.',
    certificate: 'Este certificado é mantido por tempo limitado, para poder ser emitido novamente.',
  },
  statistics: 'As estatísticas contêm apenas números, que não identificam ninguém.',
  backups: 'As cópias em backups desaparecem quando os backups são substituídos.',
  hashes: 'Os hashes representam ids. Sem o id e um segredo do site, ninguém pode dizer de quem são.',
  verify:
    'O site confirma o número e o código e os compara com seu log de auditoria. O endereço abaixo retorna o certificado como foi emitido.',
  more: 'mais {count} no certificado legível por máquina',
  issued: 'Emitido em {date}',
  page: 'Página {page} de {pages}',
};
