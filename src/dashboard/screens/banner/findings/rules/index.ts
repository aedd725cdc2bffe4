import { defineWords } from '../../../../words';
import { de } from './de';
import { es } from './es';
import { fr } from './fr';

/** Sentences of the rules, by rule id. The service itself has the English ones. */
export const ruleWords = defineWords<Readonly<Record<string, string>>>({ en: {}, de, fr, es });
