import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../usage-error';

interface InstalledPackage {
  readonly folder: string;
  readonly manifest: { readonly version?: string; readonly bin?: Readonly<Record<string, string>> };
}

/** Finds a package as Node does: in `node_modules` of the folder and those above it. */
export function findPackage(directory: string, name: string): InstalledPackage | null {
  for (let at = directory; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    const file = join(folder, 'package.json');
    if (existsSync(file)) return { folder, manifest: JSON.parse(readFileSync(file, 'utf8')) };
    if (dirname(at) === at) return null;
  }
}

/** Commands that add packages, by the file that shows which one the project uses. */
const managers = [
  ['pnpm-lock.yaml', 'pnpm', 'add'],
  ['yarn.lock', 'yarn', 'add'],
  ['bun.lock', 'bun', 'add'],
] as const;

/** Returns the command that adds packages to a project, as words. */
export function installCommand(directory: string, names: readonly string[], isDev = false): string[] {
  const [, program, verb] = managers.find(([file]) => existsSync(join(directory, file))) ?? [
    '',
    'npm',
    'install',
  ];
  return [program, verb, ...(isDev ? ['-D'] : []), ...names];
}

/** Runs a program of the project in sight of the user. @throws UsageError when it fails */
export async function runProgram(directory: string, [program = '', ...args]: readonly string[]) {
  const code = await new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: directory,
      stdio: ['ignore', 'inherit', 'inherit'],
      // npm is a script there.
      shell: process.platform === 'win32',
    });
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  if (code !== 0)
    throw new UsageError(
      `\`${[program, ...args].join(' ')}\` failed. Run it yourself, and then this command again: it continues`,
    );
}
