import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readHooks } from '../../scripts/generate-plugin-hooks';
import { createHostProject } from '../support/host-project';

const example = resolve(__dirname, '../../examples/plugin-webhook');
const manifest = JSON.parse(readFileSync(join(example, 'package.json'), 'utf8'));

let project: string;
beforeAll(async () => {
  project = await createHostProject();
});
afterAll(() => rm(project, { recursive: true, force: true }));

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: project, timeout: 25_000 });

test('the demonstration runs to its end, and leaves no process running', async () => {
  await cp(example, join(project, 'demo'), { recursive: true });
  const { stdout } = await run('demo/start.mjs');
  expect(stdout.trim().split('\n')).toEqual([
    'The receiver is down. A visitor decides:',
    '  recorded; 1 message waits',
    'The receiver starts:',
    '  received consent.created: {"analytics":"granted","marketing":"denied"}',
    'The visitor changes the decision, and is erased:',
    '  received consent.updated: {"analytics":"denied","marketing":"denied"}',
    expect.stringMatching(/^ {2}received consent\.erased: "[0-9a-f-]{36}"$/),
    'Nothing is left in the outbox: 0 rows',
  ]);
});

test('its receiver takes what is signed, each message once, and again what it could not handle', async () => {
  const script = `
    import { createReceiver } from './receiver.mjs';
    import { webhookPlugin } from './index.js';
    import { signedHeaders } from './signature.js';
    const secret = 'whsec_' + Buffer.alloc(32, 7).toString('base64');
    const handled = [];
    let broken = true;
    const receiver = createReceiver({ secrets: [secret], handle(event) { if (broken) throw new Error('broken'); handled.push(event.type); } });
    await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = 'http://127.0.0.1:' + receiver.address().port;
    const body = JSON.stringify({ type: 'consent.created', data: {} });
    const signed = (now = Date.now(), key = Buffer.alloc(32, 7)) => signedHeaders(key, { id: 'one', body, now });
    const send = async (headers, text = body, method = 'POST') => (await fetch(url, { method, headers, body: method === 'GET' ? undefined : text })).status;
    const statuses = [
      await send({}),
      await send(signed(Date.now(), Buffer.alloc(32, 8))),
      await send(signed(Date.now() - 400_000)),
      await send(signed(), body + ' '),
      await send(signed(), body, 'GET'),
      await send(signed(), 'x'.repeat(2_000_000)),
      await send(signed()),
    ];
    broken = false;
    const replayed = signed();
    statuses.push(await send(replayed), await send(replayed), await send(signed()));
    console.log(JSON.stringify({ statuses, handled, exports: typeof webhookPlugin }));
    receiver.close();
    receiver.closeAllConnections();
  `;
  await cp(example, join(project, 'receiving'), { recursive: true });
  await writeFile(join(project, 'receiving', 'try.mjs'), script);
  const { stdout } = await run('receiving/try.mjs');
  expect(JSON.parse(stdout)).toEqual({
    statuses: [401, 401, 401, 401, 405, 413, 500, 204, 204, 204],
    handled: ['consent.created'],
    exports: 'function',
  });
});

test('it is a package of its own that asks of its host what it needs and brings nothing else', () => {
  expect(manifest.peerDependencies).toEqual({ 'express-consent': '>=0.1.0', knex: '^3.1.0' });
  expect(manifest.dependencies).toBeUndefined();
  const ownVersion = JSON.parse(readFileSync('package.json', 'utf8')).version;
  expect(ownVersion >= '0.1.0').toBe(true);
  const installed = createRequire(join(example, 'package.json'));
  expect(Object.keys(installed('./index.js'))).toEqual(['webhookPlugin', 'verifyWebhook']);
});

test('it has only hooks of the contract', () => {
  const { webhookPlugin } = createRequire(join(example, 'package.json'))('./index.js');
  const plugin = webhookPlugin({
    url: 'https://hooks.example/in',
    secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
  });
  const known = ['name', 'counts', 'retryDead', ...readHooks().map(({ name }) => name)];
  expect(Object.keys(plugin).filter((key) => !known.includes(key))).toEqual([]);
});
