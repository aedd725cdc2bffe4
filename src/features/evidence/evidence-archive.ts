import { createHash } from 'node:crypto';
import { evidenceReadme, type MissingFile } from './evidence-readme';
import type { Evidence } from './evidence-schemas';
import { jsonPieces } from './json-pieces';
import { type ZipEntry, zipPieces } from './zip';

/** The manifest of an archive, which lists its files. */
export interface Manifest {
  readonly generatedAt: string;
  readonly generatedBy: string;
  readonly tenantId: string;
  readonly visitorId: string;
  readonly files: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly about: string;
  }[];
  readonly missing: readonly MissingFile[];
}

interface ArchivedFile extends ZipEntry {
  readonly about: string;
}

/**
 * Yields evidence as a self-explanatory and verifiable archive, piece by piece while it is packed.
 * @param pdf the printed receipt, or the reason why there is none
 */
export function evidenceArchive(
  evidence: Evidence,
  pdf: Buffer | MissingFile,
): AsyncGenerator<Uint8Array, void, undefined> {
  return zipPieces(entriesOf(evidence, pdf), Date.parse(evidence.generatedAt));
}

function* entriesOf(evidence: Evidence, pdf: Buffer | MissingFile): Generator<ZipEntry, void, undefined> {
  const missing = [
    ...(Buffer.isBuffer(pdf) ? [] : [pdf]),
    ...evidence.notices
      .filter(({ status }) => status !== 'included')
      .map((notice) => ({ name: noticeFile(notice), reason: noticeReasons[notice.status] })),
  ];
  const content = [
    ...contentOf(evidence),
    ...(Buffer.isBuffer(pdf)
      ? [{ name: 'receipt.pdf', pieces: [pdf], about: 'The receipt as the visitor can print it' }]
      : []),
  ];
  const readme = Buffer.from(evidenceReadme(evidence, content, missing));
  const files: Manifest['files'][number][] = [];
  for (const { name, pieces, about } of [
    { name: 'README.txt', pieces: [readme], about: 'What is what, and how to verify it' },
    ...content,
  ]) {
    const sum = createHash('sha256');
    let bytes = 0;
    const counted = function* () {
      for (const piece of pieces) {
        sum.update(piece);
        bytes += piece.length;
        yield piece;
      }
    };
    // The entry has been packed when the next one is requested.
    yield { name, pieces: counted() };
    files.push({ name, bytes, sha256: sum.digest('hex'), about });
  }
  const { generatedAt, generatedBy, tenantId, visitorId } = evidence;
  const manifest: Manifest = { generatedAt, generatedBy, tenantId, visitorId, files, missing };
  yield { name: 'manifest.json', pieces: json(manifest) };
  yield {
    name: 'SHA256SUMS',
    pieces: [Buffer.from(files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''))],
  };
}

const noticeReasons = {
  included: '',
  omitted:
    'The notices of this visitor are too large in all; the file is in the storage of the service, with the hash given in history.json.',
  missing: 'The file is no longer in the storage of the service.',
} as const;

function contentOf({
  record,
  country,
  region,
  parentalConsents,
  receipt,
  history,
  earlierStates,
  notices,
  audit,
}: Evidence): ArchivedFile[] {
  return [
    {
      name: 'record.json',
      pieces: json({ ...record, country, region, parentalConsents }),
      about: 'The consent record as it stands',
    },
    {
      name: 'history.json',
      pieces: json({ states: history, earlierStates }),
      about: 'Every state of the record, newest first, with the notice that each was made on',
    },
    { name: 'receipt.json', pieces: json(receipt), about: 'The receipt after ISO/IEC TS 27560' },
    {
      name: 'audit.json',
      pieces: json(audit),
      about: 'Entries of the audit log on the profiles and on this record, with their hashes',
    },
    ...notices
      .filter(({ status }) => status === 'included')
      .map((notice) => ({
        name: noticeFile(notice),
        pieces: [Buffer.from(notice.text ?? '')],
        about: 'A notice, exactly as visitors were served it',
      })),
  ];
}

/**
 * Returns a safe file name. Its parts come from the service itself (UUID, number) except for the locale,
 * which an import may have written.
 */
function noticeFile({
  profileId,
  profileVersion,
  locale,
}: {
  profileId: string;
  profileVersion: number;
  locale: string;
}): string {
  return `notices/${[profileId, profileVersion, locale].map((part) => String(part).replace(/[^A-Za-z0-9-]/g, '_')).join('/')}.json`;
}

function* json(value: object): Generator<Uint8Array, void, undefined> {
  for (const piece of jsonPieces(value, '  ')) yield Buffer.from(piece);
  yield Buffer.from('\n');
}
