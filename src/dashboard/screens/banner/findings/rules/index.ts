import { defineWords } from '../../../../words';
import { de } from './de';
import { es } from './es';
import { fr } from './fr';

/** What each rule says, by its id. The service says it in English itself. */
export const ruleWords = defineWords<Readonly<Record<string, string>>>({ en: {}, de, fr, es });
