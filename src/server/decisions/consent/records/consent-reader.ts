import type { Row, TenantScope } from '#platform/database/database';
import { countNextRows, readBatch, readDistinct, type Selection } from '#platform/database/listing';
import type { Read } from '#platform/database/reads';
import { fromJson } from '#platform/database/rows';
import type { Batch, BatchRequest, CountedRows, ListPosition } from '#platform/kernel/lists';
import type { TimeRange } from '#platform/kernel/time-range';
import type { ConsentJson } from '../consent-schemas';
import { readCountedAs } from './consent-facts';
import { recordColumns } from './consent-repository';
import { fromRow, type StoredConsent } from './stored-consent';

/** Selection of a tenant's records. */
export interface ConsentSelection {
  readonly profileId?: string;
  /** Time range of the first decision. */
  readonly range: TimeRange;
}

/** Reads any number of records in batches, newest first, without holding anything between two batches. */
export interface ConsentReader {
  records(
    tenantId: string,
    selection: ConsentSelection,
    request: BatchRequest,
  ): Promise<Batch<StoredConsent>>;
  /**
   * Reads only the categories that the records decide on and that some version of their profile knew then;
   * browsers can send any others.
   */
  knownCategories(
    tenantId: string,
    selection: ConsentSelection,
    request: BatchRequest,
  ): Promise<Batch<readonly string[]>>;
  /** Counts the next records. */
  count(tenantId: string, selection: ConsentSelection, after: ListPosition | null): Promise<CountedRows>;
}

const toRows = ({ profileId, range }: ConsentSelection): Selection => ({
  table: 'consents',
  equals: { profile_id: profileId },
  range,
});

export function createConsentReader(
  readOn: Read,
  totalConsents: (tenantId: string, profileId?: string) => Promise<number>,
): ConsentReader {
  const read = <T>(tenantId: string, work: (scope: TenantScope) => Promise<T>) =>
    readOn((connection) => work(connection.tenant(tenantId)));
  return {
    records: (tenantId, selection, request) =>
      read(tenantId, async (scope) => {
        const { items, nextAfter } = await readBatch(scope, toRows(selection), {
          ...request,
          columns: recordColumns(scope),
        });
        return { items: items.map(fromRow), nextAfter };
      }),
    knownCategories: (tenantId, selection, request) =>
      read(tenantId, async (scope) => {
        const { items, nextAfter } = await readDistinct(scope, toRows(selection), {
          ...request,
          columns: ['consent_json', 'counted_as'],
        });
        return { items: items.map(readKnownCategories), nextAfter };
      }),
    async count(tenantId, selection, after) {
      const { from, to } = selection.range;
      if (from === null && to === null)
        return { rows: await totalConsents(tenantId, selection.profileId), nextAfter: null };
      return read(tenantId, (scope) => countNextRows(scope, toRows(selection), after));
    },
  };
}

function readKnownCategories(row: Row): readonly string[] {
  const categories = Object.keys(fromJson<ConsentJson>(row.consent_json));
  const other = readCountedAs(row.counted_as)?.otherCategories ?? [];
  return other.length === 0 ? categories : categories.filter((category) => !other.includes(category));
}
