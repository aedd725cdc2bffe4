import type { Connection } from '#platform/database/database';
import type { AuditEntry } from '#platform/database/unit-of-work';
import { type Clock, toIso } from '#platform/kernel/clock';
import { newId } from '#platform/kernel/ids';
import { canonicalJson } from '#platform/kernel/json';
import { type ChainedEntry, hashEntry } from './audit-chain';
import { auditChainRepository } from './audit-chain-repository';
import { readResourceNames } from './audit-name-repository';

/**
 * Appends entries to their tenants' hash chains, in the transaction of the changes that they record. The
 * chain's head row is locked first, so that concurrent writers in any process write one after the other.
 */
export async function writeAudit(
  connection: Connection,
  entries: readonly AuditEntry[],
  clock: Clock,
): Promise<void> {
  // Always in the same order of tenants, so that two transactions cannot wait for each other.
  for (const tenantId of [...new Set(entries.map((entry) => entry.tenantId))].sort()) {
    await appendToChain(
      connection,
      tenantId,
      entries.filter((entry) => entry.tenantId === tenantId),
      clock,
    );
  }
}

async function appendToChain(
  connection: Connection,
  tenantId: string,
  entries: readonly AuditEntry[],
  clock: Clock,
): Promise<void> {
  const nameOf = await readResourceNames(connection, tenantId, entries);
  const repository = auditChainRepository(connection.tenant(tenantId));
  let { sequence, hash: previousHash } = await repository.lockHead();
  const rows = entries.map((entry) => {
    sequence += 1;
    const createdAt = clock.now();
    const { apiKeyId } = entry.actor;
    const changes = canonicalJson({ ...entry.changes, ...(apiKeyId !== undefined && { apiKeyId }) });
    const chained: ChainedEntry = {
      id: newId(),
      tenantId,
      sequence,
      action: entry.action,
      resourceType: entry.resourceType,
      resourceId: entry.resourceId,
      resourceName: nameOf(entry),
      userId: entry.actor.userId,
      userEmail: entry.actor.userEmail,
      changes: JSON.parse(changes),
      requestId: entry.actor.requestId,
      createdAt: toIso(createdAt),
      previousHash,
    };
    const hash = hashEntry(chained);
    const row = {
      id: chained.id,
      sequence,
      action: chained.action,
      resource_type: chained.resourceType,
      resource_id: chained.resourceId,
      resource_name: chained.resourceName,
      user_id: chained.userId,
      user_email: chained.userEmail,
      changes,
      request_id: chained.requestId,
      created_at: createdAt,
      hash,
      previous_hash: previousHash,
    };
    previousHash = hash;
    return row;
  });
  await repository.append(rows, { sequence, hash: previousHash });
}
