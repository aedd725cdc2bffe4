import { defineWords } from '../../../words';

export const words = defineWords({
  en: {
    findings: (count: number) => (count === 1 ? 'One finding' : `${count} findings`),
    blocks: 'Blocks saving',
    blocking: (count: number) => (count === 1 ? 'One blocks saving' : `${count} block saving`),
    counts: (count: string, stated: number | null) =>
      stated === null
        ? `The number is ${count}.`
        : `The number is ${count}; the highest one in the text is ${stated}.`,
    warning: 'Check',
    goToField: 'Go to the field',
    unchecked: 'The rules cannot check the banner while a value is not valid',
  },
  de: {
    findings: (count) => (count === 1 ? 'Ein Befund' : `${count} Befunde`),
    blocks: 'Verhindert das Speichern',
    blocking: (count) =>
      count === 1 ? 'Einer verhindert das Speichern' : `${count} verhindern das Speichern`,
    counts: (count, stated) =>
      stated === null
        ? `Richtig ist ${count}.`
        : `Richtig ist ${count}; die höchste Zahl im Text ist ${stated}.`,
    warning: 'Bitte prüfen',
    goToField: 'Zum Feld',
    unchecked: 'Die Regeln können das Banner nicht prüfen, solange ein Wert ungültig ist',
  },
  fr: {
    findings: (count) => (count === 1 ? 'Une remarque' : `${count} remarques`),
    blocks: 'Empêche l’enregistrement',
    blocking: (count) =>
      count === 1 ? 'Une empêche l’enregistrement' : `${count} empêchent l’enregistrement`,
    counts: (count, stated) =>
      stated === null
        ? `Le nombre exact est ${count}.`
        : `Le nombre exact est ${count} ; le plus grand nombre du texte est ${stated}.`,
    warning: 'À vérifier',
    goToField: 'Aller au champ',
    unchecked: 'Les règles ne peuvent pas vérifier le bandeau tant qu’une valeur n’est pas valide',
  },
  es: {
    findings: (count) => (count === 1 ? 'Una observación' : `${count} observaciones`),
    blocks: 'Impide guardar',
    blocking: (count) => (count === 1 ? 'Una impide guardar' : `${count} impiden guardar`),
    counts: (count, stated) =>
      stated === null
        ? `El número correcto es ${count}.`
        : `El número correcto es ${count}; el más alto del texto es ${stated}.`,
    warning: 'Por revisar',
    goToField: 'Ir al campo',
    unchecked: 'Las reglas no pueden comprobar el aviso mientras un valor no sea válido',
  },
});
