import type { TenantScope } from '#platform/database/database';
import { ServiceError } from '#platform/kernel/errors';
import { requiresApproval } from '#sites/settings/index';
import type { Person } from '../versions/version-facts';

// Why: docs/adr/0117-a-second-person-approves.md

/** Why a version may be published where the tenant requires approval. */
export type PublicationPermit =
  | { readonly kind: 'approved'; readonly requestedBy: Person | null }
  /** Visitors are already served this content, beside variants of it that end. */
  | { readonly kind: 'served' }
  /** A superadmin publishes alone, for a stated reason. */
  | { readonly kind: 'emergency'; readonly reason: string };

/**
 * Refuses a publication that the tenant's rule does not permit. Every publication calls it in its transaction, so that
 * no way to publish is without it. Returns what the audit log says about the permit.
 * @throws ServiceError `approval_required`
 */
export async function requirePermit(
  scope: TenantScope,
  permit: PublicationPermit | null,
): Promise<Readonly<Record<string, unknown>>> {
  if (permit?.kind === 'approved')
    return { requestedBy: permit.requestedBy?.email ?? permit.requestedBy?.id ?? null };
  if (permit?.kind === 'served' || !(await requiresApproval(scope))) return {};
  if (permit === null) throw new ServiceError('approval_required');
  return { withoutApproval: permit.reason };
}
