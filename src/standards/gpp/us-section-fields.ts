import type { SensitiveDataKind } from '../sensitive-data';
import type { OptOutKind } from './opt-out-kinds';

/**
 * Positions of the list fields in the US sections.
 * Source: IAB Tech Lab, GPP US sections (b27beb4 of 2025-12-17), `SensitiveDataProcessing` and
 * `KnownChildSensitiveDataConsents`.
 */

type Kinds = readonly SensitiveDataKind[];

/** Kinds of sensitive data in most states: the same eight positions. */
const eightKinds: readonly Kinds[] = [
  ['racial-or-ethnic-origin'],
  ['religious-or-philosophical-beliefs'],
  ['health'],
  ['sex-life-or-orientation'],
  ['citizenship-or-immigration'],
  ['genetic'],
  ['biometric'],
  ['precise-geolocation'],
];

const ownSensitivePlaces: Readonly<Record<string, readonly Kinds[]>> = {
  usnat: [
    ...eightKinds,
    ['government-id'],
    ['account-access'],
    ['union-membership'],
    ['message-contents'],
    // "Consumer health data", which Connecticut lists separately.
    ['health'],
    ['crime-victim'],
    ['national-origin'],
    ['transgender-or-nonbinary'],
  ],
  usca: [
    ['government-id'],
    ['account-access'],
    ['precise-geolocation'],
    ['racial-or-ethnic-origin', 'religious-or-philosophical-beliefs', 'union-membership'],
    ['message-contents'],
    ['genetic'],
    ['biometric'],
    ['health'],
    ['sex-life-or-orientation'],
  ],
  usco: eightKinds.slice(0, 7),
  usut: [
    ['racial-or-ethnic-origin'],
    ['religious-or-philosophical-beliefs'],
    ['sex-life-or-orientation'],
    ['citizenship-or-immigration'],
    ['health'],
    ['genetic'],
    ['biometric'],
    ['precise-geolocation'],
  ],
  usde: [...eightKinds, ['transgender-or-nonbinary']],
  usnj: [...eightKinds, ['transgender-or-nonbinary'], ['account-access']],
  usor: [
    ['racial-or-ethnic-origin'],
    ['religious-or-philosophical-beliefs'],
    ['health'],
    ['sex-life-or-orientation'],
    ['transgender-or-nonbinary'],
    ['citizenship-or-immigration'],
    ['national-origin'],
    ['crime-victim'],
    ['genetic'],
    ['biometric'],
    ['precise-geolocation'],
  ],
};

/** Returns the kinds of sensitive data at each position of a section's `SensitiveDataProcessing`. */
export function sensitivePlaces(section: string): readonly Kinds[] {
  return ownSensitivePlaces[section] ?? eightKinds;
}

/** Sections in which a visitor opts out of the use of sensitive data. In the others, use requires consent. */
export const sensitiveOptOutSections: readonly string[] = ['usca', 'usut', 'usia'];

/**
 * Sections in which 0 for a kind of sensitive data also means that no notice was given. In the others, 0 means
 * that the kind is not processed at all.
 */
export const sensitiveNoticeSections: readonly string[] = ['usca'];

/**
 * A position of `KnownChildSensitiveDataConsents`: the use that it covers, and whether it is about children
 * under 13.
 */
export interface ChildPlace {
  readonly isUnder13: boolean;
  readonly use: OptOutKind | 'any';
}

const under13: ChildPlace = { isUnder13: true, use: 'any' };
const teenagers: ChildPlace = { isUnder13: false, use: 'any' };
const teenagerSale: ChildPlace = { isUnder13: false, use: 'sale' };
const teenagerAdvertising: ChildPlace = { isUnder13: false, use: 'targetedAdvertising' };
const under13And13To15 = [under13, teenagerSale, teenagerAdvertising];
const under13And13To17 = [...under13And13To15, teenagerSale, teenagerAdvertising];

const ownChildPlaces: Readonly<Record<string, readonly ChildPlace[]>> = {
  usnat: [teenagers, under13, teenagers],
  // Children under 16.
  usca: [
    { isUnder13: true, use: 'sale' },
    { isUnder13: true, use: 'sharing' },
  ],
  usct: under13And13To15,
  usde: under13And13To17,
  usfl: [under13, teenagers, teenagers],
  usmt: under13And13To15,
  usnh: under13And13To15,
  usnj: under13And13To17,
  usor: under13And13To15,
};

/**
 * Returns the meaning of each position of a section's `KnownChildSensitiveDataConsents`. A section whose
 * field is not a list has one position.
 */
export function childPlaces(section: string): readonly ChildPlace[] {
  return ownChildPlaces[section] ?? [under13];
}
