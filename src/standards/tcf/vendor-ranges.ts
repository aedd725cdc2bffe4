/**
 * How many vendor ids a TC string lists, found without listing them. A range takes 33 bits and may name 65,535 vendors, so
 * a string of 16 KiB can make a decoder work for minutes; this reader looks at the ends of each range only.
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2, "Core string", "Disclosed vendors".
 */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export interface BitReader {
  /** The next bits as an unsigned number. @throws RangeError past the end */
  take(bits: number): number;
  skip(bits: number): void;
}

/** Reads base64url (RFC 4648, section 5, no padding) bit by bit, the highest first. @throws RangeError on any other character */
export function readBits(text: string): BitReader {
  let position = 0;
  const bitAt = (index: number) => {
    const sextet = alphabet.indexOf(text.charAt(Math.floor(index / 6)) || '=');
    if (sextet === -1) throw new RangeError('the string ends too early or is not base64url');
    return (sextet >> (5 - (index % 6))) & 1;
  };
  return {
    take(bits) {
      let value = 0;
      for (let taken = 0; taken < bits; taken += 1) value = value * 2 + bitAt(position + taken);
      position += bits;
      return value;
    },
    skip(bits) {
      position += bits;
    },
  };
}

/** Vendor ids in range entries: a 12-bit count, then for each one bit (range or single) and one or two 16-bit ids. */
function countRangeEntries(bits: BitReader): number {
  let ids = 0;
  for (let left = bits.take(12); left > 0; left -= 1) {
    const isRange = bits.take(1) === 1;
    const first = bits.take(16);
    ids += isRange ? Math.max(0, bits.take(16) - first) + 1 : 1;
  }
  return ids;
}

/** A vendor section: the largest id (16 bits), then either a bit for each id or range entries. */
function countVendorSection(bits: BitReader): number {
  const maxId = bits.take(16);
  if (bits.take(1) === 1) return countRangeEntries(bits);
  bits.skip(maxId);
  return maxId;
}

/** Publisher restrictions: a 12-bit count, then for each a purpose (6), a type (2) and range entries. */
function countRestrictions(bits: BitReader): number {
  let ids = 0;
  for (let left = bits.take(12); left > 0; left -= 1) {
    bits.skip(8);
    ids += countRangeEntries(bits);
  }
  return ids;
}

/**
 * Vendor ids that a core segment lists, in consents, legitimate interests and restrictions.
 * @param fixedBits length of the fields before the first vendor section: 213 in the European format, 199 in the Canadian
 * @throws RangeError when the segment ends too early
 */
export function countCoreVendors(segment: string, fixedBits: number): number {
  const bits = readBits(segment);
  bits.skip(fixedBits);
  return countVendorSection(bits) + countVendorSection(bits) + countRestrictions(bits);
}

/** Vendor ids of a segment that is one vendor section behind its 3-bit type (disclosed or allowed vendors). */
export function countSegmentVendors(segment: string): number {
  const bits = readBits(segment);
  bits.skip(3);
  return countVendorSection(bits);
}
