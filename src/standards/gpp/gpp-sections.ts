import { Sections } from '@iabgpp/cmpapi';

/**
 * Section ids of the Global Privacy Platform, by API prefix.
 * Source: IAB Tech Lab, GPP "Section Information".
 */
export const gppSectionIds: Readonly<Record<string, number>> = Object.fromEntries(
  [...Sections.SECTION_ID_NAME_MAP].map(([id, name]) => [name, id]),
);

/** Returns the id of a section by its API prefix. @throws RangeError for an unknown one */
export function sectionId(name: string): number {
  const id = gppSectionIds[name];
  if (id === undefined) throw new RangeError(`${name} is not a GPP section`);
  return id;
}

/** US sections: the national one and one for each state that has one. */
export const usSections: readonly string[] = Object.keys(gppSectionIds).filter((name) =>
  /^us(?!p)/.test(name),
);

/**
 * Sections that are made unless the operator configures others. The specifications of Maryland, Indiana,
 * Kentucky and Rhode Island begin with a header that the official library neither writes nor reads (3.2.0),
 * so that a reader of the text would misread those sections: the national section is used for these states.
 */
export const defaultSections: readonly string[] = usSections.filter(
  (name) => !['usmd', 'usin', 'usky', 'usri'].includes(name),
);

/**
 * Returns the section of a US state, by the part of its ISO 3166-2 code after the dash (`CA`); null where
 * there is none.
 */
export function sectionOfState(region: string): string | null {
  const name = `us${region.toLowerCase()}`;
  return /^[A-Za-z]{2}$/.test(region) && usSections.includes(name) ? name : null;
}
