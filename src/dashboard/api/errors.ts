import { ApiError } from '#client/index';
import type { Words } from '../words';
import type { FaultDetail } from '../words/faults';

/** The message about a failure for the operator: our own sentence for its code, else the service's. */
export interface ErrorText {
  readonly title: string;
  /** The service's sentence, in English, if it says more than the title. */
  readonly details: readonly string[];
  /** Id under which the log has the details. */
  readonly requestId: string | null;
}

export function describeError(error: unknown, words: Words): ErrorText {
  if (!(error instanceof ApiError)) return { title: words.errors.offline, details: [], requestId: null };
  const { code, body, status } = error;
  const known = code === undefined ? undefined : words.errorCodes[code];
  const wait = error.retryAfter;
  const title =
    status === 429 && wait !== null
      ? words.errors.rateLimited(wait)
      : (known ?? body.error ?? words.errors.unknown(status));
  return {
    title,
    details: known === undefined && body.error !== undefined && body.error !== title ? [body.error] : [],
    requestId: (body as { requestId?: string }).requestId ?? null,
  };
}

/** Returns what the service says about single values of a request. */
export function faultsIn(error: unknown): readonly FaultDetail[] {
  if (!(error instanceof ApiError)) return [];
  const { details } = error.body as { readonly details?: readonly FaultDetail[] };
  return Array.isArray(details) ? details : [];
}

/** Whether a call got no answer at all. */
export const isUnreachable = (error: unknown): boolean =>
  error !== null && error !== undefined && !(error instanceof ApiError);

export const isApiError = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.code === code;
