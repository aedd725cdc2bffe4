import type { SensitiveDataKind } from '../sensitive-data';
import type { OptOutKind } from './opt-out-kinds';

/**
 * What the list fields of the US sections hold, place by place.
 * Source: IAB Tech Lab, GPP US sections (b27beb4 of 2025-12-17), `SensitiveDataProcessing` and
 * `KnownChildSensitiveDataConsents`.
 */

type Kinds = readonly SensitiveDataKind[];

/** Most states: the same eight places. */
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
    // "Consumer health data", which Connecticut names apart.
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

/** Returns the kinds of sensitive data that each place of a section's `SensitiveDataProcessing` is about. */
export function sensitivePlaces(section: string): readonly Kinds[] {
  return ownSensitivePlaces[section] ?? eightKinds;
}

/** Sections in which a visitor opts out of the use of sensitive data. In the others use needs consent. */
export const sensitiveOptOutSections: readonly string[] = ['usca', 'usut', 'usia'];

/**
 * A place of `KnownChildSensitiveDataConsents`: the use for which it holds consent, and whether it is about
 * children under 13.
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
  // Of children under 16.
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
 * Returns what each place of a section's `KnownChildSensitiveDataConsents` is about. A section whose field is
 * no list has one place.
 */
export function childPlaces(section: string): readonly ChildPlace[] {
  return ownChildPlaces[section] ?? [under13];
}
