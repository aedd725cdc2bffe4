import { Type } from '@sinclair/typebox';
import type { ProfileCatalogue } from '#banners/profiles/index';
import { defineRoute, type Route, type RouteRequest } from '#platform/http/route';
import { createSharedPlaces } from '#platform/kernel/concurrency/shared-places';
import { ServiceError, SetupError } from '#platform/kernel/errors';
import type { ConsentImport } from './consent-import';
import { ImportBody, ImportResult, maxReasons, maxRefusedRows, Preset } from './import-schemas';
import { presets } from './presets';

const tag = 'Imports';
const access = { permission: 'consents:update' } as const;
/** The counts of an import show what visitors have decided. */
const importAccess = { ...access, also: ['consents:read'] } as const;

/** Delay before a retry (s), since an import takes a while. */
const retryAfterSeconds = 10;
/** Size of the pieces in which a file is read (characters), so that other requests get a turn. */
const pieceLength = 65_536;

const lines = 'application/x-ndjson';

/** How far an import is. */
interface Progress {
  /** Share of the file that has been read (0 to 1). */
  readonly share: number;
  /** Number of rows. */
  readonly read: number;
}

interface Watcher {
  readonly onProgress?: (progress: Progress) => void;
  readonly isGone?: () => boolean;
}

type ImportCaller = Pick<RouteRequest, 'context' | 'requireAccess'>;

export interface ImportRoutesOptions {
  readonly consentImport: ConsentImport;
  readonly catalogue: Pick<ProfileCatalogue, 'byId'>;
  /** Maximum size of a request (bytes). */
  readonly importBytes: number;
  readonly isClosing: () => boolean;
  readonly severalTenants: boolean;
}

/** Creates the routes that import the consents of another product. */
export function importRoutes({
  consentImport,
  catalogue,
  importBytes,
  isClosing,
  severalTenants,
}: ImportRoutesOptions): Route[] {
  // Two imports run at once only for two tenants.
  const places = createSharedPlaces({
    atOnce: severalTenants ? 2 : 1,
    severalTenants,
    work: 'imports',
    retryAfterSeconds,
  });

  /**
   * @throws ServiceError `unavailable` while too many imports run in this process; the error of a caller who
   * loses access meanwhile, with the summary
   */
  async function run(
    { context, requireAccess }: ImportCaller,
    body: ImportBody,
    { onProgress, isGone = () => false }: Watcher = {},
  ): Promise<ImportResult> {
    const { file, fileName = 'upload', dryRun = false, progress: _, ...request } = body;
    const leave = places.take(context);
    let lost = null as ServiceError | null;
    async function isOver(): Promise<boolean> {
      if (isClosing() || isGone()) return true;
      await requireAccess().catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        lost = error;
      });
      return lost !== null;
    }
    const refusals = createRefusalList();
    const pieces = inPieces(file);
    try {
      const summary = await consentImport.run(context, {
        ...request,
        fileName,
        dryRun,
        bytes: pieces.bytes,
        onRefused: refusals.add,
        onProgress: ({ read }) => onProgress?.({ share: pieces.share(), read }),
        isOver,
      });
      const result = { dryRun, ...summary, ...refusals.listed() };
      if (lost !== null) throw new ServiceError(lost.code, { message: lost.message, body: result });
      return result;
    } catch (error) {
      if (error instanceof SetupError)
        throw new ServiceError('import_invalid', { message: `${error.message}.`, cause: error });
      throw error;
    } finally {
      leave();
    }
  }

  /** Yields a line for each batch that the client has time to read, and the result. Stops the import when it leaves. */
  async function* runInView(caller: ImportCaller, body: ImportBody, gone: AbortSignal) {
    let latest: Progress | null = null;
    let wake = () => {};
    const result = run(caller, body, {
      onProgress: (progress) => {
        latest = progress;
        wake();
      },
      isGone: () => gone.aborted,
    });
    let isDone = false;
    const end = result.then(
      () => {},
      () => {},
    );
    void end.then(() => {
      isDone = true;
      wake();
    });
    try {
      while (!isDone) {
        if (latest === null)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        const progress: Progress | null = latest;
        latest = null;
        if (progress !== null) yield `${JSON.stringify(progress)}\n`;
      }
      yield `${JSON.stringify(await result.catch(toSummary))}\n`;
    } finally {
      // The last batch ends before the connection is given up.
      await end;
    }
  }

  return [
    defineRoute({
      id: 'listImportPresets',
      method: 'GET',
      path: '/imports/presets',
      tag,
      summary: 'List the products whose exports can be read, and how',
      access,
      replies: { 200: { description: 'The presets', schema: Type.Array(Preset) } },
      errors: [],
      handle: () => ({ body: [...presets].map(([id, mapping]) => ({ id, mapping })) }),
    }),
    defineRoute({
      id: 'importConsents',
      method: 'POST',
      path: '/imports',
      tag,
      summary: 'Import consents from another product’s export, or check them without writing',
      description:
        'Answers when the file is done. One import runs at a time in a process, with several tenants one of ' +
        'each of two tenants; further ones get 503 and `Retry-After`. The import stops after the current batch ' +
        'when its caller loses access; the error then has the counts, with `completed: false`. With `progress` it says meanwhile how far it is, and stops after the current batch when ' +
        'the client disconnects. For files above `limits.importBytes`, use the command line.',
      access: importAccess,
      body: ImportBody,
      largeBodyBytes: importBytes,
      replies: {
        200: { description: 'What became of the rows', schema: ImportResult, alsoAs: [lines] },
      },
      errors: ['profile_not_found', 'import_invalid', 'unavailable'],
      async handle({ context, requireAccess, body }) {
        const caller = { context, requireAccess };
        const profile = await catalogue.byId(body.profileId);
        if (profile?.tenantId !== context.tenantId) throw new ServiceError('profile_not_found');
        if (body.progress !== true) return { body: await run(caller, body) };
        return {
          headers: { 'Content-Type': lines },
          stream: (gone) => runInView(caller, body, gone),
        };
      },
    }),
  ];
}

/** Returns the last line of an import whose caller has lost access: the error with the summary. */
function toSummary(error: unknown) {
  if (!(error instanceof ServiceError && 'completed' in error.body)) throw error;
  return { error: error.message, code: error.code, ...error.body };
}

/** Returns the bytes of a text in pieces, and the share of it that has been read. */
function inPieces(file: string) {
  let start = 0;
  async function* bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    // A piece that ended between the halves of a character would damage it.
    while (start < file.length) {
      let end = Math.min(start + pieceLength, file.length);
      if (end < file.length && isHighSurrogate(file.charCodeAt(end - 1))) end += 1;
      const piece = Buffer.from(file.slice(start, end));
      start = end;
      yield piece;
    }
  }
  return { bytes: bytes(), share: () => Math.round((start / file.length) * 1000) / 1000 };
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

/** Collects refused rows by line and reason, never with their content. */
function createRefusalList() {
  const reasons = new Map<string, { count: number; firstLine: number }>();
  const refusedRows: { line: number; reason: string }[] = [];
  return {
    add(line: number, reason: string): void {
      if (refusedRows.length < maxRefusedRows) refusedRows.push({ line, reason });
      const known = reasons.get(reason);
      if (known !== undefined) known.count += 1;
      else if (reasons.size < maxReasons) reasons.set(reason, { count: 1, firstLine: line });
    },
    listed: () => ({
      reasons: [...reasons].map(([reason, facts]) => ({ reason, ...facts })),
      refusedRows,
    }),
  };
}
