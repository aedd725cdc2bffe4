import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { runDirectory } from './run-directory';

const root = join(__dirname, '../..');

/** Programs that tests run in processes of their own, by name. */
const programs = {
  cli: 'src/server/cli/main.ts',
  crashing: 'test/support/crashing-child.ts',
  database: 'test/support/database-child.ts',
  'lock-holder': 'test/support/lock-holder-child.ts',
  publishing: 'test/support/publishing-child.ts',
  purging: 'test/support/purging-child.ts',
  restarting: 'test/support/restarting-child.ts',
  saving: 'test/support/saving-child.ts',
  service: 'test/support/service-child.ts',
  serving: 'test/support/serving-child.ts',
  statistics: 'test/support/statistics-child.ts',
  submitting: 'test/support/submitting-child.ts',
  synced: 'test/support/synced-child.ts',
  webhook: 'test/support/webhook-child.ts',
} as const;

/** Sources find their neighbours, such as the script of a thread, from where they are. */
const originalPlaces: Plugin = {
  name: 'original places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const places = `const __filename = ${JSON.stringify(path)}, __dirname = ${JSON.stringify(dirname(path))};`;
      // After the line that names the interpreter, and on no line of its own.
      const contents = /__(file|dir)name/.test(text) ? text.replace(/^(#!.*\n)?/, `$1${places} `) : text;
      return { loader: 'ts', contents };
    });
  },
};

/**
 * Bundles the programs, once for a run of many files: a process that loads two thousand modules one by one takes twice as
 * long to start.
 * @param directory of the run
 */
export async function bundlePrograms(directory: string): Promise<void> {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  // Hundreds of files.
  const { '@sinclair/typebox': _, ...external } = { ...dependencies, ...devDependencies };
  const outdir = join(directory, 'programs');
  await mkdir(outdir);
  await symlink(join(root, 'node_modules'), join(outdir, 'node_modules'));
  await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: Object.keys(external),
    loader: { '.csv': 'text' },
    plugins: [originalPlaces],
    logLevel: 'warning',
  });
}

/** Returns the arguments with which Node runs a program; its threads can load TypeScript. */
export function toRun(program: keyof typeof programs): string[] {
  const bundle = join(runDirectory, 'programs', `${program}.js`);
  const file = existsSync(bundle) ? bundle : join(root, programs[program]);
  return ['-r', join(__dirname, 'typescript.js'), file];
}
