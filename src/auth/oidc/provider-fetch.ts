import { isHttpsOrLoopback } from '../../kernel/ip-address';
import { readAtMost } from '../../kernel/read-body';

/**
 * The provider cannot be reached, or answers what no provider should: a matter of time or of configuration,
 * not of who signs in.
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

/** Largest answer of a provider, in bytes; a key set or a token with a thousand groups stays far below. */
const maxBytes = 1_048_576;

/**
 * Asks the provider, over TLS unless it is on this machine, and reads its whole answer within the signal's
 * time.
 * @throws ProviderUnavailable when there is no answer, or one that is a failure of the provider's own
 */
export async function fetchFromProvider(
  url: string,
  { method, headers, body = null, signal }: FetchOptions,
): Promise<Response> {
  if (!isHttpsOrLoopback(url)) throw new ProviderUnavailable('the provider names an address without TLS');
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
  if (body === null) throw new ProviderUnavailable('the provider answered too much');
  return body.toString('utf8');
}

/** Without those that speak of the body as it was sent. */
function readableHeaders({ headers }: Response): [string, string][] {
  return [...headers].filter(([name]) => name !== 'content-encoding' && name !== 'content-length');
}

/** Whether the library gave up because of `ProviderUnavailable`, which it wraps. */
export function isProviderUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderUnavailable) return true;
  return false;
}
