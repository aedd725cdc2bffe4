import { parseUrl } from '#platform/kernel/parse-url';
import type { ScanPlace } from './places';
import { type PublishedProfile, readPublishedProfile } from './published-profile';

/** The service of a site. */
export interface ServiceAddress {
  /** Address with a slash at its end, such as `https://shop.example/svc/`. */
  readonly base: string;
  readonly tenantId: string | null;
}

const timeoutMs = 15_000;
const maxBytes = 10_000_000;

/** Returns the base of the service in the address of one of its public files or routes; null for others. */
export function readServiceBase(address: string): string | null {
  const url = parseUrl(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const path = /^(.*\/)(?:widget\.js|api\/v1\/bootstrap|w\/[0-9a-f]{6,64}\/[\w-]+\.(?:js|css))$/.exec(
    url.pathname,
  )?.[1];
  return path === undefined ? null : `${url.origin}${path}`;
}

/** Asks the service what it shows to visitors from a place. @returns null without a usable answer */
export async function fetchProfile(
  { base, tenantId }: ServiceAddress,
  { timezone, headers }: ScanPlace,
): Promise<PublishedProfile | null> {
  const url = new URL('api/v1/bootstrap', base);
  url.searchParams.set('tz', timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
  if (tenantId !== null) url.searchParams.set('tenantId', tenantId);
  const text = await fetchText(url.href, headers);
  try {
    return text === null ? null : readPublishedProfile(JSON.parse(text));
  } catch {
    return null; // Not JSON.
  }
}

/** Fetches a text of limited size. @returns null without a successful answer */
export async function fetchText(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  try {
    const response = await fetch(url, { headers: { ...headers }, signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok || response.body === null) return null;
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of response.body) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > maxBytes) break;
    }
    return text;
  } catch {
    return null; // No answer.
  }
}
