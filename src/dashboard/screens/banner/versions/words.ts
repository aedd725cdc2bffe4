import { defineWords } from '../../../words';

export const words = defineWords({
  en: {
    versions: 'Versions',
    version: (version: number) => `Version ${version}`,
    live: 'Live now',
    shownToVisitors: 'Visitors',
    wasLive: 'Have seen it',
    neverLive: 'Never saw it',
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
    rollBack: 'Roll back …',
    rollBackTo: (version: number) => `Roll back to version ${version}?`,
    rollBackText: (version: number, next: number) =>
      `This saves version ${next} with the content of version ${version}. Visitors see it only after you publish it, and every version stays in the list.`,
    rollBackOnlyA: (version: number, others: string) =>
      `Version ${version} is an experiment: only A comes back, without ${others}.`,
    rollBackAction: 'Roll back',
    rolledBack: (version: number) => `Version ${version} is back as a new version.`,
    noDifferences: 'Nothing changes.',
    variantsHelp: 'Each variant is shown to a share of visitors; A is the banner itself.',
    everyone: 'In every language',
    added: 'added:',
    removed: 'removed:',
    notNow: 'Not now',
    publishOf: (name: string, version: number) => `Publish version ${version} of “${name}”`,
    publish: (version: number) => `Publish v${version}`,
    published: (version: number) => `Version ${version} is live.`,
    liveAlready: (version: number) => `Version ${version} is live already`,
    liveAlreadyHelp: 'It was published meanwhile.',
    willChange: 'What changes for visitors',
    againstLive: (version: number, since: string | null) =>
      since === null
        ? `Compared with version ${version}, which is live.`
        : `Compared with version ${version}, live since ${since}.`,
    caches: 'Browsers can show the old texts until their copy expires, usually for up to an hour.',
    outdated: (language: string) => `Translations that are older than the ${language} text`,
    outdatedHelp:
      'Their visitors read what the banner said before. You can publish and translate later: the marks stay.',
    goesLive: (group: string) => `This banner goes live for the group “${group}”.`,
    endsExperiment: 'This ends the running experiment',
    endsExperimentHelp:
      'Visitors will no longer see its variants, and no variant is kept. The figures so far are kept. To keep a variant, end the experiment on its own page first.',
    toExperiment: 'See the experiment',
    replaces: (name: string) => `It replaces “${name}”, which goes offline.`,
    replacedChoices: (count: number | null, shown: string) => {
      if (count === null) return 'Visitors who decided on that banner are asked again on their next visit.';
      if (count === 0) return 'No visitor has decided on that banner.';
      return count === 1
        ? 'The visitor who decided on that banner is asked again on the next visit.'
        : `The ${shown} visitors who decided on that banner are asked again on their next visit.`;
    },
    earlierChoices: 'Visitors who have already chosen on this banner',
    keepChoices: 'Keep their choices',
    keepChoicesHelp: 'Right when only wording or looks changed.',
    askAgain: 'Ask them again',
    chosenSoFar: (count: number, shown: string) =>
      count === 1 ? 'This concerns one visitor.' : `This concerns ${shown} visitors.`,
    choicesKept: 'Their choices apply as before, because the version is the same.',
    choicesOfOtherRules: (group: string) =>
      `They are asked again, because they chose under other rules: those of “${group}”.`,
    askAgainHelp: 'They see the banner on their next visit.',
    askAgainSuggested:
      'Suggested: purposes, recipients or cookies changed, which earlier choices do not cover.',
    preview: 'Preview',
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
    versions: 'Versionen',
    version: (version) => `Version ${version}`,
    live: 'Jetzt aktiv',
    shownToVisitors: 'Besucher',
    wasLive: 'Haben sie gesehen',
    neverLive: 'Nie gesehen',
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
    rollBack: 'Zurückkehren …',
    rollBackTo: (version) => `Zu Version ${version} zurückkehren?`,
    rollBackText: (version, next) =>
      `Dies speichert Version ${next} mit dem Inhalt von Version ${version}. Besucher sehen sie erst, wenn Sie sie veröffentlichen; alle Versionen bleiben in der Liste.`,
    rollBackOnlyA: (version, others) =>
      `Version ${version} ist ein Experiment: Nur A kommt zurück, ohne ${others}.`,
    rollBackAction: 'Zurückkehren',
    rolledBack: (version) => `Version ${version} ist als neue Version wieder da.`,
    noDifferences: 'Es ändert sich nichts.',
    variantsHelp: 'Jede Variante wird einem Teil der Besucher gezeigt; A ist das Banner selbst.',
    everyone: 'In allen Sprachen',
    added: 'hinzugefügt:',
    removed: 'entfernt:',
    notNow: 'Noch nicht',
    publishOf: (name, version) => `Version ${version} von „${name}“ veröffentlichen`,
    publish: (version) => `v${version} veröffentlichen`,
    published: (version) => `Version ${version} ist aktiv.`,
    liveAlready: (version) => `Version ${version} ist schon aktiv`,
    liveAlreadyHelp: 'Sie wurde inzwischen veröffentlicht.',
    willChange: 'Was sich für Besucher ändert',
    againstLive: (version, since) =>
      since === null
        ? `Verglichen mit der aktiven Version ${version}.`
        : `Verglichen mit Version ${version}, aktiv seit ${since}.`,
    caches:
      'Browser können die alten Texte zeigen, bis ihre Kopie abläuft, in der Regel höchstens eine Stunde lang.',
    outdated: (language) => `Übersetzungen, die älter sind als der Text auf ${language}`,
    outdatedHelp:
      'Besucher dieser Sprachen lesen, was das Banner vorher sagte. Sie können veröffentlichen und später übersetzen: Die Markierungen bleiben.',
    goesLive: (group) => `Dieses Banner wird für die Gruppe „${group}“ aktiv.`,
    endsExperiment: 'Damit endet das laufende Experiment',
    endsExperimentHelp:
      'Besucher sehen seine Varianten dann nicht mehr, und keine Variante wird behalten. Die bisherigen Zahlen bleiben erhalten. Um eine Variante zu behalten, beenden Sie das Experiment vorher auf seiner eigenen Seite.',
    toExperiment: 'Zum Experiment',
    replaces: (name) => `Es ersetzt „${name}“, das dann nicht mehr gezeigt wird.`,
    replacedChoices: (count, shown) => {
      if (count === null)
        return 'Besucher, die bei jenem Banner entschieden haben, werden beim nächsten Besuch erneut gefragt.';
      if (count === 0) return 'Bei jenem Banner hat noch kein Besucher entschieden.';
      return count === 1
        ? 'Der eine Besucher, der bei jenem Banner entschieden hat, wird beim nächsten Besuch erneut gefragt.'
        : `Die ${shown} Besucher, die bei jenem Banner entschieden haben, werden beim nächsten Besuch erneut gefragt.`;
    },
    earlierChoices: 'Besucher, die bei diesem Banner schon gewählt haben',
    keepChoices: 'Ihre Auswahl gilt weiter',
    keepChoicesHelp: 'Richtig, wenn sich nur Wortlaut oder Aussehen geändert haben.',
    askAgain: 'Erneut fragen',
    chosenSoFar: (count, shown) =>
      count === 1 ? 'Das betrifft einen Besucher.' : `Das betrifft ${shown} Besucher.`,
    choicesKept: 'Ihre Auswahl gilt wie zuvor, denn die Version ist dieselbe.',
    choicesOfOtherRules: (group) =>
      `Sie werden erneut gefragt, denn sie haben nach anderen Regeln gewählt: denen von „${group}“.`,
    askAgainHelp: 'Sie sehen das Banner beim nächsten Besuch.',
    askAgainSuggested:
      'Empfohlen: Zwecke, Empfänger oder Cookies haben sich geändert, was die frühere Auswahl nicht abdeckt.',
    preview: 'Vorschau',
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
    versions: 'Versions',
    version: (version) => `Version ${version}`,
    live: 'En ligne',
    shownToVisitors: 'Visiteurs',
    wasLive: 'L’ont vue',
    neverLive: 'Ne l’ont jamais vue',
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
    rollBack: 'Revenir à cette version…',
    rollBackTo: (version) => `Revenir à la version ${version} ?`,
    rollBackText: (version, next) =>
      `Ceci enregistre la version ${next} avec le contenu de la version ${version}. Les visiteurs ne la voient qu’une fois publiée, et toutes les versions restent dans la liste.`,
    rollBackOnlyA: (version, others) =>
      `La version ${version} est une expérience : seule A revient, sans ${others}.`,
    rollBackAction: 'Revenir',
    rolledBack: (version) => `La version ${version} est de retour sous forme de nouvelle version.`,
    noDifferences: 'Rien ne change.',
    variantsHelp: 'Chaque variante est montrée à une part des visiteurs ; A est le bandeau lui-même.',
    everyone: 'Dans toutes les langues',
    added: 'ajouté :',
    removed: 'supprimé :',
    notNow: 'Pas maintenant',
    publishOf: (name, version) => `Publier la version ${version} de « ${name} »`,
    publish: (version) => `Publier v${version}`,
    published: (version) => `La version ${version} est en ligne.`,
    liveAlready: (version) => `La version ${version} est déjà en ligne`,
    liveAlreadyHelp: 'Elle a été publiée entre-temps.',
    willChange: 'Ce qui change pour les visiteurs',
    againstLive: (version, since) =>
      since === null
        ? `Par rapport à la version ${version}, qui est en ligne.`
        : `Par rapport à la version ${version}, en ligne depuis le ${since}.`,
    caches:
      'Les navigateurs peuvent afficher les anciens textes jusqu’à l’expiration de leur copie, en général une heure au plus.',
    outdated: (language) => `Traductions plus anciennes que le texte de la langue par défaut (${language})`,
    outdatedHelp:
      'Les visiteurs de ces langues lisent l’ancien contenu du bandeau. Vous pouvez publier et traduire plus tard : les marques restent.',
    goesLive: (group) => `Ce bandeau sera mis en ligne pour le groupe « ${group} ».`,
    endsExperiment: 'Cela met fin à l’expérience en cours',
    endsExperimentHelp:
      'Les visiteurs ne verront plus ses variantes, et aucune n’est gardée. Les chiffres obtenus jusqu’ici sont conservés. Pour garder une variante, mettez d’abord fin à l’expérience sur sa propre page.',
    toExperiment: 'Voir l’expérience',
    replaces: (name) => `Il remplace « ${name} », qui sera retiré.`,
    replacedChoices: (count, shown) => {
      if (count === null)
        return 'La question est reposée aux visiteurs qui ont décidé sur ce dernier, à leur prochaine visite.';
      if (count === 0) return 'Aucun visiteur n’a décidé sur ce dernier.';
      return count === 1
        ? 'La question est reposée au visiteur qui a décidé sur ce dernier, à sa prochaine visite.'
        : `La question est reposée aux ${shown} visiteurs qui ont décidé sur ce dernier, à leur prochaine visite.`;
    },
    earlierChoices: 'Visiteurs qui ont déjà choisi sur ce bandeau',
    keepChoices: 'Conserver leurs choix',
    keepChoicesHelp: 'Convient si seuls le texte ou l’apparence ont changé.',
    askAgain: 'Leur redemander',
    chosenSoFar: (count, shown) =>
      count === 1 ? 'Cela concerne un visiteur.' : `Cela concerne ${shown} visiteurs.`,
    choicesKept: 'Leurs choix s’appliquent comme avant, car la version est la même.',
    choicesOfOtherRules: (group) =>
      `La question leur est reposée, car ils ont choisi selon d’autres règles : celles de « ${group} ».`,
    askAgainHelp: 'Ils verront le bandeau à leur prochaine visite.',
    askAgainSuggested:
      'Recommandé : des finalités, des destinataires ou des cookies ont changé, ce que les choix antérieurs ne couvrent pas.',
    preview: 'Aperçu',
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
    versions: 'Versiones',
    version: (version) => `Versión ${version}`,
    live: 'Publicada',
    shownToVisitors: 'Visitantes',
    wasLive: 'La han visto',
    neverLive: 'Nunca la vieron',
    asksAgain: 'Vuelve a preguntar',
    savedBy: (time, by) => (by === null ? `guardada ${time}` : `guardada ${time} por ${by}`),
    liveSince: (time, by) => (by === null ? `Publicada desde ${time}` : `Publicada desde ${time} por ${by}`),
    liveBetween: (from, to, by) =>
      by === null ? `Publicada de ${from} a ${to}` : `Publicada de ${from} a ${to} por ${by}`,
    compareWith: (version) => `Comparar con v${version}`,
    compareTitle: 'Comparar versiones',
    before: 'Antes',
    after: 'Después',
    rollBack: 'Volver a esta versión…',
    rollBackTo: (version) => `¿Volver a la versión ${version}?`,
    rollBackText: (version, next) =>
      `Se guarda la versión ${next} con el contenido de la versión ${version}. Los visitantes no la ven hasta que usted la publique, y todas las versiones siguen en la lista.`,
    rollBackOnlyA: (version, others) =>
      `La versión ${version} es un experimento: solo vuelve A, sin ${others}.`,
    rollBackAction: 'Volver',
    rolledBack: (version) => `La versión ${version} ha vuelto como versión nueva.`,
    noDifferences: 'No cambia nada.',
    variantsHelp: 'Cada variante se muestra a una parte de los visitantes; A es el aviso mismo.',
    everyone: 'En todos los idiomas',
    added: 'añadido:',
    removed: 'eliminado:',
    notNow: 'Ahora no',
    publishOf: (name, version) => `Publicar la versión ${version} de «${name}»`,
    publish: (version) => `Publicar v${version}`,
    published: (version) => `La versión ${version} está publicada.`,
    liveAlready: (version) => `La versión ${version} ya está publicada`,
    liveAlreadyHelp: 'Se ha publicado entretanto.',
    willChange: 'Qué cambia para los visitantes',
    againstLive: (version, since) =>
      since === null
        ? `En comparación con la versión ${version}, que está publicada.`
        : `En comparación con la versión ${version}, publicada desde el ${since}.`,
    caches:
      'Los navegadores pueden mostrar los textos anteriores hasta que caduque su copia, normalmente una hora como máximo.',
    outdated: (language) => `Traducciones más antiguas que el texto del idioma predeterminado (${language})`,
    outdatedHelp:
      'Los visitantes de estos idiomas leen lo que decía antes el aviso. Puede publicar y traducir más tarde: las marcas se conservan.',
    goesLive: (group) => `Este aviso se publicará para el grupo «${group}».`,
    endsExperiment: 'Esto pone fin al experimento en curso',
    endsExperimentHelp:
      'Los visitantes dejarán de ver sus variantes y no se conserva ninguna. Las cifras obtenidas hasta ahora se mantienen. Para conservar una variante, termine antes el experimento en su propia página.',
    toExperiment: 'Ver el experimento',
    replaces: (name) => `Sustituye a «${name}», que dejará de mostrarse.`,
    replacedChoices: (count, shown) => {
      if (count === null)
        return 'A los visitantes que decidieron en ese aviso se les vuelve a preguntar en su próxima visita.';
      if (count === 0) return 'Ningún visitante ha decidido en ese aviso.';
      return count === 1
        ? 'Al visitante que decidió en ese aviso se le vuelve a preguntar en su próxima visita.'
        : `A los ${shown} visitantes que decidieron en ese aviso se les vuelve a preguntar en su próxima visita.`;
    },
    earlierChoices: 'Visitantes que ya han elegido en este aviso',
    keepChoices: 'Conservar sus elecciones',
    keepChoicesHelp: 'Adecuado si solo han cambiado la redacción o el aspecto.',
    askAgain: 'Volver a preguntarles',
    chosenSoFar: (count, shown) => (count === 1 ? 'Afecta a un visitante.' : `Afecta a ${shown} visitantes.`),
    choicesKept: 'Sus elecciones se aplican como antes, porque la versión es la misma.',
    choicesOfOtherRules: (group) =>
      `Se les vuelve a preguntar, porque eligieron con otras reglas: las de «${group}».`,
    askAgainHelp: 'Verán el aviso en su próxima visita.',
    askAgainSuggested:
      'Recomendado: han cambiado finalidades, destinatarios o cookies, que las elecciones anteriores no cubren.',
    preview: 'Vista previa',
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
