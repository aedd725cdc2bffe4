import { evidenceReadme, type MissingFile } from './evidence-readme';
import type { Evidence } from './evidence-schemas';
import {
  type ArchivedFile,
  changedFile,
  changedReason,
  noticeFile,
  toJsonFile,
  withSums,
} from './summed-files';
import { type ZipEntry, zipPieces } from './zip';

/**
 * Yields evidence as a self-explanatory and verifiable archive, piece by piece while it is packed.
 * @param pdf the printed receipt, or the reason why there is none
 */
export function evidenceArchive(
  evidence: Evidence,
  pdf: Buffer | MissingFile,
): AsyncGenerator<Uint8Array, void, undefined> {
  return zipPieces(listEntries(evidence, pdf), Date.parse(evidence.generatedAt));
}

function listEntries(evidence: Evidence, pdf: Buffer | MissingFile): AsyncGenerator<ZipEntry> {
  const missing = [
    ...(Buffer.isBuffer(pdf) ? [] : [pdf]),
    ...evidence.notices
      .filter(({ status }) => status !== 'included')
      .map((notice) => ({ name: noticeFile(notice), reason: noticeReasons[notice.status] })),
  ];
  const content = [
    ...describeContent(evidence),
    ...(Buffer.isBuffer(pdf)
      ? [{ name: 'receipt.pdf', pieces: [pdf], about: 'The receipt as the visitor can print it' }]
      : []),
  ];
  const readme = Buffer.from(evidenceReadme(evidence, content, missing));
  const { generatedAt, generatedBy, tenantId, visitorId } = evidence;
  return withSums(
    [{ name: 'README.txt', pieces: [readme], about: 'What is what, and how to verify it' }, ...content],
    (files) => ({ generatedAt, generatedBy, tenantId, visitorId, files, missing }),
  );
}

const noticeReasons = {
  included: '',
  omitted:
    'The notices of this visitor are too large in all; the file is in the storage of the service, with the hash given in history.json.',
  missing: 'The file is no longer in the storage of the service.',
  changed: changedReason,
} as const;

function describeContent({
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
      pieces: toJsonFile({ ...record, country, region, parentalConsents }),
      about: 'The consent record as it stands',
    },
    {
      name: 'history.json',
      pieces: toJsonFile({ states: history, earlierStates }),
      about: 'Every state of the record, newest first, with the notice that each was made on',
    },
    { name: 'receipt.json', pieces: toJsonFile(receipt), about: 'The receipt after ISO/IEC TS 27560' },
    {
      name: 'audit.json',
      pieces: toJsonFile(audit),
      about: 'Entries of the audit log on the profiles and on this record, with their hashes',
    },
    ...notices.flatMap((notice): ArchivedFile[] => {
      if (notice.text === null) return [];
      const bytes = Buffer.from(notice.text);
      if (notice.status === 'changed') return [changedFile(notice, bytes)];
      const about = 'A notice, exactly as visitors were served it';
      return [{ name: noticeFile(notice), pieces: [bytes], about }];
    }),
  ];
}
