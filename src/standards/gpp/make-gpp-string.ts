import { GppModel, HeaderV1 } from '@iabgpp/cmpapi';
import { readTcString } from '../tcf';
import { gppSectionIds, sectionOfState } from './gpp-sections';
import { type Mspa, type UsFacts, usFieldValues } from './us-section';

export interface GppFacts extends UsFacts {
  /** ISO 3166-1 alpha-2; null: not known. */
  readonly country: string | null;
  /** The part of ISO 3166-2 after the dash. */
  readonly region: string | null;
  /** The decision allows no optional category. */
  readonly isNothingAllowed?: boolean;
  /** The decision's TC string; null: none. */
  readonly tcfString: string | null;
}

export interface GppSettings {
  /** Sections that may be made. */
  readonly sections: readonly string[];
  /** Unset: no signatory, no covered transaction. */
  readonly mspa?: Mspa | undefined;
}

/** The section that speaks for a visitor: that of the state, else the national one, else none. */
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
 * Makes the GPP string of a decision; null when no configured section speaks for the visitor. A TC string
 * that can be read goes in as it is where `tcfeuv2` is among the sections; another would make the whole
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
  // Any field makes the section; of the others only those that it has are set.
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
