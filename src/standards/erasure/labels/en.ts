import type { ErasureLabels } from './erasure-label-types';

export const en: ErasureLabels = {
  locale: 'en',
  title: 'Certificate of erasure',
  leads: {
    visitor: 'This certificate confirms that the consent data of one visitor was erased on {date}.',
    subject:
      'This certificate confirms that the consent data of one person was erased on {date} on all linked devices.',
    incomplete:
      'The erasure of one person’s consent data on {date} was interrupted and is not complete. Only the data of the visitors counted in this certificate was erased.',
  },
  sections: {
    erased: 'What was erased',
    request: 'Who asked',
    kept: 'What is kept, and why',
    visitors: 'The visitors',
    verify: 'How to check this certificate',
  },
  fields: {
    number: 'Number',
    code: 'Code',
    erasedAt: 'Erased',
    askedBy: 'Erased by',
    operator: 'Operator',
    reason: 'Reason',
    visitors: 'Visitors',
    records: 'Consent records',
    states: 'States in their history',
    parentalRequests: 'Requests to parents',
    person: 'Hash of the person',
    basis: 'Legal basis',
    address: 'Address',
    visitor: 'Hash of the visitor id',
    auditEntry: 'Entry in the audit log',
  },
  by: {
    visitor: 'The visitor',
    unproven: 'The visitor (not proven)',
    apiKey: 'A server of the site',
    operator: 'An operator of the site',
  },
  kept: {
    auditLog:
      'The audit log keeps when and by whom the data was erased, with a keyed hash in place of the id.',
    certificate: 'This certificate is kept for a limited time, so that it can be issued again.',
  },
  statistics: 'Statistics contain only numbers, which name nobody.',
  backups: 'Copies in backups disappear when the backups are replaced.',
  hashes:
    'The hashes stand for ids. Without the id and a secret of the site, nobody can tell whose they are.',
  verify:
    'The site confirms the number and the code, and compares them with its audit log. The address below returns the certificate as it was issued.',
  more: '{count} more in the machine-readable certificate',
  issued: 'Issued {date}',
  page: 'Page {page} of {pages}',
};
