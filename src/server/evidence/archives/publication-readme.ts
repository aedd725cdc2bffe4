import type { PublicationEvidence } from './publication-evidence';

/** Returns the page that a reader of the archive opens first. */
export function publicationReadme(evidence: PublicationEvidence): string {
  const { generatedAt, generatedBy, tenantId, complianceGroup, from, to, publications, audit } = evidence;
  return [
    'EVIDENCE ON WHAT VISITORS WERE SHOWN',
    '',
    `Made ${generatedAt} by ${generatedBy} for the tenant "${tenantId}".`,
    'All times are in UTC.',
    '',
    `Compliance group ${complianceGroup}`,
    `From             ${from ?? 'the beginning'}`,
    `To               ${to ?? 'the time of this archive'}`,
    '',
    publications.length === 0
      ? 'No banner was published for this group at that time.'
      : 'Shown, the last first:',
    // Names come from operators: they are quoted, so that none can be mistaken for a line of this page.
    ...publications.map(
      ({ profileName, profileId, version, variants, locales, from: start, to: end }) =>
        `  ${start} to ${end ?? 'now'}: ${JSON.stringify(profileName)}, version ${version} (${locales.join(', ')})${toList(variants)}, profile ${profileId}`,
    ),
    '',
    'Files',
    '-----',
    'publications.json  Which version visitors got when, who published it, and the SHA-256 of its notices',
    'decisions.json     Number of decisions by day and profile; days are whole days in UTC. It has every stored decision about the',
    '                   profile, on the day on which it was made. This includes decisions that were imported or sent by a server, so',
    '                   that the visitor did not see the notices here, and decisions of visitors who were erased later',
    'audit.json         Entries of the audit log on the profiles, with their hashes',
    'notices/           The notices: <profile>/<version>/<language>.json, exactly as visitors were served them',
    'manifest.json      Name, size and SHA-256 of each file; files that could not be included, with the reason',
    'SHA256SUMS         The same sums for sha256sum',
    '',
    'How to verify',
    '-------------',
    '1. The files are those that were made:  sha256sum --check SHA256SUMS',
    '   (on macOS: shasum -a 256 --check SHA256SUMS)',
    '',
    '2. A notice is the one that was saved: its SHA-256 equals the one that publications.json names for it. A file below changed/ is what',
    '   the storage has in place of a notice: it is not what was saved. Where publications.json names "variants", each was shown to a share',
    '   of the visitors: what "variants" of the notice has under its id, in place of the same fields. A changed nothing.',
    '',
    '3. An entry of the audit log is unchanged: take it from audit.json without its "hash", write it as JSON with the keys of every',
    '   object in alphabetical order and no white space, and compute the SHA-256 of these UTF-8 bytes. It must equal "hash".',
    `   When this archive was made, the newest entry had the sequence ${audit.head.sequence} and the hash`,
    `   ${audit.head.hash}`,
    '   The operator of the service can have the whole chain walked (GET /audit/verify). The entry about the',
    '   save of a version ("profile:created", "profile:updated", "profile:copied", "profile:rolledBack") has the SHA-256 of its notices',
    '   in "fileHashes" of its changes: compare it with step 2.',
    '',
    'A version was served from "from" until "to". Browsers and caches may have shown an earlier one for a while after a publication,',
    'an hour unless the operator configured another time. Nothing here proves who made these files: that takes a signature, or a copy',
    'that a third party keeps.',
    '',
  ].join('\n');
}

const toList = (variants: PublicationEvidence['publications'][number]['variants']): string =>
  variants.length === 0 ? '' : `, variants ${variants.map(({ id }) => id).join(', ')}`;
