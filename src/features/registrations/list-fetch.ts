import { isHttpsOrLoopback } from '../../kernel/ip-address';
import { readAtMost } from '../../kernel/read-body';
import { packageVersion } from '../../kernel/version';

/**
 * Why a list was not got, in words for a log: never with what was answered, nor with an address's secrets.
 */
export class ListUnavailable extends Error {
  override readonly name = 'ListUnavailable';
}

/** What tells the source which answer we have (RFC 9110, section 8.8). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FetchedList extends Validators {
  /** Null: the answer that we have still holds (304). */
  readonly body: Buffer | null;
  /** How long the source says that it holds, in milliseconds; null when it does not say. */
  readonly lifetimeMs: number | null;
}

export interface FetchListOptions {
  /** Of the answer that we have. */
  readonly validators: Validators;
  /** For everything together, redirects and the whole body too, in milliseconds. */
  readonly timeoutMs: number;
  /** Aborted when nobody wants the answer any more. */
  readonly closing: AbortSignal;
}

/** Largest list that is read, in bytes after decompression; the vendor list has some three million. */
const maxBytes = 8 * 1_048_576;
const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Gets a published list, conditionally, over TLS or from this machine, within its time and size.
 * @throws ListUnavailable whatever goes wrong
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
    return await askFor(url, validators, ended.signal);
  } catch (error) {
    if (error instanceof ListUnavailable) throw error;
    if (closing.aborted) throw new ListUnavailable('the service is closing');
    throw new ListUnavailable(
      ended.signal.aborted ? `did not answer whole within ${timeoutMs} ms` : 'cannot be reached',
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', end);
  }
}

async function askFor(url: string, validators: Validators, signal: AbortSignal): Promise<FetchedList> {
  const response = await follow(url, validators, signal);
  const { status, headers } = response;
  const facts = {
    etag: headers.get('etag'),
    lastModified: headers.get('last-modified'),
    lifetimeMs: lifetimeOf(headers),
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
    if (!isHttpsOrLoopback(place.href)) throw new ListUnavailable('is at an address without TLS');
    const response = await fetch(withoutUser(place), {
      headers: { ...headers, ...credentialsOf(place) },
      redirect: 'manual',
      signal,
    });
    const location = response.headers.get('location');
    if (!redirects.has(response.status) || location === null) return response;
    await response.body?.cancel();
    if (left === 0) throw new ListUnavailable('redirects too often');
    place = redirected(place, location);
  }
}

/**
 * Where a redirect leads. Never from TLS to plain HTTP, so that no answer leads to what only this machine can
 * reach.
 */
function redirected(from: URL, location: string): URL {
  if (!URL.canParse(location, from.href)) throw new ListUnavailable('redirects to no address');
  const to = new URL(location, from);
  if (from.protocol === 'https:' && to.protocol !== 'https:')
    throw new ListUnavailable('redirects to an address without TLS');
  // A mirror's password is for the address that the operator wrote, not for where that sends us.
  [to.username, to.password] = ['', ''];
  return to;
}

/** `fetch` takes no address that carries a name and password; they go into the header that they stand for. */
function withoutUser(place: URL): string {
  const plain = new URL(place);
  [plain.username, plain.password] = ['', ''];
  return plain.href;
}

function credentialsOf({ username, password }: URL): { Authorization?: string } {
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

/** RFC 9111, section 4.2: `max-age`, less the time that the answer has already spent in caches. */
function lifetimeOf(headers: Headers): number | null {
  const maxAge = /(?:^|[\s,])max-age="?(\d{1,10})/i.exec(headers.get('cache-control') ?? '')?.[1];
  if (maxAge === undefined) return null;
  const age = /^\d{1,10}$/.exec(headers.get('age') ?? '')?.[0] ?? '0';
  return Math.max(0, Number(maxAge) - Number(age)) * 1000;
}
