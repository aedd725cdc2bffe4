import type { PageOptions } from '../widget-types';

/** A request without a usable answer. */
export interface Failure extends Error {
  /** Status of the answer; 0 when there was none. */
  readonly status: number;
}

/** Creates the error of a request without a usable answer. */
export const createFailure = (url: string | URL, status = 0): Failure =>
  Object.assign(
    new Error(
      `No usable answer from ${url} (status: ${status || 'none'}). See docs/guide/troubleshooting.md#no-usable-answer`,
    ),
    { status },
  );

/** Returns the address of a public route for the tenant. */
export function toUrl({ base, tenant }: PageOptions, route: string): URL {
  const url = new URL(`${base}api/v1/${route}`);
  if (tenant) url.searchParams.set('tenantId', tenant);
  return url;
}

/** Returns what `read` makes of the answer to a request. @throws Failure without an answer, or when `read` throws */
export async function readAnswer<T>(
  url: URL | string,
  sent: Promise<Response>,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const response = await sent.catch(() => undefined);
  try {
    if (response?.ok) return await read(response);
  } catch {
    // Not an answer of this route.
  }
  throw createFailure(url, response?.status);
}
