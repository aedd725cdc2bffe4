import { sha256Hex } from '../../kernel/crypto';
import { evidenceReadme, type MissingFile } from './evidence-readme';
import type { Evidence } from './evidence-schemas';
import { type ZipEntry, zipFiles } from './zip';

/** What an archive tells of its own files. */
export interface Manifest {
  readonly generatedAt: string;
  readonly generatedBy: string;
  readonly tenantId: string;
  readonly visitorId: string;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string; readonly about: string }[];
  readonly missing: readonly MissingFile[];
}

interface ArchivedFile extends ZipEntry {
  readonly about: string;
}

/** Evidence as an archive that explains and proves itself. @param pdf the printed receipt, or why there is none */
export async function evidenceArchive(evidence: Evidence, pdf: Buffer | MissingFile): Promise<Buffer> {
  const missing = [
    ...(Buffer.isBuffer(pdf) ? [] : [pdf]),
    ...evidence.notices.filter(({ status }) => status !== 'included').map((notice) => ({ name: noticeFile(notice), reason: noticeReasons[notice.status] })),
  ];
  const content = [
    ...contentOf(evidence),
    ...(Buffer.isBuffer(pdf) ? [{ name: 'receipt.pdf', bytes: pdf, about: 'The receipt as the visitor can print it' }] : []),
  ];
  const files: ArchivedFile[] = [
    { name: 'README.txt', bytes: Buffer.from(evidenceReadme(evidence, content, missing)), about: 'What is what, and how to verify it' },
    ...content,
  ];
  const manifest: Manifest = {
    generatedAt: evidence.generatedAt,
    generatedBy: evidence.generatedBy,
    tenantId: evidence.tenantId,
    visitorId: evidence.visitorId,
    files: files.map(({ name, bytes, about }) => ({ name, bytes: bytes.length, sha256: sha256Hex(Buffer.from(bytes)), about })),
    missing,
  };
  const sums = manifest.files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
  return zipFiles(
    [...files, { name: 'manifest.json', bytes: json(manifest) }, { name: 'SHA256SUMS', bytes: Buffer.from(sums) }],
    Date.parse(evidence.generatedAt),
  );
}

const noticeReasons = {
  included: '',
  omitted: 'The notices of this visitor are too large in all; the file is in the storage of the service, with the hash given in history.json.',
  missing: 'The file is no longer in the storage of the service.',
} as const;

function contentOf({ record, country, region, parentalConsents, receipt, history, earlierStates, notices, audit }: Evidence): ArchivedFile[] {
  return [
    { name: 'record.json', bytes: json({ ...record, country, region, parentalConsents }), about: 'The consent record as it stands' },
    {
      name: 'history.json',
      bytes: json({ states: history, earlierStates }),
      about: 'Every state of the record, newest first, with the notice that each was made on',
    },
    { name: 'receipt.json', bytes: json(receipt), about: 'The receipt after ISO/IEC TS 27560' },
    { name: 'audit.json', bytes: json(audit), about: 'Entries of the audit log on the profiles and on this record, with their hashes' },
    ...notices
      .filter(({ status }) => status === 'included')
      .map((notice) => ({ name: noticeFile(notice), bytes: Buffer.from(notice.text ?? ''), about: 'A notice, exactly as visitors were served it' })),
  ];
}

/** Parts of the name come from the service itself (UUID, number) but for the locale, which an import may have written. */
function noticeFile({ profileId, profileVersion, locale }: { profileId: string; profileVersion: number; locale: string }): string {
  return `notices/${[profileId, profileVersion, locale].map((part) => String(part).replace(/[^A-Za-z0-9-]/g, '_')).join('/')}.json`;
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
