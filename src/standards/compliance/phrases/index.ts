import { ar } from './ar';
import { de } from './de';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import { it } from './it';
import { nl } from './nl';
import { pl } from './pl';
import { pt } from './pt';
import { toWordings, type Wordings } from './wordings';

export { foldText, toLines } from './fold-text';
export type { Wordings } from './wordings';

/** Languages that have wordings: those of the built-in banner texts. */
const wordings: ReadonlyMap<string, Wordings> = new Map(
  [en, de, fr, es, it, pt, nl, pl, ar].map((phrases) => [phrases.language, toWordings(phrases)]),
);

/** Returns the wordings of a locale's language; null for a language without any. */
export function wordingsFor(locale: string): Wordings | null {
  return wordings.get(locale.split('-', 1)[0]?.toLowerCase() ?? '') ?? null;
}
