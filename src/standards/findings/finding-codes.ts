import { bannerFindings } from './banner-findings';
import { hostFindings } from './host-findings';
import { storageFindings } from './storage-findings';

/** Every kind of finding about a site, by code. Codes never change their meaning. */
export const findingKinds = { ...storageFindings, ...hostFindings, ...bannerFindings } as const;

export type FindingCode = keyof typeof findingKinds;

/** All codes, in the order of the documentation. */
export const findingCodes = Object.keys(findingKinds) as readonly FindingCode[];

/** Returns whether a text is the code of a finding. */
export function isFindingCode(text: string): text is FindingCode {
  return Object.hasOwn(findingKinds, text);
}
