import { relative, sep } from 'node:path';
import type { OpenService } from '../open-service';
import { sqliteHeader } from '../output';
import { probe } from './probe';
import type { Report } from './report';

/** Name of the file in guides, and in apps of earlier versions of `init`. */
const usualFile = 'consent.sqlite';

/**
 * Asks the site for the SQLite file, below each folder that the app could serve. Without a configuration, asks for the
 * usual name.
 */
export async function checkDatabaseFile(
  report: Report,
  pageUrl: string,
  opened: Pick<OpenService, 'filesInUse'> | null,
): Promise<void> {
  const file = opened?.filesInUse.find(({ use }) => use === 'the database')?.file;
  const names = file === undefined ? (opened === null ? [usualFile] : []) : listNames(file);
  for (const name of names) {
    const { href } = new URL(`/${name}`, pageUrl);
    // A server that knows ranges sends no more than the header.
    const answer = await probe(href, { Range: `bytes=0-${sqliteHeader.length - 1}` });
    if (answer !== null && answer.status < 300 && answer.body.startsWith(sqliteHeader)) {
      report.find('database-served', `${href} sends the SQLite database to everybody.`);
      return;
    }
  }
  if (names.length > 0) report.pass('The site does not send the SQLite database');
}

/** Returns the path from the current folder, and what is left of it from each folder below: `a/b`, `b`. */
function listNames(file: string): string[] {
  const parts = relative('', file)
    .split(sep)
    .filter((part) => part !== '..')
    .map(encodeURIComponent);
  return parts.map((_part, index) => parts.slice(index).join('/'));
}
