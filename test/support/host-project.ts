import { mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureBuilt } from './built-package';

const root = resolve(__dirname, '../..');
const hostPackages = [
  'express',
  'jsonwebtoken',
  'knex',
  'oidc-provider',
  'otpauth',
  'prom-client',
  'rate-limiter-flexible',
  'redis',
  'samlp',
];

/**
 * Creates a host's project in a separate folder, in which this package, as it is built, is installed. The caller removes
 * it.
 */
export async function createHostProject(): Promise<string> {
  await ensureBuilt();
  const project = await mkdtemp(join(tmpdir(), 'ec_test_host_'));
  const modules = join(project, 'node_modules');
  await mkdir(modules);
  await symlink(root, join(modules, 'express-consent'));
  for (const name of hostPackages) await symlink(join(root, 'node_modules', name), join(modules, name));
  return project;
}
