import { existsSync } from 'node:fs';
import { isAbsolute, join, posix } from 'node:path';
import { bannerTextLocales } from '#content/banner-texts/index';
import { closest } from '#platform/kernel/closest';
import { type ComplianceGroupId, complianceGroupIds } from '#standards/compliance/index';
import { placesOfGroup } from '#standards/jurisdiction/index';
import { UsageError } from '../usage-error';
import { maskComments } from './mask-code';
import type { Driver, Project } from './project';

export interface DatabaseChoice {
  readonly driver: Driver;
  /** A SQLite file, a URL, or null: the URL is not known yet. */
  readonly address: string | null;
}

/** The European Economic Area, the United Kingdom and Switzerland, whose visitors one banner usually serves. */
const europe =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO GB CH'.split(
    ' ',
  );

const regions: Readonly<Record<string, (place: string) => boolean>> = {
  europe: (place) => europe.includes(place),
  usa: (place) => place.startsWith('US-') || place === 'US',
  world: () => true,
};

const words = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((word) => word.toLowerCase())
    .filter(Boolean);

/** Reads regions and ids of compliance groups: `europe,usa`, `opt-in`. @throws UsageError */
export function readGroups(text: string): ComplianceGroupId[] {
  const known = [...Object.keys(regions), ...complianceGroupIds];
  const chosen = words(text);
  const unknown = chosen.find((word) => !known.includes(word));
  if (unknown !== undefined || chosen.length === 0)
    throw new UsageError(
      `${unknown === undefined ? 'Name at least one region or group' : `There is no region or group "${unknown}"${hint(unknown, known)}`}. There are ${known.join(', ')}`,
    );
  return complianceGroupIds.filter((group) =>
    chosen.some((word) => {
      const isIn = regions[word];
      if (isIn === undefined) return word === group;
      return word === 'world' || placesOfGroup(group, Date.now()).some(({ place }) => isIn(place));
    }),
  );
}

/** Reads languages, the default one first: `de,en`. @throws UsageError */
export function readLocales(text: string): string[] {
  const chosen = words(text);
  if (chosen.length === 1 && chosen[0] === 'all') return [...bannerTextLocales];
  const found = chosen.map((word) => {
    const locale = bannerTextLocales.find((known) => known.toLowerCase() === word);
    if (locale === undefined)
      throw new UsageError(
        `There are no starter texts in "${word}". There are in ${bannerTextLocales.join(', ')}; \`all\` takes them all`,
      );
    return locale;
  });
  if (found.length === 0) throw new UsageError('Name at least one language');
  return [...new Set(found)];
}

const kinds: Readonly<Record<string, Driver>> = {
  sqlite: 'better-sqlite3',
  'better-sqlite3': 'better-sqlite3',
  sqlite3: 'sqlite3',
  postgres: 'pg',
  postgresql: 'pg',
  pg: 'pg',
  mysql: 'mysql2',
  mysql2: 'mysql2',
  mariadb: 'mysql2',
};

/** Folder of the app that only its user can read. */
export const privateFolder = '.consent';
/**
 * Files of SQLite, from the folder of the app. The second one was the default, and stays in use where it is. Static
 * middleware that serves the folder of an app leaves out names that begin with a dot; in Express 4 only where that is
 * the name of the file itself.
 */
const [hiddenFile, earlierFile] = [`${privateFolder}/.consent.sqlite`, 'consent.sqlite'];
const isSqlite = (driver: Driver) => driver === 'better-sqlite3' || driver === 'sqlite3';

/** Returns the folder of a SQLite file that is made with it, from the folder of the app; null: none is. */
export function folderToMake({ driver, address }: DatabaseChoice): string | null {
  if (!isSqlite(driver) || address === null || isAbsolute(address)) return null;
  const folder = posix.dirname(address.replaceAll('\\', '/'));
  return folder === '.' ? null : folder;
}

/** Reads a kind of database, a SQLite file or a URL. @throws UsageError */
export function readDatabase(
  text: string,
  { drivers, directory }: Pick<Project, 'drivers' | 'directory'>,
): DatabaseChoice {
  const sqliteFile = existsSync(join(directory, earlierFile)) ? earlierFile : hiddenFile;
  const sqlite = drivers.find(isSqlite) ?? 'better-sqlite3';
  const kind = kinds[text.toLowerCase()];
  if (text.toLowerCase() === 'sqlite') return { driver: sqlite, address: sqliteFile };
  if (kind !== undefined) return { driver: kind, address: isSqlite(kind) ? sqliteFile : null };
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    const driver = kinds[scheme];
    if (driver === undefined || isSqlite(driver))
      throw new UsageError(`--database accepts a SQLite file, mysql://… or postgres://…, not ${scheme}://…`);
    // So that `.env` can have it between quotes, whatever the password contains.
    const address = text.replace(/["\\`$\s]/g, encodeURIComponent).replace(/^mariadb:/i, 'mysql:');
    return { driver, address };
  }
  if (!/\.(?:sqlite3?|db)$/i.test(text))
    throw new UsageError(
      `"${text}" is not a database. Write sqlite, postgres, mysql, a file such as ${earlierFile}, or a URL`,
    );
  return { driver: sqlite, address: text.replace(/^sqlite:/, '') };
}

/** Returns the database that the app uses already, for `readDatabase`; SQLite if there is none. */
export const suggestDatabase = ({ drivers: [first] }: Pick<Project, 'drivers'>): string =>
  first === undefined || isSqlite(first) ? 'sqlite' : first === 'pg' ? 'postgres' : 'mysql';

/** Returns the language of the app's pages if there are starter texts, else English. */
export const suggestLocale = ({ language }: Pick<Project, 'language'>): string =>
  bannerTextLocales.find((locale) => locale.toLowerCase() === language?.toLowerCase()) ?? 'en';

function hint(word: string, known: readonly string[]): string {
  const near = closest(word, known);
  return near === null ? '' : `; did you mean ${near}?`;
}

/** Reads the database in a module that an earlier run has written; null when a person has changed that part. */
export function readDatabaseOf(text: string): DatabaseChoice | null {
  const serviceModule = maskComments(text);
  const client = /client: '([\w-]+)'/.exec(serviceModule)?.[1];
  const driver = client === undefined ? undefined : kinds[client];
  if (driver === undefined) return null;
  if (!isSqlite(driver)) return { driver, address: null };
  const address = /filename(?::| = join\(folder,) '((?:[^'\\]|\\.)+)'/.exec(serviceModule)?.[1];
  return address === undefined ? null : { driver, address: address.replace(/\\(.)/g, '$1') };
}
