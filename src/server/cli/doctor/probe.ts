import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface Answer {
  /** Address after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

const timeoutMs = 15_000;
const maxBytes = 5_000_000;
const maxRedirects = 5;

/**
 * Asks an address, with any headers, as a browser could send them; follows redirects. @returns null without an answer
 */
export async function probe(
  address: string,
  headers: Readonly<Record<string, string>> = {},
  method: 'GET' | 'OPTIONS' = 'GET',
): Promise<Answer | null> {
  let url = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const answer = await ask(url, headers, method);
    const location = answer?.headers.location;
    if (answer === null || location === undefined || answer.status < 300 || answer.status > 399)
      return answer;
    const next = new URL(location, url);
    if (!/^https?:$/.test(next.protocol)) return answer;
    url = next.href;
  }
  return null;
}

function ask(url: string, headers: Readonly<Record<string, string>>, method: string): Promise<Answer | null> {
  return new Promise((resolve) => {
    const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(
      url,
      { method, headers: { Accept: '*/*', ...headers }, signal: AbortSignal.timeout(timeoutMs) },
      (response) => {
        const pieces: Buffer[] = [];
        let bytes = 0;
        response.on('data', (piece: Buffer) => {
          bytes += piece.length;
          if (bytes > maxBytes) response.destroy();
          else pieces.push(piece);
        });
        response.once('error', () => resolve(null));
        response.once('close', () =>
          resolve({
            url,
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [name, value?.toString()]),
            ),
            body: Buffer.concat(pieces).toString('utf8'),
          }),
        );
      },
    );
    request.once('error', () => resolve(null));
    request.end();
  });
}
