import { subjectIdPattern } from '#platform/kernel/ids';
import { textFault } from '#platform/kernel/json';
import { readPlace } from '#standards/jurisdiction/index';
import { canonicalLocale } from '#standards/locale/index';
import { type ConsentJson, decisionLayers, decisionMethods, type ParentalState } from '../consent';
import type { Mapping } from './mapping-schema';
import { RowRefused } from './refusals';

/** Readers of the values in cells and fields. */

export type ConsentState = ConsentJson[string];

/** Greatest length of a TC or GPP string (bytes), as for visitors' own. */
const maxSignal = 16_384;

const usualStates = {
  granted: [
    'granted',
    'true',
    '1',
    'yes',
    'y',
    'on',
    'accept',
    'accepted',
    'allow',
    'allowed',
    'enabled',
    'opt_in',
    'opt-in',
    'optin',
  ],
  denied: [
    'denied',
    'false',
    '0',
    'no',
    'n',
    'off',
    'reject',
    'rejected',
    'deny',
    'declined',
    'disabled',
    'opt_out',
    'opt-out',
    'optout',
  ],
  objected: ['objected'],
} as const;

/** Returns a cell or field as text; null where it is empty. */
export function readText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() || null;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/**
 * Returns a visitor's id. A number that JSON cannot represent exactly is refused, since two visitors could
 * become one.
 */
export function readId(value: unknown): string | null {
  if (typeof value === 'boolean' || (typeof value === 'number' && !Number.isSafeInteger(value)))
    throw new RowRefused('id_number');
  return readText(value);
}

/**
 * Creates a reader of states in the words of the mapping, in any case; for words that the mapping does not
 * set, the usual ones apply.
 */
export function createStateReader(states: Mapping['states'] = {}): (value: unknown) => ConsentState | null {
  const meaning = new Map<string, ConsentState>();
  for (const state of ['objected', 'denied', 'granted'] as const) {
    for (const word of states[state] ?? usualStates[state]) meaning.set(word.toLowerCase(), state);
  }
  return (value) => {
    if (typeof value === 'object' && value !== null) throw new RowRefused('state');
    const text = readText(value);
    if (text === null) return null;
    const state = meaning.get(text.toLowerCase());
    if (state === undefined) throw new RowRefused('state');
    return state;
  };
}

const readYesNo = createStateReader();

export function yesOrNo(value: unknown): boolean | null {
  try {
    const state = readYesNo(value);
    return state === null ? null : state === 'granted';
  } catch {
    throw new RowRefused('yes_no');
  }
}

const isoMoment =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const earliest = Date.UTC(2000, 0, 1);

/**
 * Returns a time (epoch milliseconds) from ISO 8601 (without a zone: UTC), seconds or milliseconds since
 * 1970; null where the value is empty.
 */
export function readTime(value: unknown, now: number): number | null {
  const text = readText(value);
  if (text === null) return null;
  const moment = /^\d{13}$/.test(text)
    ? Number(text)
    : /^\d{10}$/.test(text)
      ? Number(text) * 1000
      : isoTime(text);
  if (moment < earliest || moment > now) throw new RowRefused('time_range');
  return moment;
}

function isoTime(text: string): number {
  const found = isoMoment.exec(text);
  if (found === null) throw new RowRefused('time');
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = found;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const time = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    milliseconds,
  );
  const date = new Date(time);
  // `Date` turns 30 February into 2 March, month 13 into the next January, 24:00 into the next day.
  const isDate = date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1;
  if (!isDate || Number(minute) > 59 || Number(second) > 59) throw new RowRefused('time');
  if (!/^[+-]/.test(zone)) return time;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2)) * (zone.length > 3 ? 1 : 0)];
  if (hours > 23 || minutes > 59) throw new RowRefused('time');
  return time - (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** Creates a reader of locales, which parses each spelling once; `de_DE` is read as `de-DE`. */
export function createLocaleReader(whenNone: string): (value: unknown) => string {
  const known = new Map<string, string>();
  return (value) => {
    const text = readText(value);
    if (text === null) return whenNone;
    let locale = known.get(text);
    if (locale === undefined) {
      const canonical = canonicalLocale(text.replaceAll('_', '-'));
      if (canonical === null) throw new RowRefused('locale');
      locale = canonical;
      if (known.size < 1000) known.set(text, locale);
    }
    return locale;
  };
}

/**
 * Returns the country code of a place: `DE` for `de`, `US` for `us-06`, whose second part is not an ISO
 * 3166-2 region. Null for codes that are not assigned to a country, with which location services say
 * "unknown" or "a proxy" (`XX`, `T1`).
 */
export function readCountry(value: unknown): string | null {
  const text = readText(value);
  if (text === null) return null;
  if (!/^[a-z][a-z0-9](-[a-z0-9]{1,3})?$/i.test(text)) throw new RowRefused('country');
  return readPlace(text.slice(0, 2)).country;
}

export function readRegion(value: unknown): string | null {
  const text = readText(value);
  if (text !== null && !/^[a-z0-9]{1,3}$/i.test(text)) throw new RowRefused('country');
  return text?.toUpperCase() ?? null;
}

/**
 * Reads a TC or GPP string: base64url in parts. Another product made it, so it is kept as evidence and not
 * validated against this service's lists and decisions.
 */
export function readSignal(value: unknown): string | null {
  const text = readText(value);
  if (text !== null && (text.length > maxSignal || !/^[\w.~-]+$/.test(text))) throw new RowRefused('signal');
  return text;
}

/** Reads a TC or GPP string that this service has stored, which is every text that it can store. */
export function readStoredSignal(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  if (Buffer.byteLength(value) > maxSignal || textFault(value) !== null) throw new RowRefused('signal');
  return value;
}

/** @throws RowRefused for any word but `pending` and `granted` */
export function toParentalState(value: unknown): ParentalState | null {
  const text = readText(value);
  if (text === null || text === 'pending' || text === 'granted') return text;
  throw new RowRefused('parental');
}

const subjectIdForm = new RegExp(subjectIdPattern);

/** @throws RowRefused for an id that no record can have */
export function toSubjectId(value: unknown): string | null {
  const text = readId(value);
  if (text !== null && !subjectIdForm.test(text)) throw new RowRefused('subject_id');
  return text;
}

const createWordReader =
  <T extends string>(words: readonly T[]) =>
  (value: unknown): T | null => {
    const text = readText(value);
    const known = words.find((word) => word === text);
    if (text !== null && known === undefined) throw new RowRefused('manner');
    return known ?? null;
  };

/** @throws RowRefused for a word that is not a method or a layer */
export const toMethod = createWordReader(decisionMethods);
export const toLayer = createWordReader(decisionLayers);
