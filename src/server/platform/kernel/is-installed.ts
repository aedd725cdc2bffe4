import { createRequire } from 'node:module';

/** Returns whether a package, such as a database driver, can be loaded. */
export function isInstalled(name: string): boolean {
  try {
    createRequire(__filename).resolve(name);
    return true;
  } catch {
    return false;
  }
}
