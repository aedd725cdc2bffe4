import type { TenantScope } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';
import type { StoredConsent } from '../records/stored-consent';

// Why: docs/adr/0137-an-opt-out-outlives-its-device.md

/**
 * A column `subject_signal_at` next to those of a consent record: when one of the other records of the same known
 * user was last decided with Global Privacy Control and without confirming against it, on whichever device. One look
 * into an index. The record itself is left out: a statement that writes it would see it as it was before.
 * Source: California Code of Regulations, title 11, § 7025(c)(1).
 */
export function subjectSignalColumn(scope: TenantScope) {
  const record = scope.tableName('consents');
  return scope.raw(`(select s.gpc_signal_at from ${record} s
      where s.tenant_id = ${record}.tenant_id and s.subject_id = ${record}.subject_id
      and s.id <> ${record}.id and s.gpc_signal_at is not null
      order by s.gpc_signal_at desc limit 1) as subject_signal_at`);
}

/**
 * Leaves the opt-out of a record to the other records of its user, before the record is erased or unlinked. They receive
 * none of its data: the time that is written only keeps the order of the opt-out and their confirmations.
 */
export async function leaveSignal(
  scope: TenantScope,
  { visitorId, subjectId, signalAt }: Pick<StoredConsent, 'visitorId' | 'subjectId' | 'signalAt'>,
  now: number,
): Promise<void> {
  if (subjectId === null || signalAt === null) return;
  const others = () =>
    scope.from('consents').where({ subject_id: subjectId }).whereNot({ visitor_id: visitorId });
  const confirmed = await others()
    .where({ gpc_override: true })
    .where('updated_at', '>=', signalAt)
    .min('updated_at as at')
    .first();
  const at = toNumber(confirmed?.at ?? now);
  await others()
    .where((earlier) => void earlier.whereNull('gpc_signal_at').orWhere('gpc_signal_at', '<', at))
    .update({ gpc_signal_at: at });
}
