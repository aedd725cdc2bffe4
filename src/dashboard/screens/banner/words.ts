import { defineWords } from '../../words';

export const words = defineWords({
  en: {
    preview: 'Preview',
    tabs: { texts: 'Texts', look: 'Look', cookies: 'Cookies', behaviour: 'Behaviour', versions: 'Versions' },
    save: 'Save version',
    saved: (version: number) => `Version ${version} is saved. Visitors do not see it yet.`,
    translation: 'Translation',
    language: 'Language',
    languages: 'Languages of the banner',
    languageOpen: (language: string, count: number) => `${language} · ${count} to do`,
    onlyLanguage: (language: string) => `The only language is ${language}.`,
    addLanguage: 'Add a language',
    addLanguageHelp: (language: string) =>
      `It begins with the ${language} texts, which are marked until you translate them.`,
    removeLanguage: (language: string) => `Remove ${language}`,
    removeLanguageText:
      'Its texts are removed when you save. Earlier versions keep them, so you can roll back.',
    nextOpen: (count: number) => `Next marked text (${count})`,
    openCount: (count: number) => `${count} to do`,
    category: (name: string) => `Category “${name}”`,
    cookieTexts: 'Cookies and their descriptions',
    missingText: (language: string) => `Missing: visitors read the ${language} text.`,
    copiedText: (language: string) => `Still the ${language} text.`,
    outdatedText: (language: string) => `The ${language} text has changed since this was published.`,
    cleanedText: 'Some markup is not allowed and was removed on saving.',
    findings: (count: number) => (count === 1 ? 'One finding' : `${count} findings`),
    blocks: 'Blocks saving',
    warning: 'Check',
    goToField: 'Go to the field',
    refused: 'This cannot be saved yet',
    restored: (time: string) => `Your unsaved edits of ${time} are back.`,
    discard: 'Discard the edits',
    notKept: 'This browser cannot keep your unsaved edits. Save before you close the page.',
    decide: 'Decide',
    merge: (count: number) =>
      count === 1
        ? 'Someone else changed a field that you changed too'
        : `Someone else changed ${count} fields that you changed too`,
    mergeText: (version: number) =>
      `Choose for each field what version ${version + 1} shall contain. All other edits, yours and theirs, are already together.`,
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
    review: 'Review and publish',
    versions: 'Versions',
    version: (version: number) => `Version ${version}`,
    live: 'Live now',
    asksAgain: 'Asks again',
    savedBy: (time: string, by: string | null) => (by === null ? `saved ${time}` : `saved ${time} by ${by}`),
    liveSince: (time: string, by: string | null) =>
      by === null ? `Live since ${time}` : `Live since ${time}, published by ${by}`,
    liveBetween: (from: string, to: string, by: string | null) =>
      by === null ? `Live from ${from} to ${to}` : `Live from ${from} to ${to}, published by ${by}`,
    compareWith: (version: number) => `Compare with v${version}`,
    compareTitle: 'Compare versions',
    before: 'Before',
    after: 'After',
    moreOf: (version: number) => `More actions for version ${version}`,
    rollBack: 'Roll back …',
    rollBackTo: (version: number) => `Roll back to version ${version}?`,
    rollBackText: (version: number, next: number) =>
      `This saves version ${next} with the content of version ${version}. Visitors see it only after you publish it, and every version stays in the list.`,
    rollBackAction: 'Roll back',
    rolledBack: (version: number) => `Version ${version} is back as a new version.`,
    noDifferences: 'Nothing changes.',
    everyone: 'In every language',
    added: 'added:',
    removed: 'removed:',
    publishOf: (name: string, version: number) => `Publish version ${version} of “${name}”`,
    publish: (version: number) => `Publish v${version}`,
    published: (version: number) => `Version ${version} is live.`,
    willChange: 'What changes for visitors',
    againstLive: (version: number, since: string | null) =>
      since === null
        ? `Compared with version ${version}, which is live.`
        : `Compared with version ${version}, live since ${since}.`,
    caches: 'Browsers can show the old texts until their copy expires, usually for up to an hour.',
    goesLive: (group: string) => `This banner goes live for the group “${group}”.`,
    replaces: (name: string) => `It replaces “${name}”, which goes offline.`,
    earlierChoices: 'Visitors who have already chosen',
    keepChoices: 'Keep their choices',
    keepChoicesHelp: 'Right when only wording or looks changed.',
    askAgain: 'Ask them again',
    askAgainHelp: 'They see the banner on their next visit.',
    askAgainSuggested:
      'Suggested: purposes, recipients or cookies changed, which earlier choices do not cover.',
    note: 'Note for the log',
    noteHelp: 'Why you publish this. Visitors never see it.',
    savedMeanwhile: (version: number | null) =>
      version === null
        ? 'Someone else saved a new version meanwhile'
        : `Someone else saved version ${version} meanwhile`,
    nothingPublished: 'Nothing has been published, because you have not seen their changes yet.',
    reviewAgain: 'Review the new version',
  },
  de: {
    preview: 'Vorschau',
    tabs: {
      texts: 'Texte',
      look: 'Aussehen',
      cookies: 'Cookies',
      behaviour: 'Verhalten',
      versions: 'Versionen',
    },
    save: 'Version speichern',
    saved: (version) => `Version ${version} ist gespeichert. Besucher sehen sie noch nicht.`,
    translation: 'Übersetzung',
    language: 'Sprache',
    languages: 'Sprachen des Banners',
    languageOpen: (language, count) => `${language} · ${count} offen`,
    onlyLanguage: (language) => `Die einzige Sprache ist ${language}.`,
    addLanguage: 'Sprache hinzufügen',
    addLanguageHelp: (language) =>
      `Sie beginnt mit den Texten auf ${language}. Diese sind markiert, bis Sie sie übersetzen.`,
    removeLanguage: (language) => `${language} entfernen`,
    removeLanguageText:
      'Die Texte werden beim Speichern entfernt. Frühere Versionen behalten sie, Sie können also zurückkehren.',
    nextOpen: (count) => `Nächster markierter Text (${count})`,
    openCount: (count) => `${count} offen`,
    category: (name) => `Kategorie „${name}“`,
    cookieTexts: 'Cookies und ihre Beschreibungen',
    missingText: (language) => `Fehlt: Besucher lesen den Text auf ${language}.`,
    copiedText: (language) => `Noch der Text auf ${language}.`,
    outdatedText: (language) => `Der Text auf ${language} hat sich seit der Veröffentlichung geändert.`,
    cleanedText: 'Nicht erlaubte Auszeichnungen wurden beim Speichern entfernt.',
    findings: (count) => (count === 1 ? 'Ein Befund' : `${count} Befunde`),
    blocks: 'Verhindert das Speichern',
    warning: 'Bitte prüfen',
    goToField: 'Zum Feld',
    refused: 'Dies kann noch nicht gespeichert werden',
    restored: (time) => `Ihre nicht gespeicherten Änderungen vom ${time} sind wieder da.`,
    discard: 'Änderungen verwerfen',
    notKept:
      'Dieser Browser kann Ihre Änderungen nicht aufbewahren. Speichern Sie, bevor Sie die Seite schließen.',
    decide: 'Entscheiden',
    merge: (count) =>
      count === 1
        ? 'Jemand anders hat ein Feld geändert, das auch Sie geändert haben'
        : `Jemand anders hat ${count} Felder geändert, die auch Sie geändert haben`,
    mergeText: (version) =>
      `Wählen Sie für jedes Feld, was Version ${version + 1} enthalten soll. Alle übrigen Änderungen beider Seiten sind schon zusammengeführt.`,
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
    review: 'Prüfen und veröffentlichen',
    versions: 'Versionen',
    version: (version) => `Version ${version}`,
    live: 'Jetzt aktiv',
    asksAgain: 'Fragt erneut',
    savedBy: (time, by) => (by === null ? `gespeichert ${time}` : `gespeichert ${time} von ${by}`),
    liveSince: (time, by) =>
      by === null ? `Aktiv seit ${time}` : `Aktiv seit ${time}, veröffentlicht von ${by}`,
    liveBetween: (from, to, by) =>
      by === null ? `Aktiv von ${from} bis ${to}` : `Aktiv von ${from} bis ${to}, veröffentlicht von ${by}`,
    compareWith: (version) => `Mit v${version} vergleichen`,
    compareTitle: 'Versionen vergleichen',
    before: 'Vorher',
    after: 'Nachher',
    moreOf: (version) => `Weitere Aktionen für Version ${version}`,
    rollBack: 'Zurückkehren …',
    rollBackTo: (version) => `Zu Version ${version} zurückkehren?`,
    rollBackText: (version, next) =>
      `Dies speichert Version ${next} mit dem Inhalt von Version ${version}. Besucher sehen sie erst, wenn Sie sie veröffentlichen; alle Versionen bleiben in der Liste.`,
    rollBackAction: 'Zurückkehren',
    rolledBack: (version) => `Version ${version} ist als neue Version wieder da.`,
    noDifferences: 'Es ändert sich nichts.',
    everyone: 'In allen Sprachen',
    added: 'hinzugefügt:',
    removed: 'entfernt:',
    publishOf: (name, version) => `Version ${version} von „${name}“ veröffentlichen`,
    publish: (version) => `v${version} veröffentlichen`,
    published: (version) => `Version ${version} ist aktiv.`,
    willChange: 'Was sich für Besucher ändert',
    againstLive: (version, since) =>
      since === null
        ? `Verglichen mit der aktiven Version ${version}.`
        : `Verglichen mit Version ${version}, aktiv seit ${since}.`,
    caches:
      'Browser können die alten Texte zeigen, bis ihre Kopie abläuft, in der Regel höchstens eine Stunde lang.',
    goesLive: (group) => `Dieses Banner wird für die Gruppe „${group}“ aktiv.`,
    replaces: (name) => `Es ersetzt „${name}“, das dann nicht mehr gezeigt wird.`,
    earlierChoices: 'Besucher, die schon gewählt haben',
    keepChoices: 'Ihre Auswahl gilt weiter',
    keepChoicesHelp: 'Richtig, wenn sich nur Wortlaut oder Aussehen geändert haben.',
    askAgain: 'Erneut fragen',
    askAgainHelp: 'Sie sehen das Banner beim nächsten Besuch.',
    askAgainSuggested:
      'Empfohlen: Zwecke, Empfänger oder Cookies haben sich geändert, was die frühere Auswahl nicht abdeckt.',
    note: 'Notiz für das Protokoll',
    noteHelp: 'Warum Sie dies veröffentlichen. Besucher sehen sie nie.',
    savedMeanwhile: (version) =>
      version === null
        ? 'Jemand anders hat inzwischen eine neue Version gespeichert'
        : `Jemand anders hat inzwischen Version ${version} gespeichert`,
    nothingPublished: 'Es wurde nichts veröffentlicht, weil Sie diese Änderungen noch nicht gesehen haben.',
    reviewAgain: 'Neue Version prüfen',
  },
  fr: {
    preview: 'Aperçu',
    tabs: {
      texts: 'Textes',
      look: 'Apparence',
      cookies: 'Cookies',
      behaviour: 'Comportement',
      versions: 'Versions',
    },
    save: 'Enregistrer une version',
    saved: (version) => `La version ${version} est enregistrée. Les visiteurs ne la voient pas encore.`,
    translation: 'Traduction',
    language: 'Langue',
    languages: 'Langues du bandeau',
    languageOpen: (language, count) => `${language} · ${count} à faire`,
    onlyLanguage: (language) => `La seule langue est : ${language}.`,
    addLanguage: 'Ajouter une langue',
    addLanguageHelp: (language) =>
      `Elle commence avec les textes de la langue par défaut (${language}), signalés jusqu’à leur traduction.`,
    removeLanguage: (language) => `Supprimer : ${language}`,
    removeLanguageText:
      'Ses textes sont supprimés à l’enregistrement. Les versions antérieures les conservent : vous pourrez y revenir.',
    nextOpen: (count) => `Texte signalé suivant (${count})`,
    openCount: (count) => `${count} à faire`,
    category: (name) => `Catégorie « ${name} »`,
    cookieTexts: 'Les cookies et leurs descriptions',
    missingText: (language) =>
      `Manquant : les visiteurs lisent le texte de la langue par défaut (${language}).`,
    copiedText: (language) => `Encore le texte de la langue par défaut (${language}).`,
    outdatedText: (language) =>
      `Le texte de la langue par défaut (${language}) a changé depuis la publication.`,
    cleanedText: 'Un balisage non autorisé a été retiré à l’enregistrement.',
    findings: (count) => (count === 1 ? 'Une remarque' : `${count} remarques`),
    blocks: 'Empêche l’enregistrement',
    warning: 'À vérifier',
    goToField: 'Aller au champ',
    refused: 'L’enregistrement n’est pas encore possible',
    restored: (time) => `Vos modifications non enregistrées du ${time} sont de retour.`,
    discard: 'Abandonner les modifications',
    notKept: 'Ce navigateur ne peut pas conserver vos modifications. Enregistrez avant de fermer la page.',
    decide: 'Décider',
    merge: (count) =>
      count === 1
        ? 'Quelqu’un d’autre a modifié un champ que vous avez modifié aussi'
        : `Quelqu’un d’autre a modifié ${count} champs que vous avez modifiés aussi`,
    mergeText: (version) =>
      `Choisissez pour chaque champ ce que contiendra la version ${version + 1}. Toutes les autres modifications, les vôtres et les siennes, sont déjà réunies.`,
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
    review: 'Vérifier et publier',
    versions: 'Versions',
    version: (version) => `Version ${version}`,
    live: 'En ligne',
    asksAgain: 'Redemande',
    savedBy: (time, by) => (by === null ? `enregistrée ${time}` : `enregistrée ${time} par ${by}`),
    liveSince: (time, by) =>
      by === null ? `En ligne depuis ${time}` : `En ligne depuis ${time}, publiée par ${by}`,
    liveBetween: (from, to, by) =>
      by === null ? `En ligne de ${from} à ${to}` : `En ligne de ${from} à ${to}, publiée par ${by}`,
    compareWith: (version) => `Comparer avec v${version}`,
    compareTitle: 'Comparer des versions',
    before: 'Avant',
    after: 'Après',
    moreOf: (version) => `Autres actions pour la version ${version}`,
    rollBack: 'Revenir à cette version …',
    rollBackTo: (version) => `Revenir à la version ${version} ?`,
    rollBackText: (version, next) =>
      `Ceci enregistre la version ${next} avec le contenu de la version ${version}. Les visiteurs ne la voient qu’une fois publiée, et toutes les versions restent dans la liste.`,
    rollBackAction: 'Revenir',
    rolledBack: (version) => `La version ${version} est de retour sous forme de nouvelle version.`,
    noDifferences: 'Rien ne change.',
    everyone: 'Dans toutes les langues',
    added: 'ajouté :',
    removed: 'supprimé :',
    publishOf: (name, version) => `Publier la version ${version} de « ${name} »`,
    publish: (version) => `Publier v${version}`,
    published: (version) => `La version ${version} est en ligne.`,
    willChange: 'Ce qui change pour les visiteurs',
    againstLive: (version, since) =>
      since === null
        ? `Par rapport à la version ${version}, qui est en ligne.`
        : `Par rapport à la version ${version}, en ligne depuis le ${since}.`,
    caches:
      'Les navigateurs peuvent afficher les anciens textes jusqu’à l’expiration de leur copie, en général une heure au plus.',
    goesLive: (group) => `Ce bandeau sera mis en ligne pour le groupe « ${group} ».`,
    replaces: (name) => `Il remplace « ${name} », qui sera retiré.`,
    earlierChoices: 'Visiteurs qui ont déjà choisi',
    keepChoices: 'Conserver leurs choix',
    keepChoicesHelp: 'Convient si seuls le texte ou l’apparence ont changé.',
    askAgain: 'Leur redemander',
    askAgainHelp: 'Ils verront le bandeau à leur prochaine visite.',
    askAgainSuggested:
      'Recommandé : des finalités, des destinataires ou des cookies ont changé, ce que les choix antérieurs ne couvrent pas.',
    note: 'Note pour le journal',
    noteHelp: 'Pourquoi vous publiez. Les visiteurs ne la voient jamais.',
    savedMeanwhile: (version) =>
      version === null
        ? 'Quelqu’un d’autre a enregistré une nouvelle version entre-temps'
        : `Quelqu’un d’autre a enregistré la version ${version} entre-temps`,
    nothingPublished: 'Rien n’a été publié, car vous n’avez pas encore vu ces modifications.',
    reviewAgain: 'Vérifier la nouvelle version',
  },
  es: {
    preview: 'Vista previa',
    tabs: {
      texts: 'Textos',
      look: 'Aspecto',
      cookies: 'Cookies',
      behaviour: 'Comportamiento',
      versions: 'Versiones',
    },
    save: 'Guardar versión',
    saved: (version) => `La versión ${version} está guardada. Los visitantes todavía no la ven.`,
    translation: 'Traducción',
    language: 'Idioma',
    languages: 'Idiomas del aviso',
    languageOpen: (language, count) => `${language} · ${count} pendientes`,
    onlyLanguage: (language) => `El único idioma es: ${language}.`,
    addLanguage: 'Añadir un idioma',
    addLanguageHelp: (language) =>
      `Empieza con los textos del idioma predeterminado (${language}), marcados hasta que los traduzca.`,
    removeLanguage: (language) => `Eliminar: ${language}`,
    removeLanguageText:
      'Sus textos se eliminan al guardar. Las versiones anteriores los conservan, así que podrá volver a ellas.',
    nextOpen: (count) => `Siguiente texto marcado (${count})`,
    openCount: (count) => `${count} pendientes`,
    category: (name) => `Categoría «${name}»`,
    cookieTexts: 'Las cookies y sus descripciones',
    missingText: (language) => `Falta: los visitantes leen el texto del idioma predeterminado (${language}).`,
    copiedText: (language) => `Todavía es el texto del idioma predeterminado (${language}).`,
    outdatedText: (language) =>
      `El texto del idioma predeterminado (${language}) ha cambiado desde la publicación.`,
    cleanedText: 'Al guardar se ha eliminado marcado que no está permitido.',
    findings: (count) => (count === 1 ? 'Una observación' : `${count} observaciones`),
    blocks: 'Impide guardar',
    warning: 'Por revisar',
    goToField: 'Ir al campo',
    refused: 'Todavía no se puede guardar',
    restored: (time) => `Sus cambios sin guardar del ${time} están de vuelta.`,
    discard: 'Descartar los cambios',
    notKept: 'Este navegador no puede conservar sus cambios. Guárdelos antes de cerrar la página.',
    decide: 'Decidir',
    merge: (count) =>
      count === 1
        ? 'Otra persona ha cambiado un campo que usted también ha cambiado'
        : `Otra persona ha cambiado ${count} campos que usted también ha cambiado`,
    mergeText: (version) =>
      `Elija para cada campo qué contendrá la versión ${version + 1}. Todos los demás cambios, los suyos y los de la otra persona, ya están unidos.`,
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
    review: 'Revisar y publicar',
    versions: 'Versiones',
    version: (version) => `Versión ${version}`,
    live: 'Publicada',
    asksAgain: 'Vuelve a preguntar',
    savedBy: (time, by) => (by === null ? `guardada ${time}` : `guardada ${time} por ${by}`),
    liveSince: (time, by) => (by === null ? `Publicada desde ${time}` : `Publicada desde ${time} por ${by}`),
    liveBetween: (from, to, by) =>
      by === null ? `Publicada de ${from} a ${to}` : `Publicada de ${from} a ${to} por ${by}`,
    compareWith: (version) => `Comparar con v${version}`,
    compareTitle: 'Comparar versiones',
    before: 'Antes',
    after: 'Después',
    moreOf: (version) => `Más acciones para la versión ${version}`,
    rollBack: 'Volver a esta versión …',
    rollBackTo: (version) => `¿Volver a la versión ${version}?`,
    rollBackText: (version, next) =>
      `Se guarda la versión ${next} con el contenido de la versión ${version}. Los visitantes no la ven hasta que usted la publique, y todas las versiones siguen en la lista.`,
    rollBackAction: 'Volver',
    rolledBack: (version) => `La versión ${version} ha vuelto como versión nueva.`,
    noDifferences: 'No cambia nada.',
    everyone: 'En todos los idiomas',
    added: 'añadido:',
    removed: 'eliminado:',
    publishOf: (name, version) => `Publicar la versión ${version} de «${name}»`,
    publish: (version) => `Publicar v${version}`,
    published: (version) => `La versión ${version} está publicada.`,
    willChange: 'Qué cambia para los visitantes',
    againstLive: (version, since) =>
      since === null
        ? `En comparación con la versión ${version}, que está publicada.`
        : `En comparación con la versión ${version}, publicada desde el ${since}.`,
    caches:
      'Los navegadores pueden mostrar los textos anteriores hasta que caduque su copia, normalmente una hora como máximo.',
    goesLive: (group) => `Este aviso se publicará para el grupo «${group}».`,
    replaces: (name) => `Sustituye a «${name}», que dejará de mostrarse.`,
    earlierChoices: 'Visitantes que ya han elegido',
    keepChoices: 'Conservar sus elecciones',
    keepChoicesHelp: 'Adecuado si solo han cambiado la redacción o el aspecto.',
    askAgain: 'Volver a preguntarles',
    askAgainHelp: 'Verán el aviso en su próxima visita.',
    askAgainSuggested:
      'Recomendado: han cambiado finalidades, destinatarios o cookies, que las elecciones anteriores no cubren.',
    note: 'Nota para el registro',
    noteHelp: 'Por qué publica esto. Los visitantes nunca la ven.',
    savedMeanwhile: (version) =>
      version === null
        ? 'Otra persona ha guardado entretanto una versión nueva'
        : `Otra persona ha guardado entretanto la versión ${version}`,
    nothingPublished: 'No se ha publicado nada, porque usted todavía no ha visto esos cambios.',
    reviewAgain: 'Revisar la versión nueva',
  },
});
