import { SetupError } from '../kernel/errors';
import { newId } from '../kernel/ids';
import type { Database, Row, TenantScope } from './database';
import type { Dialect } from './dialect';
import { restoreAuditTriggers } from './migrate';
import { acceptsTruncate } from './migrations/append-only';

// Why: docs/adr/0171-triggers-are-tried-at-start.md

/** Changes the only entry of a tenant. @param entry its columns */
type Change = (scope: TenantScope, entry: Row) => PromiseLike<unknown>;

const update: Change = (scope) => scope.from('audit').update({ action: 'changed' });
const remove: Change = (scope) => scope.from('audit').delete();
const replace =
  (statement: string, toOther: (scope: TenantScope, entry: Row) => Row): Change =>
  (scope, entry) => {
    const other = { ...entry, tenant_id: scope.tenantId, ...toOther(scope, entry) };
    const columns = Object.keys(other);
    return scope.raw(`${statement} into ?? (${columns.map(() => '??')}) values (${columns.map(() => '?')})`, [
      scope.tableName('audit'),
      ...columns,
      ...Object.values(other),
    ]);
  };
const byId = () => ({ sequence: 2 });
const byPlace = () => ({ id: newId() });
const byRowid = ({ raw, tableName }: TenantScope, { id }: Row) => ({
  rowid: raw('(select rowid from ?? where id = ?)', [tableName('audit'), id]),
  id: newId(),
  sequence: 2,
});

/** The ways in which each database can change or remove an entry, each of which needs a trigger. */
const changes: Readonly<Record<Dialect, readonly Change[]>> = {
  sqlite: [update, remove, ...[byId, byPlace, byRowid].map((other) => replace('insert or replace', other))],
  mysql: [update, remove, replace('replace', byId)],
  postgres: [update, remove],
};

/**
 * Returns whether entries of the audit log can be changed or removed, because its triggers are missing. Tries it with an
 * entry that is never committed: not every user can see triggers.
 */
export async function acceptsAuditChanges(database: Database): Promise<boolean> {
  const { dialect, prefix, transaction, read } = database;
  for (const change of changes[dialect]) if (await isAccepted(transaction, change)) return true;
  return read(({ runner }) => acceptsTruncate(runner, dialect, `${prefix}audit`));
}

/** Any failure refuses the change: that of a trigger, of a missing right, of a read-only server. */
async function isAccepted(transaction: Database['transaction'], change: Change): Promise<boolean> {
  const undo = new Error('The change has been tried');
  let accepted = false;
  await transaction(async ({ tenant }) => {
    const probe = tenant(`probe-${newId()}`);
    const entry = {
      id: newId(),
      sequence: 1,
      action: 'audit:probed',
      resource_type: 'audit',
      changes: '{}',
      created_at: 0,
      hash: '',
      previous_hash: '',
    };
    await probe.insert('audit', entry);
    await change(probe, entry);
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
  if (!(await acceptsAuditChanges(database))) return;
  await restoreAuditTriggers(database);
  // MySQL keeps triggers of these names that do something else.
  if (await acceptsAuditChanges(database))
    throw new SetupError(
      `Entries of ${database.prefix}audit can be changed although its triggers exist. Drop the triggers, then migrate again.`,
    );
}
