import { useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import type { Edits } from './use-edits';

/** The users who saved the versions that conflict with the edits. */
export interface Others {
  /** Other users; empty when they are not known, or when only this user saved. */
  readonly names: readonly string[];
  /** Whether only this user saved, as in another tab. */
  readonly isOnlyYou: boolean;
}

/** @param bannerId undefined: nobody knows who saved it */
export function useOthers(
  bannerId: string | undefined,
  { conflicts, conflictsSince, version }: Pick<Edits<unknown>, 'conflicts' | 'conflictsSince' | 'version'>,
): Others {
  const { user } = useSession();
  const versions = useResource(
    'listProfileVersions',
    { params: { id: bannerId ?? '' } },
    { enabled: bannerId !== undefined && conflicts.length > 0 && conflictsSince !== null },
  );
  const authors = (versions.data ?? [])
    .filter((entry) => entry.version > (conflictsSince ?? version) && entry.version <= version)
    .map(({ createdBy }) => createdBy);
  const others = authors.filter((author) => author?.id !== user.id);
  return {
    names: [...new Set(others.flatMap((author) => author?.email ?? author?.id ?? []))],
    isOnlyYou: authors.length > 0 && others.length === 0,
  };
}
