import { readSignal } from '#standards/receipt/index';
import type { Evidence } from './evidence-schemas';

/** A file that could not be made, and the reason. */
export interface MissingFile {
  readonly name: string;
  readonly reason: string;
}

const noticeNotes = {
  saved: '',
  changed: ' (the file in storage is another one)',
  missing: ' (the file is no longer in storage)',
  imported: ' (the decision was imported: what was shown is not known)',
} as const;

const signalWords = { seen: 'seen', notSeen: 'not seen', unknown: 'not known' } as const;

/**
 * Returns the page that a reader opens first: it explains what happened, which file contains what, and how to
 * check each without this service.
 */
export function evidenceReadme(
  evidence: Evidence,
  files: readonly { readonly name: string; readonly about: string }[],
  missing: readonly MissingFile[],
): string {
  const { record, receipt, history, earlierStates, audit } = evidence;
  const width = Math.max(...files.map(({ name }) => name.length)) + 2;
  // Category ids come from visitors' pages: they are quoted, so that none can be mistaken for a line of this
  // page.
  const states = Object.entries(record.consentJson).map(
    ([category, state]) => `  ${JSON.stringify(category)}: ${state}`,
  );
  const services = Object.entries(record.services ?? {}).map(
    ([key, isAllowed]) => `  service ${JSON.stringify(key)}: ${isAllowed ? 'allowed' : 'refused'}`,
  );
  return [
    'EVIDENCE ON ONE CONSENT',
    '',
    `Made ${evidence.generatedAt} by ${evidence.generatedBy} for the tenant "${evidence.tenantId}".`,
    'All times are in UTC.',
    '',
    'Summary',
    '-------',
    `Visitor       ${evidence.visitorId}`,
    `Record        ${record.id}`,
    `First decided ${record.createdAt}`,
    `Last decided  ${record.updatedAt}`,
    `Notice        profile ${record.profileId}, version ${record.profileVersion}${record.variant === undefined ? '' : `, variant ${record.variant}`}, language ${receipt.language}`,
    `              SHA-256 ${receipt.noticeSha256 ?? 'unknown'}${noticeNotes[receipt.noticeStatus]}`,
    `Rules         ${receipt.complianceGroup ?? 'none'}${receipt.law === null ? '' : ` (${receipt.law})`}`,
    `GPC signal    ${signalWords[readSignal(receipt)]}`,
    `In force      ${receipt.validity.valid ? 'yes' : `no: ${receipt.validity.reason}`}${receipt.validity.expiresAt === null ? '' : `, until ${receipt.validity.expiresAt}`}`,
    `States kept   ${history.length}${earlierStates > 0 ? `, and ${earlierStates} older ones that are not in this archive` : ''}`,
    '',
    'Decision as it stands:',
    ...(states.length === 0 ? ['  (a notice was seen; there was nothing to choose)'] : states),
    ...services,
    '',
    'Files',
    '-----',
    ...files.map(({ name, about }) => `${name.padEnd(width)}${about}`),
    `${'manifest.json'.padEnd(width)}Name, size and SHA-256 of each file above and of this one`,
    `${'SHA256SUMS'.padEnd(width)}The same sums for sha256sum`,
    ...(missing.length === 0
      ? []
      : ['', 'Not in this archive:', ...missing.map(({ name, reason }) => `  ${name}: ${reason}`)]),
    '',
    'How to verify',
    '-------------',
    '1. The files are those that were made:  sha256sum --check SHA256SUMS',
    '   (on macOS: shasum -a 256 --check SHA256SUMS)',
    '',
    '2. A notice is the one that was shown: each entry of history.json names the SHA-256 of its notice as it was saved. It must equal the',
    '   SHA-256 of the file below notices/. A file below changed/ is what the storage has in place of a notice: it is not what was saved,',
    '   and receipt.json takes the names of categories and cookies from it where its "noticeStatus" is "changed". The service publishes the same bytes at the address that receipt.json gives as privacy_notice, and',
    '   never changes a version once it is published. While an experiment ran, the file has the texts of all variants: an entry names the',
    '   one that was shown in "variant"; what "variants" of the file has under it was shown in place of the same fields. A changed nothing.',
    '   An entry whose decision was imported ("by" is "import") names no SHA-256: it was made in another product, and nothing here says',
    '   what the visitor was shown there. Its profile and version only say how the decision is judged.',
    '',
    '3. An entry of the audit log is unchanged: take it from audit.json without its "hash", write it as JSON with the keys of every',
    '   object in alphabetical order and no white space, and compute the SHA-256 of these UTF-8 bytes. It must equal "hash".',
    '   "previousHash" is the hash of the entry with the next lower "sequence" of the same tenant, so that none can be changed, taken',
    '   out or put in without changing all that follow. Entries on other matters are not in this archive; the operator of the',
    '   service can have the whole chain walked (GET /audit/verify). The entry about the save of a version ("profile:created",',
    '   "profile:updated", "profile:copied", "profile:rolledBack") has the SHA-256 of its notices in "fileHashes" of its changes: compare',
    '   it with step 2. Decisions of visitors are not in the log.',
    `   When this archive was made, the newest entry had the sequence ${audit.head.sequence} and the hash`,
    `   ${audit.head.hash}`,
    '',
    'The audit log names a visitor by an HMAC-SHA-256 of the id with a secret of the operator, as the "resourceId" of entries on this',
    'record, so only the operator can compute it again. The other hashes prove that the files belong together and were not changed',
    'since they were made. "by" in history.json says who wrote a state: the browser of the visitor, a server with the API key that',
    '"apiKeyId" names, or an import. A plugin of the operator may have changed a decision before it was stored. An "ownershipProven"',
    'of false says that the request knew the visitor id but did not prove that it came from the browser of the visitor. "createdAt" is',
    'the time of the decision, by the clock of the browser where "receivedAt" states that it arrived later. "method" and "layer" are',
    'what the page reported. A "decided" of false marks a state in which the choices stayed. Nothing here proves who made these files:',
    'that takes a signature, or a copy that a third party keeps.',
    '',
  ].join('\n');
}
