import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { editEntry } from '#cli/init/edit-entry';
import { serviceModule, variables } from '#cli/init/templates';
import { databaseUrl, startCli } from '../support/cli';
import { eachDatabase } from '../support/databases';
import { createDocumentedPlace, type Program } from '../support/documented-programs';
import { freePort } from '../support/free-port';
import { createHostProject } from '../support/host-project';
import { describeInAll, isCore, pickSome, testInDeep } from '../support/scope';
import { startServer } from '../support/server-process';
import { caddyFile, describeWith, nginxFile } from '../support/services';

// The recipes in examples/, each run as a visitor of the repository would, and called over HTTP.
jest.setTimeout(60_000);

const root = resolve(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, 'examples', file), 'utf8');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const isThere = (name: string) => existsSync(join(root, 'node_modules', name, 'package.json'));

const email = 'admin@example.com';
const secrets = {
  EXPRESS_CONSENT_ADMIN_PASSWORD: 'correct horse battery staple',
  EXPRESS_CONSENT_MASTER_SECRET: 'a master secret, long enough to count',
  EXPRESS_CONSENT_DATA_SIGNING_HASH: 'a signing hash, long enough to count',
};
const environment = {
  ...secrets,
  [variables.adminEmail]: email,
};

interface Site {
  readonly port: number;
  /** Whether a real proxy is in front. Otherwise the tests send what a proxy would. */
  readonly hasProxy: boolean;
}

interface Call {
  readonly method?: string;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Address that the visitor has, and the one that they claim to have. */
  readonly address?: string;
  readonly claimed?: string;
}

/** Sends a request as a visitor does, who can write any header. */
function send({ port, hasProxy }: Site, path: string, call: Call = {}) {
  const { body, headers = {}, address = '127.0.0.2', claimed = '203.0.113.66' } = call;
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((done, fail) => {
    const sent = request({
      port,
      path,
      host: '127.0.0.1',
      method: call.method ?? (text === undefined ? 'GET' : 'POST'),
      ...(hasProxy && { localAddress: address }),
      headers: {
        'X-Forwarded-For': hasProxy ? claimed : `${claimed}, ${address}`,
        'X-Forwarded-Proto': 'https',
        ...(text !== undefined && {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(text),
        }),
        ...headers,
      },
    });
    sent.once('error', fail);
    sent.once('response', async (response) => {
      let received = '';
      for await (const piece of response.setEncoding('utf8')) received += piece;
      done({ status: response.statusCode ?? 0, headers: response.headers, text: received });
    });
    sent.end(text);
  });
}

/** Checks what every recipe must do: texts for a visitor, a record, the dashboard, and the visitor's real address. */
async function checkSite(site: Site): Promise<void> {
  const login = { email, password: secrets.EXPRESS_CONSENT_ADMIN_PASSWORD };
  const { token } = JSON.parse((await send(site, '/svc/admin/v1/auth/login', { body: login })).text);
  const headers = { Authorization: `Bearer ${token}` };
  const seeds = { groups: ['opt-in'], locales: ['en'] };
  await send(site, '/svc/admin/v1/setup/seed-profiles', { body: seeds, headers });

  const resolved = await send(site, '/svc/api/v1/resolve-profile?tz=Europe/Berlin');
  const { path, profileId } = JSON.parse(resolved.text);
  const texts = await send(site, path, { headers: { 'Accept-Encoding': 'br' } });
  expect(texts).toMatchObject({
    status: 200,
    headers: {
      'cache-control': expect.stringContaining('public, max-age=3600'),
      'content-encoding': 'br',
      vary: expect.stringContaining('Accept-Encoding'),
      etag: expect.any(String),
    },
  });
  expect(texts.headers['set-cookie']).toBeUndefined();
  const known = { 'Accept-Encoding': 'br', 'If-None-Match': String(texts.headers.etag) };
  expect((await send(site, path, { headers: known })).status).toBe(304);
  expect((await send(site, '/svc/')).text).toContain('<base href="/svc/">');

  const decide = async (address: string, claimed: string) => {
    const body = { profileId, consentJson: { analytics: 'denied' } };
    const answer = await send(site, '/svc/api/v1/consent', { body, address, claimed });
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    // The browser's side of the proxy is not encrypted in the tests of real proxies.
    const isSecure = String(answer.headers['set-cookie']).includes('; Secure');
    expect(isSecure).toBe(!site.hasProxy);
    return JSON.parse(answer.text).visitorId as string;
  };
  const visitors = [
    await decide('127.0.0.2', '203.0.113.66'),
    await decide('127.0.0.2', '203.0.113.67'),
    await decide('127.0.0.3', '203.0.113.66'),
  ];
  const { items } = JSON.parse((await send(site, '/svc/admin/v1/visitors', { headers })).text);
  const rows: readonly { visitorId: string; ipHash: string }[] = items;
  const hashes = visitors.map((id) => rows.find(({ visitorId }) => visitorId === id)?.ipHash);
  expect(hashes).toEqual([expect.any(String), hashes[0], expect.any(String)]);
  expect(hashes[2]).not.toBe(hashes[0]);
}

let project: string;
interface Running {
  stop(): Promise<void>;
}
const programs: Running[] = [];
/** Programs that several tests use. */
const lasting: Running[] = [];

beforeAll(async () => {
  if (!isCore) project = await createHostProject();
});
afterEach(async () => {
  for (const program of programs.splice(0).reverse()) await program.stop();
});
afterAll(async () => {
  for (const program of lasting) await program.stop();
  if (!isCore) await rm(project, { recursive: true, force: true });
});

interface Recipe {
  readonly name: string;
  /** The file that is run, below examples/. */
  readonly file: string;
  /** Further files, which it imports. */
  readonly others?: readonly string[];
  /** Packages by the names under which the example imports them. */
  readonly packages: Readonly<Record<string, string>>;
  /** Code of modules that replace packages, by name. */
  readonly standIns?: Readonly<Record<string, string>>;
}

const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));

const express5: Recipe = { name: 'Express 5', file: 'express/app.mjs', packages: same('express') };

const recipes: readonly Recipe[] = [
  express5,
  { name: 'Express 4', file: 'express/app.mjs', packages: { express: 'express4' } },
  { name: 'CommonJS', file: 'express/app.cjs', packages: same('express') },
  { name: 'TypeScript', file: 'express/app.mts', packages: same('express') },
  {
    name: 'NestJS',
    file: 'nestjs/src/main.ts',
    others: ['nestjs/src/consent.ts', 'nestjs/src/app.module.ts'],
    packages: same('@nestjs/common', '@nestjs/core', '@nestjs/platform-express'),
  },
  {
    name: 'the custom server of Next.js, with a stand-in for Next.js,',
    file: 'nextjs/server.mjs',
    packages: {},
    standIns: {
      next: `const page = '<script src="/svc/widget.js" async></script>';
        module.exports = () => ({
          prepare: async () => {},
          getRequestHandler: () => (req, res) => res.writeHead(req.url === '/' ? 200 : 404).end(page),
        });`,
    },
  },
  { name: 'Fastify', file: 'fastify/app.mjs', packages: same('fastify') },
  { name: 'Hono', file: 'hono/app.mjs', packages: same('hono', '@hono/node-server') },
];

/** Returns the file that Node runs, and its text; TypeScript of examples is compiled as `tsc` does. */
function toProgram(file: string): [name: string, text: string] {
  const name = file.slice(file.indexOf('/') + 1);
  const text = read(file);
  if (!/\.m?ts$/.test(file)) return [name, text];
  const isModule = file.endsWith('.mts');
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: isModule ? ts.ModuleKind.ESNext : ts.ModuleKind.CommonJS,
      esModuleInterop: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    },
  });
  return [name.replace(/ts$/, 'js'), outputText];
}

let express5Site: Promise<Site> | undefined;

function openRecipe(recipe: Recipe): Promise<Site> {
  if (recipe !== express5) return startRecipe(recipe, programs);
  // The one that proxies are in front of.
  express5Site ??= startRecipe(recipe, lasting);
  return express5Site;
}

async function startRecipe(
  { name, file, others = [], packages, standIns = {} }: Recipe,
  running: Running[],
): Promise<Site> {
  const directory = join(project, name.replaceAll(/\W/g, '-'));
  for (const [link, target] of Object.entries(packages)) {
    const place = join(directory, 'node_modules', link);
    await mkdir(join(place, '..'), { recursive: true });
    await symlink(join(root, 'node_modules', target), place);
  }
  for (const [link, code] of Object.entries(standIns)) {
    await mkdir(join(directory, 'node_modules', link), { recursive: true });
    await writeFile(join(directory, 'node_modules', link, 'index.js'), code);
  }
  const place = await createDocumentedPlace(directory, environment);
  const program: Program = await place.start(
    ...toProgram(file),
    Object.fromEntries(others.map((other) => toProgram(other))),
  );
  running.push(program);
  await place.listens(program);
  return { port: Number(new URL(place.origin).port), hasProxy: false };
}

describeInAll('the recipe for', () => {
  for (const recipe of pickSome(recipes, 1)) {
    const missing = Object.values(recipe.packages).filter((name) => !isThere(name));
    // A package that we have chosen to test with must be there.
    const isSkipped = missing.some((name) => !(name in manifest.devDependencies));
    (isSkipped ? test.skip : test)(
      `${recipe.name} answers pages and the service${isSkipped ? ` (skipped: needs ${missing.join(', ')})` : ''}`,
      async () => {
        const site = await openRecipe(recipe);
        const page = await send(site, '/');
        expect(page).toMatchObject({ status: 200, text: expect.stringContaining('/svc/widget.js') });
        expect((await send(site, '/svc/widget.js')).text).toContain('expressConsent');
        expect((await send(site, '/elsewhere')).status).toBe(404);
        await checkSite(site);
      },
    );
  }

  test('the service beside Next.js starts as its recipe says', async () => {
    const text = read('nextjs/README.md');
    const [, line = ''] = /^npx express-consent (serve .*)$/m.exec(text) ?? [];
    const [, lines = ''] = /^```sh\n((?:EXPRESS_CONSENT_.*\n)+)```$/m.exec(text) ?? [];
    const directory = await mkdtemp(join(tmpdir(), 'ec_test_nextjs_'));
    const pairs = Object.entries(environment).map(([name, value]) => `${name}="${value}"\n`);
    await writeFile(join(directory, '.env'), [...pairs, lines].join(''));
    const port = await freePort();
    const command = [join(root, 'dist/cli/main.js'), ...line.replace('3001', String(port)).split(' ')];
    const child = spawn(process.execPath, command, { cwd: directory, env: { PATH: process.env.PATH } });
    const ended = once(child, 'exit');
    programs.push({
      async stop() {
        child.kill();
        await ended;
        await rm(directory, { recursive: true, force: true });
      },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
    while (!/^Public API: .*\n/m.test(printed))
      await Promise.race([
        once(child.stdout, 'data'),
        ended.then(() => Promise.reject(new Error(`The command ended: ${printed}`))),
      ]);
    const site = { port, hasProxy: false };
    await checkSite(site);
  });

  test('NestJS is what init writes', () => {
    const squeeze = (text: string) => text.replaceAll(/\s/g, '').replaceAll(',}', '}');
    const database = { driver: 'better-sqlite3', address: '.consent/.consent.sqlite' } as const;
    const module = { file: 'src/consent.ts', usesDotenv: false, isModule: false };
    expect(squeeze(read('nestjs/src/consent.ts'))).toBe(
      squeeze(serviceModule('ts', { ...module, database, databaseVariable: variables.database })),
    );
    const main = read('nestjs/src/main.ts').split('\n');
    const added = main.filter((line) => /from '\.\/consent'|publicRouter/.test(line));
    const without = main.filter((line) => !added.includes(line)).join('\n');
    const edited = editEntry(without, { kind: 'ts', specifier: './consent' });
    expect(edited?.split('\n').sort()).toEqual(main.sort());
  });

  test('Next.js keeps the addresses of the service in its rewrites', () => {
    const file = pathToFileURL(join(root, 'examples/nextjs/next.config.mjs'));
    const code = `import config from '${file}'; console.log(JSON.stringify(await config.rewrites()));`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    const sources = ['/svc/', '/svc/:path*'];
    expect(JSON.parse(printed)).toEqual({
      beforeFiles: sources.map((source) => ({ source, destination: `http://127.0.0.1:3001${source}` })),
    });
  });
});

/** Proxies: how to start one, with the addresses of the recipe replaced. */
async function startProxy(command: string, args: readonly string[], files: Readonly<Record<string, string>>) {
  const app = await openRecipe(express5);
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'ec_test_proxy_'));
  const fill = (text: string) =>
    text
      .replaceAll('DIRECTORY', directory)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${app.port}`)
      .replaceAll(/listen 80;|shop\.example \{/g, (found) =>
        found.startsWith('listen') ? `listen 127.0.0.1:${port};` : `http://127.0.0.1:${port} {`,
      );
  for (const [file, text] of Object.entries(files)) await writeFile(join(directory, file), fill(text));
  const log = join(directory, 'log');
  const server = await startServer(command, args.map(fill), { port, log, owner: {} });
  programs.push({
    async stop() {
      await server.kill();
      await rm(directory, { recursive: true, force: true });
    },
  });
  return { port, hasProxy: true } satisfies Site;
}

describeWith('nginx', 'nginx', () => {
  test('passes on the address, the scheme, caching headers and large imports', async () => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path DIRECTORY/${name};`,
    );
    const site = await startProxy(nginxFile, ['-c', 'DIRECTORY/nginx.conf', '-e', 'DIRECTORY/errors'], {
      'consent.conf': read('nginx/consent.conf'),
      'nginx.conf': `daemon off; master_process off; pid DIRECTORY/pid; events {}
        http { access_log off; ${temporary.join(' ')} include DIRECTORY/consent.conf; }`,
    });
    await checkSite(site);
    // Refused by the service, which wants to know who it is first, and not by nginx.
    const rows = 'x'.repeat(2_000_000);
    const headers = { 'Content-Type': 'text/csv', 'Content-Length': '2000000' };
    expect(await send(site, '/svc/admin/v1/imports', { body: rows, headers })).toMatchObject({
      status: 401,
      headers: { 'content-type': expect.stringContaining('application/json') },
    });
  });
});

describeWith('caddy', 'Caddy', () => {
  test('passes on the address, the scheme and caching headers', async () => {
    const site = await startProxy(
      'env',
      ['HOME=DIRECTORY', caddyFile, 'run', '--adapter', 'caddyfile', '--config', 'DIRECTORY/Caddyfile'],
      { Caddyfile: `{\n\tadmin off\n}\n${read('caddy/Caddyfile')}` },
    );
    await checkSite(site);
  });
});

describe('Docker', () => {
  const instructions = read('docker/Dockerfile')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.split(/ (.*)/s, 2) as [string, string])
    .filter(([name]) => name !== '');
  const valuesOf = (wanted: string) =>
    instructions.filter(([name]) => name === wanted).map(([, value]) => value);
  const [command = []] = valuesOf('CMD').map((value): string[] => JSON.parse(value));
  // The parser of knip, as we have no use for one ourselves.
  const { parse } = createRequire(join(root, 'node_modules/knip/package.json'))('yaml');
  const compose = parse(read('docker/compose.yaml'));

  test('the image is small, runs as another user than root, and is checked', () => {
    expect(valuesOf('FROM')).toEqual([expect.stringMatching(/^node:\d+-alpine$/)]);
    expect(valuesOf('RUN')).toEqual([expect.stringContaining('npm ci --omit=dev')]);
    expect(valuesOf('USER')).toEqual(['node']);
    expect(valuesOf('HEALTHCHECK')).toEqual([expect.stringContaining('/svc/api/v1/health')]);
    // The process gets the signals itself: no shell is between.
    expect(command.slice(0, 2)).toEqual(['node_modules/.bin/express-consent', 'serve']);
    const ignored = read('docker/.dockerignore').trim().split('\n');
    const copied = valuesOf('COPY').flatMap((value) => value.split(' ').slice(0, -1));
    expect(ignored.sort()).toEqual(['*', ...copied.map((file) => `!${file}`)].sort());
    expect(compose.services.postgres.image).toMatch(/^postgres:\d+-alpine$/);
    expect(compose.services.consent.depends_on.postgres.condition).toBe('service_healthy');
  });

  test('the packages of the image fit ours', () => {
    const { dependencies } = JSON.parse(read('docker/package.json'));
    const { peerDependencies, version } = manifest;
    expect(dependencies['express-consent']).toBe(`^${version}`);
    for (const name of ['express', 'knex', 'pg', 'prom-client'])
      expect(peerDependencies[name]).toContain(dependencies[name]);
  });

  eachDatabase((database) => {
    testInDeep('the container’s command serves everything, and ends when it is stopped', async () => {
      const opened = await database.openEmpty();
      const directory = join(project, 'docker');
      await mkdir(directory, { recursive: true });
      const config = 'consent.config.mjs';
      await copyFile(join(root, 'examples/docker', config), join(directory, config));
      const [port, metricsPort] = [await freePort(), await freePort()];
      const ofImage = Object.fromEntries(
        valuesOf('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))),
      );
      const ofCompose = Object.fromEntries(
        Object.entries<string>(compose.services.consent.environment).map(([name, value]) => [
          name,
          value.replaceAll(
            /\$\{(\w+):\?\}/g,
            (_all, key: string) => new Map(Object.entries(environment)).get(key) ?? '',
          ),
        ]),
      );
      const env = {
        ...ofImage,
        ...ofCompose,
        DATABASE_URL: databaseUrl(opened),
        EXPRESS_CONSENT_PORT: String(port),
        EXPRESS_CONSENT_METRICS_PORT: String(metricsPort),
      };
      const { child, ended } = startCli(command.slice(1), { cwd: directory, env });
      programs.push({ stop: async () => void (child.kill() && (await ended)) });
      await new Promise<void>((done, fail) => {
        let printed = '';
        child.stdout?.on('data', (text) => {
          printed += text;
          if (/Metrics: .*\n/.test(printed)) done();
        });
        void ended.then((result) => fail(new Error(JSON.stringify(result))));
      });
      const site = { port, hasProxy: false };
      const [health = ''] = /\/svc\S+/.exec(valuesOf('HEALTHCHECK').join(' ')) ?? [];
      expect((await send(site, health)).status).toBe(200);
      await checkSite(site);
      expect((await send({ ...site, port: metricsPort }, '/metrics')).text).toContain(
        'express_consent_build_info',
      );
      child.kill('SIGTERM');
      expect(await ended).toMatchObject({ code: 0, stderr: '' });
    });
  }, 'postgres');
});
