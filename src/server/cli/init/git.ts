import { spawn } from 'node:child_process';

/** Returns whether git tracks a file of a folder; false without git or a repository. */
export function isTracked(directory: string, file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('git', ['ls-files', '--error-unmatch', '--', file], {
      cwd: directory,
      stdio: 'ignore',
    });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
