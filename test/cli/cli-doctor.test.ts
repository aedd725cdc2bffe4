import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, globalAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import express from 'express';
import { databaseStorage } from 'express-consent';
import createKnex, { type Knex } from 'knex';
import { checkMachine } from '#cli/doctor/check-machine';
import { findBlockingDirectives, type PolicyScript } from '#cli/doctor/content-policy';
import { createReport } from '#cli/doctor/report';
import { runCli, runCliHere } from '../support/cli';
import { adminEmail, adminPassword, createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';
import { newSigningKey } from '../support/self-signed-certificate';

let directory: string;
let knex: Knex;
let app: TestApp;
let database: string;
/** Answers in front of the service; false: leaves the request to it. */
let intercept: (req: IncomingMessage, res: ServerResponse) => boolean = () => false;
let page = '';
let pageHeaders: Record<string, string> = {};
let origin: string;
const server = createServer((req, res) => {
  if (!intercept(req, res)) host(req, res);
});
const host = express();

const masterSecret = 'master-4Zc0cLr8mXfB1nTq7VwEyKdPs2uHgJ';
const dataSigningHash = 'signing-9QkRt5WmYz3LxNc6BvDfGhJs8aPeUo';
const environment = {
  EXPRESS_CONSENT_MASTER_SECRET: masterSecret,
  EXPRESS_CONSENT_DATA_SIGNING_HASH: dataSigningHash,
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_doctor_`));
  database = join(directory, 'consent.sqlite');
  knex = createKnex({ client: 'better-sqlite3', connection: { filename: database }, useNullAsDefault: true });
  app = await createTestApp({
    knex,
    config: { auth: { adminEmail, adminPassword, masterSecret }, compliance: { dataSigningHash } },
  });
  await app.service.start();
  await createActiveProfile(app);
  host.get('/', (_req, res) => void res.set(pageHeaders).send(page));
  host.use(app.service.publicRouter, app.service.adminRouter);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await app.close();
  await knex.destroy();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(() => {
  intercept = () => false;
  page = '<head><script src="/svc/widget.js" async></script></head>';
  pageHeaders = {};
});

interface Data {
  readonly ok: boolean;
  readonly passed: readonly string[];
  readonly findings: readonly { readonly code: string; readonly what: string; readonly see: string }[];
}

/** Runs doctor and returns its report. */
async function doctor(args: readonly string[], env: Readonly<Record<string, string>> = environment) {
  const { code, stdout, stderr } = await runCliHere(['doctor', ...args, '--json'], env);
  expect(stderr).toBe('');
  expect(stdout).not.toContain(masterSecret);
  const data = JSON.parse(stdout) as Data;
  expect(code).toBe(data.ok ? 0 : 1);
  return { ...data, codes: data.findings.map((finding) => finding.code) };
}
const setOrigins = async (allowedOrigins: readonly string[]) =>
  app.request
    .patch(`${app.adminBase}/settings`)
    .set(await app.asAdmin())
    .send({ allowedOrigins })
    .expect(200);
const site = (...args: string[]) => doctor([`${origin}/`, ...args]);

describe('the installation', () => {
  test('what is in order is listed, and so are groups without a banner, with their places', async () => {
    const { passed, codes } = await doctor(['--database', database]);
    expect(passed.join('\n')).toMatch(/hostile values unchanged \(better-sqlite3\)/);
    expect(passed).toEqual(
      expect.arrayContaining([
        'Rows can be written, read back unchanged, and undone',
        'The storage (database) writes, reads and removes',
        expect.stringMatching(/^auth\.masterSecret is set, fingerprint [0-9a-f]{8}$/),
        expect.stringMatching(/^Profiles are active for opt-in; .*opt-out-strict \(US-CA, /),
      ]),
    );
    expect(codes).toEqual([]);
    expect(await databaseStorage(knex).list('_doctor')).toEqual([]);
  });

  /** Writes a module as an app has it, without the proof of ownership, and returns its path. */
  async function writeModule(name: string, filename: string): Promise<string> {
    const module = join(directory, name);
    await writeFile(
      module,
      `import knex from ${JSON.stringify(pathToFileURL(require.resolve('knex')).href)};
        const connection = { filename: ${JSON.stringify(filename)} };
        export const config = {
          knex: knex({ client: 'better-sqlite3', connection, useNullAsDefault: true }),
          auth: { masterSecret: '${masterSecret}' },
          compliance: { dataSigningHash: '${dataSigningHash}' },
        };`,
    );
    return module;
  }

  test('nothing is sent with a configuration that can differ from that of the app, and no other storage is filled', async () => {
    const copy = join(directory, 'copy.sqlite');
    await knex.raw('vacuum into ?', [copy]);
    const other = createKnex({
      client: 'better-sqlite3',
      connection: { filename: copy },
      useNullAsDefault: true,
    });
    const longAgo = Date.now() - 9 * 86_400_000;
    const row = { id: 'one', tenant_id: 'default', created_at: longAgo };
    const webhook = { name: '', url: 'https://shop.example/', events: '[]', enabled: true, secret: '' };
    await other('svc_webhooks').insert({ ...row, ...webhook, previous_secrets: '[]', updated_at: longAgo });
    const waiting = { webhook_id: 'one', event: 'consent.erased', body: '', status: 'waiting', attempts: 0 };
    await other('svc_webhook_messages').insert({ ...row, ...waiting, due_at: longAgo });
    await doctor(['--database', copy]);
    expect(await other('svc_webhook_messages')).toMatchObject([waiting]);

    await other('svc_files').delete();
    expect((await doctor(['--database', copy])).codes).toEqual(['storage-not-named']);
    expect(await other('svc_files')).toEqual([]);
    await other.destroy();

    // A module that names no storage is that of an app which keeps its files in the database.
    const module = await writeModule('copy.mjs', copy);
    const { stdout } = await runCli(['doctor', '--config', module, '--json'], { cwd: directory });
    expect(JSON.parse(stdout).passed).toContain('The storage (database) writes, reads and removes');
  });

  test('tables that cannot be written are reported with the reason, without the statement', async () => {
    await knex.raw(
      "create trigger refuse before insert on svc_value_checks begin select raise(abort, 'the disk is worn out'); end",
    );
    const { findings } = await doctor(['--database', database]).finally(() =>
      knex.raw('drop trigger refuse'),
    );
    expect(findings).toMatchObject([
      {
        code: 'database-read-only',
        what: 'The tables cannot be written: the disk is worn out (SQLITE_CONSTRAINT_TRIGGER)',
        change: expect.stringMatching(/^Let the process write the file and its folder/),
      },
    ]);
  });

  test('missing, changed, equal and known secrets are found by their fingerprints', async () => {
    const none = await doctor(['--database', database], {});
    expect(none.findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'secret-missing', see: expect.stringMatching(/#no-master-secret$/) }),
        expect.objectContaining({
          code: 'secret-missing',
          change: expect.stringContaining('Set EXPRESS_CONSENT_DATA_SIGNING_HASH in .env.'),
          see: expect.stringMatching(/#no-signing-hash$/),
        }),
      ]),
    );
    // The service logs the same at its start.
    expect(none.codes).toEqual(['secret-missing', 'secret-missing']);
    const example = 'change-me-change-me-change-me-change-me';
    const other = await doctor(['--database', database], {
      EXPRESS_CONSENT_ADMIN_EMAIL: adminEmail,
      EXPRESS_CONSENT_ADMIN_PASSWORD: 'at least 12 characters',
      EXPRESS_CONSENT_MASTER_SECRET: example,
      EXPRESS_CONSENT_DATA_SIGNING_HASH: example,
    });
    const whats = other.findings.map(({ what }) => what).join('\n');
    expect(whats).toMatch(/auth\.masterSecret \(fingerprint \w{8}\) is not the secret/);
    expect(whats).toContain('auth.masterSecret is a value from an example');
    expect(whats).toContain('are the same value');
    expect(other.codes.sort()).toEqual([
      ...Array(2).fill('secret-changed'),
      ...Array(4).fill('secret-known'),
    ]);
    expect(other.findings).toContainEqual(
      expect.objectContaining({
        what: 'auth.adminPassword is a value from an example, or easy to guess.',
        change:
          'Set another password with `npx express-consent reset-password EMAIL`, then remove auth.adminPassword from the configuration.',
      }),
    );
    expect(whats).not.toContain(example);
    // Doctor accepts nothing: the next run with the right secrets is content.
    expect((await doctor(['--database', database])).codes).not.toContain('secret-changed');
  });

  test('a configuration that does not require the proof of ownership is reported', async () => {
    const module = await writeModule('unproven.mjs', database);
    const { stdout } = await runCli(['doctor', '--config', module, '--json'], { cwd: directory });
    expect(JSON.parse(stdout).findings).toMatchObject([
      { code: 'proof-not-required', see: expect.stringMatching(/#no-proof-of-ownership$/) },
    ]);
  });

  test('a site that asked for its banner is compared with the allowed origins', async () => {
    await app.request
      .get(`${app.publicBase}/bootstrap?tz=America/Los_Angeles`)
      .set('Origin', 'https://other.example')
      .expect(200);
    await app.service.maintenance();
    await setOrigins(['https://shop.example']);
    try {
      const { findings } = await doctor(['--database', database]);
      expect(findings).toContainEqual(
        expect.objectContaining({
          code: 'no-active-profile',
          what: expect.stringContaining('opt-out-strict (US-CA, '),
        }),
      );
      expect(findings).toContainEqual(
        expect.objectContaining({
          code: 'origin-not-allowed',
          what: expect.stringContaining('https://other.example'),
        }),
      );
    } finally {
      await setOrigins([]);
    }
  });

  test('pending migrations are reported, and not run', async () => {
    const empty = join(directory, 'empty.sqlite');
    await writeFile(empty, '');
    expect((await doctor(['--database', empty])).codes).toEqual(['migrations-pending']);
    const fresh = createKnex({
      client: 'better-sqlite3',
      connection: { filename: empty },
      useNullAsDefault: true,
    });
    expect(await fresh('sqlite_master').where({ type: 'table' })).toEqual([]);
    await fresh.destroy();
  });

  test('a configuration that is not valid, and a database that does not answer', async () => {
    const faulty = await doctor(['--database', database], {
      ...environment,
      EXPRESS_CONSENT_BASE_PATH: 'x/',
    });
    expect(faulty.findings).toMatchObject([
      { code: 'configuration-not-valid', what: expect.stringContaining('basePath') },
    ]);
    const gone = await doctor(['--database', 'postgres://doctor:secret@127.0.0.1:1/none']);
    expect(gone.findings).toMatchObject([
      { code: 'cannot-start', what: expect.stringContaining('ECONNREFUSED') },
    ]);
    expect(JSON.stringify(gone)).not.toContain('secret@');
  });

  test('without options, the module and the .env of the folder are used', async () => {
    const folder = await mkdtemp(join(directory, 'app-'));
    await writeFile(join(folder, '.env'), `MASTER="${masterSecret}"\nSIGNING="${dataSigningHash}"\n`);
    const knexPath = JSON.stringify(require.resolve('knex'));
    await writeFile(
      join(folder, 'consent.cjs'),
      `const knex = require(${knexPath});
const config = {
  knex: knex({ client: 'better-sqlite3', connection: { filename: ${JSON.stringify(database)} }, useNullAsDefault: true }),
  auth: { masterSecret: process.env.MASTER },
  compliance: { dataSigningHash: process.env.SIGNING, type: 'opt-in' },
  visitorCookie: { requireProof: true },
};
module.exports = { config, consent: {} };`,
    );
    const { code, stdout, stderr } = await runCli(['doctor'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('No fault was found.');
    expect(stdout).toContain('ok       The configuration is valid');
  });
});

describe('the site', () => {
  test('a page with the tag, a policy that allows it, and answers of the service are in order', async () => {
    pageHeaders = { 'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'" };
    const { passed, codes } = await site();
    expect(codes).toEqual([]);
    expect(passed).toEqual(
      expect.arrayContaining([
        `${origin}/ has the tag ${origin}/svc/widget.js`,
        `The service answers at ${origin}/svc/`,
        'The policy of the page allows the widget',
        'Answers that must not be cached come from the service',
        'The service does not believe an address that a client sends',
      ]),
    );
    expect(app.logger.lines.filter((line) => line.includes('come through a proxy'))).toEqual([]);
  });

  test.each([
    ['below the folder', () => `/${relative('', database).split('../').join('')}`],
    ['by its name', () => '/consent.sqlite'],
  ])('a SQLite file that everybody can download %s', async (_name, path) => {
    // The middleware of a host that serves the folder with the file.
    const files = express().use(path().replace(/\/[^/]+$/, '') || '/', express.static(directory));
    intercept = (req, res) => {
      const isFile = (req.url ?? '').endsWith('.sqlite');
      if (isFile) files(req, res);
      return isFile;
    };
    const { findings } = await site('--database', database);
    expect(findings.filter(({ code }) => code === 'database-served')).toMatchObject([
      { what: `${origin}${path()} sends the SQLite database to everybody.` },
    ]);
  });

  test('a SQLite file is asked for by its usual name without a configuration', async () => {
    const wanted: (string | undefined)[] = [];
    intercept = (req, res) => {
      if (req.url !== '/consent.sqlite') return false;
      wanted.push(req.headers.range);
      // Answers as a server that knows no ranges.
      res.end(wanted.length === 1 ? 'SQLite format 3\0…' : '<p>SQLite format 3</p>');
      return true;
    };
    expect((await site()).codes).toEqual(['database-served']);
    expect(wanted).toEqual(['bytes=0-15']);
    const { codes, passed } = await site();
    expect(codes).toEqual([]);
    expect(passed).toContain('The site does not send the SQLite database');
  });

  test('the text names why, what to change and where to read more', async () => {
    page = 'no tag';
    const { code, stdout } = await runCliHere(['doctor', `${origin}/`]);
    expect(code).toBe(1);
    expect(stdout).toContain('has no tag of the widget in its source.  [tag-missing]');
    expect(stdout).toContain('Change: <script src="/svc/widget.js" async></script>');
    expect(stdout).toContain('More:   docs/guide/troubleshooting.md#tag-missing');
  });

  test('a script that the page means to block and does not is named', async () => {
    page += [
      '<script type="text/plain" data-category="analytics" src="/right.js"></script>',
      '<!-- <script data-category="analytics" src="/comment.js"></script> -->',
      '<script src="/t.js" data-category="analytics"></script>',
      '<script type=module data-service="maps">1</script>',
      '<script type="text/plain" data-categories="marketing"></script>',
      '<script type="application/json" data-service="checkout">{}</script>',
      '<script type="application/ld+json" data-categories="mugs">{}</script>',
      '<script type="Text/JavaScript" data-category="marketing"></script>',
      '<script type="" data-service="chat"></script>',
    ].join('');
    const { findings } = await site();
    const whats = findings.filter(({ code }) => code === 'script-not-blocked').map(({ what }) => what);
    expect(whats).toEqual([
      expect.stringMatching(/^<script src="\/t\.js" .* has data-category but not type="text\/plain"\.$/),
      expect.stringContaining('has data-service but not'),
      expect.stringContaining('has data-categories, which nothing reads.'),
      expect.stringMatching(/Text\/JavaScript.* has data-category but not/),
      expect.stringMatching(/type="" .* has data-service but not/),
    ]);
  });

  const reply = (pattern: RegExp, answer: (res: ServerResponse) => void) => {
    intercept = (req, res) => {
      if (!pattern.test(req.url ?? '')) return false;
      answer(res);
      return true;
    };
  };

  test.each<[string, () => void, string, string]>([
    [
      'a policy without the origin',
      () => {
        pageHeaders = { 'Content-Security-Policy': "script-src 'nonce-a'" };
      },
      'policy-blocks-widget',
      'script-src',
    ],
    [
      'a policy in the page',
      () => {
        page += '<meta http-equiv="Content-Security-Policy" content="connect-src https://api.example">';
      },
      'policy-blocks-widget',
      'connect-src',
    ],
    [
      'a catch-all in front',
      () => reply(/svc/, (res) => res.end('<html>')),
      'service-not-found',
      'a page of the app',
    ],
    [
      'a service that is down',
      () => reply(/svc/, (res) => res.writeHead(503).end('{"error":"Starting"}')),
      'service-degraded',
      'Starting',
    ],
    [
      'a cache with old answers',
      () =>
        reply(/v1\/health/, (res) =>
          res.writeHead(200, { Age: '30', 'Cache-Control': 'no-store' }).end('{}'),
        ),
      'answer-cached',
      'Age: 30',
    ],
    [
      'a cache that says nothing',
      () =>
        reply(/v1\/health/, (res) =>
          res.writeHead(200, { 'X-Request-Id': 'a', 'Cache-Control': 'no-store' }).end('{}'),
        ),
      'answer-cached',
      'twice',
    ],
    [
      'a proxy that rewrites caching',
      () =>
        reply(/v1\/health/, (res) => res.writeHead(200, { 'Cache-Control': 'public, max-age=60' }).end('{}')),
      'caching-changed',
      'max-age=60',
    ],
    [
      'a tag that leads elsewhere',
      () => {
        page = page.replace('/svc/', '/consent/svc/');
      },
      'service-not-found',
      '/consent/svc/',
    ],
  ])('%s', async (_name, breakIt, code, words) => {
    breakIt();
    const { findings } = await site();
    expect(findings).toContainEqual(expect.objectContaining({ code, what: expect.stringContaining(words) }));
  });

  test('a prefix that is there twice', async () => {
    const doubled = express().use('/svc', app.service.publicRouter);
    intercept = (req, res) => {
      if (!req.url?.startsWith('/svc')) return false;
      doubled(req, res);
      return true;
    };
    expect((await site()).findings).toContainEqual(
      expect.objectContaining({ code: 'doubled-prefix', what: expect.stringContaining('/svc/svc/') }),
    );
  });

  test('an address that any client can choose', async () => {
    host.set('trust proxy', true);
    try {
      expect((await site()).codes).toContain('forged-address-accepted');
    } finally {
      host.set('trust proxy', false);
    }
  });

  test('a page of another origin than the service', async () => {
    const service = `http://localhost:${(server.address() as AddressInfo).port}`;
    page = `<script src="${service}/svc/widget.js"></script>`;
    expect((await site()).passed).toContain(`Decisions from ${origin} are accepted`);
    await setOrigins(['https://shop.example']);
    try {
      expect((await site()).codes).toContain('origin-not-allowed');
    } finally {
      await setOrigins([]);
    }
  });

  test('a proxy with TLS that the service does not trust, and one that it does', async () => {
    const { privateKey: key, certificate: cert } = newSigningKey();
    const proxy = createTlsServer({ key, cert }, (req, res) => {
      const headers = { ...req.headers, 'x-forwarded-proto': 'https' };
      const passed = httpRequest(`${origin}${req.url}`, { headers, setHost: false }, (answer) => {
        res.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(res);
        // Writes at once which pages were seen.
        void app.service.maintenance();
      });
      passed.end();
    });
    await new Promise<void>((resolve) => proxy.listen(0, resolve));
    const address = `https://localhost:${(proxy.address() as AddressInfo).port}`;
    Object.assign(globalAgent.options, { ca: cert, checkServerIdentity: () => undefined });
    try {
      const distrusted = await doctor([`${address}/`, '--database', database]);
      expect(distrusted.findings).toContainEqual(
        expect.objectContaining({
          code: 'proxy-not-trusted',
          what: expect.stringContaining(`requests to ${address} for requests to http://`),
          see: 'docs/guide/troubleshooting.md#proxy-not-trusted',
        }),
      );
      host.set('trust proxy', 1);
      await app.request.get(`${app.publicBase}/bootstrap`).set('Origin', address).expect(200);
      await app.service.maintenance();
      const { passed } = await doctor([`${address}/`, '--database', database]);
      expect(passed).toContain(`The service knows that it is reached as ${address}`);
      expect(passed).toContain('The page is served over https');
    } finally {
      host.set('trust proxy', false);
      Object.assign(globalAgent.options, { ca: undefined, checkServerIdentity: undefined });
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  test('an address where nothing answers', async () => {
    expect((await doctor(['http://127.0.0.1:1/'])).codes).toEqual(['page-unreachable']);
  });
});

test('policies are read as browsers read them', () => {
  const script: PolicyScript = { url: 'https://cdn.example/svc/widget.js', nonce: 'abc' };
  const blocked = (policy: string, own = script) =>
    findBlockingDirectives([policy], 'https://shop.example/', own, 'https://cdn.example/svc/');
  const plain = { ...script, nonce: null };
  for (const policy of [
    "img-src 'self'",
    "script-src 'nonce-abc' 'strict-dynamic'; connect-src https:",
    'default-src https://*.example:443',
    'script-src cdn.example/svc/; connect-src *',
  ])
    expect(blocked(policy)).toEqual([]);
  expect(blocked("script-src 'strict-dynamic' https:; connect-src *", plain)).toEqual([
    "script-src 'strict-dynamic' https:",
  ]);
  expect(blocked("default-src 'self'")).toEqual(["default-src 'self'"]);
  expect(
    blocked('script-src https://example https://cdn.example:8443 http://cdn.example/w/', plain),
  ).toHaveLength(1);
  expect(blocked("script-src 'nonce-abc', connect-src 'none'")).toEqual(["connect-src 'none'"]);
});

test('versions are compared with those of their own major version', async () => {
  const folder = await mkdtemp(join(directory, 'versions-'));
  const check = async (express: string) => {
    await mkdir(join(folder, 'node_modules/express'), { recursive: true });
    await writeFile(join(folder, 'node_modules/express/package.json'), JSON.stringify({ version: express }));
    const report = createReport();
    checkMachine(report, folder);
    return report.findings.map(({ what }) => what);
  };
  for (const version of ['4.21.2', '4.22.0', '5.1.0', '6.0.0-beta.1'])
    expect(await check(version)).toEqual([]);
  for (const version of ['4.21.1', '5.0.1', '3.9.9'])
    expect(await check(version)).toEqual([`express ${version} is older than 4.21.2 or 5.1.`]);
});

test.each([
  [[], 'Specify the database'],
  [['ftp://shop.example'], 'must begin with http'],
  [['https://me:pw@shop.example'], 'cannot contain a password'],
  [['--database', 'x.sqlite', '--service', 'https://shop.example/svc'], '--service applies only'],
  [['--env-file', 'nowhere.env', 'https://shop.example'], 'nowhere.env cannot be read'],
  [['a', 'b'], 'Unexpected argument: b'],
])('%j is a usage error', async (args, message) => {
  const { code, stderr } = await runCliHere(['doctor', ...args]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
