// The public API in six calls. The rest of this page uses only these.

const base = '/svc/api/v1';
let listener = () => {};

/** Reports every call to the page, for its "What happened" panel. */
export function watchCalls(onCall) {
  listener = onCall;
}

async function call(method, path, body) {
  const json = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...json });
  listener({ method, path, status: response.status });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.code}: ${answer.error}`);
  return answer;
}

const base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const toConsentPath = (visitorId) => `${base}/consent/${encodeURIComponent(visitorId)}`;

/**
 * Returns the profile for a visitor:
 * `{ found, versionPath, profileVersion, complianceGroup, profileId, gpc, ... }`.
 */
export const resolve = (visitor) =>
  call('GET', `${base}/resolve-profile?data=${encodeURIComponent(base64(JSON.stringify(visitor)))}`);

/**
 * Returns the published texts, categories and cookies in the visitor's language. `path` is the `versionPath`
 * from `resolve`.
 */
export const readProfile = (path) => call('GET', path);

/** Returns whether an earlier choice is still valid: `{ valid, reason, profileId, ... }`. */
export const verify = (visitorId) => call('GET', `${toConsentPath(visitorId)}/verify`);

export const read = (visitorId) => call('GET', toConsentPath(visitorId));
export const submit = (consent) => call('POST', `${base}/consent`, consent);
export const update = (visitorId, changes) => call('PUT', toConsentPath(visitorId), changes);
export const erase = (visitorId) => call('DELETE', toConsentPath(visitorId));

/**
 * Returns the visitor's id, from a cookie that the server sets with the first choice and removes with the
 * erasure.
 */
export const visitorId = () => readCookie('svc_vid');

export function readCookie(name) {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  return pair === undefined ? null : decodeURIComponent(pair.slice(name.length + 1));
}

export function writeCookie(name, value, attributes = '') {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser supports the Cookie Store API
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${attributes}`;
}
