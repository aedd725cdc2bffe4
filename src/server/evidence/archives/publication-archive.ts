import { sha256Hex } from '#platform/kernel/crypto';
import type { MissingFile } from './evidence-readme';
import type { PublicationEvidence, PublicationEvidenceService } from './publication-evidence';
import { publicationReadme } from './publication-readme';
import { type ArchivedFile, changedFile, changedReason, toJsonFile, withSums } from './summed-files';
import { zipPieces } from './zip';

/** Maximum total size of the notices in one archive (bytes). */
const maxNoticeBytes = 268_435_456;

/**
 * Yields what visitors got as a verifiable archive. Each notice is read from storage when its turn comes, so
 * that the archive of many versions needs little memory.
 */
export function publicationArchive(
  evidence: PublicationEvidence,
  noticeBytes: PublicationEvidenceService['noticeBytes'],
): AsyncGenerator<Uint8Array, void, undefined> {
  const missing: MissingFile[] = [];
  const { generatedAt, generatedBy, tenantId, complianceGroup, from, to } = evidence;
  const files = withSums(listFiles(evidence, noticeBytes, missing), (packed) => ({
    generatedAt,
    generatedBy,
    tenantId,
    complianceGroup,
    from,
    to,
    files: packed,
    missing,
  }));
  return zipPieces(files, Date.parse(generatedAt));
}

async function* listFiles(
  evidence: PublicationEvidence,
  noticeBytes: PublicationEvidenceService['noticeBytes'],
  missing: MissingFile[],
): AsyncGenerator<ArchivedFile, void, undefined> {
  const { publications, decisions, audit, tenantId } = evidence;
  yield {
    name: 'README.txt',
    pieces: [Buffer.from(publicationReadme(evidence))],
    about: 'What is what, and how to verify it',
  };
  yield {
    name: 'publications.json',
    pieces: toJsonFile({ publications }),
    about: 'Which version visitors got when, who published it, and the SHA-256 of its notices',
  };
  yield {
    name: 'decisions.json',
    pieces: toJsonFile({ days: decisions }),
    about: 'Number of decisions by day (UTC) and profile',
  };
  yield {
    name: 'audit.json',
    pieces: toJsonFile(audit),
    about: 'Entries of the audit log on the profiles, with their hashes',
  };
  const packed = new Set<string>();
  let room = maxNoticeBytes;
  for (const { profileId, version, notices } of publications) {
    for (const { locale, file: name, sha256 } of notices) {
      // A version that was published twice is included once.
      if (packed.has(name)) continue;
      packed.add(name);
      const bytes = await noticeBytes(tenantId, { profileId, version, locale });
      if (bytes === null) {
        missing.push({ name, reason: 'The file is no longer in the storage of the service.' });
        continue;
      }
      const isAsSaved = sha256Hex(bytes) === sha256;
      if (!isAsSaved) missing.push({ name, reason: changedReason });
      if (bytes.length > room) {
        if (isAsSaved) missing.push({ name, reason: 'The notices of this archive are too large in all.' });
        continue;
      }
      room -= bytes.length;
      yield isAsSaved
        ? { name, pieces: [bytes], about: 'A notice, exactly as visitors were served it' }
        : changedFile({ profileId, profileVersion: version, locale }, bytes);
    }
  }
}
