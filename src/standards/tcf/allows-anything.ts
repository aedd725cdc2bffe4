import {
  type BitReader,
  coreBits,
  readBits,
  readSegmentTypes,
  segmentTypes,
  type TcfFormat,
} from './vendor-ranges';

/** Where a core segment says what it allows (bits). */
interface Layout {
  /** Of the format, in the first 6 bits. */
  readonly version: number;
  /** Position of the special features (12), followed by two fields of purposes (24 each). */
  readonly flagsAt: number;
  /** Number of vendor sections that allow something, from the first. */
  readonly vendorSections: number;
}

/**
 * Layouts by the names of their GPP sections. In the European format the second vendor section has legitimate interests, which
 * are also set for special purposes, so nobody can refuse them.
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2, "Core string"; GPP section "tcfcav1".
 */
const layouts = {
  tcfeuv2: { version: 2, flagsAt: 140, vendorSections: 1 },
  tcfcav1: { version: 1, flagsAt: 139, vendorSections: 2 },
} as const satisfies Readonly<Record<TcfFormat, Layout>>;

/**
 * Returns whether a TC string grants a consent or leaves a legitimate interest of purposes; null: it cannot be read. Lists no
 * vendors: sixty characters can name all of them, and a list of records has hundreds of strings.
 *
 * @example
 * allowsAnything(tcString, 'tcfeuv2'); // false: it refuses everything that can be refused
 */
export function allowsAnything(text: string, format: TcfFormat): boolean | null {
  if (!/^[\w.-]+$/.test(text)) return null;
  const segments = text.split('.');
  try {
    const types = readSegmentTypes(segments);
    if (types === null) return null;
    return segments
      .map((segment, index) => segmentAllows(readBits(segment), types[index], format))
      .includes(true);
  } catch {
    return null;
  }
}

function segmentAllows(bits: BitReader, type: number | undefined, format: TcfFormat): boolean {
  const layout = layouts[format];
  if (type === 0) {
    if (bits.take(6) !== layout.version) throw new RangeError('another version');
    bits.skip(layout.flagsAt - 6);
    if (bits.takeAny(60)) return true;
    bits.skip(coreBits[format] - layout.flagsAt - 60);
    for (let left = layout.vendorSections; left > 0; left -= 1) if (namesVendor(bits)) return true;
    return false;
  }
  if (type !== segmentTypes.publisher) return false;
  bits.skip(3);
  const isAny = bits.takeAny(48);
  const customPurposes = bits.take(6);
  return bits.takeAny(2 * customPurposes) || isAny;
}

/** Returns whether a vendor section names any vendor: a bit for each up to the largest id, or a number of ranges. */
function namesVendor(bits: BitReader): boolean {
  const maxId = bits.take(16);
  return bits.take(1) === 0 ? bits.takeAny(maxId) : bits.take(12) > 0;
}
