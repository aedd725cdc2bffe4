import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureBuilt } from '../support/built-package';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { type ExampleProcess, runExample, startExample } from './example-process';

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

const makeFolder = () => mkdtemp(join(tmpdir(), 'ec_example_'));

describeWith('better-sqlite3', 'Starting the example shop', () => {
  beforeAll(ensureBuilt, 300_000);

  describe('for the first time, and again', () => {
    let directory: string;
    let shop: ExampleProcess;
    let password: string;
    let secrets: string;
    let visitorId: string;
    const secretsFile = () => join(directory, 'secrets.json');

    beforeAll(async () => {
      directory = await makeFolder();
      shop = await startExample(directory);
      password = passwordIn(shop.output());
    }, 120_000);
    afterAll(async () => {
      await shop.stop();
      await rm(directory, { recursive: true, force: true });
    });

    test('the first start prints an address, a password that works and three curl lines that work when pasted', async () => {
      const output = shop.output();
      const page = await fetch(`${shop.origin}/`);
      expect(output).toContain(`Open the shop:  ${shop.origin}/`);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toContain("script-src 'nonce-");
      expect((await signIn(shop.origin, password)).status).toBe(200);
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
      visitorId = record.visitorId;
    });

    test('its secrets are readable only by their owner, and the password is not among them', async () => {
      secrets = await readFile(secretsFile(), 'utf8');
      expect((await stat(secretsFile())).mode & 0o777).toBe(0o600);
      expect(Object.keys(JSON.parse(secrets))).toEqual(['masterSecret', 'dataSigningHash']);
    });

    test('an id alone proves nothing: a record is given only to the visitor’s own cookie', async () => {
      const bare = await fetch(`${shop.origin}/svc/api/v1/consent/${visitorId}`, {
        headers: { Cookie: `svc_vid=${visitorId}` },
      });
      expect([bare.status, await bare.json()]).toEqual([
        403,
        expect.objectContaining({ code: 'visitor_cookie_required' }),
      ]);
    });

    test('a second start keeps secrets, accounts, profiles and consents, and does not print the password again', async () => {
      expect(await shop.stop()).toBe(0);
      shop = await startExample(directory);
      expect(await readFile(secretsFile(), 'utf8')).toBe(secrets);
      expect(shop.output()).not.toContain('password');
      const { token } = (await (await signIn(shop.origin, password)).json()) as { token: string };
      const headers = { Authorization: `Bearer ${token}` };
      const kept = await fetch(`${shop.origin}/svc/admin/v1/consents/${visitorId}`, { headers });
      expect(await kept.json()).toMatchObject({ visitorId, consentJson: { preferences: 'granted' } });
      const profiles = await fetch(`${shop.origin}/svc/admin/v1/profiles?summary=1`, { headers });
      const summaries = (await profiles.json()) as { complianceGroup: string; isActive: boolean }[];
      expect(
        summaries.map(({ complianceGroup, isActive }) => `${complianceGroup} ${isActive}`).sort(),
      ).toEqual(['opt-in true', 'opt-out-strict true']);
    });
  });

  describe('in a folder of its own', () => {
    let directory: string;
    beforeEach(async () => {
      directory = await makeFolder();
    });
    afterEach(() => rm(directory, { recursive: true, force: true }));

    testInDeep(
      'its profiles pass without a warning, and one that an operator deactivated stays so after a restart',
      async () => {
        const first = await startExample(directory, [], {
          EXPRESS_CONSENT_ADMIN_PASSWORD: 'a kiln at midnight',
        });
        expect(first.output()).toContain('(the one you set)');
        expect(first.output()).not.toContain('midnight');
        const { token } = (await (await signIn(first.origin, 'a kiln at midnight')).json()) as {
          token: string;
        };
        for (const name of ['eu-opt-in', 'us-opt-out-strict']) {
          const answer = await fetch(`${first.origin}/svc/admin/v1/profiles`, {
            method: 'POST',
            headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
            body: await readFile(join(__dirname, `../../examples/minimal/profiles/${name}.json`)),
          });
          expect(answer.status).toBe(201);
          expect(await answer.json()).toMatchObject({ warnings: [], isActive: false });
        }
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
      },
    );

    testInDeep('a port in use is reported in one sentence that says what to do', async () => {
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

    test.each(
      pickSome(
        [
          [['--help'], 0, /--port N.*--data DIR.*--admin-password P/s],
          [['--port', 'x'], 1, /^--port must be a number from 1 to 65535, not "x"\.\n$/],
          [['--prot', '1'], 1, /'--prot'/],
          [['--admin-password', 'short'], 1, /auth\.adminPassword/],
        ],
        2,
      ),
    )('%j is answered without a stack', async (args, code, expected) => {
      const result = await runExample(['--data', directory, ...args]);
      expect(result.code).toBe(code);
      expect(result.output).toMatch(expected);
      expect(result.output).not.toMatch(/^\s+at /m);
    });
  });
});
