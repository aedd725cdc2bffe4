import { defineWords } from '../../words';

export const words = defineWords({
  en: {
    title: 'Exports',
    intro:
      'Days are in UTC, and both the first and the last day are included. Each export is noted in the audit log.',
    format: 'Format',
    csv: 'CSV',
    consents: 'Consents',
    consentsText:
      'All records with their decisions, one per line. The dates are those of the first decision.',
    export: 'Export the consents',
    audit: 'Audit log',
    auditText: 'All entries with their hashes, so that somebody else can check the chain.',
    exportAudit: 'Export the audit log',
    translations: 'Texts of a banner',
    translationsText: 'All texts in all languages, for a translator. The file can be imported again.',
    exportTranslations: 'Export the texts',
  },
  de: {
    title: 'Exporte',
    intro: 'Tage sind in UTC; der erste und der letzte sind eingeschlossen. Jeder Export steht im Protokoll.',
    format: 'Format',
    csv: 'CSV',
    consents: 'Einwilligungen',
    consentsText:
      'Alle Einträge mit ihren Entscheidungen, einer je Zeile. Die Tage sind die der ersten Entscheidung.',
    export: 'Einwilligungen exportieren',
    audit: 'Protokoll',
    auditText: 'Alle Einträge mit ihren Hashes, damit auch andere die Kette prüfen können.',
    exportAudit: 'Protokoll exportieren',
    translations: 'Texte eines Banners',
    translationsText:
      'Alle Texte in allen Sprachen, für eine Übersetzung. Die Datei lässt sich wieder importieren.',
    exportTranslations: 'Texte exportieren',
  },
  fr: {
    title: 'Exports',
    intro:
      'Les jours sont en UTC ; le premier et le dernier sont inclus. Chaque export est noté dans le journal d’audit.',
    format: 'Format',
    csv: 'CSV',
    consents: 'Consentements',
    consentsText:
      'Tous les enregistrements avec leurs décisions, un par ligne. Les dates sont celles de la première décision.',
    export: 'Exporter les consentements',
    audit: 'Journal d’audit',
    auditText: 'Toutes les entrées avec leurs empreintes, pour qu’un tiers puisse vérifier la chaîne.',
    exportAudit: 'Exporter le journal',
    translations: 'Textes d’un bandeau',
    translationsText:
      'Tous les textes dans toutes les langues, pour une traduction. Le fichier peut être importé de nouveau.',
    exportTranslations: 'Exporter les textes',
  },
  es: {
    title: 'Exportaciones',
    intro:
      'Los días son en UTC; se incluyen el primero y el último. Cada exportación consta en el registro de auditoría.',
    format: 'Formato',
    csv: 'CSV',
    consents: 'Consentimientos',
    consentsText:
      'Todos los registros con sus decisiones, uno por línea. Las fechas son las de la primera decisión.',
    export: 'Exportar los consentimientos',
    audit: 'Registro de auditoría',
    auditText: 'Todas las entradas con sus hashes, para que otros puedan comprobar la cadena.',
    exportAudit: 'Exportar el registro',
    translations: 'Textos de un aviso',
    translationsText:
      'Todos los textos en todos los idiomas, para una traducción. El archivo se puede importar de nuevo.',
    exportTranslations: 'Exportar los textos',
  },
});
