import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureBuilt } from '../support/built-package';
import { describeWith } from '../support/services';
import { runExample, startExample } from './example-process';

const shell = async (line: string) => JSON.parse((await promisify(execFile)('sh', ['-c', line])).stdout);
const passwordIn = (output: string) => /password +(\S+)/.exec(output)?.[1] ?? '';
const curlLines = (output: string) => output.split('\n').filter((line) => line.trim().startsWith('curl '));

async function signIn(origin: string, password: string): Promise<Response> {
  return fetch(`${origin}/svc/admin/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'admin@shop.example', password }),
  });
}

describeWith('better-sqlite3', 'Starting the example shop', () => {
  let directory: string;

  beforeAll(ensureBuilt, 300_000);
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ec_example_'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  test('the first start prints an address, a password that works and three curl lines that work when pasted', async () => {
    const shop = await startExample(directory);
    const output = shop.output();
    const page = await fetch(`${shop.origin}/`);
    expect(output).toContain(`Open the shop:  ${shop.origin}/`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'nonce-");
    expect((await signIn(shop.origin, passwordIn(output))).status).toBe(200);
    const [, dashboard = ''] = /Dashboard: +(\S+)/.exec(output) ?? [];
    expect(await (await fetch(dashboard)).text()).toContain('<base href="/svc/">');

    const lines = curlLines(output);
    expect(lines).toHaveLength(3);
    const [resolved, file, record] = await Promise.all(lines.map(shell));
    expect(resolved).toMatchObject({ found: true, complianceGroup: 'opt-in', locale: 'de', law: 'GDPR' });
    expect(file).toMatchObject({
      currentLocale: 'de',
      id: resolved.profileId,
      mainBanner: { heading: 'Ihre Daten, Ihre Entscheidung' },
    });
    expect(record).toMatchObject({
      profileId: resolved.profileId,
      locale: 'de',
      consentJson: { analytics: 'denied' },
    });
    expect(await shop.stop()).toBe(0);
  });

  test('secrets are created once, readable only by their owner, and the password is not stored in a file', async () => {
    const first = await startExample(directory);
    const file = join(directory, 'secrets.json');
    const secrets = await readFile(file, 'utf8');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(Object.keys(JSON.parse(secrets))).toEqual(['masterSecret', 'dataSigningHash']);
    await first.stop();

    const second = await startExample(directory);
    expect(await readFile(file, 'utf8')).toBe(secrets);
    await second.stop();
  });

  test('a second start keeps accounts, profiles and consents, and does not print the password again', async () => {
    const first = await startExample(directory);
    const password = passwordIn(first.output());
    const post = curlLines(first.output())[2] ?? '';
    const { visitorId } = await shell(post);
    const bare = await fetch(`${first.origin}/svc/api/v1/consent/${visitorId}`, {
      headers: { Cookie: `svc_vid=${visitorId}` },
    });
    expect([bare.status, await bare.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'visitor_cookie_required' }),
    ]);
    expect(await first.stop()).toBe(0);

    const second = await startExample(directory);
    expect(second.output()).not.toContain('password');
    expect((await signIn(second.origin, password)).status).toBe(200);
    const { token } = (await (await signIn(second.origin, password)).json()) as { token: string };
    const kept = await fetch(`${second.origin}/svc/admin/v1/consents/${visitorId}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(await kept.json()).toMatchObject({ visitorId, consentJson: { preferences: 'granted' } });
    const profiles = await fetch(`${second.origin}/svc/admin/v1/profiles?summary=1`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const summaries = (await profiles.json()) as { complianceGroup: string; isActive: boolean }[];
    expect(summaries.map(({ complianceGroup, isActive }) => `${complianceGroup} ${isActive}`).sort()).toEqual(
      ['opt-in true', 'opt-out-strict true'],
    );
    await second.stop();
  });

  test('its profiles pass without a warning', async () => {
    const shop = await startExample(directory, [], { EXPRESS_CONSENT_ADMIN_PASSWORD: 'a kiln at midnight' });
    expect(shop.output()).toContain('(the one you set)');
    expect(shop.output()).not.toContain('midnight');
    const { token } = (await (await signIn(shop.origin, 'a kiln at midnight')).json()) as { token: string };
    for (const name of ['eu-opt-in', 'us-opt-out-strict']) {
      const answer = await fetch(`${shop.origin}/svc/admin/v1/profiles`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: await readFile(join(__dirname, `../../examples/minimal/profiles/${name}.json`)),
      });
      expect(answer.status).toBe(201);
      expect(await answer.json()).toMatchObject({ warnings: [], isActive: false });
    }
    await shop.stop();
  });

  test('a profile that an operator deactivated stays so after a restart', async () => {
    const first = await startExample(directory, ['--admin-password', 'a kiln at midnight']);
    const { token } = (await (await signIn(first.origin, 'a kiln at midnight')).json()) as { token: string };
    const resolve = async (origin: string) =>
      (await (await fetch(`${origin}/svc/api/v1/resolve-profile?tz=Europe/Berlin`)).json()) as {
        found: boolean;
        profileId: string;
      };
    const { profileId } = await resolve(first.origin);
    await fetch(`${first.origin}/svc/admin/v1/profiles/${profileId}/deactivate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    await first.stop();

    const second = await startExample(directory, ['--admin-password', 'another password']);
    expect(second.output()).toContain('this one is ignored');
    expect(await resolve(second.origin)).toMatchObject({ found: false });
    expect(await Promise.all(curlLines(second.output()).map(shell))).toEqual([
      expect.objectContaining({ found: false }),
    ]);
    await second.stop();
  });

  test('a port in use is reported in one sentence that says what to do', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const refused = await runExample(['--port', String(port), '--data', directory]);
    await new Promise((resolve) => holder.close(resolve));
    expect(refused).toEqual({
      code: 1,
      output: `Port ${port} is already in use. Choose another one: npm start -- --port ${port + 1}\n`,
    });

    // The password made then is still told by the start that succeeds.
    const shop = await startExample(directory);
    expect((await signIn(shop.origin, passwordIn(shop.output()))).status).toBe(200);
    await shop.stop();
  });

  test.each([
    [['--help'], 0, /--port N.*--data DIR.*--admin-password P/s],
    [['--port', 'x'], 1, /^--port must be a number from 1 to 65535, not "x"\.\n$/],
    [['--prot', '1'], 1, /'--prot'/],
    [['--admin-password', 'short'], 1, /auth\.adminPassword/],
  ])('%j is answered without a stack', async (args, code, expected) => {
    const result = await runExample(['--data', directory, ...args]);
    expect(result.code).toBe(code);
    expect(result.output).toMatch(expected);
    expect(result.output).not.toMatch(/^\s+at /m);
  });
});
