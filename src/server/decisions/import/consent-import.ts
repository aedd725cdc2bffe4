import { createHash } from 'node:crypto';
import {
  createPublicVersionCheck,
  findShownVersion,
  type ProfileCatalogue,
  type ProfileFacts,
} from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { ActorContext } from '#platform/kernel/caller';
import type { Clock } from '#platform/kernel/clock';
import { yieldToEventLoop } from '#platform/kernel/concurrency/yield-to-event-loop';
import { ServiceError, SetupError } from '#platform/kernel/errors';
import { type AuditedVisitor, getRetentionCutoffs, type RecordChanges } from '../consent';
import { getDecisionColumns } from './decision-columns';
import { createDecisionReader } from './decision-reader';
import { type BatchOutcome, tryBatch, writeBatch } from './import-batch';
import type { ImportedDecision, RefusedRows } from './imported-decision';
import { readMapping } from './mapping';
import type { Mapping } from './mapping-schema';
import { explainRefusal } from './refusals';
import { readRows } from './rows';

export interface ConsentImportOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly catalogue: Pick<ProfileCatalogue, 'byId' | 'longestExpiryDays' | 'version'>;
  readonly tenantExists: (id: string) => Promise<boolean>;
  readonly requiresApproval: (tenantId: string) => Promise<boolean>;
  readonly recordChanges: RecordChanges;
  /** Updates the statistics with the recorded changes. */
  readonly foldStatistics: () => Promise<void>;
  /**
   * Returns the key that hashes visitor ids, the same for every import: a visitor must keep the id that an earlier one
   * gave them. Null when `compliance.dataSigningHash` is not set.
   */
  readonly visitorIdKey: () => Promise<Buffer | null>;
  readonly auditedVisitor: AuditedVisitor | null;
  readonly retention: ResolvedConfig['retention'];
  readonly clock: Clock;
}

export interface ImportRequest {
  /** The file: CSV or JSON lines in UTF-8, with or without gzip. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** For the audit log. */
  readonly fileName: string;
  readonly profileId: string;
  /** Version of the profile that the visitors are assumed to have seen. Default: the current one. */
  readonly profileVersion?: number;
  readonly preset?: string;
  /** The mapping, as parsed JSON. */
  readonly mapping?: unknown;
  /** Overrides the mapping's field. */
  readonly visitorIds?: 'keep' | 'hash';
  /** Checks everything and writes nothing except an entry in the audit log, since the counts show what is stored. */
  readonly dryRun?: boolean;
  /** Called with each refused row; awaited. */
  readonly onRefused?: (line: number, reason: string) => unknown;
  /** Called again and again with the rows so far, at the latest after each batch. */
  readonly onProgress?: (counts: Omit<ImportSummary, 'completed'>) => void;
  /** Called between batches; the import stops early when it returns true. */
  readonly isOver?: () => Promise<boolean>;
}

/** Rows of the file by outcome; each row has exactly one. */
export interface ImportSummary {
  readonly read: number;
  /** Written as the current decision, or as one that led to it. */
  readonly written: number;
  /** Added to the history before a later decision that was already stored. */
  readonly older: number;
  /** Already stored. */
  readonly unchanged: number;
  readonly refused: number;
  /** Whether the file was read to its end. */
  readonly completed: boolean;
}

export interface ConsentImport {
  /**
   * Imports the decisions of a file, in batches that are written completely or not at all. Repeating it with
   * the same file changes nothing; after an interruption it continues where it stopped. No event is emitted
   * and no plugin called, because no visitor decides now.
   * @throws ServiceError `tenant_not_found`
   * @throws SetupError for a fault of the request, the mapping or the file as a whole; earlier batches stay
   * written
   */
  run(context: ActorContext, request: ImportRequest): Promise<ImportSummary>;
}

/**
 * Number of decisions in a batch: more where the database writes them quickly, since visitors' own writes may
 * wait for it.
 */
const batchSizes = { first: 250, least: 50, most: 4000 };
const quickMs = 250;
const slowMs = 1000;

/** Number of batches between updates of the statistics. */
const batchesPerFold = 20;

export function createConsentImport(options: ConsentImportOptions): ConsentImport {
  const {
    database,
    runUnit,
    catalogue,
    tenantExists,
    requiresApproval,
    recordChanges,
    foldStatistics,
    visitorIdKey,
    auditedVisitor,
    retention,
    clock,
  } = options;

  async function findProfile(tenantId: string, id: string): Promise<ProfileFacts> {
    const profile = await catalogue.byId(id);
    if (profile?.tenantId !== tenantId) throw new SetupError(`The tenant ${tenantId} has no profile ${id}`);
    return profile;
  }

  const isPublicVersion = createPublicVersionCheck(database, requiresApproval);
  const isPublic = async (tenantId: string, { id, isPublic: isShown }: ProfileFacts, version: number) =>
    isShown && (await isPublicVersion({ tenantId, profileId: id, version }));

  async function keyFor(how: Mapping['visitorIds']): Promise<Buffer | null> {
    if (how !== 'hash') return null;
    const key = await visitorIdKey();
    if (key === null)
      throw new SetupError(
        'Set compliance.dataSigningHash to hash visitor ids: every run and your own code must use the same key',
      );
    return key;
  }

  return {
    async run({ tenantId, actor }, request) {
      const { dryRun = false, onRefused, onProgress, isOver = async () => false } = request;
      if (!(await tenantExists(tenantId))) throw new ServiceError('tenant_not_found');
      const today = await findProfile(tenantId, request.profileId);
      const { profileVersion = today.shownVersion } = request;
      if (profileVersion < 1 || profileVersion > today.shownVersion)
        throw new SetupError(`The profile has the versions 1 to ${today.shownVersion}`);
      // Receipts show visitors the texts of the version that their record names.
      if (!(await isPublic(tenantId, today, profileVersion)))
        throw new SetupError(
          `Version ${profileVersion} was never published, and this tenant requires approval; name one that was`,
        );
      // The visitors decided in the group of the version that they saw, and about its categories.
      const shown = await findShownVersion(catalogue, today, profileVersion);
      const profile = { ...today, ...shown, name: today.name, shownVersion: profileVersion };
      const mapping = readMapping(request.preset, request.mapping);
      const hashKey = await keyFor(request.visitorIds ?? mapping.visitorIds);
      const importedAt = clock.now();
      const cutoffs = getRetentionCutoffs(retention, importedAt, await catalogue.longestExpiryDays(tenantId));
      const target = { profile, profileVersion, auditedVisitor, importedAt, retention: cutoffs };
      const batchOptions = { database, runUnit, recordChanges, tenantId, target };

      const hash = createHash('sha256');
      const rows = readRows(noting(request.bytes, (piece) => hash.update(piece)));
      const access = await rows.open(getDecisionColumns(mapping, profile));
      const reader = createDecisionReader({ mapping, profile, hashKey, now: clock.now() }, access);

      const counts = { read: 0, written: 0, older: 0, unchanged: 0, refused: 0 };
      let waiting: ImportedDecision[] = [];
      let batches = 0;
      let hasOutcome = false;
      let batchSize = batchSizes.first;

      async function refuse({ line, rows: refusedRows, refused, column }: RefusedRows): Promise<void> {
        counts.refused += refusedRows;
        await onRefused?.(line, explainRefusal(refused, column));
      }

      async function noteOutcome({ written, older, unchanged, refused }: BatchOutcome): Promise<void> {
        hasOutcome = true;
        counts.written += written;
        counts.older += older;
        counts.unchanged += unchanged;
        for (const rows of refused) await refuse(rows);
      }

      async function flush(): Promise<void> {
        const batch = waiting;
        waiting = [];
        if (batch.length === 0) return;
        const begun = performance.now();
        await (dryRun ? tryBatch : writeBatch)(batchOptions, batch, noteOutcome);
        batches += 1;
        const took = performance.now() - begun;
        if (took < quickMs) batchSize = Math.min(batchSize * 2, batchSizes.most);
        else if (took > slowMs) batchSize = Math.max(Math.floor(batchSize / 2), batchSizes.least);
        onProgress?.({ ...counts });
        if (!dryRun && batches % batchesPerFold === 0) await foldStatistics();
        await yieldToEventLoop();
      }

      async function take(found: ReturnType<typeof reader.push>): Promise<void> {
        for (const item of found) {
          counts.read += item.rows;
          if ('refused' in item) await refuse(item);
          else if (waiting.push(item) >= batchSize) {
            await flush();
            if (await isOver()) return;
          }
        }
      }

      async function note(completed: boolean): Promise<ImportSummary> {
        const { fileName: file, preset } = request;
        const facts = {
          file,
          ...(completed ? { sha256: hash.digest('hex') } : {}),
          preset,
          profileId: profile.id,
          profileVersion,
          ...counts,
          completed,
        };
        await runUnit(async (unit) => {
          unit.audit({
            tenantId,
            action: dryRun ? 'import:checked' : 'import:consents',
            resourceType: 'consents',
            resourceId: tenantId,
            actor,
            changes: facts,
          });
        });
        if (!dryRun) await foldStatistics();
        return { ...counts, completed };
      }

      try {
        for await (const found of rows.all()) {
          await take(reader.push(found));
          onProgress?.({ ...counts });
          if (await isOver()) return await note(false);
        }
        await take(reader.end());
        await flush();
        if (counts.read === 0) throw new SetupError('The file contains no rows');
      } catch (error) {
        // Earlier batches, and parts of one, stay written, so the audit log records them whatever ended the import.
        if (hasOutcome) await note(false);
        throw error;
      }
      return note(true);
    },
  };
}

async function* noting(
  bytes: AsyncIterable<Uint8Array>,
  note: (piece: Uint8Array) => unknown,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of bytes) {
    note(piece);
    yield piece;
  }
}
