import { unavailable } from '#platform/kernel/errors';
import { defaultFile, type GroupAddress, groupPrefix, type PublishedPointer } from './layout';
import type { Scope, Scopes } from './scopes';
import type { Variant, VariantCache } from './variants';

/** The file of one locale that a group serves, with the version that its bytes are of. */
export interface PublishedFile {
  readonly profileId: string;
  readonly version: number;
  readonly locale: string;
  readonly bytes: Buffer;
  /** Hash of the bytes. */
  readonly hash: string;
}

/** Chooses the locale to read. */
export type ChooseLocale = (published: Pick<PublishedPointer, 'locales' | 'defaultLocale'>) => string;

/** Reads the files that groups serve, from the memory of hot-serve. */
export interface PublishedReader {
  /**
   * Returns the file; null when the group serves none.
   * @throws ServiceError `unavailable` when the published file is missing; other errors of storage
   */
  read(address: GroupAddress, choose: ChooseLocale): Promise<PublishedFile | null>;
}

/**
 * Creates a reader on the memory of hot-serve. The version and the bytes come from one look at the pointer:
 * the directory of a publication belongs to one version and is never written again.
 */
export function createPublishedReader(scopes: Scopes, variants: VariantCache): PublishedReader {
  function locate(scope: Scope, choose: ChooseLocale) {
    if (scope.pointer === null) return null;
    const { profileId, version, defaultLocale } = scope.pointer;
    const chosen = choose(scope.pointer);
    const locale = scope.files.has(chosen) ? chosen : defaultLocale;
    const file = scope.files.get(locale) ?? scope.files.get(defaultFile);
    return file && { profileId, version, locale, file };
  }

  return {
    async read(address, choose) {
      const key = groupPrefix(address);
      let scope = scopes.current(key);
      if (scope === undefined) scope = await scopes.look(key);
      // At most two publications while this runs; a third attempt would hide a lost file.
      for (let attempt = 0; scope !== null && attempt < 3; attempt += 1) {
        const located = locate(scope, choose);
        if (located === null) return null;
        // The group serves this profile, so no answer may say that it serves none.
        if (located === undefined) break;
        const { file } = located;
        const variant = variants.cached(file, 'identity') ?? (await variants.load(file, 'identity'));
        if (variant !== null) return toPublishedFile(located, variant);
        // The file was removed because the pointer has changed.
        scopes.forget(key);
        scope = await scopes.look(key);
      }
      if (scope === null) return null;
      throw unavailable({ cause: new Error(`A published file of ${key} is missing`) });
    },
  };
}

function toPublishedFile(
  { profileId, version, locale }: Pick<PublishedFile, 'profileId' | 'version' | 'locale'>,
  { body, hash }: Variant,
): PublishedFile {
  return { profileId, version, locale, bytes: body, hash };
}
