import { defineWords } from '../../../words';

export const words = defineWords({
  en: {
    beginWith: 'Begin with',
    starterTexts: 'Starter texts',
    starterNone: (language: string) => `There are none in ${language}.`,
    starterTextsHelp: (language: string) =>
      `Written for the law of this banner and marked until you have checked them. What has none begins with the ${language} text.`,
    sourceTexts: (language: string) => `The ${language} texts`,
    starterFilled: (count: number, number: string) =>
      count === 0
        ? 'There are no starter texts for this.'
        : `Starter texts: ${number}. Check them, then save.`,
    starterFailed: 'The starter texts could not be read. Try again.',
    fillStarter: 'Fill missing texts with starter texts',
    translateMissing: (count: string) => `Translate the missing texts (${count})`,
    machineFilled: (count: number, number: string) =>
      count === 1
        ? 'A machine translated one text. Check it, then save.'
        : `A machine translated ${number} texts. Check them, then save.`,
    machineLeft: (count: string) => `Not usable: ${count}.`,
    bannerWords: 'Words of the banner itself',
    bannerWordsHelp:
      'Labels such as “Close” are built in. Replace those for which other words fit better. The parts in curly brackets must stay.',
    replacedWords: (count: string) => `${count} replaced`,
    resetWord: 'Back to the built-in word',
    translation: 'Translation',
    language: 'Language',
    languages: 'Languages of the banner',
    languageOpen: (language: string, count: number) => `${language} · ${count} to do`,
    onlyLanguage: (language: string) => `The only language is ${language}.`,
    addLanguage: 'Add a language',
    addLanguageHelp: 'They are marked until you translate them.',
    removeLanguage: (language: string) => `Remove ${language}`,
    removeLanguageText:
      'Its texts are removed when you save. Earlier versions keep them, so you can roll back.',
    nextOpen: (count: number) => `Next marked text (${count})`,
    openCount: (count: number) => `${count} to do`,
    category: (name: string) => `Category “${name}”`,
    cookieTexts: 'Cookies and their descriptions',
    missingText: (language: string) => `Missing: visitors read the ${language} text.`,
    missingWord: 'Missing: visitors read the English word.',
    copiedText: (language: string) => `Still the ${language} text.`,
    outdatedText: (language: string, since: number | null) =>
      since === null
        ? `You have changed the ${language} text.`
        : `The ${language} text changed in version ${since}, this one did not.`,
    machineText: 'A machine translated this, and nobody has checked it.',
    starterText: 'A starter text that nobody has checked.',
    rightAsItIs: 'It is right as it is',
    stillRight: 'Still right',
    cleanedText: 'Some markup is not allowed and was removed on saving.',
    longHeading: 'Long for a heading: up to 80 characters are easy to read.',
    longSentences: 'Long sentences: up to 25 words each are easy to read.',
    longBody: 'Long text: up to 150 words are read.',
  },
  de: {
    beginWith: 'Beginnen mit',
    starterTexts: 'Ausgangstexten',
    starterNone: (language) => `Auf ${language} gibt es keine.`,
    starterTextsHelp: (language) =>
      `Für das Recht dieses Banners geschrieben und markiert, bis Sie sie geprüft haben. Was keinen hat, beginnt mit dem Text auf ${language}.`,
    sourceTexts: (language) => `den Texten auf ${language}`,
    starterFilled: (count, number) =>
      count === 0
        ? 'Dafür gibt es keine Ausgangstexte.'
        : `Ausgangstexte: ${number}. Prüfen Sie sie, dann speichern Sie.`,
    starterFailed: 'Die Ausgangstexte konnten nicht gelesen werden. Versuchen Sie es noch einmal.',
    fillStarter: 'Fehlende Texte mit Ausgangstexten füllen',
    translateMissing: (count) => `Fehlende Texte übersetzen (${count})`,
    machineFilled: (count, number) =>
      count === 1
        ? 'Eine Maschine hat einen Text übersetzt. Prüfen Sie ihn, dann speichern Sie.'
        : `Eine Maschine hat ${number} Texte übersetzt. Prüfen Sie sie, dann speichern Sie.`,
    machineLeft: (count) => `Nicht verwendbar: ${count}.`,
    bannerWords: 'Wörter des Banners selbst',
    bannerWordsHelp:
      'Beschriftungen wie „Schließen“ sind eingebaut. Ersetzen Sie jene, für die andere Wörter besser passen. Was in geschweiften Klammern steht, muss bleiben.',
    replacedWords: (count) => `${count} ersetzt`,
    resetWord: 'Zurück zum eingebauten Wort',
    translation: 'Übersetzung',
    language: 'Sprache',
    languages: 'Sprachen des Banners',
    languageOpen: (language, count) => `${language} · ${count} offen`,
    onlyLanguage: (language) => `Die einzige Sprache ist ${language}.`,
    addLanguage: 'Sprache hinzufügen',
    addLanguageHelp: 'Sie sind markiert, bis Sie sie übersetzen.',
    removeLanguage: (language) => `${language} entfernen`,
    removeLanguageText:
      'Die Texte werden beim Speichern entfernt. Frühere Versionen behalten sie, Sie können also zurückkehren.',
    nextOpen: (count) => `Nächster markierter Text (${count})`,
    openCount: (count) => `${count} offen`,
    category: (name) => `Kategorie „${name}“`,
    cookieTexts: 'Cookies und ihre Beschreibungen',
    missingText: (language) => `Fehlt: Besucher lesen den Text auf ${language}.`,
    missingWord: 'Fehlt: Besucher lesen das Wort auf Englisch.',
    copiedText: (language) => `Noch der Text auf ${language}.`,
    outdatedText: (language, since) =>
      since === null
        ? `Sie haben den Text auf ${language} geändert.`
        : `Der Text auf ${language} hat sich in Version ${since} geändert, dieser nicht.`,
    machineText: 'Von einer Maschine übersetzt und noch von niemandem geprüft.',
    starterText: 'Ein Ausgangstext, den noch niemand geprüft hat.',
    rightAsItIs: 'Passt so',
    stillRight: 'Passt noch',
    cleanedText: 'Nicht erlaubte Auszeichnungen wurden beim Speichern entfernt.',
    longHeading: 'Lang für eine Überschrift: Bis zu 80 Zeichen lesen sich leicht.',
    longSentences: 'Lange Sätze: Bis zu 25 Wörter je Satz lesen sich leicht.',
    longBody: 'Langer Text: Bis zu 150 Wörter werden gelesen.',
  },
  fr: {
    beginWith: 'Commencer avec',
    starterTexts: 'Des textes de départ',
    starterNone: (language) => `Il n’y en a pas en ${language}.`,
    starterTextsHelp: (language) =>
      `Écrits pour le droit de ce bandeau et signalés jusqu’à leur vérification. Le reste commence avec le texte de la langue par défaut (${language}).`,
    sourceTexts: (language) => `Les textes de la langue par défaut (${language})`,
    starterFilled: (count, number) =>
      count === 0
        ? 'Il n’y a pas de textes de départ pour cela.'
        : `Textes de départ : ${number}. Vérifiez-les, puis enregistrez.`,
    starterFailed: 'Les textes de départ n’ont pas pu être lus. Réessayez.',
    fillStarter: 'Remplir les textes manquants avec des textes de départ',
    translateMissing: (count) => `Traduire les textes manquants (${count})`,
    machineFilled: (count, number) =>
      count === 1
        ? 'Une machine a traduit un texte. Vérifiez-le, puis enregistrez.'
        : `Une machine a traduit ${number} textes. Vérifiez-les, puis enregistrez.`,
    machineLeft: (count) => `Inutilisables : ${count}.`,
    bannerWords: 'Les mots du bandeau lui-même',
    bannerWordsHelp:
      'Les libellés comme « Fermer » sont intégrés. Remplacez ceux pour lesquels d’autres mots conviennent mieux. Les parties entre accolades doivent rester.',
    replacedWords: (count) => `${count} remplacés`,
    resetWord: 'Revenir au mot intégré',
    translation: 'Traduction',
    language: 'Langue',
    languages: 'Langues du bandeau',
    languageOpen: (language, count) => `${language} · ${count} à faire`,
    onlyLanguage: (language) => `La seule langue est : ${language}.`,
    addLanguage: 'Ajouter une langue',
    addLanguageHelp: 'Ils sont signalés jusqu’à leur traduction.',
    removeLanguage: (language) => `Supprimer : ${language}`,
    removeLanguageText:
      'Ses textes sont supprimés à l’enregistrement. Les versions antérieures les conservent : vous pourrez y revenir.',
    nextOpen: (count) => `Texte signalé suivant (${count})`,
    openCount: (count) => `${count} à faire`,
    category: (name) => `Catégorie « ${name} »`,
    cookieTexts: 'Les cookies et leurs descriptions',
    missingText: (language) =>
      `Manquant : les visiteurs lisent le texte de la langue par défaut (${language}).`,
    missingWord: 'Manquant : les visiteurs lisent le mot en anglais.',
    copiedText: (language) => `Encore le texte de la langue par défaut (${language}).`,
    outdatedText: (language, since) =>
      since === null
        ? `Vous avez modifié le texte de la langue par défaut (${language}).`
        : `Le texte de la langue par défaut (${language}) a changé dans la version ${since}, celui-ci non.`,
    machineText: 'Traduit par une machine, personne ne l’a vérifié.',
    starterText: 'Un texte de départ que personne n’a vérifié.',
    rightAsItIs: 'C’est juste ainsi',
    stillRight: 'Toujours juste',
    cleanedText: 'Un balisage non autorisé a été retiré à l’enregistrement.',
    longHeading: 'Titre long : jusqu’à 80 caractères se lisent facilement.',
    longSentences: 'Phrases longues : jusqu’à 25 mots chacune se lisent facilement.',
    longBody: 'Texte long : on lit jusqu’à 150 mots.',
  },
  es: {
    beginWith: 'Empezar con',
    starterTexts: 'Textos iniciales',
    starterNone: (language) => `No hay ninguno en ${language}.`,
    starterTextsHelp: (language) =>
      `Escritos para el derecho de este aviso y marcados hasta que los revise. Lo demás empieza con el texto del idioma predeterminado (${language}).`,
    sourceTexts: (language) => `Los textos del idioma predeterminado (${language})`,
    starterFilled: (count, number) =>
      count === 0 ? 'No hay textos iniciales para esto.' : `Textos iniciales: ${number}. Revíselos y guarde.`,
    starterFailed: 'No se han podido leer los textos iniciales. Inténtelo de nuevo.',
    fillStarter: 'Rellenar los textos que faltan con textos iniciales',
    translateMissing: (count) => `Traducir los textos que faltan (${count})`,
    machineFilled: (count, number) =>
      count === 1
        ? 'Una máquina ha traducido un texto. Revíselo y guarde.'
        : `Una máquina ha traducido ${number} textos. Revíselos y guarde.`,
    machineLeft: (count) => `No utilizables: ${count}.`,
    bannerWords: 'Las palabras del propio aviso',
    bannerWordsHelp:
      'Las etiquetas como «Cerrar» vienen incluidas. Sustituya aquellas para las que encajen mejor otras palabras. Lo que está entre llaves debe quedarse.',
    replacedWords: (count) => `${count} sustituidas`,
    resetWord: 'Volver a la palabra incluida',
    translation: 'Traducción',
    language: 'Idioma',
    languages: 'Idiomas del aviso',
    languageOpen: (language, count) => `${language} · ${count} pendientes`,
    onlyLanguage: (language) => `El único idioma es: ${language}.`,
    addLanguage: 'Añadir un idioma',
    addLanguageHelp: 'Están marcados hasta que los traduzca.',
    removeLanguage: (language) => `Eliminar: ${language}`,
    removeLanguageText:
      'Sus textos se eliminan al guardar. Las versiones anteriores los conservan, así que podrá volver a ellas.',
    nextOpen: (count) => `Siguiente texto marcado (${count})`,
    openCount: (count) => `${count} pendientes`,
    category: (name) => `Categoría «${name}»`,
    cookieTexts: 'Las cookies y sus descripciones',
    missingText: (language) => `Falta: los visitantes leen el texto del idioma predeterminado (${language}).`,
    missingWord: 'Falta: los visitantes leen la palabra en inglés.',
    copiedText: (language) => `Todavía es el texto del idioma predeterminado (${language}).`,
    outdatedText: (language, since) =>
      since === null
        ? `Usted ha cambiado el texto del idioma predeterminado (${language}).`
        : `El texto del idioma predeterminado (${language}) cambió en la versión ${since}; este no.`,
    machineText: 'Traducido por una máquina; nadie lo ha revisado.',
    starterText: 'Un texto inicial que nadie ha revisado.',
    rightAsItIs: 'Está bien así',
    stillRight: 'Sigue siendo correcto',
    cleanedText: 'Al guardar se ha eliminado marcado que no está permitido.',
    longHeading: 'Título largo: hasta 80 caracteres se leen con facilidad.',
    longSentences: 'Frases largas: hasta 25 palabras cada una se leen con facilidad.',
    longBody: 'Texto largo: se leen hasta 150 palabras.',
  },
});
