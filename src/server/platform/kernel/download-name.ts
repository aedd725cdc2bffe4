/** Number of characters of an id that a name contains. */
const shortLength = 6;

/** The subject of a file: an id is shortened, a word such as a compliance group is not. */
export type DownloadSubject = { readonly id: string } | { readonly word: string };

/**
 * Returns the name of a file that somebody downloads, which tells it from others in their folder: kind, a short id and
 * the day (UTC).
 * @example downloadName('evidence', [{ id: '0b54…3f9c2a' }], '2026-11-26T10:00:00.000Z', 'zip')
 *   // evidence-3f9c2a-2026-11-26.zip
 */
export function downloadName(
  kind: string,
  about: readonly DownloadSubject[],
  time: string,
  extension: string,
): string {
  const subjects = about.map((subject) =>
    'id' in subject ? shortId(subject.id) : subject.word.replace(/[^A-Za-z0-9-]/g, '_'),
  );
  return `${[kind, ...subjects, time.slice(0, 10)].filter(Boolean).join('-')}.${extension}`;
}

/** Returns the headers of a response that browsers save as a file. */
export const asDownload = (name: string, contentType: string) => ({
  'Content-Type': contentType,
  'Content-Disposition': `attachment; filename="${name}"`,
});

/** The end of an id, which differs most: ids that the service makes begin with a time. */
const shortId = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '').slice(-shortLength);
