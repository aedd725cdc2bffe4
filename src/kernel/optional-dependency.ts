import { ServiceError } from './errors';

/**
 * Loads a package that hosts install only when they use what needs it.
 * @param packages what to install, as `npm install` takes it
 * @param feature what needs it, as a sentence's subject: `PDF receipts`
 * @throws ServiceError 501 `optional_dependency_missing`, naming the command
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

/** Only what is not installed; a package that is there and broken must be heard of. */
function isMissing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';
}
