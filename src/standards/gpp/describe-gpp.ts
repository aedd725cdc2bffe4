import { gppSectionIds } from './gpp-sections';
import { type GppSection, readGppString } from './gpp-string';

/** GPP string without a section. */
const emptyGppString = 'DBAA';

/** A GPP string as the API `__gpp` presents it. */
export interface GppDescription {
  readonly string: string;
  readonly sectionList: readonly number[];
  /** One object for each segment of a section, by API prefix. */
  readonly parsedSections: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/**
 * Returns the sections of a GPP string; null or an unreadable one is treated as a string without sections.
 * Source: IAB Tech Lab, GPP "CMP API Specification" 1.1, "PingReturn".
 */
export function describeGppString(text: string | null): GppDescription {
  const sections = text === null ? 'bad_header' : readGppString(text);
  if (text === null || typeof sections === 'string')
    return { string: emptyGppString, sectionList: [], parsedSections: {} };
  return {
    string: text,
    sectionList: sections.map(({ id }) => id),
    parsedSections: Object.fromEntries(sections.map((section) => [section.name, splitSegments(section)])),
  };
}

/** Returns names such as `8:usca`, as `ping` lists what a page supports. */
export const toSupportedApis = (sections: readonly string[]): string[] =>
  sections.map((name) => `${gppSectionIds[name]}:${name}`);

/** The library's names of segments and of their fields, each with the type of the segment. */
const segments: readonly { readonly type: number; readonly fields: RegExp }[] = [
  { type: 1, fields: /^Gpc/ },
  { type: 1, fields: /^VendorsDisclosed/ },
  { type: 2, fields: /^VendorsAllowed/ },
  { type: 3, fields: /^(Publisher(Purposes|Consents|LegitimateInterests|Custom)|NumCustomPurposes)/ },
];

/** Splits the fields of a section, of which the library makes one object, into those of its segments. */
function splitSegments({ name, fields, segmentTypes }: GppSection): Readonly<Record<string, unknown>>[] {
  const typeField = name.startsWith('tcf') ? 'SegmentType' : 'SubsectionType';
  const entries = Object.entries(fields).filter(([field]) => !/Segment(Type|Included)$/.test(field));
  const belongsTo = (field: string) => segments.find(({ fields: own }) => own.test(field));
  const core = Object.fromEntries(entries.filter(([field]) => belongsTo(field) === undefined));
  const others = segments.flatMap((segment) => {
    const own = entries.filter(([field]) => belongsTo(field) === segment);
    return own.length === 0 || !segmentTypes.includes(segment.type)
      ? []
      : [{ [typeField]: segment.type, ...Object.fromEntries(own) }];
  });
  return [core, ...others];
}
