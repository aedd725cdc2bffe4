import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './tarball';

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const script = `
  const knex = require('knex')({ client: 'better-sqlite3', connection: { filename: ':memory:' }, useNullAsDefault: true });
  const { createConsentService } = require('./dist/index.js');
  const loaded = () => Object.keys(require.cache);
  const service = createConsentService({ knex, logger: { info() {}, warn() {}, error() {} } });
  const created = loaded();
  service.start().then(() => {
    console.log(JSON.stringify({ created, started: loaded() }));
    process.exit();
  });`;

/** Memory and time of every host: a package or file that joins these needs a reason. */
test('a service that has started has loaded nothing that only some requests need', async () => {
  const { created, started }: Record<string, string[]> = JSON.parse(
    await run(process.execPath, ['-e', script], root),
  );
  const packagesIn = (files: readonly string[] = []) =>
    Object.keys(dependencies).filter((name) => files.some((file) => file.includes(`/node_modules/${name}/`)));
  const needed = [
    'ajv-formats',
    'countries-and-timezones',
    'eventemitter3',
    'lru-cache',
    'rate-limiter-flexible',
  ];
  expect(packagesIn(created)).toEqual(needed);
  expect(packagesIn(started)).toEqual(['ajv', ...needed, 'uuidv7']);
  expect(existsSync(join(root, 'dist/texts.js'))).toBe(true);
  expect(started).not.toContain(join(root, 'dist/texts.js'));
});
