import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import * as exported from 'express-consent';

const root = resolve(__dirname, '../..');

/**
 * Creates the folder of an app as `express-consent init` meets it, in which the package leads to these sources, and
 * `express` to one of the two versions.
 * @param files by their paths
 */
export async function createInitProject(
  express: 'express' | 'express4',
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_init_`));
  const modules = join(project, 'node_modules');
  const own = join(modules, 'express-consent');
  await mkdir(own, { recursive: true });
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
  const loader = JSON.stringify(join(root, 'test/support/typescript.js'));
  const source = (file: string) => JSON.stringify(join(root, file));
  await writeFiles(own, {
    'package.json': JSON.stringify({
      version: '0.0.0',
      bin: { 'express-consent': 'cli.js' },
      exports: { import: './index.mjs', require: './index.js' },
    }),
    'index.js': `require(${loader});\nmodule.exports = require(${source('src/index.ts')});\n`,
    'index.mjs': `import own from './index.js';\nexport const { ${Object.keys(exported).join(', ')} } = own;\n`,
    'cli.js': `require(${loader});\nrequire(${source('src/server/cli/main.ts')});\n`,
  });
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
