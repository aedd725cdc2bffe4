import type { FindingKind } from './finding-kind';
import { ePrivacy, information } from './sources';

/** Requests that a page sends to hosts of other companies. */
export const hostFindings = {
  host_before_consent: {
    severity: 'error',
    meaning: 'The page contacted a host of an optional category before the visitor decided.',
    advice: 'Block the element or script that sends the request until its category is granted.',
    source: `GDPR art. 6(1)(a) and 7; ${ePrivacy}; CJEU C-40/17 (Fashion ID)`,
  },
  host_after_refusal: {
    severity: 'error',
    meaning: 'The page contacted a host of a category that the visitor refused.',
    advice: 'Block the element or script that sends the request, and check which category its markup names.',
    source: `GDPR art. 7 and 21; ${ePrivacy}; Cal. Civ. Code 1798.120 and 1798.135`,
  },
  host_after_withdrawal: {
    severity: 'error',
    meaning: 'The page still contacted a host of a category after the visitor withdrew consent to it.',
    advice: 'Set reloadOnWithdrawal in the profile, so that scripts that already run end with the page.',
    source: 'GDPR art. 7(3); EDPB Guidelines 05/2020 para. 112 to 121',
  },
  host_not_listed: {
    severity: 'warning',
    meaning: 'The page contacted another host that the published profile does not list.',
    advice:
      'Add the host to the domains of a parameter in the profile, or serve the content from your own site.',
    source: `GDPR art. 13(1)(e); ${information}`,
  },
} as const satisfies Record<string, FindingKind>;
