import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseChoice, folderToMake } from './choices';
import { findPackage } from './packages';
import type { Choices } from './plan';
import { variables } from './templates';

export interface TextsRequest {
  readonly directory: string;
  readonly choices: Choices;
  readonly publish: boolean;
  /** Who is responsible; undefined: the name of the tenant. */
  readonly controller: string | undefined;
  /** Variable of the address in `.env`; null for SQLite. */
  readonly databaseVariable: string | null;
}

/**
 * Creates the starter texts with the package of the project, whose database driver this process may not have.
 * @returns its output and whether it succeeded; null when the package or the address is not there yet
 */
export async function createTexts({
  directory,
  choices,
  publish,
  controller,
  databaseVariable,
}: TextsRequest): Promise<{ readonly ok: boolean; readonly lines: readonly string[] } | null> {
  const own = findPackage(directory, 'express-consent');
  const bin = own?.manifest.bin?.['express-consent'];
  if (own === null || bin === undefined || findPackage(directory, choices.database.driver) === null)
    return null;
  const folder = folderToMake(choices.database);
  if (folder !== null) await mkdir(join(directory, folder), { recursive: true, mode: 0o700 });
  const program = `
    const address = ${databaseVariable === null ? 'undefined' : `process.env[${JSON.stringify(databaseVariable)}]`};
    if (address !== undefined) process.env.${variables.database} = address;
    process.argv.splice(1, 0, ${JSON.stringify(join(own.folder, bin))});
    require(process.argv[1]);`;
  const args = [
    'starter-texts',
    ...databaseOption(choices.database),
    `--groups=${choices.groups.join(',')}`,
    `--locales=${choices.locales.join(',')}`,
    ...(controller === undefined ? [] : [`--controller=${controller}`]),
    ...(publish ? ['--publish'] : []),
  ];
  const child = spawn(process.execPath, ['--env-file=.env', '-e', program, '--', ...args], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  return { ok: code === 0, lines: output.trimEnd().split('\n') };
}

/** An address with a password comes from `.env`, so that no list of processes shows it. */
const databaseOption = ({ driver, address }: DatabaseChoice): string[] =>
  driver === 'pg' || driver === 'mysql2' || address === null ? [] : [`--database=${address}`];
