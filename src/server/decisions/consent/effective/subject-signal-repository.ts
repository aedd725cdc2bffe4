import type { TenantScope } from '#platform/database/database';

/**
 * A column `subject_signal_at` next to those of a consent record: when one of the records of the same known
 * user was last decided with Global Privacy Control and without confirming against it, on whichever device.
 * One look into an index.
 * Source: California Code of Regulations, title 11, § 7025(c)(1).
 */
export function subjectSignalColumn(scope: TenantScope) {
  const record = scope.tableName('consents');
  return scope.raw(`(select s.gpc_signal_at from ${record} s
      where s.tenant_id = ${record}.tenant_id and s.subject_id = ${record}.subject_id and s.gpc_signal_at is not null
      order by s.gpc_signal_at desc limit 1) as subject_signal_at`);
}
