import { isHttpsOrLoopback } from '#platform/kernel/ip-address';
import { parseUrl } from '#platform/kernel/parse-url';
import { readAtMost } from '#platform/kernel/read-body';
import { packageVersion } from '#platform/kernel/version';

/**
 * A list could not be fetched. The message is safe to log: it never contains the response or secrets of an
 * address.
 */
export class ListUnavailable extends Error {
  override readonly name = 'ListUnavailable';
}

/** Validators of the response that we already have (RFC 9110, section 8.8). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FetchedList extends Validators {
  /** Response body; null when the response that we have is still valid (304). */
  readonly body: Buffer | null;
  /** Lifetime that the source states (ms); null when it states none. */
  readonly lifetimeMs: number | null;
}

export interface FetchListOptions {
  /** Validators of the response that we already have. */
  readonly validators: Validators;
  /** Time limit for the whole fetch, including redirects and the body (ms). */
  readonly timeoutMs: number;
  /** Aborted when the response is no longer needed. */
  readonly closing: AbortSignal;
}

/** Maximum size of a list after decompression (bytes); the vendor list has about three million. */
const maxBytes = 8 * 1_048_576;
const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches a published list with a conditional request, over TLS or from this machine, within the limits on
 * time and size.
 * @throws ListUnavailable for every failure
 */
export async function fetchList(
  url: string,
  { validators, timeoutMs, closing }: FetchListOptions,
): Promise<FetchedList> {
  const ended = new AbortController();
  const end = () => ended.abort();
  const timer = setTimeout(end, timeoutMs);
  closing.addEventListener('abort', end);
  try {
    if (closing.aborted) end();
    return await request(url, validators, ended.signal);
  } catch (error) {
    if (error instanceof ListUnavailable) throw error;
    if (closing.aborted) throw new ListUnavailable('the service is closing');
    throw new ListUnavailable(
      ended.signal.aborted ? `did not answer completely within ${timeoutMs} ms` : 'cannot be reached',
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', end);
  }
}

async function request(url: string, validators: Validators, signal: AbortSignal): Promise<FetchedList> {
  const response = await follow(url, validators, signal);
  const { status, headers } = response;
  const facts = {
    etag: headers.get('etag'),
    lastModified: headers.get('last-modified'),
    lifetimeMs: readLifetime(headers),
  };
  if (status === 200) return { ...facts, body: await readAll(response) };
  await response.body?.cancel();
  if (status !== 304) throw new ListUnavailable(`answered ${status}`);
  return {
    ...facts,
    etag: facts.etag ?? validators.etag,
    lastModified: facts.lastModified ?? validators.lastModified,
    body: null,
  };
}

async function follow(
  url: string,
  { etag, lastModified }: Validators,
  signal: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'User-Agent': `express-consent/${packageVersion}`,
  };
  if (etag !== null) headers['If-None-Match'] = etag;
  if (lastModified !== null) headers['If-Modified-Since'] = lastModified;
  let place = new URL(url);
  for (let left = maxRedirects; ; left -= 1) {
    if (!isHttpsOrLoopback(place.href)) throw new ListUnavailable('has an address without TLS');
    const response = await fetch(withoutUser(place), {
      headers: { ...headers, ...toAuthorization(place) },
      redirect: 'manual',
      signal,
    });
    const location = response.headers.get('location');
    if (!redirects.has(response.status) || location === null) return response;
    await response.body?.cancel();
    if (left === 0) throw new ListUnavailable('redirects too often');
    place = toRedirectTarget(place, location);
  }
}

/**
 * Returns the target of a redirect. Rejects redirects from TLS to plain HTTP, so that no response can lead to
 * a service that only this machine can reach.
 */
function toRedirectTarget(from: URL, location: string): URL {
  const to = parseUrl(location, from);
  if (to === null) throw new ListUnavailable('redirects to an invalid address');
  if (from.protocol === 'https:' && to.protocol !== 'https:')
    throw new ListUnavailable('redirects to an address without TLS');
  // A mirror's password is meant for the configured address, not for the redirect target.
  [to.username, to.password] = ['', ''];
  return to;
}

/** Removes user name and password: `fetch` does not accept them in an address, so a header carries them. */
function withoutUser(place: URL): string {
  const plain = new URL(place);
  [plain.username, plain.password] = ['', ''];
  return plain.href;
}

function toAuthorization({ username, password }: URL): { Authorization?: string } {
  if (username === '' && password === '') return {};
  return {
    Authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
  };
}

async function readAll(response: Response): Promise<Buffer> {
  const body = await readAtMost(maxBytes, response);
  if (body === null) throw new ListUnavailable(`answered more than ${maxBytes} bytes`);
  return body;
}

/**
 * Reads the lifetime (RFC 9111, section 4.2): `max-age` minus the time that the response has spent in caches.
 */
function readLifetime(headers: Headers): number | null {
  const maxAge = /(?:^|[\s,])max-age="?(\d{1,10})/i.exec(headers.get('cache-control') ?? '')?.[1];
  if (maxAge === undefined) return null;
  const age = /^\d{1,10}$/.exec(headers.get('age') ?? '')?.[0] ?? '0';
  return Math.max(0, Number(maxAge) - Number(age)) * 1000;
}
