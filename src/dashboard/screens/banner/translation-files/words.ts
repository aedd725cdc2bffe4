import { defineWords } from '../../../words';

export const words = defineWords({
  en: {
    download: 'Download texts',
    downloadText:
      'For translators: one row for each text, with its place, the source and what is still to do. Includes your unsaved edits.',
    languages: 'Languages',
    openOnly: 'Only texts that are still to do',
    format: 'Format',
    csv: 'CSV, for Excel and other spreadsheets',
    save: 'Download',
    upload: 'Upload texts',
    uploadText:
      'A file that was downloaded here, with translations filled in. You see what it would change before you apply it. Empty translations change nothing.',
    file: 'CSV or JSON file',
    faults: {
      tooLarge: 'The file is larger than 10 MB.',
      noColumns: 'The file does not have the columns language, key and translation.',
      damaged: 'The file is damaged and cannot be read.',
    },
    inLine: (line: string) => `The fault is in the row that begins in line ${line}.`,
    found: (changes: string, same: string) => `Changes: ${changes}. Unchanged rows: ${same}.`,
    left: 'Some rows have no effect',
    otherLanguages: (tags: string) => `The banner is not translated into ${tags}. Add the language first.`,
    unknownKeys: (keys: string) => `The banner does not have these texts: ${keys}.`,
    tooLong: (keys: string) => `Too long: ${keys}.`,
    more: (count: string) => `${count} more`,
    takeLate: (count: string) =>
      `Also apply translations whose source has changed since the download (${count})`,
    take: (count: string) => `Apply (${count})`,
    taken: (count: number, number: string) =>
      count === 1
        ? 'One text was changed. Save to keep it.'
        : `${number} texts were changed. Save to keep them.`,
    changes: 'What the file changes',
    place: 'Text',
    before: 'Before',
    after: 'After',
    added: 'New',
    changed: 'Changed',
    late: 'Source has changed since',
    losesMarkup: 'Markup is removed on saving',
  },
  de: {
    download: 'Texte herunterladen',
    downloadText:
      'Für Übersetzer: eine Zeile je Text mit seiner Stelle, der Vorlage und dem, was noch zu tun ist. Enthält auch Ihre nicht gespeicherten Änderungen.',
    languages: 'Sprachen',
    openOnly: 'Nur Texte, an denen noch etwas zu tun ist',
    format: 'Format',
    csv: 'CSV, für Excel und andere Tabellenprogramme',
    save: 'Herunterladen',
    upload: 'Texte hochladen',
    uploadText:
      'Eine hier heruntergeladene Datei mit ausgefüllten Übersetzungen. Sie sehen zuerst, was sich ändert. Leere Übersetzungen ändern nichts.',
    file: 'CSV- oder JSON-Datei',
    faults: {
      tooLarge: 'Die Datei ist größer als 10 MB.',
      noColumns: 'Der Datei fehlen die Spalten language, key und translation.',
      damaged: 'Die Datei ist beschädigt und nicht lesbar.',
    },
    inLine: (line) => `Der Fehler liegt in der Zeile der Tabelle, die in Zeile ${line} der Datei beginnt.`,
    found: (changes, same) => `Änderungen: ${changes}. Zeilen ohne Änderung: ${same}.`,
    left: 'Einige Zeilen haben keine Wirkung',
    otherLanguages: (tags) =>
      `Das Banner ist nicht in ${tags} übersetzt. Fügen Sie die Sprache zuerst hinzu.`,
    unknownKeys: (keys) => `Das Banner hat diese Texte nicht: ${keys}.`,
    tooLong: (keys) => `Zu lang: ${keys}.`,
    more: (count) => `${count} weitere`,
    takeLate: (count) =>
      `Auch Übersetzungen übernehmen, deren Vorlage sich seit dem Herunterladen geändert hat (${count})`,
    take: (count) => `Übernehmen (${count})`,
    taken: (count, number) =>
      count === 1
        ? 'Ein Text wurde übernommen. Speichern Sie, um ihn zu behalten.'
        : `${number} Texte wurden übernommen. Speichern Sie, um sie zu behalten.`,
    changes: 'Was die Datei ändert',
    place: 'Text',
    before: 'Vorher',
    after: 'Nachher',
    added: 'Neu',
    changed: 'Geändert',
    late: 'Vorlage seither geändert',
    losesMarkup: 'Auszeichnung entfällt beim Speichern',
  },
  fr: {
    download: 'Télécharger les textes',
    downloadText:
      'Pour les traducteurs : une ligne par texte, avec son emplacement, la source et ce qui reste à faire. Vos modifications non enregistrées sont comprises.',
    languages: 'Langues',
    openOnly: 'Seulement les textes qui restent à faire',
    format: 'Format',
    csv: 'CSV, pour Excel et d’autres tableurs',
    save: 'Télécharger',
    upload: 'Téléverser des textes',
    uploadText:
      'Un fichier téléchargé ici, avec les traductions remplies. Vous voyez d’abord ce qu’il change. Les traductions vides ne changent rien.',
    file: 'Fichier CSV ou JSON',
    faults: {
      tooLarge: 'Le fichier dépasse 10 Mo.',
      noColumns: 'Le fichier n’a pas les colonnes language, key et translation.',
      damaged: 'Le fichier est endommagé et illisible.',
    },
    inLine: (line) => `Le défaut est dans la rangée qui commence à la ligne ${line}.`,
    found: (changes, same) => `Modifications : ${changes}. Lignes sans modification : ${same}.`,
    left: 'Certaines lignes n’ont pas d’effet',
    otherLanguages: (tags) => `Le bandeau n’est pas traduit dans ces langues : ${tags}. Ajoutez-les d’abord.`,
    unknownKeys: (keys) => `Le bandeau n’a pas ces textes : ${keys}.`,
    tooLong: (keys) => `Trop long : ${keys}.`,
    more: (count) => `${count} de plus`,
    takeLate: (count) =>
      `Appliquer aussi les traductions (${count}) dont la source a changé depuis le téléchargement`,
    take: (count) => `Appliquer (${count})`,
    taken: (count, number) =>
      count === 1
        ? 'Un texte a été modifié. Enregistrez pour le garder.'
        : `${number} textes ont été modifiés. Enregistrez pour les garder.`,
    changes: 'Ce que le fichier change',
    place: 'Texte',
    before: 'Avant',
    after: 'Après',
    added: 'Nouveau',
    changed: 'Modifié',
    late: 'La source a changé depuis',
    losesMarkup: 'Balisage retiré à l’enregistrement',
  },
  es: {
    download: 'Descargar textos',
    downloadText:
      'Para traductores: una fila por texto, con su lugar, el original y lo que queda por hacer. Incluye sus cambios sin guardar.',
    languages: 'Idiomas',
    openOnly: 'Solo textos con algo pendiente',
    format: 'Formato',
    csv: 'CSV, para Excel y otras hojas de cálculo',
    save: 'Descargar',
    upload: 'Subir textos',
    uploadText:
      'Un archivo descargado aquí con las traducciones rellenadas. Primero verá qué cambia. Las traducciones vacías no cambian nada.',
    file: 'Archivo CSV o JSON',
    faults: {
      tooLarge: 'El archivo supera los 10 MB.',
      noColumns: 'El archivo no tiene las columnas language, key y translation.',
      damaged: 'El archivo está dañado y no se puede leer.',
    },
    inLine: (line) => `El fallo está en la fila que empieza en la línea ${line}.`,
    found: (changes, same) => `Cambios: ${changes}. Filas sin cambios: ${same}.`,
    left: 'Algunas filas no tienen efecto',
    otherLanguages: (tags) => `El aviso no está traducido a estos idiomas: ${tags}. Añádalos primero.`,
    unknownKeys: (keys) => `El aviso no tiene estos textos: ${keys}.`,
    tooLong: (keys) => `Demasiado largo: ${keys}.`,
    more: (count) => `${count} más`,
    takeLate: (count) =>
      `Aplicar también las traducciones (${count}) cuyo original ha cambiado desde la descarga`,
    take: (count) => `Aplicar (${count})`,
    taken: (count, number) =>
      count === 1
        ? 'Se ha cambiado un texto. Guarde para conservarlo.'
        : `Se han cambiado ${number} textos. Guarde para conservarlos.`,
    changes: 'Qué cambia el archivo',
    place: 'Texto',
    before: 'Antes',
    after: 'Después',
    added: 'Nuevo',
    changed: 'Cambiado',
    late: 'El original ha cambiado desde entonces',
    losesMarkup: 'El marcado se quita al guardar',
  },
});
