import type { ErasureLabels } from './erasure-label-types';

export const es: ErasureLabels = {
  locale: 'es',
  title: 'Certificado de borrado',
  leads: {
    visitor:
      'Este certificado confirma que los datos de consentimiento de un visitante se borraron el {date}.',
    subject:
      'Este certificado confirma que los datos de consentimiento de una persona se borraron el {date} en todos los dispositivos vinculados.',
    incomplete:
      'El borrado de los datos de consentimiento de una persona el {date} se interrumpió y no está completo. Solo se borraron los datos de los visitantes contabilizados en este certificado.',
  },
  sections: {
    erased: 'Qué se borró',
    request: 'Quién lo pidió',
    kept: 'Qué se conserva y por qué',
    visitors: 'Los visitantes',
    verify: 'Cómo comprobar este certificado',
  },
  fields: {
    number: 'Número',
    code: 'Código',
    erasedAt: 'Borrado el',
    askedBy: 'Borrado por',
    operator: 'Operador',
    reason: 'Motivo',
    visitors: 'Visitantes',
    records: 'Consentimientos',
    states: 'Estados de su historial',
    parentalRequests: 'Peticiones a progenitores',
    person: 'Hash de la persona',
    basis: 'Base jurídica',
    address: 'Dirección',
    visitor: 'Hash del id del visitante',
    auditEntry: 'Entrada del registro de auditoría',
  },
  by: {
    visitor: 'El propio visitante',
    unproven: 'El propio visitante (sin acreditar)',
    apiKey: 'Un servidor del sitio',
    operator: 'Un operador del sitio',
  },
  kept: {
    auditLog:
      'El registro de auditoría conserva cuándo y por quién se borraron los datos, con un hash con clave en lugar del id.',
    certificate: 'Este certificado se conserva durante un tiempo limitado para poder emitirlo de nuevo.',
  },
  statistics: 'Las estadísticas solo contienen números, que no nombran a nadie.',
  backups: 'Las copias de seguridad desaparecen cuando se sustituyen.',
  hashes:
    'Los hashes representan identificadores. Sin el identificador y un secreto del sitio, nadie puede saber de quién son.',
  verify:
    'El sitio confirma el número y el código, y los compara con su registro de auditoría. La dirección siguiente devuelve el certificado tal como se emitió.',
  more: '{count} más en el certificado legible por máquina',
  issued: 'Emitido el {date}',
  page: 'Página {page} de {pages}',
};
