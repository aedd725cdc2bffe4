/**
 * Codes of ISO 3166-2 (the part after the dash) in the countries whose law depends on the region. Source:
 * https://www.iso.org/obp/ui/#iso:code:3166:US, https://www.iso.org/obp/ui/#iso:code:3166:CA
 */
const assigned: Readonly<Record<string, ReadonlySet<string>>> = {
  CA: toSet('AB BC MB NB NL NS NT NU ON PE QC SK YT'),
  US: toSet(
    'AK AL AR AS AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MP MS MT NC ND NE NH NJ NM NV ' +
      'NY OH OK OR PA PR RI SC SD TN TX UM UT VA VI VT WA WI WV WY',
  ),
};

function toSet(codes: string): ReadonlySet<string> {
  return new Set(codes.split(' '));
}

/**
 * Returns whether a region can be treated as known. Where the law depends on the region, a code that is not assigned must
 * not be treated as a region without its own law: many services write `NA`, `QQ` or codes of another scheme for
 * "unknown". In other countries every code is accepted.
 */
export function isAssignedRegion(country: string, region: string): boolean {
  return !Object.hasOwn(assigned, country) || assigned[country]?.has(region) === true;
}
