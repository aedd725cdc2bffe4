import { newId } from '../kernel/ids';
import type { Database, Query } from './database';
import { restoreAuditTriggers } from './migrate';

// Why: docs/adr/0171-triggers-are-tried-at-start.md

type Change = (entry: Query) => PromiseLike<unknown>;

const changes: readonly Change[] = [
  (entry) => entry.update({ action: 'changed' }),
  (entry) => entry.delete(),
];

/**
 * Returns whether entries of the audit log can be changed or removed, because its triggers are missing. Tries it with an
 * entry that is never committed: not every user can see triggers.
 */
export async function acceptsAuditChanges({ transaction }: Pick<Database, 'transaction'>): Promise<boolean> {
  for (const change of changes) if (await isAccepted(transaction, change)) return true;
  return false;
}

/** Any failure refuses the change: that of a trigger, of a missing right, of a read-only server. */
async function isAccepted(transaction: Database['transaction'], change: Change): Promise<boolean> {
  const undo = new Error('The change has been tried');
  let accepted = false;
  await transaction(async ({ tenant }) => {
    const probe = tenant(`probe-${newId()}`);
    await probe.insert('audit', {
      id: newId(),
      sequence: 1,
      action: 'audit:probed',
      resource_type: 'audit',
      changes: '{}',
      created_at: 0,
      hash: '',
      previous_hash: '',
    });
    await change(probe.from('audit'));
    accepted = true;
    throw undo;
  }).catch(() => {});
  return accepted;
}

/**
 * Creates the triggers of the audit log again when they are missing, as after a dump without triggers.
 * @throws the reason why it cannot be done
 */
export async function protectAuditLog(database: Database): Promise<void> {
  if (await acceptsAuditChanges(database)) await restoreAuditTriggers(database);
}
