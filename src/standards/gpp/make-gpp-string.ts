import { GppModel, HeaderV1 } from '@iabgpp/cmpapi';
import { readTcString } from '../tcf';
import { gppSectionIds, sectionOfState } from './gpp-sections';
import { type Mspa, type UsFacts, usFieldValues } from './us-section';

export interface GppFacts extends UsFacts {
  /** ISO 3166-1 alpha-2 code of the country; null: not known. */
  readonly country: string | null;
  /** Part of the ISO 3166-2 code after the dash. */
  readonly region: string | null;
  /** Categories to which a parent did not agree. */
  readonly parentalDenied?: readonly string[];
  /** Whether the decision leaves nothing for a TC string to allow. */
  readonly isTcfDenied?: boolean;
  /** The decision's TC string; null: none. */
  readonly tcfString: string | null;
}

export interface GppSettings {
  /** Sections that may be made. */
  readonly sections: readonly string[];
  /** The operator's MSPA declaration. Unset: not a signatory, no covered transaction. */
  readonly mspa?: Mspa | undefined;
}

/**
 * Returns the US section that applies to a visitor: the state's, otherwise the national one, otherwise null.
 */
export function gppSectionFor(
  { country, region, group }: Pick<GppFacts, 'country' | 'region' | 'group'>,
  sections: readonly string[],
): string | null {
  const isUs = country === null ? /^opt-out/.test(group ?? '') : country === 'US';
  if (!isUs) return null;
  const state = country === 'US' && region !== null ? sectionOfState(region) : null;
  return [state, 'usnat'].find((section) => section !== null && sections.includes(section)) ?? null;
}

/**
 * Makes the GPP string of a decision; null when no configured section applies to the visitor. A readable TC
 * string is included unchanged where `tcfeuv2` is among the sections; any other would make the whole string
 * unreadable.
 */
export function makeGppString(facts: GppFacts, { sections, mspa }: GppSettings): string | null {
  const us = gppSectionFor(facts, sections);
  const bodies = [
    ...(facts.tcfString !== null &&
    sections.includes('tcfeuv2') &&
    typeof readTcString(facts.tcfString) === 'object'
      ? [{ name: 'tcfeuv2', text: facts.tcfString }]
      : []),
    ...(us === null ? [] : [{ name: us, text: makeUsSection(us, facts, mspa) }]),
  ];
  if (bodies.length === 0) return null;
  const header = new HeaderV1();
  header.setFieldValue(
    'SectionIds',
    bodies.map(({ name }) => gppSectionIds[name]),
  );
  return [header.encode(), ...bodies.map(({ text }) => text)].join('~');
}

function makeUsSection(section: string, facts: GppFacts, mspa: Mspa | undefined): string {
  const model = new GppModel();
  const values = usFieldValues(section, facts, mspa);
  // Setting any field creates the section; then only the fields that it has are set.
  model.setFieldValue(section, 'MspaCoveredTransaction', values.MspaCoveredTransaction);
  const fields = model.getSection(section) as Readonly<Record<string, unknown>>;
  for (const [field, value] of Object.entries(values)) {
    if (!Object.hasOwn(fields, field)) continue;
    model.setFieldValue(
      section,
      field,
      Array.isArray(value) && !Array.isArray(fields[field]) ? value[0] : value,
    );
  }
  return model.encodeSection(section);
}
