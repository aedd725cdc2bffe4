import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as exported from 'express-consent';

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
 * Creates a host's project in a separate folder, in which the name of the package leads to these sources. The caller
 * removes it.
 */
export async function createHostProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'ec_test_host_'));
  const modules = join(project, 'node_modules');
  const own = join(modules, 'express-consent');
  await mkdir(own, { recursive: true });
  for (const name of hostPackages) await symlink(join(root, 'node_modules', name), join(modules, name));
  await writeFile(
    join(own, 'package.json'),
    JSON.stringify({ exports: { import: './index.mjs', require: './index.js' } }),
  );
  const loader = JSON.stringify(join(root, 'test/support/typescript.js'));
  await writeFile(
    join(own, 'index.js'),
    `require(${loader});\nmodule.exports = require(${JSON.stringify(join(root, 'src/index.ts'))});\n`,
  );
  await writeFile(
    join(own, 'index.mjs'),
    `import own from './index.js';\nexport const { ${Object.keys(exported).join(', ')} } = own;\n`,
  );
  return project;
}
