import { defineWords } from '../../../words';

export const words = defineWords({
  en: {
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
    outdatedText: (language: string, since: number | null) =>
      since === null
        ? `You have changed the ${language} text.`
        : `The ${language} text changed in version ${since}, this one did not.`,
    stillRight: 'Still right',
    cleanedText: 'Some markup is not allowed and was removed on saving.',
    longHeading: 'Long for a heading: up to 80 characters are easy to read.',
    longSentences: 'Long sentences: up to 25 words each are easy to read.',
    longBody: 'Long text: up to 150 words are read.',
  },
  de: {
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
    outdatedText: (language, since) =>
      since === null
        ? `Sie haben den Text auf ${language} geändert.`
        : `Der Text auf ${language} hat sich in Version ${since} geändert, dieser nicht.`,
    stillRight: 'Passt noch',
    cleanedText: 'Nicht erlaubte Auszeichnungen wurden beim Speichern entfernt.',
    longHeading: 'Lang für eine Überschrift: Bis zu 80 Zeichen lesen sich leicht.',
    longSentences: 'Lange Sätze: Bis zu 25 Wörter je Satz lesen sich leicht.',
    longBody: 'Langer Text: Bis zu 150 Wörter werden gelesen.',
  },
  fr: {
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
    outdatedText: (language, since) =>
      since === null
        ? `Vous avez modifié le texte de la langue par défaut (${language}).`
        : `Le texte de la langue par défaut (${language}) a changé dans la version ${since}, celui-ci non.`,
    stillRight: 'Toujours juste',
    cleanedText: 'Un balisage non autorisé a été retiré à l’enregistrement.',
    longHeading: 'Titre long : jusqu’à 80 caractères se lisent facilement.',
    longSentences: 'Phrases longues : jusqu’à 25 mots chacune se lisent facilement.',
    longBody: 'Texte long : on lit jusqu’à 150 mots.',
  },
  es: {
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
    outdatedText: (language, since) =>
      since === null
        ? `Usted ha cambiado el texto del idioma predeterminado (${language}).`
        : `El texto del idioma predeterminado (${language}) cambió en la versión ${since}; este no.`,
    stillRight: 'Sigue siendo correcto',
    cleanedText: 'Al guardar se ha eliminado marcado que no está permitido.',
    longHeading: 'Título largo: hasta 80 caracteres se leen con facilidad.',
    longSentences: 'Frases largas: hasta 25 palabras cada una se leen con facilidad.',
    longBody: 'Texto largo: se leen hasta 150 palabras.',
  },
});
