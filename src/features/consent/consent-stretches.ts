import type { Database, TenantScope } from '../../database/database';
import { countRows, readStretch, type Selection } from '../../database/listing';
import { fromJson } from '../../database/rows';
import type { ListPosition } from '../../kernel/paging';
import type { TimeRange } from '../../kernel/time-range';
import { recordColumns } from './consent-repository';
import type { ConsentJson } from './consent-schemas';
import { fromRow, type StoredConsent } from './stored-consent';

/** Which records of a tenant are meant. */
export interface ConsentSelection {
  readonly profileId?: string;
  /** Of the first decision. */
  readonly range: TimeRange;
}

/** Some of a selection's items, and where it goes on; null: nowhere. */
export interface Stretch<Item> {
  readonly items: readonly Item[];
  readonly goesOnAfter: ListPosition | null;
}

export interface StretchRequest {
  /** Null: from the newest on. */
  readonly after: ListPosition | null;
  readonly limit: number;
}

/**
 * Reads of any number of records, a stretch at a time and newest first, with nothing held between two of
 * them.
 */
export interface ConsentStretches {
  records(
    tenantId: string,
    selection: ConsentSelection,
    request: StretchRequest,
  ): Promise<Stretch<StoredConsent>>;
  /** What is decided in the records alone. */
  decisions(
    tenantId: string,
    selection: ConsentSelection,
    request: StretchRequest,
  ): Promise<Stretch<ConsentJson>>;
  count(tenantId: string, selection: ConsentSelection): Promise<number>;
}

const toRows = ({ profileId, range }: ConsentSelection): Selection => ({
  table: 'consents',
  equals: { profile_id: profileId },
  range,
});

export function createConsentStretches(
  database: Database,
  totalConsents: (tenantId: string, profileId?: string) => Promise<number>,
): ConsentStretches {
  const read = <T>(tenantId: string, work: (scope: TenantScope) => Promise<T>) =>
    database.read((connection) => work(connection.tenant(tenantId)));
  return {
    records: (tenantId, selection, request) =>
      read(tenantId, async (scope) => {
        const { items, goesOnAfter } = await readStretch(scope, toRows(selection), {
          ...request,
          columns: recordColumns(scope),
        });
        return { items: items.map(fromRow), goesOnAfter };
      }),
    decisions: (tenantId, selection, request) =>
      read(tenantId, async (scope) => {
        const { items, goesOnAfter } = await readStretch(scope, toRows(selection), {
          ...request,
          columns: ['id', 'consent_json'],
        });
        return { items: items.map((row) => fromJson<ConsentJson>(row.consent_json)), goesOnAfter };
      }),
    count: (tenantId, selection) =>
      read(tenantId, (scope) =>
        countRows(scope, toRows(selection), () => totalConsents(tenantId, selection.profileId)),
      ),
  };
}
