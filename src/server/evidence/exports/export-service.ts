import type { ProfileCatalogue } from '#banners/profiles/index';
import type { ConsentReader, ConsentSelection, StoredConsent, ToRecord } from '#decisions/consent/index';
import type { AuditReader } from '#operators/audit/index';
import type { Dialect } from '#platform/database/dialect';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { ActorContext } from '#platform/kernel/caller';
import { type Clock, toIso, toIsoOrNull } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import type { ListPosition } from '#platform/kernel/lists';
import type { TimeRange } from '#platform/kernel/time-range';
import { auditColumns } from './audit-columns';
import { collectCategories, consentColumns, type ExportedConsent } from './consent-columns';
import { type Columns, csvEncoder, type ExportFormat, encoded, jsonEncoder } from './export-format';
import { betweenRequests, countBatches, type ExportRuns, readBatches, type TakeTurn } from './export-runs';
import type { XlsxWorker } from './xlsx-worker-client';

export interface ExportServiceOptions {
  readonly xlsxWorker: XlsxWorker;
  /** Greatest number of rows in an XLSX file. */
  readonly xlsxRows: number;
  readonly dialect: Dialect;
  readonly runUnit: RunUnitOfWork;
  /** Returns a reader for one export. */
  readonly openConsents: () => ConsentReader;
  readonly toEvidence: ToRecord;
  /** Returns a reader for one export. */
  readonly openAudit: () => AuditReader;
  readonly catalogue: ProfileCatalogue;
  readonly runs: ExportRuns;
  readonly clock: Clock;
}

/** The selection and format of an export. */
export interface ExportRequest {
  readonly format: ExportFormat;
  readonly range: TimeRange;
  /** Reports the number of rows written, and about how many there are. */
  readonly report?: (done: number, total: number) => void;
}

export interface ConsentExportRequest extends ExportRequest {
  readonly profileId?: string | undefined;
}

export interface AuditExportRequest extends ExportRequest {
  /** Leaves out entries on users, sign-ins, roles and tenants. */
  readonly hidesAccounts?: boolean;
}

export type SpreadsheetRequest = Omit<ConsentExportRequest, 'format'>;

type Text = AsyncGenerator<string, void, undefined>;

export interface ExportService {
  /**
   * Returns all matching records that exist at the start, newest first. Ends when `gone` is aborted.
   * @throws ServiceError `unavailable`
   */
  consents(context: ActorContext, request: ConsentExportRequest, gone: AbortSignal): Text;
  /**
   * Returns all matching records as a workbook.
   * @throws ServiceError as `XlsxWorker.make` does, and `unavailable`
   */
  workbook(
    context: ActorContext,
    request: SpreadsheetRequest,
    gone: AbortSignal,
  ): AsyncGenerator<Uint8Array, void, undefined>;
  /**
   * @throws ServiceError `payload_too_large` when there are more matching records than a workbook may have
   */
  requireWithinXlsxLimit(tenantId: string, request: SpreadsheetRequest): Promise<void>;
  /**
   * Returns all matching entries that exist at the start, newest first, without the entry of the export
   * itself.
   */
  audit(context: ActorContext, request: AuditExportRequest, gone: AbortSignal): Text;
}

/**
 * Number of rows in a page (measured by bench/exports.mjs). SQLite reads within this process, so a page must
 * be short enough for requests to be served between two. With a database server, most of the time is the
 * round trip.
 */
const rowsPerPage = { sqlite: 100, mysql: 200, postgres: 200 } as const;

/** Number of rows in which categories are looked for at once: the database returns few of them. */
const rowsPerSearch = { sqlite: 1000, mysql: 200, postgres: 1000 } as const;

/** Size of the pieces of a finished file (bytes). */
const bytesOfPiece = 262_144;

export function createExportService({
  dialect,
  runUnit,
  openConsents,
  toEvidence,
  openAudit,
  catalogue,
  runs,
  xlsxWorker,
  xlsxRows,
  clock,
}: ExportServiceOptions): ExportService {
  const limit = rowsPerPage[dialect];

  /**
   * Returns the selection of an export. Records made while it runs are left out, so that it ends. The newest
   * existing record marks the start, not this process's clock, which may be ahead of another process's.
   */
  async function readSelection(
    reader: ConsentReader,
    tenantId: string,
    { profileId, range }: SpreadsheetRequest,
    turn: TakeTurn,
  ): Promise<ConsentSelection> {
    const {
      items: [newest],
    } = await turn(() => reader.records(tenantId, { profileId, range }, { after: null, limit: 1 }));
    return {
      profileId,
      range: {
        ...range,
        to: newest?.createdAt ?? Math.min(range.to ?? Number.POSITIVE_INFINITY, clock.now()),
      },
    };
  }

  /**
   * Returns the columns of a selection. All categories that get a column must be known before the first row.
   */
  async function getColumns(
    reader: ConsentReader,
    tenantId: string,
    selection: ConsentSelection,
    turn: TakeTurn,
    gone: AbortSignal,
  ): Promise<Columns<ExportedConsent>> {
    const found = collectCategories();
    const read = (after: ListPosition | null) =>
      reader.knownCategories(tenantId, selection, { after, limit: rowsPerSearch[dialect] });
    for await (const categories of readBatches(read, turn, gone)) found.add(categories);
    return consentColumns(found.names());
  }

  const readRecords = (
    reader: ConsentReader,
    tenantId: string,
    selection: ConsentSelection,
    turn: TakeTurn,
    gone: AbortSignal,
  ) => readBatches((after) => reader.records(tenantId, selection, { after, limit }), turn, gone);

  /** Returns records as servers read them, with the visitors' places and the groups of their decisions. */
  async function toExported(consents: readonly StoredConsent[]): Promise<ExportedConsent[]> {
    const ids = [...new Set(consents.map(({ profileId }) => profileId))];
    const profiles = new Map(
      await Promise.all(ids.map(async (id) => [id, await catalogue.byId(id)] as const)),
    );
    // Not a spread followed by a field: texts made of such objects stay until V8 sweeps its whole heap, which
    // takes 80 MiB more at a million records.
    return Promise.all(
      consents.map(async (consent) =>
        Object.assign(await toEvidence(consent, profiles.get(consent.profileId) ?? null), {
          country: consent.country,
          region: consent.region,
          decidedWithSignal: consent.decidedWithSignal,
          signalAt: toIsoOrNull(consent.signalAt),
          complianceGroup: consent.group,
        }),
      ),
    );
  }

  async function auditExport(
    { tenantId, actor }: ActorContext,
    { format, range, profileId }: Omit<ConsentExportRequest, 'format'> & { format: string },
    what: 'consents' | 'audit',
    rows: number,
  ) {
    const { from, to } = range;
    const filters = {
      profileId,
      from: from === null ? undefined : toIso(from),
      to: to === null ? undefined : toIso(to),
    };
    await runUnit(async (unit) => {
      unit.audit({
        tenantId,
        action: `export:${what}`,
        resourceType: what,
        resourceId: tenantId,
        actor,
        changes: { format, ...filters, rows },
      });
    });
  }

  return {
    consents: (context, request, gone) =>
      runs.run(context, async function* (turn) {
        const { tenantId } = context;
        const { format, report } = request;
        const reader = openConsents();
        const total = await countBatches((after) => reader.count(tenantId, request, after), turn, gone);
        const selection = await readSelection(reader, tenantId, request, turn);
        const columns = format === 'csv' ? await getColumns(reader, tenantId, selection, turn, gone) : null;
        const pages = counted(readRecords(reader, tenantId, selection, turn, gone), (done) =>
          report?.(done, Math.max(done, total)),
        );
        const exported = mapped(pages, toExported);
        const text =
          columns === null ? encoded(exported, jsonEncoder) : encoded(exported, csvEncoder(columns));
        yield* withAuditOnFirstChunk(text, () => auditExport(context, request, 'consents', total));
      }),

    workbook: (context, request, gone) =>
      runs.run(context, async function* (turn) {
        const { tenantId } = context;
        const { report } = request;
        const reader = openConsents();
        const total = await countBatches((after) => reader.count(tenantId, request, after), turn, gone);
        const selection = await readSelection(reader, tenantId, request, turn);
        const { header, cells } = await getColumns(reader, tenantId, selection, turn, gone);
        let rows = 0;
        const pages = counted(readRecords(reader, tenantId, selection, turn, gone), (done) => {
          rows = done;
          report?.(done, Math.max(done, total));
        });
        const tables = mapped(pages, async (consents) => (await toExported(consents)).map(cells));
        const file = await xlsxWorker.make({ header, name: 'Consents' }, tables, gone);
        await auditExport(context, { ...request, format: 'xlsx' }, 'consents', rows);
        for (let start = 0; start < file.length; start += bytesOfPiece)
          yield file.subarray(start, start + bytesOfPiece);
      }),

    async requireWithinXlsxLimit(tenantId, { profileId, range }) {
      const reader = openConsents();
      const count = (after: ListPosition | null) => reader.count(tenantId, { profileId, range }, after);
      const rows = await countBatches(count, betweenRequests);
      if (rows <= xlsxRows) return;
      const message = `An XLSX file may have ${xlsxRows} rows (limits.xlsxRows), and these are ${rows}. Narrow profileId, from and to, or take them as CSV from /export/consents, which has no limit.`;
      throw new ServiceError('payload_too_large', { message, body: { rows, limit: xlsxRows } });
    },

    audit: (context, request, gone) =>
      runs.run(context, async function* (turn) {
        const { tenantId } = context;
        const { format, report } = request;
        const reader = openAudit();
        const last = await reader.last(tenantId);
        const total = await countBatches((after) => reader.count(tenantId, request, after), turn, gone);
        const upToLast = async (after: ListPosition | null) => {
          const { items, nextAfter } = await reader.entries(tenantId, request, { after, limit });
          return { items: items.filter(({ sequence }) => sequence <= last), nextAfter };
        };
        const pages = counted(readBatches(upToLast, turn, gone), (done) =>
          report?.(done, Math.max(done, total)),
        );
        const text =
          format === 'csv' ? encoded(pages, csvEncoder(auditColumns)) : encoded(pages, jsonEncoder);
        yield* withAuditOnFirstChunk(text, () => auditExport(context, request, 'audit', total));
      }),
  };
}

/**
 * Writes the audit log entry just before the first piece is sent, so that there is one even when the client
 * disconnects.
 */
async function* withAuditOnFirstChunk<Piece>(
  pieces: AsyncIterable<Piece>,
  announce: () => Promise<void>,
): AsyncGenerator<Piece, void, undefined> {
  let isAnnounced = false;
  for await (const piece of pieces) {
    if (!isAnnounced) await announce();
    isAnnounced = true;
    yield piece;
  }
}

async function* counted<Item>(
  pages: AsyncIterable<readonly Item[]>,
  report: (done: number) => void,
): AsyncGenerator<readonly Item[], void, undefined> {
  let done = 0;
  for await (const items of pages) {
    done += items.length;
    report(done);
    yield items;
  }
}

async function* mapped<From, To>(
  pages: AsyncIterable<From>,
  map: (page: From) => Promise<To>,
): AsyncGenerator<To, void, undefined> {
  for await (const page of pages) yield await map(page);
}
