import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { createDocumentedPlace, type Program } from '../support/documented-programs';
import { createHostProject } from '../support/host-project';
import { profileJson } from '../support/profiles';
import { describeInAll, isCore, pickSome, testInAll } from '../support/scope';
import { newSigningKey } from '../support/self-signed-certificate';
import { describeWith } from '../support/services';

// Each guide starts an app of its own, in a process of its own.
jest.setTimeout(60_000);

const root = resolve(__dirname, '../..');
const read = (page: string) => readFileSync(join(root, page), 'utf8');

const papers = ['README', 'CHANGELOG', 'CONTRIBUTING', 'GOVERNANCE', 'ROADMAP', 'SECURITY'];
const pages = [...papers.map((name) => `${name}.md`), ...markdownBelow('docs')];

function markdownBelow(directory: string): string[] {
  const entries = readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' });
  return entries.filter((name) => name.endsWith('.md')).map((name) => join(directory, name));
}

/** Fenced code blocks by what stands behind their fence, such as `js` or `js runnable`. */
function codeBlocks(text: string, kind: string): string[] {
  return [...text.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm)]
    .filter(([, info]) => info === kind)
    .map(([, , code]) => code ?? '');
}

const [embedding = ''] = codeBlocks(read('README.md'), 'js');

/** Lines that a page says its `console.log` calls print: `console.log(x); // granted`. */
function promisedOutput(code: string): string[] {
  return [...code.matchAll(/^\s*console\.log\(.*\); \/\/ (.+)$/gm)].map(([, line]) => line ?? '');
}

let project: string;

beforeAll(async () => {
  if (!isCore) project = await createHostProject();
});

afterAll(async () => {
  if (!isCore) await rm(project, { recursive: true, force: true });
});

const adminPassword = 'correct horse battery staple';
const idpKey = newSigningKey();

const secrets = {
  TZ: 'Europe/Vienna',
  EXPRESS_CONSENT_ADMIN_EMAIL: 'admin@example.com',
  EXPRESS_CONSENT_ADMIN_PASSWORD: adminPassword,
  EXPRESS_CONSENT_MASTER_SECRET: 'a master secret, long enough to count',
  EXPRESS_CONSENT_DATA_SIGNING_HASH: 'a signing hash, long enough to count',
  CLIENT_SECRET: 'a client secret, long enough to count',
  IDP_KEY: idpKey.privateKey,
  IDP_CERT: idpKey.certificate,
  MAIL_API: 'http://localhost:3001/messages',
};

const placeFor = (name: string) => createDocumentedPlace(join(project, name.replaceAll('/', '-')), secrets);

const stripTypes = (code: string) =>
  ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  }).outputText;

describe("the README's embedding example", () => {
  test('has 19 lines of code', () => {
    expect(embedding.split('\n').filter((line) => line.trim() !== '')).toHaveLength(19);
  });

  testInAll('runs as printed: an operator publishes, a visitor decides, the event is heard', async () => {
    const place = await placeFor('readme');
    const app = await place.start('app.mjs', embedding);
    try {
      await place.listens(app);
      const send = async (path: string, body: object, token?: string) => {
        const headers = {
          'Content-Type': 'application/json',
          ...(token && { Authorization: `Bearer ${token}` }),
        };
        const response = await fetch(`${place.origin}/svc${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        return { status: response.status, body: (await response.json()) as Record<string, string> };
      };
      const { body: session } = await send('/admin/v1/auth/login', {
        email: 'admin@example.com',
        password: adminPassword,
      });
      const profile = { name: 'EU', defaultLocale: 'en', profileJson: profileJson({ isActive: true }) };
      const { body: saved } = await send('/admin/v1/profiles', profile, session.token);
      const consent = await send('/api/v1/consent', {
        profileId: saved.id,
        consentJson: { analytics: 'denied' },
      });
      expect(consent.status).toBe(200);
      expect((await fetch(`${place.origin}/svc/api/v1/profiles/default/opt-in/en`)).status).toBe(200);
      await app.prints([`Visitor ${consent.body.visitorId} decided`]);
      expect(app.printed()).toContain(`Visitor ${consent.body.visitorId} decided\n`);
    } finally {
      await app.stop();
    }
  });
});

describeInAll('guides', () => {
  const runnable = pages
    .map((page) => ({ page, blocks: codeBlocks(read(page), 'js runnable') }))
    .filter(({ blocks }) => blocks.length > 0);

  test.each(pickSome(runnable, 2))(
    'the blocks of $page run as printed: the app in one process, what calls it in another',
    async ({ page, blocks }) => {
      const isWhole = blocks[0]?.includes("from 'express-consent'");
      const [app = '', rest] = isWhole ? [blocks[0], blocks.slice(1)] : [embedding, blocks];
      const place = await placeFor(page);
      const server = await place.start('app.mjs', app);
      try {
        await place.listens(server);
        const code = rest.join('\n');
        const client = await place.start('client.mjs', code);
        await client.ends();
        expect([client.child.exitCode, client.printed()]).toEqual([0, expect.any(String)]);
        await server.prints(promisedOutput(app));
        expect(linesAmong(client, promisedOutput(code))).toEqual(promisedOutput(code));
        expect(linesAmong(server, promisedOutput(app))).toEqual(promisedOutput(app));
      } finally {
        await server.stop();
      }
    },
  );

  const programs = pages.flatMap((page) =>
    codeBlocks(read(page), 'js runnable alone').map((code, index) => ({ page, number: index + 1, code })),
  );

  test.each(pickSome(programs, 2))(
    'program $number of $page runs by itself as printed',
    async ({ page, number, code }) => {
      const place = await placeFor(`${page}-${number}`);
      const program = await place.start('app.mjs', code);
      try {
        await (promisedOutput(code).length === 0 ? program.ends() : program.prints(promisedOutput(code)));
        expect(program.printed()).toEqual(expect.any(String));
        expect(linesAmong(program, promisedOutput(code))).toEqual(promisedOutput(code));
      } finally {
        await program.stop();
      }
    },
  );
});

describeInAll('the app of the getting-started guide', () => {
  const tabs = [
    ...read('docs/guide/getting-started.md').matchAll(
      /^\*\*(app\.\w+) \(.+\)\*\*\n\n```\w+\n([\s\S]*?)^```$/gm,
    ),
  ].map(([, file = '', code = '']) => ({ file, code }));

  test('has a tab for each kind of module', () => {
    expect(tabs.map(({ file }) => file)).toEqual(['app.mjs', 'app.cjs', 'app.mts']);
  });

  test.each(pickSome(tabs, 1))(
    '$file starts as printed and serves the dashboard and the banner',
    async ({ file, code }) => {
      // Older versions of Node do not run TypeScript; code-types.test.ts checks its types.
      const isTypeScript = file.endsWith('.mts');
      const program = isTypeScript ? stripTypes(code) : code;
      const place = await placeFor(file);
      const app = await place.start(isTypeScript ? 'app.mjs' : file, program, {
        'public/index.html': 'A page',
      });
      try {
        await place.listens(app);
        const get = async (path: string) => (await fetch(place.origin + path)).text();
        expect(await get('/')).toBe('A page');
        expect(await get('/svc/')).toContain('<html');
        expect(await get('/svc/widget.js')).toContain('expressConsent');
        expect(await get('/svc/api/v1/health')).toContain('"ok"');
      } finally {
        await app.stop();
      }
    },
  );
});

describeWith('redis', 'the rate limits in Redis that the guide prints', () => {
  test('count the requests of two processes together', async () => {
    const [code = ''] = codeBlocks(read('docs/guide/running-in-production.md'), 'js runnable redis');
    const places = [await placeFor('redis-1'), await placeFor('redis-2')];
    const apps = await Promise.all(places.map((place) => place.start('app.mjs', code)));
    try {
      const remaining: number[] = [];
      for (const [index, place] of places.entries()) {
        await place.listens(apps[index] as Program);
        const { headers } = await fetch(`${place.origin}/svc/api/v1/health`);
        remaining.push(Number(/"publicReads";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
      }
      const [first = Number.NaN, second] = remaining;
      expect(second).toBe(first - 1);
    } finally {
      await Promise.all(apps.map((app) => app.stop()));
    }
  });
});

/** The lines that a program printed and that a page promises, in the order in which they came. */
const linesAmong = (program: Program, promised: readonly string[]) =>
  program
    .printed()
    .split('\n')
    .filter((line) => promised.includes(line));

describe('links', () => {
  /** As GitHub makes them of headings. */
  const readAnchors = (file: string) =>
    new Set(
      [...read(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
      ),
    );
  const anchors = new Map<string, ReadonlySet<string>>();
  const anchorsOf = (file: string) => {
    const known = anchors.get(file) ?? readAnchors(file);
    anchors.set(file, known);
    return known;
  };

  test.each(pages)('every relative link in %s leads to a file, and to a heading in it', (page) => {
    const text = read(page)
      .replace(/^```[\s\S]*?^```$/gm, '')
      .replace(/`[^`\n]*`/g, '');
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target));
    const broken = targets.filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : relative(root, resolve(root, dirname(page), path));
      return !existsSync(join(root, file)) || (anchor !== undefined && !anchorsOf(file).has(anchor));
    });
    expect(broken).toEqual([]);
  });

  test('docs/README.md lists every other page of docs/', () => {
    const listed = [...read('docs/README.md').matchAll(/\]\(([^)\s#]+)\)/g)].map(([, target = '']) =>
      join('docs', target),
    );
    expect(listed).toEqual(
      expect.arrayContaining(markdownBelow('docs').filter((page) => page !== join('docs', 'README.md'))),
    );
  });
});
