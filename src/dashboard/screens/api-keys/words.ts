import { defineWords } from '../../words';

export const words = defineWords({
  en: {
    title: 'API keys',
    intro:
      'With a key, your own servers and apps use the API: to record consents without a browser, or to read figures and exports.',
    create: 'Create key',
    none: 'No keys yet',
    noneText:
      'Websites need none. Create a key for an app, a till or a server that reads or records consents itself.',
    name: 'Name',
    nameHelp: 'Which server uses it, so that you know what to revoke.',
    lastDay: 'Last day of use',
    lastDayHelp: 'Leave it empty for a key that does not expire.',
    rights: 'What it may do',
    chosen: 'Only what I choose',
    chosenHelp: 'For one task, such as statistics or exports. You can grant only what you may do yourself.',
    wholePublicApi: 'Everything on the public API',
    wholePublicApiHelp: 'Reads, records and erases the consents of all visitors.',
    publicOnly:
      'May read, record and erase the consents of all visitors, and send who they are in your app. May do nothing in the admin API.',
    scopeCount: (count: number) => (count === 1 ? 'One permission' : `${count} permissions`),
    reduced: 'Reduced',
    rests: 'Rests',
    restsUntil: (name: string, time: string) =>
      `It may do nothing from ${time} on, until ${name} signs in again.`,
    actsFor: (name: string) => `It acts for ${name}, and never may more than ${name}.`,
    withheld: (name: string) => `${name} has lost permissions, so the key has lost them too.`,
    withoutHolder:
      'The person for whom it acts has left, so it may do nothing. Create another key in its place.',
    showRights: 'What it may do',
    reactivateScopes:
      'Every server that has this key can use it again. It acts for the same person as before.',
    status: 'Status',
    statuses: { active: 'Active', revoked: 'Revoked', expired: 'Expired' },
    lastUsed: 'Last used',
    expires: 'Expires',
    created: 'Created',
    actions: 'Actions',
    actionsOf: (name: string) => `Actions for ${name}`,
    revoke: 'Revoke',
    revokeAsk: (name: string) => `Revoke the key “${name}”?`,
    revokeText:
      'Every server that uses this key is refused at once. Only somebody who may create keys and has all permissions of this key can reactivate it.',
    revoked: (name: string) => `${name} is revoked.`,
    reactivate: 'Reactivate',
    reactivateAsk: (name: string) => `Reactivate the key “${name}”?`,
    reactivateText:
      'Every server that has this key can read, record and erase the consents of this tenant again.',
    reactivated: (name: string) => `${name} is active.`,
    deleteAction: 'Delete',
    deleteTitle: 'Delete this key?',
    deleteText: (name: string) =>
      `Servers that use “${name}” are refused at once, and the key cannot be restored.`,
    createdTitle: (name: string) => `Key for ${name}`,
    once: 'This key is shown only once',
    onceText: 'Copy it to where your server keeps its secrets. We store only a hash of it.',
    key: 'Key',
    haveCopied: 'I have copied it',
  },
  de: {
    title: 'API-Schlüssel',
    intro:
      'Mit einem Schlüssel nutzen Ihre eigenen Server und Apps die API: um Einwilligungen ohne Browser zu speichern oder Zahlen und Exporte zu lesen.',
    create: 'Schlüssel erstellen',
    none: 'Noch keine Schlüssel',
    noneText:
      'Websites brauchen keinen. Erstellen Sie einen für eine App, eine Kasse oder einen Server, der selbst Einwilligungen liest oder speichert.',
    name: 'Name',
    nameHelp: 'Welcher Server ihn benutzt, damit Sie wissen, was Sie sperren.',
    lastDay: 'Letzter Tag',
    lastDayHelp: 'Leer: Der Schlüssel läuft nicht ab.',
    rights: 'Was er darf',
    chosen: 'Nur was ich auswähle',
    chosenHelp:
      'Für eine Aufgabe, etwa Statistiken oder Exporte. Sie können nur erlauben, was Sie selbst dürfen.',
    wholePublicApi: 'Alles in der öffentlichen API',
    wholePublicApiHelp: 'Liest, speichert und löscht die Einwilligungen aller Besucher.',
    publicOnly:
      'Darf die Einwilligungen aller Besucher lesen, speichern und löschen und mitteilen, wer sie in Ihrer App sind. Darf nichts in der Admin-API.',
    scopeCount: (count) => (count === 1 ? 'Eine Berechtigung' : `${count} Berechtigungen`),
    reduced: 'Eingeschränkt',
    rests: 'Ruht',
    restsUntil: (name, time) => `Ab ${time} darf er nichts mehr, bis sich ${name} wieder anmeldet.`,
    actsFor: (name) => `Er handelt für ${name} und darf nie mehr als ${name}.`,
    withheld: (name) => `${name} hat Berechtigungen verloren, also auch der Schlüssel.`,
    withoutHolder:
      'Die Person, für die er handelt, ist nicht mehr da, daher darf er nichts. Erstellen Sie stattdessen einen anderen.',
    showRights: 'Was er darf',
    reactivateScopes:
      'Jeder Server mit diesem Schlüssel kann ihn wieder verwenden. Er handelt für dieselbe Person wie zuvor.',
    status: 'Status',
    statuses: { active: 'Aktiv', revoked: 'Gesperrt', expired: 'Abgelaufen' },
    lastUsed: 'Zuletzt benutzt',
    expires: 'Läuft ab',
    created: 'Erstellt',
    actions: 'Aktionen',
    actionsOf: (name) => `Aktionen für ${name}`,
    revoke: 'Sperren',
    revokeAsk: (name) => `Den Schlüssel „${name}“ sperren?`,
    revokeText:
      'Jeder Server, der diesen Schlüssel verwendet, wird sofort abgewiesen. Wieder freigeben kann ihn nur, wer Schlüssel erstellen darf und alle Berechtigungen dieses Schlüssels hat.',
    revoked: (name) => `${name} ist gesperrt.`,
    reactivate: 'Wieder freigeben',
    reactivateAsk: (name) => `Den Schlüssel „${name}“ wieder freigeben?`,
    reactivateText:
      'Jeder Server, der diesen Schlüssel hat, kann wieder Einwilligungen dieses Mandanten lesen, speichern und löschen.',
    reactivated: (name) => `${name} ist freigegeben.`,
    deleteAction: 'Löschen',
    deleteTitle: 'Diesen Schlüssel löschen?',
    deleteText: (name) =>
      `Server mit „${name}“ werden sofort abgewiesen, und der Schlüssel lässt sich nicht wiederherstellen.`,
    createdTitle: (name) => `Schlüssel für ${name}`,
    once: 'Dieser Schlüssel wird nur einmal gezeigt',
    onceText:
      'Kopieren Sie ihn dorthin, wo Ihr Server seine Geheimnisse aufbewahrt. Gespeichert ist nur sein Hash.',
    key: 'Schlüssel',
    haveCopied: 'Ich habe ihn kopiert',
  },
  fr: {
    title: 'Clés d’API',
    intro:
      'Avec une clé, vos propres serveurs et applications utilisent l’API : pour enregistrer des consentements sans navigateur, ou lire des chiffres et des exports.',
    create: 'Créer une clé',
    none: 'Aucune clé',
    noneText:
      'Les sites n’en ont pas besoin. Créez une clé pour une application, une caisse ou un serveur qui lit ou enregistre lui-même des consentements.',
    name: 'Nom',
    nameHelp: 'Quel serveur l’utilise, pour savoir laquelle révoquer.',
    lastDay: 'Dernier jour d’utilisation',
    lastDayHelp: 'Laissez vide pour une clé qui n’expire pas.',
    rights: 'Ce qu’elle peut faire',
    chosen: 'Seulement ce que je choisis',
    chosenHelp:
      'Pour une tâche, comme les statistiques ou les exports. Vous ne pouvez accorder que vos propres droits.',
    wholePublicApi: 'Tout sur l’API publique',
    wholePublicApiHelp: 'Lit, enregistre et efface les consentements de tous les visiteurs.',
    publicOnly:
      'Peut lire, enregistrer et effacer les consentements de tous les visiteurs, et indiquer qui ils sont dans votre application. Ne peut rien faire dans l’API d’administration.',
    scopeCount: (count) => (count === 1 ? 'Un droit' : `${count} droits`),
    reduced: 'Réduite',
    rests: 'En pause',
    restsUntil: (name, time) =>
      `Elle ne peut rien faire à partir du ${time}, jusqu’à ce que ${name} se reconnecte.`,
    actsFor: (name) => `Elle agit pour ${name} et ne peut jamais faire plus que ${name}.`,
    withheld: (name) => `${name} a perdu des droits, donc la clé aussi.`,
    withoutHolder:
      'La personne pour laquelle elle agit est partie : elle ne peut donc rien faire. Créez une autre clé à sa place.',
    showRights: 'Ce qu’elle peut faire',
    reactivateScopes:
      'Chaque serveur qui a cette clé peut l’utiliser à nouveau. Elle agit pour la même personne qu’avant.',
    status: 'État',
    statuses: { active: 'Active', revoked: 'Révoquée', expired: 'Expirée' },
    lastUsed: 'Dernière utilisation',
    expires: 'Expire',
    created: 'Créée',
    actions: 'Actions',
    actionsOf: (name) => `Actions pour ${name}`,
    revoke: 'Révoquer',
    revokeAsk: (name) => `Révoquer la clé « ${name} » ?`,
    revokeText:
      'Tout serveur qui utilise cette clé est refusé aussitôt. Pour la réactiver, il faut pouvoir créer des clés et avoir tous les droits de celle-ci.',
    revoked: (name) => `${name} est révoquée.`,
    reactivate: 'Réactiver',
    reactivateAsk: (name) => `Réactiver la clé « ${name} » ?`,
    reactivateText:
      'Chaque serveur qui a cette clé pourra de nouveau lire, enregistrer et effacer les consentements de ce client.',
    reactivated: (name) => `${name} est active.`,
    deleteAction: 'Supprimer',
    deleteTitle: 'Supprimer cette clé ?',
    deleteText: (name) =>
      `Les serveurs qui utilisent « ${name} » sont refusés aussitôt, et la clé ne peut pas être restaurée.`,
    createdTitle: (name) => `Clé pour ${name}`,
    once: 'Cette clé n’est montrée qu’une fois',
    onceText: 'Copiez-la là où votre serveur garde ses secrets. Nous ne conservons que son empreinte.',
    key: 'Clé',
    haveCopied: 'Je l’ai copiée',
  },
  es: {
    title: 'Claves de API',
    intro:
      'Con una clave, sus propios servidores y aplicaciones usan la API: para registrar consentimientos sin navegador, o leer cifras y exportaciones.',
    create: 'Crear clave',
    none: 'Aún no hay claves',
    noneText:
      'Los sitios web no las necesitan. Cree una para una aplicación, una caja o un servidor que lea o registre consentimientos.',
    name: 'Nombre',
    nameHelp: 'Qué servidor la usa, para saber cuál revocar.',
    lastDay: 'Último día de uso',
    lastDayHelp: 'Déjelo vacío para una clave que no caduca.',
    rights: 'Lo que puede hacer',
    chosen: 'Solo lo que yo elija',
    chosenHelp:
      'Para una tarea, como estadísticas o exportaciones. Solo puede conceder lo que usted puede hacer.',
    wholePublicApi: 'Todo en la API pública',
    wholePublicApiHelp: 'Lee, guarda y borra los consentimientos de todos los visitantes.',
    publicOnly:
      'Puede leer, guardar y borrar los consentimientos de todos los visitantes, e indicar quiénes son en su aplicación. No puede hacer nada en la API de administración.',
    scopeCount: (count) => (count === 1 ? 'Un permiso' : `${count} permisos`),
    reduced: 'Reducida',
    rests: 'En pausa',
    restsUntil: (name, time) =>
      `No puede hacer nada a partir del ${time}, hasta que ${name} vuelva a iniciar sesión.`,
    actsFor: (name) => `Actúa en nombre de ${name} y nunca puede hacer más que ${name}.`,
    withheld: (name) => `${name} ha perdido permisos, así que la clave también.`,
    withoutHolder:
      'La persona en cuyo nombre actúa se ha ido, así que no puede hacer nada. Cree otra clave en su lugar.',
    showRights: 'Lo que puede hacer',
    reactivateScopes:
      'Todo servidor que tenga esta clave puede usarla de nuevo. Actúa en nombre de la misma persona que antes.',
    status: 'Estado',
    statuses: { active: 'Activa', revoked: 'Revocada', expired: 'Caducada' },
    lastUsed: 'Último uso',
    expires: 'Caduca',
    created: 'Creada',
    actions: 'Acciones',
    actionsOf: (name) => `Acciones de ${name}`,
    revoke: 'Revocar',
    revokeAsk: (name) => `¿Revocar la clave «${name}»?`,
    revokeText:
      'Todo servidor que use esta clave será rechazado de inmediato. Solo puede reactivarla quien pueda crear claves y tenga todos los permisos de esta.',
    revoked: (name) => `${name} está revocada.`,
    reactivate: 'Reactivar',
    reactivateAsk: (name) => `¿Reactivar la clave «${name}»?`,
    reactivateText:
      'Cada servidor que tenga esta clave podrá de nuevo leer, registrar y borrar los consentimientos de este cliente.',
    reactivated: (name) => `${name} está activa.`,
    deleteAction: 'Eliminar',
    deleteTitle: '¿Eliminar esta clave?',
    deleteText: (name) =>
      `Los servidores que usan «${name}» serán rechazados de inmediato y la clave no se puede restaurar.`,
    createdTitle: (name) => `Clave para ${name}`,
    once: 'Esta clave se muestra una sola vez',
    onceText: 'Cópiela donde su servidor guarda sus secretos. Solo guardamos su hash.',
    key: 'Clave',
    haveCopied: 'La he copiado',
  },
});
