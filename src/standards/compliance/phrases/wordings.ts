import type { LanguagePhrases, Phrase } from './phrase-types';

/**
 * The wordings of one language, ready to be searched for: each kind of sentence is one pattern, which is tested on text
 * with one sentence per line (`toLines`). A whole locale is searched with one test per kind, however many phrases the
 * kind has.
 */
export type Wordings = {
  readonly [Kind in keyof LanguagePhrases]: LanguagePhrases[Kind] extends readonly Phrase[]
    ? RegExp
    : LanguagePhrases[Kind];
};

export function toWordings(phrases: LanguagePhrases): Wordings {
  return {
    ...phrases,
    continuing: anyOf(phrases.continuing),
    closing: anyOf(phrases.closing),
    wall: anyOf(phrases.wall),
    pressure: anyOf(phrases.pressure),
    silence: anyOf(phrases.silence),
    noWithdrawal: anyOf(phrases.noWithdrawal),
    doubleNegative: anyOf(phrases.doubleNegative),
    refusal: new RegExp(phrases.refusal, 'm'),
    yesOrNo: new RegExp(phrases.yesOrNo, 'm'),
  };
}

/** Matches each line that contains one of the phrases. */
function anyOf(phrases: readonly Phrase[]): RegExp {
  const lines = phrases.map(({ all, none }) => {
    const wanted = all.map(({ source }) => `(?=.*(?:${source}))`).join('');
    return none === undefined ? wanted : `${wanted}(?!.*(?:${none.source}))`;
  });
  return new RegExp(`^(?:${lines.join('|')})`, 'm');
}
