import { type AnswerHeaders, getValues } from './answer-headers';

const cacheFields = ['cdn-cache-control', 'cloudflare-cdn-cache-control', 'surrogate-control'];

/** Returns whether a cache may give the answer to several visitors, whatever their choice. */
export function canBeShared(headers: AnswerHeaders): boolean {
  const controls = getValues(headers, 'cache-control');
  const hasField = cacheFields.some((field) => getValues(headers, field).length > 0);
  if (controls.length === 0 && !hasField) return false;
  const control = controls.join(',').toLowerCase();
  if (/\b(?:private|no-store)\b/.test(control)) return false;
  const vary = getValues(headers, 'vary').join(',').toLowerCase();
  if (/(?:^|,)\s*(?:\*|cookie)\s*(?:,|$)/.test(vary)) return false;
  return hasField || /\b(?:public|s-maxage)\b/.test(control) || /\bmax-age\s*=\s*"?0*[1-9]/.test(control);
}
