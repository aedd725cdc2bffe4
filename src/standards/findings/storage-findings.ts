import type { FindingKind } from './finding-kind';
import { ePrivacy, information, planet49 } from './sources';

const beforeConsent = `${ePrivacy}; ${planet49} para. 65; EDPB Guidelines 2/2023`;
const afterRefusal = `${ePrivacy}; GDPR art. 7 and 21; Cal. Civ. Code 1798.120 and 1798.135`;
const afterWithdrawal = 'GDPR art. 7(3); EDPB Guidelines 05/2020 para. 112 to 121';

/** Storage of a site in a browser: cookies, and entries of local, session and IndexedDB storage. */
export const storageFindings = {
  cookie_before_consent: {
    severity: 'error',
    meaning: 'An optional cookie was set before the visitor decided.',
    advice:
      'Block the script that sets it until its category is granted, or set it on the server only after consent.',
    source: beforeConsent,
  },
  cookie_after_refusal: {
    severity: 'error',
    meaning: 'A cookie of a category that the visitor refused was set.',
    advice: 'Block the script that sets it, and check which category its markup names.',
    source: afterRefusal,
  },
  cookie_after_withdrawal: {
    severity: 'error',
    meaning: 'A cookie was still there, or was set again, after the visitor withdrew consent.',
    advice:
      'List its exact name, domain and path in the profile so that it is removed; remove HttpOnly cookies on the server.',
    source: afterWithdrawal,
  },
  cookie_in_shared_answer: {
    severity: 'error',
    meaning: 'An optional cookie was set in an answer that shared caches may give to other visitors.',
    advice: 'Set it in another answer, or send this one with `Cache-Control: private`.',
    source: beforeConsent,
  },
  cookie_not_listed: {
    severity: 'warning',
    meaning: 'A cookie was set that the published profile does not list.',
    advice: 'Add it to the profile with its purpose, provider and lifetime, or stop setting it.',
    source: information,
  },
  cookie_never_seen: {
    severity: 'warning',
    meaning:
      'The profile lists a cookie or stored entry that was not seen: by a scan that accepted everything, or in visits for 90 days.',
    advice:
      'Remove it from the profile if the site no longer sets it; it can also be set on pages not visited.',
    source: information,
  },
  cookie_lifetime_longer: {
    severity: 'warning',
    meaning: 'A cookie is kept for longer than the profile says.',
    advice: 'Shorten the lifetime of the cookie, or correct the duration in the profile.',
    source: `${planet49} para. 75 to 81; GDPR art. 5(1)(e) and 13(2)(a)`,
  },
  cookie_wrong_category: {
    severity: 'error',
    meaning: 'A cookie was set for a visitor who granted only another category.',
    advice: 'Name the cookie’s own category in the markup of its script, or move the cookie in the profile.',
    source: `${ePrivacy}; GDPR recital 43; EDPB Guidelines 05/2020, granularity`,
  },
  storage_before_consent: {
    severity: 'error',
    meaning: 'Optional data was stored in the browser before the visitor decided.',
    advice: 'Block the script that stores it until its category is granted.',
    source: beforeConsent,
  },
  storage_after_refusal: {
    severity: 'error',
    meaning: 'Data of a category that the visitor refused was stored in the browser.',
    advice: 'Block the script that stores it, and check which category its markup names.',
    source: afterRefusal,
  },
  storage_after_withdrawal: {
    severity: 'error',
    meaning: 'Stored data was still there, or was stored again, after the visitor withdrew consent.',
    advice:
      'List its exact name and kind in the profile so that it is removed, and reload the page on withdrawal.',
    source: afterWithdrawal,
  },
  storage_not_listed: {
    severity: 'warning',
    meaning: 'Data was stored in the browser under a name that the published profile does not list.',
    advice: 'Add it to the profile with its kind, purpose and provider, or stop storing it.',
    source: `${information}; EDPB Guidelines 2/2023`,
  },
} as const satisfies Record<string, FindingKind>;
