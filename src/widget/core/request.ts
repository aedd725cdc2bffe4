import type { PageOptions } from '../widget-types';

/** An error that is reported as a line, without its stack. */
export interface Failure extends Error {
  /** Status of the answer without use; 0 when there was none. */
  readonly status: number;
  /** Code of an error of the service; absent where something else has answered. */
  readonly code?: unknown;
}

export const createFailure = (text: string, status = 0): Failure =>
  Object.assign(new Error(text), { status });

/** Creates the error of a request without a usable answer. */
export const createNoAnswer = (url: string | URL, status?: number): Failure =>
  createFailure(
    `No usable answer from ${url} (status: ${status || 'none'}). See docs/guide/troubleshooting.md#no-usable-answer`,
    status,
  );

/** Returns the address of a public route for the tenant. */
export function toUrl({ base, tenant }: PageOptions, route: string): URL {
  const url = new URL(`${base}api/v1/${route}`);
  if (tenant) url.searchParams.set('tenantId', tenant);
  return url;
}

/** Returns the text of an answer. @throws Failure without one */
export async function fetchText(url: URL | string, init: RequestInit): Promise<string> {
  const response = await fetch(url, init).catch(() => undefined);
  const text = response?.ok ? await response.text().catch(() => undefined) : undefined;
  if (text === undefined) throw createNoAnswer(url, response?.status);
  return text;
}
