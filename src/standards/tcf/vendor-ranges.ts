/**
 * Counts the vendor ids of a TC string without listing them. A range takes 33 bits and may name 65,535
 * vendors, so a string of 16 KiB can make a decoder work for minutes; this reader looks only at the ends of
 * each range.
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2, "Core string", "Disclosed vendors".
 */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Greatest number of vendor ids, restrictions included: more than a string of the real list has that restricts every purpose
 * of every vendor, and few enough to decode at once.
 */
export const mostVendors = 20_000;

/** Length of a core segment's fields before its vendor sections (bits), by the names of the formats as sections of GPP. */
export const coreBits = { tcfeuv2: 213, tcfcav1: 199 } as const;

export type TcfFormat = keyof typeof coreBits;

export const isTcfFormat = (name: string): name is TcfFormat => Object.hasOwn(coreBits, name);

/** Segments after the core one, by the 3-bit type at their start. */
export const segmentTypes = { disclosed: 1, allowed: 2, publisher: 3 } as const;

/**
 * Returns the types of a TC string's segments, the core one (0) first; null unless each of the others is of a
 * different known type. Decoders accept any segment by its type, in any position and number, even a second
 * core.
 */
export function readSegmentTypes([core = '', ...segments]: readonly string[]): number[] | null {
  const types = segments.map(readType);
  const isRight = types.every(
    (type, index) => Object.values<number>(segmentTypes).includes(type) && types.indexOf(type) === index,
  );
  return readType(core) === 0 && isRight ? [0, ...types] : null;
}

const readType = (segment: string) => (segment === '' ? -1 : alphabet.indexOf(segment.charAt(0)) >> 3);

export interface BitReader {
  /** Returns the next bits as an unsigned number. @throws RangeError past the end */
  take(bits: number): number;
  /** Returns whether any of the next bits is set. @throws RangeError past the end */
  takeAny(bits: number): boolean;
  skip(bits: number): void;
}

/**
 * Reads base64url (RFC 4648, section 5, no padding) bit by bit, the highest first. @throws RangeError on any
 * other character
 */
export function readBits(text: string): BitReader {
  let position = 0;
  const sextetAt = (index: number) => {
    const sextet = alphabet.indexOf(text.charAt(index) || '=');
    if (sextet === -1) throw new RangeError('the string ends too early or is not base64url');
    return sextet;
  };
  const bitAt = (index: number) => (sextetAt(Math.floor(index / 6)) >> (5 - (index % 6))) & 1;
  return {
    take(bits) {
      let value = 0;
      for (let taken = 0; taken < bits; taken += 1) value = value * 2 + bitAt(position + taken);
      position += bits;
      return value;
    },
    takeAny(bits) {
      const end = position + bits;
      let isAny = false;
      while (position < end) {
        const isWhole = position % 6 === 0 && end - position >= 6;
        const isSet = isWhole ? sextetAt(position / 6) !== 0 : bitAt(position) === 1;
        isAny ||= isSet;
        position += isWhole ? 6 : 1;
      }
      return isAny;
    },
    skip(bits) {
      position += bits;
    },
  };
}

/**
 * Counts the vendor ids in range entries: a 12-bit count, then for each entry one bit (range or single) and
 * one or two 16-bit ids.
 */
function countRangeEntries(bits: BitReader): number {
  let ids = 0;
  for (let left = bits.take(12); left > 0; left -= 1) {
    const isRange = bits.take(1) === 1;
    const first = bits.take(16);
    ids += isRange ? Math.max(0, bits.take(16) - first) + 1 : 1;
  }
  return ids;
}

/**
 * Counts the ids of a vendor section: the largest id (16 bits), then either a bit for each id or range
 * entries.
 */
function countVendorSection(bits: BitReader): number {
  const maxId = bits.take(16);
  if (bits.take(1) === 1) return countRangeEntries(bits);
  bits.skip(maxId);
  return maxId;
}

/**
 * Counts the ids of publisher restrictions: a 12-bit count, then for each a purpose (6), a type (2) and range
 * entries.
 */
function countRestrictions(bits: BitReader): number {
  let ids = 0;
  for (let left = bits.take(12); left > 0; left -= 1) {
    bits.skip(8);
    ids += countRangeEntries(bits);
  }
  return ids;
}

/**
 * Counts the vendor ids that a string lists, in consents, legitimate interests, restrictions, disclosed and
 * allowed vendors.
 * @param types the types of its segments, as `segmentTypesOf` returns them
 * @throws RangeError when a segment ends too early
 */
export function countVendors(
  segments: readonly string[],
  types: readonly number[],
  format: TcfFormat,
): number {
  return segments.reduce((sum, segment, index) => sum + countSegment(segment, types[index], format), 0);
}

function countSegment(segment: string, type: number | undefined, format: TcfFormat): number {
  if (type === segmentTypes.publisher) return 0;
  const bits = readBits(segment);
  if (type === 0) {
    bits.skip(coreBits[format]);
    return countVendorSection(bits) + countVendorSection(bits) + countRestrictions(bits);
  }
  // The segment contains one vendor section after its type.
  bits.skip(3);
  return countVendorSection(bits);
}
