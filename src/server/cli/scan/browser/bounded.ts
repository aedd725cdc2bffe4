import { setTimeout as pause } from 'node:timers/promises';
import { parseUrl } from '#platform/kernel/parse-url';
import { truncate } from '#platform/kernel/truncate';

/** Returns what a page answers, or the fallback when it fails or takes too long: pages can hang on purpose. */
export async function orElse<T>(answer: Promise<T>, fallback: T, milliseconds = 5000): Promise<T> {
  const end = new AbortController();
  const late = pause(milliseconds, fallback, { signal: end.signal }).catch(() => fallback);
  try {
    return await Promise.race([answer.catch(() => fallback), late]);
  } finally {
    end.abort();
  }
}

/** Returns an address for reports: without query, fragment and credentials, which can name a person. */
export function plainAddress(address: string): string {
  const url = parseUrl(address);
  if (url === null) return truncate(address, 100, '…');
  return truncate(`${url.origin}${url.pathname}`, 300, '…');
}
