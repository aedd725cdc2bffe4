import { longestLife } from './tc-format-rules';
import type { TcStringExpectations } from './tc-string-rule';
import { readBits, readSegmentTypes, segmentTypes } from './vendor-ranges';

/**
 * Returns whether vendors can still be given a stored TC string: this CMP made it, it names the vendors that were disclosed, and
 * it is not older than 13 months. Lists no vendors, like `allowsAnything`.
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2, "Core string"; IAB Europe TCF Policies 5.0.b.
 *
 * @example
 * isCurrent(tcString, { cmpId: 300, now: Date.now() }); // false: another CMP made it
 */
export function isCurrent(
  text: string,
  { cmpId, now }: Pick<TcStringExpectations, 'cmpId' | 'now'>,
): boolean {
  const segments = text.split('.');
  try {
    if (!readSegmentTypes(segments)?.includes(segmentTypes.disclosed)) return false;
    const bits = readBits(segments[0] ?? '');
    if (bits.take(6) !== 2) return false;
    // Times are in tenths of a second.
    const created = bits.take(36) * 100;
    bits.skip(36);
    return bits.take(12) === cmpId && created >= now - longestLife;
  } catch {
    return false;
  }
}
