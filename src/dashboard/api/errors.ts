import { ApiError } from '#client/index';
import type { Words } from '../words';

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
  const more = (body as { details?: readonly { path?: string; message?: string }[] }).details ?? [];
  const sentence = body.error === title ? [] : [body.error ?? ''];
  return {
    title,
    details: [...(Array.isArray(more) ? more.map(faultText) : []), ...(known ? [] : sentence)].filter(
      Boolean,
    ),
    requestId: (body as { requestId?: string }).requestId ?? null,
  };
}

/** Whether a call got no answer at all. */
export const isUnreachable = (error: unknown): boolean =>
  error !== null && error !== undefined && !(error instanceof ApiError);

const faultText = ({ path, message }: { path?: string; message?: string }) =>
  [path, message].filter(Boolean).join(': ');

export const isApiError = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.code === code;
