import type { Database } from '#platform/database/database';
import type { Reads } from '#platform/database/reads';
import type { Feature } from '#platform/feature';
import type { Paging } from '#platform/http/paging';
import type { ChainEnd } from './audit-chain';
import { type AuditReader, createAuditReader } from './audit-reader';
import { auditRepository, tenantsToVerify } from './audit-repository';
import { auditRoutes } from './audit-routes';
import { type ChainProgress, type ChainVerdict, verifyChain } from './verify-chain';

export interface AuditOptions {
  readonly database: Database;
  readonly reads: Reads;
  readonly paging: Paging;
}

export interface AuditFeature extends Feature {
  /** Returns a reader for one export. */
  readonly openReader: () => AuditReader;
  /** Returns the ids of all tenants that can have an audit log. */
  tenants(): Promise<string[]>;
  /** Returns whether an entry of the tenant's chain has this hash. */
  hasEntry(tenantId: string, entry: ChainEnd): Promise<boolean>;
  verify(tenantId: string, progress?: ChainProgress): Promise<ChainVerdict>;
}

/** Creates the feature that reads and verifies the audit log; transactions write it. */
export function createAudit(options: AuditOptions): AuditFeature {
  const { database, reads } = options;
  return {
    adminRoutes: auditRoutes(options),
    openReader: () => createAuditReader(reads.forOneResult()),
    tenants: () => database.read(tenantsToVerify),
    hasEntry: (tenantId, { sequence, hash }) =>
      database.read((connection) => auditRepository(connection.tenant(tenantId)).has(sequence, hash)),
    verify: (tenantId, progress) => verifyChain(database, tenantId, progress),
  };
}
