import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ensureBuilt } from '../support/built-package';
import { describeInDeep } from '../support/scope';

const root = resolve(__dirname, '../..');

const onSqlite = ['--databases', 'sqlite'];
const once = ['--rounds', '1'];
const shortly = [...once, '--connections', '1', '--seconds', '0.1'];

/** The smallest measurement of each script. */
const benches: Readonly<Record<string, readonly string[]>> = {
  'admin-bodies': once,
  audit: ['--entries', '500', ...onSqlite, ...once],
  exports: ['--consents', '500', ...onSqlite],
  guard: shortly,
  import: ['--rows', '500', ...onSqlite],
  lists: ['--consents', '500', ...onSqlite, ...once],
  load: ['--minutes', '0.05', '--warm-up', '0.01', '--clients', '1', '--consents', '10'],
  reads: ['--consents', '10', ...shortly],
  scale: ['--sizes', '10,20', ...shortly],
  startup: ['--runs', '1'],
  statistics: ['--consents', '500', ...onSqlite, ...once],
  submissions: ['--peers', 'express,inserts', ...shortly],
  telemetry: shortly,
  widget: ['--ways', 'none,tag', ...once],
  'widget-cost': ['--elements', '100', '--changes', '5', '--cookies', '2', ...once],
  'widget-main-thread': ['--ways', 'none,tag', ...once],
};

const hasDirectory = new Set([
  'audit',
  'exports',
  'import',
  'lists',
  'load',
  'reads',
  'scale',
  'statistics',
  'submissions',
]);

describeInDeep('every benchmark measures and ends', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ec_test_benches_'));
    await ensureBuilt('whole');
  });
  afterAll(() => rm(directory, { recursive: true }));

  test('each script that measures is listed here', async () => {
    const scripts = (await readdir(join(root, 'bench'))).filter((name) => name.endsWith('.mjs'));
    const parts =
      /^(all|consent-app|dataset|machine|mounted-service|read-export|widget-site|.*-server)\.mjs$/;
    expect(scripts.filter((name) => !parts.test(name)).sort()).toEqual(
      Object.keys(benches)
        .map((name) => `${name}.mjs`)
        .sort(),
    );
  });

  test.each(Object.entries(benches))('bench/%s.mjs', async (name, options) => {
    const place = hasDirectory.has(name) ? ['--directory', directory] : [];
    const script = ['--expose-gc', `bench/${name}.mjs`, ...options, ...place];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, script, { cwd: root }).catch(
      // A few exit with 1 for a figure that is too high, as it can be on a busy machine.
      (failed: { stdout: string; stderr: string; killed: boolean }) => failed,
    );
    expect(stderr).not.toMatch(/Error|^ {4}at /m);
    expect(stdout).toMatch(/^\|.*\d.*\|$/m);
  });
});
