import { readGlobal } from '../core/dom';

type Answer = 'granted' | 'denied';

/** The consent types of Google consent mode v2. */
export interface GoogleConsent {
  readonly ad_storage: Answer;
  readonly ad_user_data: Answer;
  readonly ad_personalization: Answer;
  readonly analytics_storage: Answer;
  readonly functionality_storage: Answer;
  readonly personalization_storage: Answer;
  readonly security_storage: 'granted';
}

/**
 * Returns the consent types for purposes that are granted, by their first letters.
 * Source: https://developers.google.com/tag-platform/tag-manager/templates/consent-apis
 *
 * @example
 * toGoogleConsent('na').analytics_storage; // 'granted'
 */
export function toGoogleConsent(granted: string): GoogleConsent {
  const answer = (letters: RegExp): Answer => (letters.test(granted) ? 'granted' : 'denied');
  const marketing = answer(/m/);
  return {
    ad_storage: marketing,
    ad_user_data: marketing,
    ad_personalization: marketing,
    analytics_storage: answer(/a/),
    functionality_storage: answer(/[fp]/),
    personalization_storage: answer(/p/),
    security_storage: 'granted',
  };
}

/**
 * Returns a function that pushes a command as `gtag()` does: Google's tags accept commands only as `arguments` objects. Where
 * another company's data has the name of the queue, it does nothing.
 * @param name of the queue
 */
export function createGtag(name: string): (...command: unknown[]) => void {
  return function gtag() {
    const queue = readGlobal(name as 'dataLayer') ?? [];
    window[name as 'dataLayer'] = queue;
    // biome-ignore lint/complexity/noArguments: an array would be ignored
    queue.push?.(arguments);
  };
}

/**
 * Updates Google's tags. `ads_data_redaction` has an effect only while `ad_storage` is denied.
 * Source: https://developers.google.com/tag-platform/security/guides/consent
 */
export function sendToGoogle(queue: string, consent: GoogleConsent): void {
  const gtag = createGtag(queue);
  gtag('set', 'ads_data_redaction', true);
  gtag('consent', 'update', consent);
}

declare global {
  interface Window {
    /** Queue of Google's tags. */
    dataLayer?: unknown[];
  }
}
