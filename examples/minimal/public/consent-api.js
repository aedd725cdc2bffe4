// The public API in six calls. Everything else on this page is built on them.

const base = '/svc/api/v1';
let listener = () => {};

/** Tells the page about every call, for its "What happened" panel. */
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
const consentOf = (visitorId) => `${base}/consent/${encodeURIComponent(visitorId)}`;

/**
 * Which profile is meant for a visitor from here:
 * `{ found, versionPath, profileVersion, complianceGroup, profileId, gpc, ... }`.
 */
export const resolve = (visitor) =>
  call('GET', `${base}/resolve-profile?data=${encodeURIComponent(base64(JSON.stringify(visitor)))}`);

/**
 * The published texts, categories and cookies in the visitor's language. `path` is the `versionPath` that
 * `resolve` answered.
 */
export const readProfile = (path) => call('GET', path);

/** Whether an earlier choice still holds: `{ valid, reason, profileId, ... }`. */
export const verify = (visitorId) => call('GET', `${consentOf(visitorId)}/verify`);

export const read = (visitorId) => call('GET', consentOf(visitorId));
export const submit = (consent) => call('POST', `${base}/consent`, consent);
export const update = (visitorId, changes) => call('PUT', consentOf(visitorId), changes);
export const erase = (visitorId) => call('DELETE', consentOf(visitorId));

/**
 * The visitor's id is in a cookie that the server sets with the first choice and removes with the erasure.
 */
export const visitorId = () => readCookie('svc_vid');

export function readCookie(name) {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  return pair === undefined ? null : decodeURIComponent(pair.slice(name.length + 1));
}

export function writeCookie(name, value, attributes = '') {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${attributes}`;
}
