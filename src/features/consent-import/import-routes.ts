import { Type } from '@sinclair/typebox';
import { defineRoute, type Route } from '../../http/route';
import type { ActorContext } from '../../kernel/caller';
import { ServiceError, SetupError, unavailable } from '../../kernel/errors';
import type { ProfileCatalogue } from '../profiles';
import type { ConsentImport } from './consent-import';
import { ImportBody, ImportResult, maxReasons, maxRefusedRows, Preset } from './import-schemas';
import { presets } from './presets';

const tag = 'Imports';
const access = { permission: 'consents:update' } as const;

/** Delay before a retry (s), since an import takes a while. */
const retryAfterSeconds = 10;
/** Size of the pieces in which a file is read (characters), so that other requests get a turn. */
const pieceLength = 65_536;

export interface ImportRoutesOptions {
  readonly consentImport: ConsentImport;
  readonly catalogue: Pick<ProfileCatalogue, 'byId'>;
  /** Maximum size of a request (bytes). */
  readonly importBytes: number;
  readonly isClosing: () => boolean;
}

/** Creates the routes that import the consents of another product. */
export function importRoutes({
  consentImport,
  catalogue,
  importBytes,
  isClosing,
}: ImportRoutesOptions): Route[] {
  let isRunning = false;

  async function run(context: ActorContext, body: ImportBody): Promise<ImportResult> {
    const { file, fileName = 'upload', dryRun = false, ...request } = body;
    const refusals = createRefusalList();
    const summary = await consentImport.run(context, {
      ...request,
      fileName,
      dryRun,
      bytes: inPieces(file),
      onRefused: refusals.add,
      isOver: isClosing,
    });
    return { dryRun, ...summary, ...refusals.listed() };
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
        'Answers when the file is done. One import runs at a time in a process; further ones get 503 and ' +
        '`Retry-After`. For files above `limits.importBytes`, use the command line.',
      access,
      body: ImportBody,
      largeBodyBytes: importBytes,
      replies: { 200: { description: 'What became of the rows', schema: ImportResult } },
      errors: ['profile_not_found', 'import_invalid', 'unavailable'],
      async handle({ context, body }) {
        const profile = await catalogue.byId(body.profileId);
        if (profile?.tenantId !== context.tenantId) throw new ServiceError('profile_not_found');
        if (isRunning)
          throw unavailable({
            retryAfterSeconds,
            message: 'Another import is running; try again when it has finished.',
          });
        isRunning = true;
        try {
          return { body: await run(context, body) };
        } catch (error) {
          if (error instanceof SetupError)
            throw new ServiceError('import_invalid', { message: `${error.message}.`, cause: error });
          throw error;
        } finally {
          isRunning = false;
        }
      },
    }),
  ];
}

async function* inPieces(file: string): AsyncGenerator<Uint8Array, void, undefined> {
  // A piece that ended between the halves of a character would damage it.
  for (let start = 0; start < file.length; ) {
    let end = Math.min(start + pieceLength, file.length);
    if (end < file.length && isHighSurrogate(file.charCodeAt(end - 1))) end += 1;
    yield Buffer.from(file.slice(start, end));
    start = end;
  }
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
