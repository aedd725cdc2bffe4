import { defineWords } from '../../../words';

export const words = defineWords({
  en: {
    refused: 'This cannot be saved yet',
    restored: (time: string) => `Your unsaved edits of ${time} are back.`,
    discard: 'Discard the edits',
    discardTitle: 'Discard these edits?',
    discardText: 'Nothing brings them back.',
    more: (count: number) => `and ${count} more`,
    notKept: 'This browser cannot keep your unsaved edits. Save before you close the page.',
    decide: 'Decide',
    merge: (count: number, who: string | null) => {
      const others = who ?? 'Someone else';
      return count === 1
        ? `${others} changed a field that you changed too`
        : `${others} changed ${count} fields that you changed too`;
    },
    mergeOwn: (count: number) =>
      count === 1
        ? 'You changed a field in another tab or browser too'
        : `You changed ${count} fields in another tab or browser too`,
    mergeText: 'Choose for each field what to save. All other edits, yours and theirs, are already merged.',
    yours: 'Your edit',
    theirs: 'What they saved',
    keepYours: 'Keep yours',
    keepTheirs: 'Keep theirs',
    placeGone: 'What this belonged to was removed, so it cannot be kept. Copy it if you need it.',
    leave: 'Leave with unsaved edits?',
    leaveText:
      'They stay in this browser until you come back, save or discard them. Visitors do not see them.',
    leaveLosing: 'This browser could not keep them: they will be lost.',
    leaveAction: 'Leave',
  },
  de: {
    refused: 'Dies kann noch nicht gespeichert werden',
    restored: (time) => `Ihre nicht gespeicherten Änderungen vom ${time} sind wieder da.`,
    discard: 'Änderungen verwerfen',
    discardTitle: 'Diese Änderungen verwerfen?',
    discardText: 'Sie lassen sich nicht wiederherstellen.',
    more: (count) => `und ${count} weitere`,
    notKept:
      'Dieser Browser kann Ihre Änderungen nicht aufbewahren. Speichern Sie, bevor Sie die Seite schließen.',
    decide: 'Entscheiden',
    merge: (count, who) =>
      [
        count === 1
          ? 'Jemand anders hat ein Feld geändert, das auch Sie geändert haben'
          : `Jemand anders hat ${count} Felder geändert, die auch Sie geändert haben`,
        ...(who === null ? [] : [who]),
      ].join(': '),
    mergeOwn: (count) =>
      count === 1
        ? 'Sie haben ein Feld auch in einem anderen Tab oder Browser geändert'
        : `Sie haben ${count} Felder auch in einem anderen Tab oder Browser geändert`,
    mergeText:
      'Wählen Sie für jedes Feld, was gespeichert werden soll. Alle übrigen Änderungen beider Seiten sind schon zusammengeführt.',
    yours: 'Ihre Änderung',
    theirs: 'Bereits gespeichert',
    keepYours: 'Ihre behalten',
    keepTheirs: 'Gespeichertes behalten',
    placeGone:
      'Das Element, zu dem dies gehörte, wurde entfernt. Kopieren Sie den Text, wenn Sie ihn noch brauchen.',
    leave: 'Mit nicht gespeicherten Änderungen verlassen?',
    leaveText:
      'Sie bleiben in diesem Browser, bis Sie zurückkommen und sie speichern oder verwerfen. Besucher sehen sie nicht.',
    leaveLosing: 'Dieser Browser konnte sie nicht aufbewahren: Sie gehen verloren.',
    leaveAction: 'Verlassen',
  },
  fr: {
    refused: 'L’enregistrement n’est pas encore possible',
    restored: (time) => `Vos modifications non enregistrées du ${time} sont de retour.`,
    discard: 'Abandonner les modifications',
    discardTitle: 'Abandonner ces modifications ?',
    discardText: 'Elles seront définitivement perdues.',
    more: (count) => (count === 1 ? 'et une autre' : `et ${count} autres`),
    notKept: 'Ce navigateur ne peut pas conserver vos modifications. Enregistrez avant de fermer la page.',
    decide: 'Décider',
    merge: (count, who) =>
      [
        count === 1
          ? 'Quelqu’un d’autre a modifié un champ que vous avez modifié aussi'
          : `Quelqu’un d’autre a modifié ${count} champs que vous avez modifiés aussi`,
        ...(who === null ? [] : [who]),
      ].join(' : '),
    mergeOwn: (count) =>
      count === 1
        ? 'Vous avez aussi modifié un champ dans un autre onglet ou navigateur'
        : `Vous avez aussi modifié ${count} champs dans un autre onglet ou navigateur`,
    mergeText:
      'Choisissez pour chaque champ ce qui doit être enregistré. Toutes les autres modifications, les vôtres et les siennes, sont déjà réunies.',
    yours: 'Votre modification',
    theirs: 'Ce qui a été enregistré',
    keepYours: 'Garder la vôtre',
    keepTheirs: 'Garder l’autre',
    placeGone:
      'L’élément auquel ce texte appartenait a été supprimé : il ne peut pas être conservé. Copiez-le si vous en avez besoin.',
    leave: 'Quitter avec des modifications non enregistrées ?',
    leaveText:
      'Elles restent dans ce navigateur jusqu’à ce que vous reveniez les enregistrer ou les abandonner. Les visiteurs ne les voient pas.',
    leaveLosing: 'Ce navigateur n’a pas pu les conserver : elles seront perdues.',
    leaveAction: 'Quitter',
  },
  es: {
    refused: 'Todavía no se puede guardar',
    restored: (time) => `Sus cambios sin guardar del ${time} están de vuelta.`,
    discard: 'Descartar los cambios',
    discardTitle: '¿Descartar estos cambios?',
    discardText: 'No se podrán recuperar.',
    more: (count) => `y ${count} más`,
    notKept: 'Este navegador no puede conservar sus cambios. Guárdelos antes de cerrar la página.',
    decide: 'Decidir',
    merge: (count, who) =>
      [
        count === 1
          ? 'Otra persona ha cambiado un campo que usted también ha cambiado'
          : `Otra persona ha cambiado ${count} campos que usted también ha cambiado`,
        ...(who === null ? [] : [who]),
      ].join(': '),
    mergeOwn: (count) =>
      count === 1
        ? 'Usted también ha cambiado un campo en otra pestaña u otro navegador'
        : `Usted también ha cambiado ${count} campos en otra pestaña u otro navegador`,
    mergeText:
      'Elija para cada campo qué se debe guardar. Todos los demás cambios, los suyos y los de la otra persona, ya están unidos.',
    yours: 'Su cambio',
    theirs: 'Lo que se ha guardado',
    keepYours: 'Conservar el suyo',
    keepTheirs: 'Conservar el otro',
    placeGone:
      'El elemento al que pertenecía se ha eliminado, así que no se puede conservar. Cópielo si lo necesita.',
    leave: '¿Salir con cambios sin guardar?',
    leaveText:
      'Permanecen en este navegador hasta que vuelva y los guarde o los descarte. Los visitantes no los ven.',
    leaveLosing: 'Este navegador no ha podido conservarlos: se perderán.',
    leaveAction: 'Salir',
  },
});
