import type { ErasureLabels } from './erasure-label-types';

export const de: ErasureLabels = {
  locale: 'de',
  title: 'Löschbescheinigung',
  leads: {
    visitor:
      'Diese Bescheinigung bestätigt, dass die Einwilligungsdaten eines Besuchers am {date} gelöscht wurden.',
    subject:
      'Diese Bescheinigung bestätigt, dass die Einwilligungsdaten einer Person am {date} auf allen verknüpften Geräten gelöscht wurden.',
    incomplete:
      'Die Löschung der Einwilligungsdaten einer Person am {date} wurde unterbrochen und ist nicht vollständig. Gelöscht wurden nur die Daten der in dieser Bescheinigung gezählten Besucher.',
  },
  sections: {
    erased: 'Was gelöscht wurde',
    request: 'Wer es veranlasst hat',
    kept: 'Was aufbewahrt wird und warum',
    visitors: 'Die Besucher',
    verify: 'So lässt sich die Bescheinigung prüfen',
  },
  fields: {
    number: 'Nummer',
    code: 'Code',
    erasedAt: 'Gelöscht am',
    askedBy: 'Gelöscht durch',
    operator: 'Bearbeitet von',
    reason: 'Grund',
    visitors: 'Besucher',
    records: 'Einwilligungen',
    states: 'Stände in ihrem Verlauf',
    parentalRequests: 'Anfragen an Eltern',
    person: 'Hash der Person',
    basis: 'Rechtsgrundlage',
    address: 'Adresse',
    visitor: 'Hash der Besucher-ID',
    auditEntry: 'Eintrag im Protokoll',
  },
  by: {
    visitor: 'Der Besucher selbst',
    unproven: 'Der Besucher selbst (nicht nachgewiesen)',
    apiKey: 'Ein Server der Website',
    operator: 'Ein Mitarbeiter der Website',
  },
  kept: {
    auditLog:
      'Das Protokoll behält, wann und durch wen gelöscht wurde, mit einem geschützten Hash anstelle der ID.',
    certificate:
      'Diese Bescheinigung wird für begrenzte Zeit aufbewahrt, damit sie erneut ausgestellt werden kann.',
  },
  statistics: 'Statistiken enthalten nur Zahlen und nennen niemanden.',
  backups: 'Kopien in Sicherungen verschwinden, sobald die Sicherungen ersetzt werden.',
  hashes:
    'Die Hashes stehen für IDs. Ohne die ID und ein Geheimnis der Website kann niemand sagen, zu wem sie gehören.',
  verify:
    'Die Website bestätigt Nummer und Code und vergleicht sie mit ihrem Protokoll. Unter der folgenden Adresse ist die Bescheinigung abrufbar, wie sie ausgestellt wurde.',
  more: '{count} weitere in der maschinenlesbaren Bescheinigung',
  issued: 'Ausgestellt {date}',
  page: 'Seite {page} von {pages}',
};
