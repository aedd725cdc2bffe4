import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ensureBuilt } from './built-package';
import { isCore } from './scope';

const root = resolve(__dirname, '../..');

/**
 * Creates the folder of an app as `express-consent init` meets it, in which this package, as it is built, is installed,
 * and one of the two versions of Express.
 * @param files by their paths
 */
export async function createInitProject(
  express: 'express' | 'express4',
  files: Readonly<Record<string, string>>,
): Promise<string> {
  // Its programs run in the longer tests only.
  if (!isCore) await ensureBuilt();
  const project = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_init_`));
  const modules = join(project, 'node_modules');
  await mkdir(modules);
  await symlink(root, join(modules, 'express-consent'));
  const linked = {
    express,
    knex: 'knex',
    'better-sqlite3': 'better-sqlite3',
    pg: 'pg',
    typescript: 'typescript',
  };
  for (const [name, target] of Object.entries(linked))
    await symlink(join(root, 'node_modules', target), join(modules, name));
  await symlink(join(root, 'node_modules/@types'), join(modules, '@types'));
  await writeFiles(project, files);
  return project;
}

async function writeFiles(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), text);
  }
}

export const readIn = (project: string, file: string): Promise<string> =>
  readFile(join(project, file), 'utf8');
