import { sha256Hex } from '#platform/kernel/crypto';
import { canonicalJson } from '#platform/kernel/json';

/** Previous hash of the first entry in a chain. */
export const genesisHash = '0'.repeat(64);

/** The fields that an entry's hash covers: the whole entry, and through `previousHash` all earlier ones. */
export interface ChainedEntry {
  readonly id: string;
  readonly tenantId: string;
  /** Position in the tenant's chain, from 1 and without gaps. */
  readonly sequence: number;
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string | null;
  readonly resourceName: string | null;
  readonly userId: string | null;
  readonly userEmail: string | null;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  /** Time of the entry: ISO 8601 in UTC, with milliseconds. */
  readonly createdAt: string;
  readonly previousHash: string;
}

/** An entry as it is stored in the log. */
export interface LoggedEntry extends ChainedEntry {
  readonly hash: string;
}

/** Returns the hex SHA-256 of the entry as JSON with sorted keys and no white space. */
export function hashEntry({
  id,
  tenantId,
  sequence,
  action,
  resourceType,
  resourceId,
  resourceName,
  userId,
  userEmail,
  changes,
  requestId,
  createdAt,
  previousHash,
}: ChainedEntry): string {
  return sha256Hex(
    canonicalJson({
      id,
      tenantId,
      sequence,
      action,
      resourceType,
      resourceId,
      resourceName,
      userId,
      userEmail,
      changes,
      requestId,
      createdAt,
      previousHash,
    }),
  );
}

/** The position up to which a chain is known. */
export interface ChainEnd {
  readonly sequence: number;
  readonly hash: string;
}

export const chainStart: ChainEnd = { sequence: 0, hash: genesisHash };

/** Returns whether the entry is intact and directly follows `end`. */
export function continues(entry: LoggedEntry, end: ChainEnd): boolean {
  return (
    entry.sequence === end.sequence + 1 && entry.previousHash === end.hash && entry.hash === hashEntry(entry)
  );
}
