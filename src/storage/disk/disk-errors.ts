import { ServiceError, unavailable } from '../../kernel/errors';

/** Codes with which a file system says that there is no such file at this path. */
const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/**
 * Not by `instanceof`: errors of Node itself come from another realm where a test runner or a host uses vm
 * contexts.
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
 * Returns the 503 for a disk that is full, read-only, forbidden or gone. The path stays in `cause`, which no
 * reply shows.
 */
export function diskUnavailable(cause: unknown): ServiceError {
  return cause instanceof ServiceError
    ? cause
    : unavailable({
        message: 'The storage for locale files cannot be used right now.',
        cause,
      });
}
