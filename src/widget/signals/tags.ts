import { readGlobal } from '../core/dom';
import type { GoogleConsent } from './google';

/** Global of another company's tag: a function, a queue, or an object with methods. */
type Tag = ((...command: unknown[]) => void) & Record<string, (...command: unknown[]) => void>;

/**
 * Calls by the name of the tag's global. LinkedIn's Insight Tag has no such call, so it must be blocked.
 */
const calls: Readonly<Record<string, (tag: Tag, consent: GoogleConsent, ads: boolean) => void>> = {
  // Microsoft UET: Microsoft Advertising help, "UET consent mode"
  uetq: (tag, { ad_storage }) => tag.push?.('consent', 'update', { ad_storage }),
  // Microsoft Clarity, with a capital S: https://learn.microsoft.com/clarity/clarity-consent-api-v2
  clarity: (tag, { ad_storage, analytics_storage }) =>
    tag('consentv2', { ad_Storage: ad_storage, analytics_Storage: analytics_storage }),
  // Meta Pixel: https://developers.facebook.com/docs/meta-pixel/implementation/gdpr
  fbq: (tag, _, ads) => tag('consent', ads ? 'grant' : 'revoke'),
  // TikTok Pixel: methods that its base code defines
  ttq: (tag, _, ads) => tag[ads ? 'grantConsent' : 'revokeConsent']?.(),
  // Pinterest Tag: `setconsent` of https://s.pinimg.com/ct/core.js
  pintrk: (tag, _, ads) => tag('setconsent', ads),
};

/** Informs the tags that are on the page. A tag that fails stops no other. */
export function sendToTags(consent: GoogleConsent, report: (error: unknown) => void): void {
  for (const name of Object.keys(calls)) {
    const tag = readGlobal(name as never) as Tag | undefined; // a global of another company
    try {
      if (tag) calls[name]?.(tag, consent, consent.ad_storage === 'granted');
    } catch (error) {
      report(error);
    }
  }
}
