import { likelyScript } from './likely-script';

/** Scripts in which no space follows a sentence, by ISO 15924 code. */
const withoutSpaces: ReadonlySet<string | null> = new Set(['Hans', 'Hant', 'Jpan']);

/**
 * Joins sentences as their language does.
 *
 * @example
 * joinSentences(['エラーが発生しました。', '再度お試しください。'], 'ja'); // without a space
 */
export const joinSentences = (sentences: readonly string[], locale: string): string =>
  sentences.join(withoutSpaces.has(likelyScript(locale)) ? '' : ' ');
