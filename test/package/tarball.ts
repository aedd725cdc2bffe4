import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const root = resolve(__dirname, '../..');

/** Longest time of a program (ms). In CI it runs while the tests use both cores. */
const longestRunMs = 600_000;

/** Runs a program; its output is in the error when it fails. */
export async function run(file: string, args: readonly string[], cwd: string): Promise<string> {
  // What npm tells the scripts it runs would make an npm inside them work on this project instead of its own
  // folder.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  try {
    return (await promisify(execFile)(file, args, { cwd, env, maxBuffer: 1 << 26, timeout: longestRunMs }))
      .stdout;
  } catch (error) {
    const { stdout, stderr, killed } = error as { stdout: string; stderr: string; killed: boolean };
    const late = killed ? ` took longer than ${longestRunMs / 1000} s` : '';
    throw new Error(`${file} ${args.join(' ')}${late}\n${stdout}\n${stderr}`);
  }
}

export interface Tarball {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Packs what `npm run build` has put into the dist/ of a package; of the server's unless another folder is named. */
export async function pack(directory: string, folder = root): Promise<Tarball> {
  const [tarball] = JSON.parse(
    await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', directory], folder),
  ) as Tarball[];
  if (!tarball) throw new Error('npm pack made nothing');
  return { ...tarball, filename: join(directory, tarball.filename) };
}

async function installedVersion(name: string): Promise<string> {
  return `${name}@${JSON.parse(await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8')).version}`;
}

/** Makes a host's project with tarballs and their peers. Drivers and types are linked, as they were built here already. */
export async function createScratchProject(directory: string, tarballs: readonly Tarball[]): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(
    join(directory, 'package.json'),
    JSON.stringify({ name: 'host', private: true, type: 'module' }),
  );
  await run(
    'npm',
    [
      'install',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      ...tarballs.map(({ filename }) => filename),
      await installedVersion('express'),
      await installedVersion('knex'),
    ],
    directory,
  );
  // Only these types, so that one of our declarations does not compile if it needs others.
  const linked = ['better-sqlite3', 'sqlite3', '@types/node', '@types/express'];
  await mkdir(join(directory, 'node_modules/@types'), { recursive: true });
  for (const name of linked)
    await symlink(join(root, 'node_modules', name), join(directory, 'node_modules', name));
  await cp(join(__dirname, 'scratch'), directory, { recursive: true });
}

/** Copies such a project, which takes a fraction of installing it again. */
export async function copyProject(from: string, to: string, type: 'module' | 'commonjs'): Promise<void> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
  const file = join(to, 'package.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), type }));
}
