import { GppModel } from '@iabgpp/cmpapi';
import { countVendors, isTcfFormat, mostVendors, readBits, readSegmentTypes } from '../tcf/vendor-ranges';
import { gppSectionIds } from './gpp-sections';

export type GppStringFault =
  | 'not_base64url'
  | 'bad_header'
  | 'unknown_section'
  | 'undecodable'
  | 'too_many_vendors';

/** Message for each fault. */
export const gppStringFaults: Readonly<Record<GppStringFault, string>> = {
  not_base64url: 'must be a header and sections of base64url, joined by ~',
  bad_header: 'must begin with a GPP header of version 1 that lists as many sections as follow',
  unknown_section: 'holds a section that this version does not know',
  undecodable: 'cannot be decoded',
  too_many_vendors: 'lists more vendors than any vendor list has',
};

/** A section and its fields, under the names of its specification. */
export interface GppSection {
  readonly id: number;
  readonly name: string;
  /** Empty: it was not decoded. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The section as it is in the string. */
  readonly body: string;
  /** Types of the segments after the core one: the library has fields for those that are missing, too. */
  readonly segmentTypes: readonly number[];
}

/**
 * Reads a GPP string; returns its sections, or the fault.
 * Source: IAB Tech Lab, GPP "Consent String Specification": header of type 3, version 1, section ids as a
 * Fibonacci range.
 * @param isDecoded whether the fields of a section are wanted; default: those of all. Listing vendors takes long
 */
export function readGppString(
  text: string,
  isDecoded: (name: string) => boolean = () => true,
): readonly GppSection[] | GppStringFault {
  // Section 6, the older US privacy string, is plain text such as 1YNN.
  if (!/^[A-Za-z0-9_-]+(?:~[A-Za-z0-9_.-]+)*$/.test(text)) return 'not_base64url';
  const [header = '', ...bodies] = text.split('~');
  const ids = readHeader(header);
  if (ids === null || ids.length !== bodies.length) return 'bad_header';
  if (ids.some((id) => !sectionNames.has(id))) return 'unknown_section';
  const found = ids.map((id, index) => ({
    id,
    name: sectionNames.get(id) ?? '',
    body: bodies[index] ?? '',
  }));
  try {
    const wanted = found.filter(({ name }) => isDecoded(name));
    if (wanted.reduce((sum, { name, body }) => sum + countVendorsIn(name, body), 0) > mostVendors)
      return 'too_many_vendors';
    const model = new GppModel(text);
    return found.map((section) => ({
      ...section,
      fields: isDecoded(section.name) ? decode(model, section.name) : {},
      segmentTypes: readTypes(section.name, section.body),
    }));
  } catch {
    return 'undecodable';
  }
}

const sectionNames = new Map(Object.entries(gppSectionIds).map(([name, id]) => [id, name]));

function decode(model: GppModel, name: string): Record<string, unknown> {
  const read = () => JSON.parse(JSON.stringify(model.getSection(name))) as Record<string, unknown>;
  // The library decodes a section only when its fields are read.
  for (const field of Object.keys(read())) model.getFieldValue(name, field);
  return read();
}

/**
 * Returns the section ids of a header; null when it is not valid. The official reader lists ranges of any
 * size, so this reader checks their ends first.
 */
function readHeader(header: string): number[] | null {
  try {
    const bits = readBits(header);
    if (bits.take(6) !== 3 || bits.take(6) !== 1) return null;
    const ids: number[] = [];
    let last = 0;
    for (let left = bits.take(12); left > 0; left -= 1) {
      const isRange = bits.take(1) === 1;
      const first = last + fibonacci(bits);
      last = isRange ? first + fibonacci(bits) : first;
      if (last > 63) return null;
      for (let id = first; id <= last; id += 1) ids.push(id);
    }
    return ids;
  } catch {
    return null;
  }
}

/**
 * Reads a Fibonacci-coded number: a sum of Fibonacci numbers, ended by two ones.
 * @throws RangeError when it is longer than any section id's
 */
function fibonacci(bits: { take(count: number): number }): number {
  let value = 0;
  let before = 0;
  for (
    let [place, current, next] = [0, 1, 2];
    place < 12;
    place += 1, [current, next] = [next, current + next]
  ) {
    const bit = bits.take(1);
    if (bit === 1 && before === 1) return value;
    value += bit * current;
    before = bit;
  }
  throw new RangeError('a section id is too large');
}

/** Returns the types at the start of the segments after the core one: of 3 bits in sections of the TCF, else of 2. */
function readTypes(name: string, body: string): number[] {
  const [, ...segments] = body.split('.');
  return segments.map((segment) => readBits(segment).take(name.startsWith('tcf') ? 3 : 2));
}

/** @throws RangeError when the section's segments are not valid */
function countVendorsIn(name: string, body: string): number {
  if (!isTcfFormat(name)) return 0;
  const segments = body.split('.');
  const types = readSegmentTypes(segments);
  if (types === null) throw new RangeError('a segment is repeated, or of no known type');
  return countVendors(segments, types, name);
}
