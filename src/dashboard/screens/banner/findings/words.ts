import { defineWords } from '../../../words';

export const words = defineWords({
  en: {
    findings: (count: number) => (count === 1 ? 'One finding' : `${count} findings`),
    blocks: 'Blocks saving',
    warning: 'Check',
    goToField: 'Go to the field',
    unchecked: 'The rules cannot check the banner while a value is not valid',
  },
  de: {
    findings: (count) => (count === 1 ? 'Ein Befund' : `${count} Befunde`),
    blocks: 'Verhindert das Speichern',
    warning: 'Bitte prüfen',
    goToField: 'Zum Feld',
    unchecked: 'Die Regeln können das Banner nicht prüfen, solange ein Wert ungültig ist',
  },
  fr: {
    findings: (count) => (count === 1 ? 'Une remarque' : `${count} remarques`),
    blocks: 'Empêche l’enregistrement',
    warning: 'À vérifier',
    goToField: 'Aller au champ',
    unchecked: 'Les règles ne peuvent pas vérifier le bandeau tant qu’une valeur n’est pas valide',
  },
  es: {
    findings: (count) => (count === 1 ? 'Una observación' : `${count} observaciones`),
    blocks: 'Impide guardar',
    warning: 'Por revisar',
    goToField: 'Ir al campo',
    unchecked: 'Las reglas no pueden comprobar el aviso mientras un valor no sea válido',
  },
});
