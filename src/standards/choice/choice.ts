import type { GpcMode } from '../compliance';
import { readSignal } from '../gpc/consent-after-signal';

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
  /** Purposes of its parameters, by their first letters, for the consent modes of advertising tags. */
  readonly purposes: string;
  /**
   * Of a profile with `granularity: 'service'`, the services by key, each with its own answer. The answers mean nothing
   * while `state` is null.
   */
  readonly services?: ServiceAnswers;
}

/** Returns whether the visitor has refused a category, or a service in it. */
export const isRefused = ({ mandatory, state, services = {} }: ChoiceCategory): unknown =>
  !mandatory && ((state && state !== 'granted') || Object.values(services).includes(false));

/** Answers about services by key: whether each is allowed. */
export type ServiceAnswers = Readonly<Record<string, boolean>>;

/**
 * A visitor's decision as browser and server keep it in the choice cookie, so that a returning visitor needs
 * no request and the host's server no database.
 */
export interface Choice {
  readonly profileId: string;
  /** The version that the visitor was shown. */
  readonly profileVersion: number;
  /** The variant of that version, a capital letter; absent without an experiment. */
  readonly variant?: string | undefined;
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
  /**
   * The choice of the account that is signed in: `o`, decided on this device, or `f`, which this device follows. Undefined:
   * the choice of this browser alone.
   */
  readonly account?: 'o' | 'f' | undefined;
  /** Id of the submission that the server has not confirmed yet; `null` once it has. */
  readonly submissionId: string | null;
  readonly categories: readonly ChoiceCategory[];
}

const minute = 60_000;
const letters: Readonly<Record<string, string>> = { g: 'granted', d: 'denied', o: 'objected' };
/** Six digits of minutes end in the year 6108: every time that matches is one that `Date` knows. */
const choicePattern =
  /^1\.([\w*-]+)\.([\da-z]{1,10}(?:-[A-Z])?)\.([\da-z]{1,6})\.([\da-z]{1,6})\.([0-2])(g?)(v?)(a?)([of]?)\.([\w*!~-]*)(?:\.(\d+(?:!-?[a-z\d][\w-]*)+(?:~\d+(?:!-?[a-z\d][\w-]*)+)*))?(?:\.([\w*-]+))?$/;
const categoryPattern = /^([\w*-]+)~([mgdopu])(l?)([nfpam]*)$/;
type Ten<T> = readonly [T, T, T, T, T, T, T, T, T, T];
/** In the order of their numbers in the cookie. */
export const gpcModes: readonly GpcMode[] = ['ignore', 'honor', 'strict'];

/**
 * Returns the value of the choice cookie: at most 4,000 characters of `A-Z a-z 0-9 _ - . ! ~ *`, which no
 * cookie library escapes. `null` when the choice is too long for a cookie.
 *
 * Form: `1.<profile>.<version>.<decided>.<until>.<flags>.<category>!<category>…[.<services>][.<submission>]`; numbers
 * in base 36, times in minutes; the version is followed by `-` and its variant, if it has any; a category is `<id>~<state><l><purposes>`. The services of a profile that asks about
 * them are `<number of their category>!<key>!-<key>…~<number>!<key>…`, the number decimal and from 0; `-` precedes one
 * that is refused.
 *
 * @example
 * encodeChoice(choice); // '1.0198….7.hw3k2a.i6ffqa.0a.necessary~mn!analytics~gla'
 */
export function encodeChoice(choice: Choice): string | null {
  const { profileId, profileVersion, variant, decidedAt, expiresAt, submissionId, categories } = choice;
  const flags = [
    gpcModes.indexOf(choice.gpcMode),
    choice.gpcDetected ? 'g' : '',
    choice.gpcOverride ? 'v' : '',
    choice.asksFirst ? 'a' : '',
    choice.account,
  ].join('');
  const fields = [
    '1',
    escapeText(profileId),
    profileVersion.toString(36) + (variant ? `-${variant}` : ''),
    Math.floor(decidedAt / minute).toString(36),
    Math.floor(expiresAt / minute).toString(36),
    flags,
    categories.map(encodeCategory).join('!'),
  ];
  const services: string[] = [];
  for (const [index, category] of categories.entries())
    if (category.services !== undefined) services.push(...encodeServices(category.services, index));
  if (services.length > 0) fields.push(services.join('~'));
  if (submissionId !== null) fields.push(escapeText(submissionId));
  const text = fields.join('.');
  return text.length > 4000 ? null : text;
}

/**
 * Returns whether every choice about these categories fits into the cookie.
 *
 * @example
 * fitsCookie(toUndecidedCategories(profile)); // false: some choices are in the record alone
 */
export function fitsCookie(categories: readonly Omit<ChoiceCategory, 'state'>[]): boolean {
  const latest = 36 ** 6 * minute - 1;
  const longest: Choice = {
    profileId: 'x'.repeat(36),
    profileVersion: Number.MAX_SAFE_INTEGER,
    variant: 'A',
    decidedAt: latest,
    expiresAt: latest,
    gpcMode: 'strict',
    gpcDetected: true,
    gpcOverride: true,
    asksFirst: true,
    account: 'o',
    submissionId: 'x'.repeat(36),
    categories: categories.map(({ services, ...category }) => ({
      ...category,
      state: 'denied',
      ...(services && {
        services: Object.fromEntries(Object.keys(services).map((key) => [key, false])),
      }),
    })),
  };
  return encodeChoice(longest) !== null;
}

function encodeServices(services: Readonly<Record<string, boolean>>, index: number): string[] {
  const keys = Object.entries(services).map(([key, isAllowed]) => (isAllowed ? key : `-${key}`));
  return keys[0] ? [[index, ...keys].join('!')] : [];
}

function encodeCategory({ id, state, mandatory, preGranted, listensToGpc, purposes }: ChoiceCategory) {
  const letter = mandatory ? 'm' : (state?.charAt(0) ?? (preGranted ? 'p' : 'u'));
  return `${escapeText(id)}~${letter}${listensToGpc ? 'l' : ''}${purposes}`;
}

/**
 * Returns the choice in a cookie value; `null` for anything that `encodeChoice` did not write.
 */
export function decodeChoice(text: string | null | undefined): Choice | null {
  const readNumber = (digits: string) => Number.parseInt(digits, 36);
  try {
    const match = choicePattern.exec(text ?? '') as unknown;
    // Throws without a match. The pattern requires every group but the last two.
    const [
      ,
      profile,
      version,
      decided,
      until,
      mode,
      gpc,
      override,
      asks,
      account,
      list,
      services,
      submission,
    ] = match as readonly [...Ten<string>, string, string?, string?];
    const categories = list ? list.split('!').map(decodeCategory) : [];
    if (services) addServices(categories, services);
    return {
      profileId: unescapeText(profile),
      // Ends at the hyphen.
      profileVersion: readNumber(version),
      variant: version.split('-')[1],
      decidedAt: readNumber(decided) * minute,
      expiresAt: readNumber(until) * minute,
      gpcMode: gpcModes[+mode] as GpcMode,
      gpcDetected: Boolean(gpc),
      gpcOverride: Boolean(override),
      asksFirst: Boolean(asks),
      account: (account || undefined) as Choice['account'],
      submissionId: submission ? unescapeText(submission) : null,
      categories,
    };
  } catch {
    return null;
  }
}

/** Gives categories the services of the cookie; throws for services of no category. */
function addServices(categories: readonly ReturnType<typeof decodeCategory>[], text: string): void {
  for (const group of text.split('~')) {
    const [index, ...items] = group.split('!');
    const category = categories[Number(index)] as { services?: ServiceAnswers };
    category.services = Object.fromEntries(
      items.map((item) => [item.replace(/^-/, ''), item[0] !== '-'] as const),
    );
  }
}

function decodeCategory(text: string): ChoiceCategory {
  // Throws without a match. The pattern requires every group.
  const [, id, letter, listens, purposes] = categoryPattern.exec(text) as unknown as Ten<string>;
  return {
    id: unescapeText(id),
    state: (letters[letter] as ConsentState | undefined) ?? null,
    mandatory: letter === 'm',
    preGranted: letter === 'p',
    listensToGpc: Boolean(listens),
    purposes,
  };
}

/** Escapes everything but `A-Z a-z 0-9 _ -` as `*` and two hexadecimal digits for each byte of UTF-8. */
const escapeText = (text: string) =>
  encodeURIComponent(text)
    .replace(/[!'()*.~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    .replaceAll('%', '*');
const unescapeText = (text: string) => decodeURIComponent(text.replaceAll('*', '%'));

type DecidedChoice = Pick<Choice, 'categories' | 'gpcMode' | 'gpcDetected' | 'gpcOverride'>;

/**
 * Returns the state of every category of a choice, after Global Privacy Control.
 * @param gpcSignal whether the browser sends the signal now
 *
 * @example
 * readChoiceStates(choice, navigator.globalPrivacyControl === true);
 * // { necessary: 'granted', analytics: 'denied' }
 */
export const readChoiceStates = (choice: DecidedChoice, gpcSignal: boolean): Record<string, ConsentState> =>
  readChoiceEffect(choice, gpcSignal).states;

/**
 * Returns whether each service of a choice is allowed, after Global Privacy Control; empty for a profile that asks about
 * categories only. A service is judged as its category would be with the answer about the service.
 * @param gpcSignal whether the browser sends the signal now
 *
 * @example
 * readServiceStates(choice, navigator.globalPrivacyControl === true); // { youtube: true, vimeo: false }
 */
export const readServiceStates = (choice: DecidedChoice, gpcSignal: boolean): Record<string, boolean> =>
  readChoiceEffect(choice, gpcSignal).services;

/** Returns what `readChoiceStates` and `readServiceStates` return. */
export function readChoiceEffect(
  choice: DecidedChoice,
  gpcSignal: boolean,
): { states: Record<string, ConsentState>; services: Record<string, boolean> } {
  const isDenied = readSignal(choice, gpcSignal);
  const toState = (
    { mandatory, preGranted, listensToGpc }: ChoiceCategory,
    state: ConsentState | null,
  ): ConsentState => {
    if (mandatory) return 'granted';
    if (listensToGpc && isDenied(state)) return 'denied';
    return state ?? (preGranted ? 'granted' : 'denied');
  };
  const toService = (category: ChoiceCategory, isAllowed: boolean) =>
    toState(category, category.state && (isAllowed ? 'granted' : 'denied')) === 'granted';
  return {
    states: Object.fromEntries(
      choice.categories.map((category) => [category.id, toState(category, category.state)]),
    ),
    services: Object.fromEntries(
      choice.categories.flatMap((category) =>
        Object.entries(category.services ?? {}).map(([key, isAllowed]) => [
          key,
          toService(category, isAllowed),
        ]),
      ),
    ),
  };
}
