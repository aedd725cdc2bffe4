import type { ErasureLabels } from './erasure-label-types';

export const it: ErasureLabels = {
  locale: 'it',
  title: 'Certificato di cancellazione',
  leads: {
    visitor:
      'Questo certificato conferma che i dati di consenso di un visitatore sono stati cancellati il {date}.',
    subject:
      'Questo certificato conferma che i dati di consenso di una persona sono stati cancellati il {date} su tutti i dispositivi collegati.',
    incomplete:
      'La cancellazione dei dati di consenso di una persona del {date} è stata interrotta e non è completa. Sono stati cancellati solo i dati dei visitatori conteggiati in questo certificato.',
  },
  sections: {
    erased: 'Che cosa è stato cancellato',
    request: 'Chi lo ha chiesto',
    kept: 'Che cosa si conserva e perché',
    visitors: 'I visitatori',
    verify: 'Come verificare questo certificato',
  },
  fields: {
    number: 'Numero',
    code: 'Codice',
    erasedAt: 'Cancellato il',
    askedBy: 'Cancellato da',
    operator: 'Operatore',
    reason: 'Motivo',
    visitors: 'Visitatori',
    records: 'Consensi',
    states: 'Stati della loro cronologia',
    parentalRequests: 'Richieste ai genitori',
    person: 'Hash della persona',
    basis: 'Base giuridica',
    address: 'Indirizzo',
    visitor: 'Hash dell’id del visitatore',
    auditEntry: 'Voce del registro di audit',
  },
  by: {
    visitor: 'Il visitatore',
    unproven: 'Il visitatore (non comprovato)',
    apiKey: 'Un server del sito',
    operator: 'Un operatore del sito',
  },
  kept: {
    auditLog:
      'Il registro di audit conserva quando e da chi i dati sono stati cancellati, con un hash con chiave al posto dell’id.',
    certificate: 'Questo certificato è conservato per un tempo limitato, per poterlo emettere di nuovo.',
  },
  statistics: 'Le statistiche contengono solo numeri, che non indicano nessuno.',
  backups: 'Le copie nei backup scompaiono quando i backup vengono sostituiti.',
  hashes:
    'Gli hash stanno al posto degli id. Senza l’id e un segreto del sito nessuno può dire di chi siano.',
  verify:
    'Il sito conferma il numero e il codice e li confronta con il registro di audit. L’indirizzo qui sotto restituisce il certificato così come è stato emesso.',
  more: 'altri {count} nel certificato leggibile da macchina',
  issued: 'Emesso il {date}',
  page: 'Pagina {page} di {pages}',
};
