import type { GpcMode } from '../compliance';
import { type Purpose, purposes } from '../compliance/purposes';
import { readSignal } from '../gpc/effective-consent';

// Why: docs/adr/0043-choice-cookie.md

type ConsentState = 'granted' | 'denied' | 'objected';

/** One category of a choice. */
export interface ChoiceCategory {
  readonly id: string;
  /** The decision; `null` when the visitor was not asked about the category. */
  readonly state: ConsentState | null;
  readonly mandatory: boolean;
  /** Whether the category is allowed while there is no decision about it. */
  readonly preGranted: boolean;
  /** Whether a Global Privacy Control signal denies the category. */
  readonly listensToGpc: boolean;
  /** Purposes of its parameters, for the consent modes of advertising tags. */
  readonly purposes: readonly Purpose[];
}

/**
 * A visitor's decision as browser and server keep it in the choice cookie, so that a returning visitor needs
 * no request and the host's server no database.
 */
export interface Choice {
  readonly profileId: string;
  /** The version that the visitor was shown. */
  readonly profileVersion: number;
  /** Time of the decision (epoch milliseconds; the cookie keeps whole minutes). */
  readonly decidedAt: number;
  /** When the visitor must be asked again (epoch milliseconds; the cookie keeps whole minutes). */
  readonly expiresAt: number;
  readonly gpcMode: GpcMode;
  /** Whether the browser sent the Global Privacy Control signal when the visitor decided. */
  readonly gpcDetected: boolean;
  /** Whether the visitor confirmed the choice against the signal. */
  readonly gpcOverride: boolean;
  /** Whether nothing optional was allowed before the choice. */
  readonly asksFirst: boolean;
  /** Id of the submission that the server has not confirmed yet; `null` once it has. */
  readonly submissionId: string | null;
  readonly categories: readonly ChoiceCategory[];
}

const minute = 60_000;
const letters: Readonly<Record<string, string>> = { g: 'granted', d: 'denied', o: 'objected' };
/** Six digits of minutes end in the year 6108: every time that matches is one that `Date` knows. */
const choicePattern =
  /^1\.([\w*-]+)\.([\da-z]{1,10})\.([\da-z]{1,6})\.([\da-z]{1,6})\.([0-2])(g?)(v?)(a?)\.([\w*!~-]*)(?:\.([\w*-]+))?$/;
const categoryPattern = /^([\w*-]+)~([mgdopu])(l?)([nfpam]*)$/;
type Ten<T> = readonly [T, T, T, T, T, T, T, T, T, T];
/** In the order of their numbers in the cookie. */
export const gpcModes: readonly GpcMode[] = ['ignore', 'honor', 'strict'];

/**
 * Returns the value of the choice cookie: at most 4,000 characters of `A-Z a-z 0-9 _ - . ! ~ *`, which no
 * cookie library escapes. `null` when the choice is too long for a cookie.
 *
 * Form: `1.<profile>.<version>.<decided>.<until>.<flags>.<category>!<category>…[.<submission>]`; numbers in
 * base 36, times in minutes; a category is `<id>~<state><l><purposes>`.
 *
 * @example
 * encodeChoice(choice); // '1.0198….7.hw3k2a.i6ffqa.0a.necessary~mn!analytics~gla'
 */
export function encodeChoice(choice: Choice): string | null {
  const { profileId, profileVersion, decidedAt, expiresAt, submissionId, categories } = choice;
  const flags = [
    gpcModes.indexOf(choice.gpcMode),
    choice.gpcDetected ? 'g' : '',
    choice.gpcOverride ? 'v' : '',
    choice.asksFirst ? 'a' : '',
  ].join('');
  const fields = [
    '1',
    escapeText(profileId),
    profileVersion.toString(36),
    Math.floor(decidedAt / minute).toString(36),
    Math.floor(expiresAt / minute).toString(36),
    flags,
    categories.map(encodeCategory).join('!'),
  ];
  if (submissionId !== null) fields.push(escapeText(submissionId));
  const text = fields.join('.');
  return text.length > 4000 ? null : text;
}

function encodeCategory({ id, state, mandatory, preGranted, listensToGpc, purposes: uses }: ChoiceCategory) {
  const letter = mandatory ? 'm' : state === null ? (preGranted ? 'p' : 'u') : state.charAt(0);
  return `${escapeText(id)}~${letter}${listensToGpc ? 'l' : ''}${uses.map((use) => use.charAt(0)).join('')}`;
}

/**
 * Returns the choice in a cookie value; `null` for anything that `encodeChoice` did not write.
 */
export function decodeChoice(text: string | null | undefined): Choice | null {
  const match = choicePattern.exec(text ?? '');
  if (match === null) return null;
  // The pattern requires every group but the last.
  const [, profile, version, decided, until, mode, gpc, override, asks, list, submission] =
    match as unknown as readonly [...Ten<string>, string?];
  const readNumber = (digits: string) => Number.parseInt(digits, 36);
  try {
    return {
      profileId: unescapeText(profile),
      profileVersion: readNumber(version),
      decidedAt: readNumber(decided) * minute,
      expiresAt: readNumber(until) * minute,
      gpcMode: gpcModes[+mode] as GpcMode,
      gpcDetected: gpc !== '',
      gpcOverride: override !== '',
      asksFirst: asks !== '',
      submissionId: submission ? unescapeText(submission) : null,
      categories: list ? list.split('!').map(decodeCategory) : [],
    };
  } catch {
    return null;
  }
}

function decodeCategory(text: string): ChoiceCategory {
  const match = categoryPattern.exec(text);
  if (match === null) throw new Error();
  const [, id = '', letter = '', listens, uses = ''] = match;
  return {
    id: unescapeText(id),
    state: (letters[letter] as ConsentState | undefined) ?? null,
    mandatory: letter === 'm',
    preGranted: letter === 'p',
    listensToGpc: listens !== '',
    purposes: purposes.filter((purpose) => uses.includes(purpose.charAt(0))),
  };
}

/** Escapes everything but `A-Z a-z 0-9 _ -` as `*` and two hexadecimal digits for each byte of UTF-8. */
const escapeText = (text: string) =>
  encodeURIComponent(text)
    .replace(/[!'()*.~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    .replaceAll('%', '*');
const unescapeText = (text: string) => decodeURIComponent(text.replaceAll('*', '%'));

/**
 * Returns the state of every category of a choice, after Global Privacy Control.
 * @param gpcSignal whether the browser sends the signal now
 *
 * @example
 * readChoiceStates(choice, navigator.globalPrivacyControl === true);
 * // { necessary: 'granted', analytics: 'denied' }
 */
export function readChoiceStates(
  choice: Pick<Choice, 'categories' | 'gpcMode' | 'gpcDetected' | 'gpcOverride'>,
  gpcSignal: boolean,
): Record<string, ConsentState> {
  const isDenied = readSignal({
    gpcMode: choice.gpcMode,
    decidedWithSignal: choice.gpcDetected,
    signalNow: gpcSignal,
    override: choice.gpcOverride,
  });
  return Object.fromEntries(
    choice.categories.map(({ id, state, mandatory, preGranted, listensToGpc }) => {
      if (mandatory) return [id, 'granted'];
      if (listensToGpc && isDenied(state)) return [id, 'denied'];
      return [id, state ?? (preGranted ? 'granted' : 'denied')];
    }),
  );
}
