import { isHttpsOrLoopback } from '#platform/kernel/ip-address';
import { readAtMost } from '#platform/kernel/read-body';

/**
 * The provider cannot be reached, or its response is not valid. The cause is an outage or the configuration,
 * not the user who signs in.
 */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

export interface FetchOptions {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum size of a response (bytes). A key set, or a token with a thousand groups, is far smaller. */
const maxBytes = 1_048_576;

/**
 * Sends a request to the provider, with TLS unless it is on this machine, and reads the whole response within
 * the time of the signal.
 * @throws ProviderUnavailable when there is no response, or when it reports a failure of the provider
 */
export async function fetchFromProvider(
  url: string,
  { method, headers, body = null, signal }: FetchOptions,
): Promise<Response> {
  if (!isHttpsOrLoopback(url)) throw new ProviderUnavailable('the provider names a URL without TLS');
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body as RequestInit['body'],
      redirect: 'manual',
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.status >= 500 || response.status === 429) {
      await response.body?.cancel();
      throw new ProviderUnavailable(`the provider answered ${response.status}`);
    }
    const { status } = response;
    return new Response([204, 304].includes(status) ? null : await readAll(response), {
      status,
      headers: readableHeaders(response),
    });
  } catch (error) {
    throw error instanceof ProviderUnavailable
      ? error
      : new ProviderUnavailable('the provider cannot be reached', { cause: error });
  }
}

async function readAll(response: Response): Promise<string> {
  const body = await readAtMost(maxBytes, response);
  if (body === null) throw new ProviderUnavailable('the response of the provider is too large');
  return body.toString('utf8');
}

/** Returns the headers without those that describe the encoded body. */
function readableHeaders({ headers }: Response): [string, string][] {
  return [...headers].filter(([name]) => name !== 'content-encoding' && name !== 'content-length');
}

/** Returns whether an error is or wraps `ProviderUnavailable`; the library wraps errors of requests. */
export function isProviderUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderUnavailable) return true;
  return false;
}
