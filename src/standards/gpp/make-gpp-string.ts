import { GppModel, HeaderV1 } from '@iabgpp/cmpapi';
import { readTcString } from '../tcf';
import { gppSectionIds, sectionOfState } from './gpp-sections';
import { type OptOutCategories, type OptOutKind, optOutKinds } from './opt-out-kinds';

/** Multi-State Privacy Agreement (MSPA): what the publisher declares. */
export interface Mspa {
  readonly coveredTransaction: boolean;
  readonly optOutOptionMode: boolean;
  readonly serviceProviderMode: boolean;
}

export interface GppFacts {
  /** ISO 3166-1 alpha-2; null: not known. */
  readonly country: string | null;
  /** The part of ISO 3166-2 after the dash. */
  readonly region: string | null;
  readonly group: string | null;
  /** What counts of the decision, by category, after Global Privacy Control. */
  readonly effectiveConsent: Readonly<Record<string, string>>;
  readonly optOutCategories: OptOutCategories;
  readonly gpcDetected: boolean;
  /** The decision's TC string; null: none. */
  readonly tcfString: string | null;
}

export interface GppSettings {
  /** Sections that may be made. */
  readonly sections: readonly string[];
  /** Unset: no signatory, no covered transaction. */
  readonly mspa?: Mspa | undefined;
}

/** Values of the US sections' fields. */
const notApplicable = 0;
const yes = 1;
const no = 2;

/** The section that speaks for a visitor: that of the state, else the national one, else none. */
export function gppSectionFor({ country, region, group }: Pick<GppFacts, 'country' | 'region' | 'group'>, sections: readonly string[]): string | null {
  const isUs = country === null ? /^opt-out/.test(group ?? '') : country === 'US';
  if (!isUs) return null;
  const state = country === 'US' && region !== null ? sectionOfState(region) : null;
  return [state, 'usnat'].find((section) => section !== null && sections.includes(section)) ?? null;
}

/**
 * Makes the GPP string of a decision; null when no configured section speaks for the visitor. A TC string that can be
 * read goes in as it is where `tcfeuv2` is among the sections; another would make the whole unreadable.
 *
 * For each thing that one may opt out of: not applicable when no optional category holds a parameter of the kind;
 * otherwise notice was given, and the visitor has opted out as soon as one such category does not count as granted. A
 * category that the decision does not name counts as denied in opt-in groups and as granted in the others. Kinds of
 * sensitive data are not told apart: all are refused or none is spoken of.
 * Source: IAB Tech Lab, GPP "US Privacy" sections (fields `*Notice`, `*OptOut`, `SensitiveDataProcessing`, `Mspa*`, `Gpc`).
 */
export function makeGppString(facts: GppFacts, { sections, mspa }: GppSettings): string | null {
  const us = gppSectionFor(facts, sections);
  const bodies = [
    ...(facts.tcfString !== null && sections.includes('tcfeuv2') && typeof readTcString(facts.tcfString) === 'object'
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
  const values = fieldValues(facts, mspa);
  // Any field makes the section; of the others only those that it has are set.
  model.setFieldValue(section, 'MspaCoveredTransaction', values.MspaCoveredTransaction);
  const fields = model.getSection(section) as Readonly<Record<string, unknown>>;
  for (const [field, value] of Object.entries(values)) if (Object.hasOwn(fields, field)) model.setFieldValue(section, field, value);
  const sensitive = fields.SensitiveDataProcessing;
  if (Array.isArray(sensitive) && hasOptedOut(facts, 'sensitiveData'))
    model.setFieldValue(
      section,
      'SensitiveDataProcessing',
      sensitive.map(() => yes),
    );
  return model.encodeSection(section);
}

function hasOptedOut({ effectiveConsent, group, optOutCategories }: GppFacts, kind: OptOutKind): boolean {
  const unnamed = group?.startsWith('opt-in') ? 'denied' : 'granted';
  return optOutCategories[kind].some((category) => (Object.hasOwn(effectiveConsent, category) ? effectiveConsent[category] : unnamed) !== 'granted');
}

function fieldValues(facts: GppFacts, mspa: Mspa | undefined): Readonly<Record<string, number | boolean>> {
  const applies = (kind: OptOutKind) => facts.optOutCategories[kind].length > 0;
  const notice = (kind: OptOutKind) => (applies(kind) ? yes : notApplicable);
  const optOut = (kind: OptOutKind) => (!applies(kind) ? notApplicable : hasOptedOut(facts, kind) ? yes : no);
  const covered = mspa?.coveredTransaction ?? false;
  const mode = (isOn: boolean | undefined) => (!covered ? notApplicable : isOn ? yes : no);
  return {
    ProcessingNotice: yes,
    SharingNotice: optOutKinds.some(applies) ? yes : notApplicable,
    SaleOptOutNotice: notice('sale'),
    SharingOptOutNotice: notice('sharing'),
    TargetedAdvertisingOptOutNotice: notice('targetedAdvertising'),
    SensitiveDataProcessingOptOutNotice: notice('sensitiveData'),
    SensitiveDataOptOutNotice: notice('sensitiveData'),
    SensitiveDataLimitUseNotice: notice('sensitiveData'),
    SaleOptOut: optOut('sale'),
    SharingOptOut: optOut('sharing'),
    TargetedAdvertisingOptOut: optOut('targetedAdvertising'),
    MspaCoveredTransaction: covered ? yes : no,
    MspaOptOutOptionMode: mode(mspa?.optOutOptionMode),
    MspaServiceProviderMode: mode(mspa?.serviceProviderMode),
    // Of the newer sections: one field for both modes.
    MspaMode: !covered ? notApplicable : mspa?.optOutOptionMode ? yes : mspa?.serviceProviderMode ? no : notApplicable,
    Gpc: facts.gpcDetected,
  };
}
