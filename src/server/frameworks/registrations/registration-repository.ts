import type { TenantScope } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';

export type Framework = 'tcf' | 'gpp';

/** An operator's confirmation. It contains only a hash of the confirmed values. */
export interface Confirmation {
  /** SHA-256 of the confirmed values, in hex. */
  readonly hash: string;
  /** E-mail address of the operator. */
  readonly confirmedBy: string | null;
  /** Time of the confirmation (Unix ms). */
  readonly confirmedAt: number;
}

export function registrationRepository(scope: TenantScope) {
  return {
    async get(framework: Framework): Promise<Confirmation | null> {
      const row = await scope.from('registrations').where({ framework }).first();
      if (row === undefined) return null;
      return { hash: row.hash, confirmedBy: row.confirmed_by, confirmedAt: toNumber(row.confirmed_at) };
    },

    async save(framework: Framework, { hash, confirmedBy, confirmedAt }: Confirmation): Promise<void> {
      const values = { hash, confirmed_by: confirmedBy, confirmed_at: confirmedAt };
      await scope
        .insert('registrations', { framework, ...values })
        .onConflict(['tenant_id', 'framework'])
        .merge(values);
    },
  };
}
