import { defineWords } from '../../words';

export const words = defineWords({
  en: {
    erase: 'Erase …',
    titles: { visitor: 'Erase this visitor?', subject: 'Erase this user?' },
    effects: {
      visitor:
        'The consent, its history and the visitor’s place are erased from the database and cannot be restored. They stay in your backups until you delete those. The audit log notes when they were erased and by whom, without the id.',
      subject:
        'Everything stored about this user, on all devices, is erased from the database and cannot be restored. It stays in your backups until you delete those. The audit log notes when it was erased and by whom, without the id.',
    },
    evidenceFirst: 'Download the evidence first if you need it.',
    whom: 'What to erase',
    onlyVisitor: 'This visitor',
    allDevices: (subject: string) => `All devices of the user ${subject}`,
    reason: 'Reason',
    reasonHelp: 'The audit log keeps it, so enter no personal data.',
    action: 'Erase for good',
    doneTitles: { visitor: 'The visitor is erased', subject: 'The user is erased' },
    doneText:
      'Keep the certificate: it proves the erasure without the id, and the audit log can confirm it later.',
    what: 'Erased',
    counts: (visitors: string, states: string, requests: string) =>
      `Visitors: ${visitors}; states of their consents: ${states}; requests to parents: ${requests}`,
    when: 'When',
    by: 'By',
    certificateNumber: 'Certificate number',
    certificate: 'Download the certificate',
  },
  de: {
    erase: 'Löschen …',
    titles: { visitor: 'Diesen Besucher löschen?', subject: 'Diesen Benutzer löschen?' },
    effects: {
      visitor:
        'Einwilligung, Verlauf und Ort werden aus der Datenbank gelöscht und lassen sich nicht wiederherstellen; in Sicherungen bleiben sie, solange Sie diese aufbewahren. Das Protokoll behält, wann und durch wen, ohne die ID.',
      subject:
        'Alles, was über diesen Benutzer gespeichert ist, auf allen Geräten, wird aus der Datenbank gelöscht und lässt sich nicht wiederherstellen; in Ihren Sicherungen bleibt es, bis Sie diese löschen. Das Protokoll hält Zeitpunkt und Person fest, ohne die ID.',
    },
    evidenceFirst: 'Laden Sie vorher den Nachweis herunter, wenn Sie ihn brauchen.',
    whom: 'Was gelöscht wird',
    onlyVisitor: 'Dieser Besucher',
    allDevices: (subject) => `Alle Geräte des Benutzers ${subject}`,
    reason: 'Grund',
    reasonHelp: 'Er bleibt im Protokoll; geben Sie daher keine personenbezogenen Daten ein.',
    action: 'Endgültig löschen',
    doneTitles: { visitor: 'Der Besucher ist gelöscht', subject: 'Der Benutzer ist gelöscht' },
    doneText:
      'Bewahren Sie die Bescheinigung auf: Sie belegt die Löschung ohne die ID, und das Protokoll kann sie später bestätigen.',
    what: 'Gelöscht',
    counts: (visitors, states, requests) =>
      `Besucher: ${visitors}; Stände ihrer Einwilligungen: ${states}; Anfragen an Eltern: ${requests}`,
    when: 'Wann',
    by: 'Von',
    certificateNumber: 'Nummer der Bescheinigung',
    certificate: 'Bescheinigung herunterladen',
  },
  fr: {
    erase: 'Effacer…',
    titles: { visitor: 'Effacer ce visiteur ?', subject: 'Effacer cet utilisateur ?' },
    effects: {
      visitor:
        'Le consentement, l’historique et le lieu sont effacés de la base et ne peuvent pas être restaurés ; ils restent dans les sauvegardes aussi longtemps que vous les gardez. Le journal garde la date et l’auteur, sans l’identifiant.',
      subject:
        'Tout ce qui est enregistré sur cet utilisateur, sur tous ses appareils, est effacé de la base de données et ne peut pas être restauré ; vos sauvegardes le gardent tant que vous les conservez. Le journal d’audit note quand et par qui, sans l’identifiant.',
    },
    evidenceFirst: 'Téléchargez d’abord les preuves si vous en avez besoin.',
    whom: 'Ce qui est effacé',
    onlyVisitor: 'Ce visiteur',
    allDevices: (subject) => `Tous les appareils de l’utilisateur ${subject}`,
    reason: 'Motif',
    reasonHelp: 'Il reste dans le journal : n’indiquez pas de données personnelles.',
    action: 'Effacer définitivement',
    doneTitles: { visitor: 'Le visiteur est effacé', subject: 'L’utilisateur est effacé' },
    doneText:
      'Gardez l’attestation : elle prouve l’effacement sans l’identifiant, et le journal d’audit peut la confirmer plus tard.',
    what: 'Effacé',
    counts: (visitors, states, requests) =>
      `Visiteurs : ${visitors} ; états de leurs consentements : ${states} ; demandes aux parents : ${requests}`,
    when: 'Quand',
    by: 'Par',
    certificateNumber: 'Numéro de l’attestation',
    certificate: 'Télécharger l’attestation',
  },
  es: {
    erase: 'Borrar…',
    titles: { visitor: '¿Borrar este visitante?', subject: '¿Borrar este usuario?' },
    effects: {
      visitor:
        'El consentimiento, el historial y el lugar se borran de la base de datos y no se pueden restaurar; en las copias de seguridad quedan mientras las conserve. El registro de auditoría guarda cuándo y quién, sin el identificador.',
      subject:
        'Todo lo guardado sobre este usuario, en todos sus dispositivos, se borra de la base de datos y no se puede restaurar; en las copias de seguridad queda mientras las conserve. El registro de auditoría guarda cuándo y quién, sin el identificador.',
    },
    evidenceFirst: 'Descargue antes las pruebas si las necesita.',
    whom: 'Qué se borra',
    onlyVisitor: 'Este visitante',
    allDevices: (subject) => `Todos los dispositivos del usuario ${subject}`,
    reason: 'Motivo',
    reasonHelp: 'Queda en el registro de auditoría: no escriba datos personales.',
    action: 'Borrar definitivamente',
    doneTitles: { visitor: 'El visitante está borrado', subject: 'El usuario está borrado' },
    doneText:
      'Guarde el certificado: prueba el borrado sin el identificador, y el registro de auditoría puede confirmarlo más adelante.',
    what: 'Borrado',
    counts: (visitors, states, requests) =>
      `Visitantes: ${visitors}; estados de sus consentimientos: ${states}; peticiones a progenitores: ${requests}`,
    when: 'Cuándo',
    by: 'Por',
    certificateNumber: 'Número del certificado',
    certificate: 'Descargar el certificado',
  },
});
