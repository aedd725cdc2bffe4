import { defineWords } from '../../words';

export const keptWords = defineWords({
  en: {
    title: 'How long data is kept',
    choices: 'Current choices',
    untilErased: 'Until the visitor is erased on request. Nothing is erased automatically.',
    inactive: (months: number) =>
      `${months === 1 ? '1 month' : `${months} months`} after the last decision or the last sign-in to the visitor’s account, whichever is later, but not before the consents of the banners expire. Then the visitor is erased automatically, with all of their data.`,
    states: 'Earlier states of a choice',
    asTheChoice: 'As long as the choice.',
    superseded: (months: number) =>
      `${months === 1 ? '1 month' : `${months} months`} after a later state replaced them.`,
    certificates: 'Certificates of erasure',
    certificatesKept: (months: number) =>
      `Can be downloaded for ${months === 1 ? '1 month' : `${months} months`}. A saved certificate can be verified later too.`,
    sums: 'Statistics',
    sumsKept: 'Totals that identify nobody: decisions forever, shown banners for 25 months.',
    audit: 'Audit log',
    auditKept: 'Forever. It identifies visitors only by a keyed hash.',
    changed:
      'These times are set in the configuration of the server. Backups contain erased data until you delete the backups.',
  },
  de: {
    title: 'Wie lange Daten aufbewahrt werden',
    choices: 'Aktuelle Auswahl',
    untilErased: 'Bis der Besucher auf Antrag gelöscht wird. Automatisch wird nichts gelöscht.',
    inactive: (months) =>
      `${months === 1 ? '1 Monat' : `${months} Monate`} nach der letzten Entscheidung oder der letzten Anmeldung am Konto des Besuchers, jedoch nicht, bevor die Einwilligungen der Banner abgelaufen sind. Dann wird der Besucher automatisch gelöscht, mit allen seinen Daten.`,
    states: 'Frühere Stände einer Auswahl',
    asTheChoice: 'So lange wie die Auswahl.',
    superseded: (months) =>
      `${months === 1 ? '1 Monat' : `${months} Monate`}, nachdem ein späterer Stand sie ersetzt hat.`,
    certificates: 'Bescheinigungen der Löschung',
    certificatesKept: (months) =>
      `${months === 1 ? '1 Monat' : `${months} Monate`} lang herunterladbar. Eine gespeicherte Bescheinigung lässt sich auch später prüfen.`,
    sums: 'Statistik',
    sumsKept: 'Summen ohne Bezug zu einer Person: Entscheidungen unbegrenzt, gezeigte Banner 25 Monate lang.',
    audit: 'Protokoll',
    auditKept: 'Unbegrenzt. Besucher stehen darin nur als Hash mit geheimem Schlüssel.',
    changed:
      'Diese Fristen stehen in der Konfiguration des Servers. Sicherungskopien enthalten gelöschte Daten, bis Sie die Kopien löschen.',
  },
  fr: {
    title: 'Durée de conservation des données',
    choices: 'Choix actuels',
    untilErased: 'Jusqu’à l’effacement du visiteur sur demande. Rien n’est effacé automatiquement.',
    inactive: (months) =>
      `${months} mois après la dernière décision ou la dernière connexion au compte du visiteur, mais pas avant l’expiration des consentements des bandeaux. Le visiteur est alors effacé automatiquement, avec toutes ses données.`,
    states: 'États antérieurs d’un choix',
    asTheChoice: 'Aussi longtemps que le choix.',
    superseded: (months) => `${months} mois après leur remplacement par un état plus récent.`,
    certificates: 'Certificats d’effacement',
    certificatesKept: (months) =>
      `Téléchargeables pendant ${months} mois. Un certificat enregistré peut encore être vérifié par la suite.`,
    sums: 'Statistiques',
    sumsKept:
      'Des totaux qui n’identifient personne : décisions sans limite de durée, bandeaux affichés pendant 25 mois.',
    audit: 'Journal d’audit',
    auditKept: 'Sans limite de durée. Les visiteurs n’y figurent que sous forme de hachage avec clé.',
    changed:
      'Ces durées sont fixées dans la configuration du serveur. Les sauvegardes contiennent les données effacées tant que vous les conservez.',
  },
  es: {
    title: 'Cuánto tiempo se conservan los datos',
    choices: 'Elecciones actuales',
    untilErased: 'Hasta que se borre al visitante a petición. Nada se borra automáticamente.',
    inactive: (months) =>
      `${months === 1 ? '1 mes' : `${months} meses`} después de la última decisión o del último inicio de sesión en la cuenta del visitante, pero no antes de que caduquen los consentimientos de los avisos. Entonces se borra automáticamente al visitante, con todos sus datos.`,
    states: 'Estados anteriores de una elección',
    asTheChoice: 'Tanto tiempo como la elección.',
    superseded: (months) =>
      `${months === 1 ? '1 mes' : `${months} meses`} después de que los sustituya un estado posterior.`,
    certificates: 'Certificados de borrado',
    certificatesKept: (months) =>
      `Se pueden descargar durante ${months === 1 ? '1 mes' : `${months} meses`}. Un certificado guardado también se puede verificar más tarde.`,
    sums: 'Estadísticas',
    sumsKept:
      'Totales que no identifican a nadie: decisiones sin límite de tiempo, avisos mostrados durante 25 meses.',
    audit: 'Registro de auditoría',
    auditKept: 'Sin límite de tiempo. Los visitantes figuran solo como un hash con clave.',
    changed:
      'Estos plazos se fijan en la configuración del servidor. Las copias de seguridad contienen los datos borrados mientras usted las conserve.',
  },
});
