import type { Answer } from '#client/index';
import { call } from '../../api/client';
import { isApiError } from '../../api/errors';
import { useMutationOnce } from '../../api/use-mutation-once';
import { useInvalidate } from '../../api/use-resource';
import { mergeLists } from '../banner/edits/edits';
import type { User } from './account';
import { listed, type TenantAccess } from './tenant-boxes';

export interface TenantChange {
  /** The tenants that the operator has seen. */
  readonly before: TenantAccess;
  readonly access: TenantAccess;
  /** ETag of the user with those tenants. */
  readonly etag: string | null;
}

/** Number of times that a save starts again because somebody else has saved between its two requests. */
const mostTries = 3;

/** Saves a change of a user's tenants: what others have added or removed meanwhile stays so. */
export function useSaveTenants(id: string) {
  const invalidate = useInvalidate();
  const readAgain = () => invalidate('getUser', 'listUsers');
  const save = async (change: TenantChange) => {
    const saved = await saveTenants(id, change).catch(async (error) => {
      // The operator must see what the others have saved.
      if (isApiError(error, 'version_conflict')) await readAgain();
      throw error;
    });
    await readAgain();
    return saved;
  };
  return { save, update: useMutationOnce({ mutationFn: save }) };
}

interface SavedTenants {
  readonly answer: Answer<User>;
  /** The change that takes this one back, and nothing that others have changed. */
  readonly undo: TenantChange;
}

async function saveTenants(
  id: string,
  { before, access, etag }: TenantChange,
  tries = mostTries,
): Promise<SavedTenants> {
  const params = { id };
  const body = { tenantAccess: access.tenantAccess, allowedTenants: access.allowedTenants };
  try {
    const answer = await call('updateUser', { params, body, ...(etag !== null && { ifMatch: etag }) });
    return { answer, undo: { before: answer.data, access: before, etag: answer.etag } };
  } catch (error) {
    if (tries <= 1 || !isApiError(error, 'version_conflict')) throw error;
    const newest = await call('getUser', { params });
    const merged = mergeAccess(before, access, newest.data);
    if (merged === null) throw error;
    return saveTenants(id, { before: newest.data, access: merged, etag: newest.etag }, tries - 1);
  }
}

/** Returns the tenants after two changes; null where one of them concerns all tenants, so that a person must decide. */
function mergeAccess(before: TenantAccess, own: TenantAccess, theirs: TenantAccess): TenantAccess | null {
  const isUnchanged =
    theirs.tenantAccess === before.tenantAccess &&
    theirs.allowedTenants.join() === before.allowedTenants.join();
  if (isUnchanged) return own;
  if ([before, own, theirs].some(({ tenantAccess }) => tenantAccess === 'all')) return null;
  return listed(mergeLists(before.allowedTenants, own.allowedTenants, theirs.allowedTenants));
}
