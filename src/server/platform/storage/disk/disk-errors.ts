import { ServiceError, unavailable } from '../../kernel/errors';

/** Error codes of file systems for a path without a file. */
const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/**
 * Returns the code of an error. Does not use `instanceof`: errors of Node come from another realm when a test
 * runner or a host uses vm contexts.
 */
export function errorCode(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}

export function isMissing(error: unknown): boolean {
  return missingCodes.has(errorCode(error) ?? '');
}

/**
 * Returns the 503 error for a disk that is full, read-only, forbidden or missing. Only `cause` contains the
 * path, and no reply contains `cause`.
 */
export function diskUnavailable(cause: unknown): ServiceError {
  return cause instanceof ServiceError
    ? cause
    : unavailable({
        message: 'The storage for locale files cannot be used right now.',
        cause,
      });
}
