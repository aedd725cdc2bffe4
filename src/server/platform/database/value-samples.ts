import { toBoolean, toNumber } from './rows';

/** Kinds of values that the service stores; each has its own column type. */
export type SampleKind = 'text' | 'integer' | 'bigint' | 'boolean' | 'bytes';

export interface Sample {
  readonly kind: SampleKind;
  /** Noun phrase for messages. */
  readonly name: string;
  readonly value: string | number | boolean | Buffer | null;
}

const controlCharacters = String.fromCharCode(
  ...Array.from({ length: 31 }, (_none, index) => index + 1),
  127,
);

/**
 * Texts that settings of servers and drivers are known to change. NUL and lone surrogates are left out: the service
 * stores none.
 */
const texts: Readonly<Record<string, string>> = {
  'a text with quotes': `it's ''"two"" \`three\` “four”`,
  'a text with backslashes': `\\ \\\\ \\' \\" \\n \\0 \\% \\_ C:\\new\\table \\`,
  'a text with control characters': `line\r\n\ttab${controlCharacters}`,
  'a text with emoji and letters of four bytes': '😀 👩‍👩‍👧 🇩🇪 𝒳 𠮷',
  'a text with accents and other scripts': 'é e\u0301 ß ﷽ 漢字 עברית \u2028\u2029 \ufeff\ufffd',
  'a text with spaces at its ends': '  between  ',
  'a text with placeholders': '? ?? :name $1 $$ {x} %s @a -- /* ; */ #',
  'an empty text': '',
  'a text with a JSON object': '{"b":[1,"x",null],"a":{"c":1.0}}',
  'a text with a JSON array': '[]',
  'the text null': 'null',
  'the text true': 'true',
  'a text with digits': '0012345678901234567890',
  'a text with a date': '2026-11-25',
  'a text with a time': '2026-11-25T10:20:30.000Z',
};

const integers: Readonly<Record<string, number>> = {
  'a whole number': 2_147_483_647,
  'a negative whole number': -2_147_483_648,
  'the number 0': 0,
  'the number 1': 1,
};

const bigints: Readonly<Record<string, number>> = {
  'a time in milliseconds': Date.UTC(2026, 10, 25, 10, 20, 30, 123),
  'a time of the year 9999': Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  'a time before 1970': -1,
  'the largest whole number of JavaScript': Number.MAX_SAFE_INTEGER,
};

const toSamples = (kind: SampleKind, values: Readonly<Record<string, Sample['value']>>): Sample[] =>
  Object.entries(values).map(([name, value]) => ({ kind, name, value }));

/** Values of every kind, each of which a database must return as it was sent. */
export const samples: readonly Sample[] = [
  ...toSamples('text', texts),
  ...toSamples('integer', integers),
  ...toSamples('bigint', bigints),
  ...toSamples('boolean', { 'the boolean true': true, 'the boolean false': false }),
  ...toSamples('bytes', { bytes: Buffer.from(Array.from({ length: 256 }, (_none, index) => index)) }),
  ...toSamples('bytes', { 'no bytes': Buffer.alloc(0) }),
  ...toSamples('text', { null: null }),
];

/** A text that needs the type of long texts: longer than the 64 KiB of a plain TEXT of MySQL. */
export const longSample: Sample = {
  kind: 'text',
  name: 'a long text',
  value: `${"lóng 😀\\' ".repeat(7000)}!`,
};

/** Returns whether the service would read the value as it was sent: booleans and BIGINTs have several forms. */
function isUnchanged({ kind, value }: Sample, returned: unknown): boolean {
  if (value === null) return returned === null;
  if (kind === 'bytes') return Buffer.isBuffer(returned) && returned.equals(value as Buffer);
  if (kind === 'bigint') return isPlain(returned) && toNumber(returned) === value;
  if (kind === 'boolean') return isPlain(returned) && toBoolean(returned) === value;
  return returned === value;
}

const isPlain = (value: unknown) => ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

/** Returns a noun phrase for the kind of a value. */
function nameKind(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Buffer.isBuffer(value)) return 'bytes';
  if (value instanceof Date) return 'a date';
  if (Array.isArray(value)) return 'an array';
  const names: Readonly<Record<string, string>> = { string: 'a text', object: 'an object' };
  return names[typeof value] ?? `a ${typeof value}`;
}

/** Returns what is wrong with a value that came back, as a clause; null for one that the service reads as it was sent. */
export function describeChange(sample: Sample, returned: unknown): string | null {
  if (isUnchanged(sample, returned)) return null;
  const got = nameKind(returned);
  return got === nameKind(sample.value)
    ? `${sample.name} comes back changed`
    : `the driver returns ${got} for ${sample.name}`;
}
