/**
 * Section ids of the Global Privacy Platform, by API prefix. They are written out because the official library takes
 * a fifth of the time that a host's process needs to load the service, and most hosts do not need it.
 * Source: IAB Tech Lab, GPP "Section Information".
 */
export const gppSectionIds: Readonly<Record<string, number>> = {
  tcfeuv2: 2,
  tcfcav1: 5,
  uspv1: 6,
  usnat: 7,
  usca: 8,
  usva: 9,
  usco: 10,
  usut: 11,
  usct: 12,
  usfl: 13,
  usmt: 14,
  usor: 15,
  ustx: 16,
  usde: 17,
  usia: 18,
  usne: 19,
  usnh: 20,
  usnj: 21,
  ustn: 22,
  usmn: 23,
  usmd: 24,
  usin: 25,
  usky: 26,
  usri: 27,
};

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
