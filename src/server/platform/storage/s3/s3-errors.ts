import { ServiceError, unavailable } from '../../kernel/errors';

interface S3Fault {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: unknown; readonly requestId?: unknown };
}

/** Returns whether the key has no object. A missing bucket is a different error. */
export function isMissingObject(error: unknown): boolean {
  return (error as S3Fault | null)?.name === 'NoSuchKey';
}

/** Returns the 503 error for a bucket that cannot be reached, read or written. */
export function s3Unavailable(error: unknown): ServiceError {
  return error instanceof ServiceError
    ? error
    : unavailable({
        message: 'The storage for locale files cannot be used right now.',
        cause: toCause(error),
      });
}

/**
 * Returns the reason of a failure for operators. Errors of the SDK contain the reply and, after a wrong
 * signature, the access key and the signed request: only the name, sentence, status and request id are kept.
 */
function toCause(error: unknown): Error {
  const { name, message, code, $metadata } = (error ?? {}) as S3Fault;
  const kind = typeof code === 'string' ? code : String(name ?? 'Error');
  const status = $metadata?.httpStatusCode;
  const request = $metadata?.requestId;
  const details = [
    ...(typeof status === 'number' ? [`HTTP ${status}`] : []),
    ...(typeof request === 'string' ? [`request ${request}`] : []),
  ];
  const sentence = typeof message === 'string' && message !== '' ? message : 'The request to S3 failed';
  const cause = new Error(details.length === 0 ? sentence : `${sentence} (${details.join(', ')})`);
  return Object.assign(cause, { code: kind });
}
