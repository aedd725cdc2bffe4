import { type AnswerHeaders, addValues, getValues } from './answer-headers';

/**
 * Who can get an answer from a shared cache: only the visitor who asked (`nobody` else), everybody with the same cookies, or
 * everybody.
 */
type Sharing = 'nobody' | 'sameCookies' | 'everybody';

/** Fields for caches in front of the site, which ignore `Cache-Control` then (RFC 9213). */
const cdnFields = ['cdn-cache-control', 'cloudflare-cdn-cache-control', 'surrogate-control'] as const;

/** Returns who can get an answer from a shared cache (RFC 9111, section 3). @param now epoch milliseconds */
export function findSharing(headers: AnswerHeaders, now: number): Sharing {
  if (!isForBrowsersAndCaches(headers, now) && !cdnFields.some((name) => isForCdn(headers, name)))
    return 'nobody';
  const vary = getValues(headers, 'vary').join(',').toLowerCase();
  if (/(?:^|,)\s*\*\s*(?:,|$)/.test(vary)) return 'nobody';
  return /(?:^|,)\s*cookie\s*(?:,|$)/.test(vary) ? 'sameCookies' : 'everybody';
}

function isForBrowsersAndCaches(headers: AnswerHeaders, now: number): boolean {
  const control = readDirectives(headers, 'cache-control');
  if (isPrivate(control)) return false;
  if (/\b(?:public|s-maxage)\b/.test(control)) return true;
  const maxAge = /\bmax-age\s*=\s*"?(\d+)/.exec(control);
  if (maxAge !== null) return Number(maxAge[1]) > 0;
  const [expires] = getValues(headers, 'expires');
  return expires !== undefined && Date.parse(expires) > now;
}

function isForCdn(headers: AnswerHeaders, name: string): boolean {
  const control = readDirectives(headers, name);
  return control !== '' && !isPrivate(control);
}

const isPrivate = (control: string) => /\b(?:private|no-store)\b/.test(control);

/** Returns the directives of a field without those that name headers: `private="X-Id"` lets caches keep the rest. */
function readDirectives(headers: AnswerHeaders, name: string): string {
  const values = getValues(headers, name);
  if (values.length === 0) return '';
  return values
    .join(',')
    .toLowerCase()
    .replace(/\b(?:private|no-cache)\s*=\s*(?:"[^"]*"|[^\s,]*)/g, '');
}

/** Says to caches that the answer depends on the visitor's choice. */
export function addVary(headers: AnswerHeaders): void {
  const before = getValues(headers, 'vary').join(',').toLowerCase();
  if (before === '') {
    addValues(headers, 'Vary', ['Cookie, Sec-GPC']);
    return;
  }
  const names = before.split(',').map((each) => each.trim());
  const missing = ['Cookie', 'Sec-GPC'].filter(
    (name) => !names.includes('*') && !names.includes(name.toLowerCase()),
  );
  if (missing.length > 0) addValues(headers, 'Vary', [missing.join(', ')]);
}
