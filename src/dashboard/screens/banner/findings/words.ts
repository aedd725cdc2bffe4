import { defineWords } from '../../../words';

export const words = defineWords({
  en: {
    findings: (count: number) => (count === 1 ? 'One finding' : `${count} findings`),
    blocks: 'Blocks saving',
    warning: 'Check',
    goToField: 'Go to the field',
  },
  de: {
    findings: (count) => (count === 1 ? 'Ein Befund' : `${count} Befunde`),
    blocks: 'Verhindert das Speichern',
    warning: 'Bitte prüfen',
    goToField: 'Zum Feld',
  },
  fr: {
    findings: (count) => (count === 1 ? 'Une remarque' : `${count} remarques`),
    blocks: 'Empêche l’enregistrement',
    warning: 'À vérifier',
    goToField: 'Aller au champ',
  },
  es: {
    findings: (count) => (count === 1 ? 'Una observación' : `${count} observaciones`),
    blocks: 'Impide guardar',
    warning: 'Por revisar',
    goToField: 'Ir al campo',
  },
});
