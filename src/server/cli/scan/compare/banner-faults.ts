import type { Evidence, Findings } from '../finding';
import type { BannerMeasure, ButtonMeasure } from '../observation';
import type { PublishedProfile } from '../published-profile';

/** Least size of the button that refuses, as a share of the one that accepts: labels differ in length. */
const leastArea = 0.6;
/** WCAG 2.2, success criterion 1.4.3. */
const readableContrast = 4.5;
/** From this contrast a button stands out from the banner. */
const visibleOutline = 1.3;

/** Adds the faults of the first layer on one page. */
export function judgeBanner(
  findings: Findings,
  page: string,
  banner: BannerMeasure,
  { profile, evidence }: { readonly profile: PublishedProfile; readonly evidence: Evidence },
): void {
  if (!banner.isShown) {
    // Without a profile, a place whose law does not ask first needs no banner.
    if (profile.found || profile.asksFirst) findings.add('banner_missing', page, evidence);
    return;
  }
  const add = (code: Parameters<Findings['add']>[0], detail: string | null) =>
    findings.add(code, 'the banner', { ...evidence, detail });
  const harder = refusingFault(banner, profile);
  if (harder !== null) add('refuse_harder_than_accept', harder);
  if (banner.unreachable.length > 0)
    add('banner_not_keyboard', `not reached with the Tab key: ${banner.unreachable.join(', ')}`);
  const works = (status: number) => status >= 200 && status < 400;
  if (banner.links.length === 0) add('policy_link_missing', 'the banner has no link');
  else if (!banner.links.some(({ status }) => works(status)))
    add(
      'policy_link_missing',
      banner.links.map(({ url, status }) => `${url}: ${status === 0 ? 'no answer' : status}`).join(', '),
    );
}

/** Returns how refusing is harder than accepting, in words; null if it is not. */
function refusingFault(
  { accept, refuse }: BannerMeasure,
  { acceptButton, closeRefuses }: PublishedProfile,
): string | null {
  if (acceptButton === null || accept === null) return null;
  if (refuse === null)
    return closeRefuses
      ? null
      : 'accepting takes 1 click, refusing at least 2: the first layer has no button for it';
  const faults = [
    area(refuse) < area(accept) * leastArea && `the button is smaller: ${size(refuse)} and ${size(accept)}`,
    refuse.textContrast < readableContrast &&
      refuse.textContrast < accept.textContrast &&
      `its text is harder to read: contrast ${ratio(refuse.textContrast)} and ${ratio(accept.textContrast)}`,
    refuse.outlineContrast < visibleOutline &&
      accept.outlineContrast >= visibleOutline &&
      'only the button that accepts looks like a button',
  ].filter((fault) => fault !== false);
  return faults.length === 0 ? null : faults.join('; ');
}

const area = ({ width, height }: ButtonMeasure) => width * height;
const size = ({ width, height }: ButtonMeasure) => `${Math.round(width)} × ${Math.round(height)} px`;
const ratio = (contrast: number) => `${contrast.toFixed(1)}:1`;
