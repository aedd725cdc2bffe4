import { randomBytes } from 'node:crypto';
import type { DatabaseChoice } from './choices';
import { variables } from './templates';

/** Matches each line that sets a variable: what is before its value, and the value with its quotes and comment. */
const assignments = (name: string) =>
  new RegExp(`^([ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=[ \\t]*)(.*)$`, 'gm');

/** Returns a value without its quotes or the comment behind it, as Node and dotenv read it. */
function toValue(text: string): string {
  const quoted = /^(["'`])(.*?)\1/.exec(text);
  return quoted === null ? (text.split('#')[0] ?? '').trim() : (quoted[2] ?? '');
}

/** Returns the value of a variable, which is that of its last line; null: there is none. */
function readVariable(env: string, name: string): string | null {
  const text = [...env.matchAll(assignments(name))].at(-1)?.[2];
  return text === undefined ? null : toValue(text);
}

/** Returns whether a variable has a value. An empty one, as templates have it, is missing. */
export const isSet = (env: string, name: string): boolean => (readVariable(env, name) ?? '') !== '';

/** Returns the variable that names a database on a server; null for SQLite. */
export function nameDatabaseVariable(env: string, { driver, address }: DatabaseChoice): string | null {
  if (driver === 'better-sqlite3' || driver === 'sqlite3') return null;
  const scheme = driver === 'pg' ? /^postgres(?:ql)?:/ : /^mysql:/;
  // The app's own database.
  return address === null && scheme.test(readVariable(env, 'DATABASE_URL') ?? '')
    ? 'DATABASE_URL'
    : variables.database;
}

const newSecret = (bytes: number) => randomBytes(bytes).toString('base64url');

/** Adds the variables that are missing and fills those that are empty; others stay as they are. */
export function addSecrets(
  env: string,
  { adminEmail, database }: { readonly adminEmail: string; readonly database: DatabaseChoice },
  databaseVariable: string | null,
): string {
  const placeholder = database.driver === 'pg' ? 'postgres' : 'mysql';
  const wanted: [name: string, value: string][] = [
    [variables.adminEmail, adminEmail],
    [variables.adminPassword, newSecret(15)],
    [variables.masterSecret, newSecret(32)],
    [variables.dataSigningHash, newSecret(32)],
  ];
  if (databaseVariable === variables.database && database.address !== null)
    wanted.push([databaseVariable, database.address]);
  const missing = wanted.filter(([name]) => !isSet(env, name));
  const isEmpty = ([name]: readonly [string, string]) => readVariable(env, name) !== null;
  const filled = missing.filter(isEmpty).reduce((text, [name, value]) => fill(text, name, value), env);
  const added = missing.filter((each) => !isEmpty(each)).map(([name, value]) => `${name}="${value}"`);
  const lines = [...added];
  if (
    databaseVariable === variables.database &&
    database.address === null &&
    readVariable(env, databaseVariable) === null
  )
    lines.push(`# ${databaseVariable}="${placeholder}://user:password@127.0.0.1/database"`);
  if (lines.length === 0 || (added.length === 0 && env.includes(lines[0] ?? ''))) return filled;
  return append(filled, [
    '# Secrets of express-consent. They last as long as its database; keep them out of version control.',
    ...lines,
  ]);
}

/** Writes a value into each line that sets a variable to nothing. */
const fill = (env: string, name: string, value: string): string =>
  env.replace(assignments(name), (line, start: string, rest: string) => {
    const comment = /#.*$/.exec(rest)?.[0];
    return toValue(rest) === ''
      ? `${start.trimEnd()}"${value}"${comment === undefined ? '' : ` ${comment}`}`
      : line;
  });

/** Shortest values that the service accepts (characters). */
const shortest = {
  [variables.adminPassword]: 12,
  [variables.masterSecret]: 32,
  [variables.dataSigningHash]: 32,
};

/** Returns sentences about the secrets with which the service does not start. */
export const describeShortSecrets = (env: string): string[] =>
  Object.entries(shortest)
    .filter(([name, length]) => isSet(env, name) && [...(readVariable(env, name) ?? '')].length < length)
    .map(
      ([name, length]) =>
        `${name} in .env is too short: the service needs ${length} characters. Write another value, such as from \`openssl rand -base64 48\`.`,
    );

/** Replaces every value, for the screen. A line that sets nothing is part of a value of several lines. */
export const hideValues = (env: string): string =>
  env.replace(/^(?!\s*(?:#|$)).+$/gm, (line) => {
    const [, start, rest = ''] = assignments('[\\w.-]+').exec(line) ?? [];
    if (start === undefined) return '…';
    return toValue(rest) === '' ? line : `${start}"…"`;
  });

/** Adds lines at the end of a text, with its line breaks. */
export function append(text: string, lines: readonly string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text === '' || text.endsWith('\n') ? text : `${text}${eol}`;
  return `${start}${lines.join(eol)}${eol}`;
}
