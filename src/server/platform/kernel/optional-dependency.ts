import { ServiceError } from './errors';

/**
 * Loads a package that hosts install only when they use the feature that needs it.
 * @param packages arguments of `npm install`
 * @param feature the feature as the subject of a sentence: `PDF receipts`
 * @throws ServiceError 501 `optional_dependency_missing` with the command that installs the package
 */
export async function loadOptional<T>(
  packages: string,
  feature: string,
  load: () => Promise<T> | T,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new ServiceError('optional_dependency_missing', {
      message: `${feature} need an optional package: npm install ${packages}`,
    });
  }
}

/** Returns whether the package is not installed. Errors of a broken package must not be hidden. */
function isMissing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';
}
