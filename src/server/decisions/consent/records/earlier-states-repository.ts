import type { TenantScope } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';
import { parentalRepository } from '../parental/parental-repository';
import type { StoredConsent } from './stored-consent';

// Why: docs/adr/0032-imports-merge-by-time.md

/** Makes room in a record's history for decisions that arrive late. */
export function earlierStates(scope: TenantScope) {
  return {
    /**
     * Moves the states after `at` up by one revision, and the record with them. The record's current decision
     * always counts as later. The caller holds the record's row lock.
     * @returns the revision that is then free
     */
    async makeRoom(record: StoredConsent, at: number): Promise<number> {
      const states = () => scope.from('consent_history').where({ consent_id: record.id });
      const next = await states()
        .where({ is_decision: true })
        .where('created_at', '>', at)
        .min('revision as revision')
        .first();
      const free = toNumber(next?.revision ?? record.revision);
      // By way of negative numbers: a unique key may be checked row by row.
      await states()
        .where('revision', '>=', free)
        .update({ revision: scope.raw('-(?? + 1)', ['revision']), action: 'updated' });
      await states()
        .where('revision', '<', 0)
        .update({ revision: scope.raw('-??', ['revision']) });
      await scope
        .from('consents')
        .where({ id: record.id })
        .update({ revision: record.revision + 1, created_at: Math.min(record.createdAt, at) });
      await parentalRepository(scope).followStates(record.visitorId, free, 1);
      return free;
    },
  };
}
