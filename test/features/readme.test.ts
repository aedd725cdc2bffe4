import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { createHostProject } from '../support/host-project';
import { profileJson } from '../support/profiles';
import { newSigningKey } from '../support/self-signed-certificate';

const root = resolve(__dirname, '../..');
const read = (page: string) => readFileSync(join(root, page), 'utf8');

const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...markdownBelow('docs')];

function markdownBelow(directory: string): string[] {
  const entries = readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' });
  return entries.filter((name) => name.endsWith('.md')).map((name) => join(directory, name));
}

/** Fenced code blocks by what stands behind their fence, such as `js` or `js runnable`. */
function codeBlocks(text: string, kind: string): string[] {
  return [...text.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm)].filter(([, info]) => info === kind).map(([, , code]) => code ?? '');
}

const [embedding = ''] = codeBlocks(read('README.md'), 'js');

/** Lines that a page says its `console.log` calls print: `console.log(x); // granted`. */
function promisedOutput(code: string): string[] {
  return [...code.matchAll(/^\s*console\.log\(.*\); \/\/ (.+)$/gm)].map(([, line]) => line ?? '');
}

let project: string;

beforeAll(async () => {
  project = await createHostProject();
});

afterAll(() => rm(project, { recursive: true, force: true }));

const adminPassword = 'correct horse battery staple';
const idpKey = newSigningKey();

interface Running {
  readonly child: ChildProcess;
  /** What it printed, errors too, so far. */
  readonly printed: () => string;
}

async function run(name: string, app: string, page?: string): Promise<Running> {
  const directory = join(project, name);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'app.mjs'), app);
  if (page !== undefined) await writeFile(join(directory, 'page.mjs'), page);
  const secrets = {
    ADMIN_PASSWORD: adminPassword,
    MASTER_SECRET: 'a master secret, long enough to count',
    DATA_SIGNING_HASH: 'a signing hash, long enough to count',
    CLIENT_SECRET: 'a client secret, long enough to count',
    IDP_KEY: idpKey.privateKey,
    IDP_CERT: idpKey.certificate,
  };
  const child = fork(join(root, 'test/support/page-child.mjs'), ['app.mjs', ...(page === undefined ? [] : ['page.mjs'])], {
    cwd: directory,
    env: { PATH: process.env.PATH, TZ: 'Europe/Vienna', ...secrets },
    silent: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  return { child, printed: () => output };
}

describe("the README's embedding example", () => {
  test('has 15 lines of code', () => {
    expect(embedding.split('\n').filter((line) => line.trim() !== '')).toHaveLength(15);
  });

  test('runs as it stands: an operator publishes, a visitor decides, the event is heard', async () => {
    const { child, printed } = await run('readme', embedding);
    try {
      const [origin] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(new Error(printed())))]);
      const send = async (path: string, body: object, token?: string) => {
        const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
        const response = await fetch(`${origin}/svc${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        return { status: response.status, body: (await response.json()) as Record<string, string> };
      };
      const { body: session } = await send('/admin/v1/auth/login', { email: 'admin@example.com', password: adminPassword });
      const profile = { name: 'EU', defaultLocale: 'en', profileJson: profileJson({ isActive: true }) };
      const { body: saved } = await send('/admin/v1/profiles', profile, session.token);
      const heard = once(child.stdout as Readable, 'data');
      const consent = await send('/api/v1/consent', { profileId: saved.id, consentJson: { analytics: 'denied' } });
      expect(consent.status).toBe(200);
      expect((await fetch(`${origin}/svc/api/v1/profiles/default/opt-in/en`)).status).toBe(200);
      await heard;
      expect(printed()).toBe(`Visitor ${consent.body.visitorId} decided\n`);
    } finally {
      child.kill();
    }
  });
});

describe('guides', () => {
  const runnable = pages.map((page) => ({ page, blocks: codeBlocks(read(page), 'js runnable') })).filter(({ blocks }) => blocks.length > 0);

  test.each(runnable)('the runnable blocks of $page run one after the other and print what they say', async ({ page, blocks }) => {
    const isWhole = blocks[0]?.includes("from 'express-consent'");
    const [app = '', rest] = isWhole ? [blocks[0], blocks.slice(1)] : [embedding, blocks];
    const code = rest.join('\n');
    const { child, printed } = await run(page.replaceAll('/', '-'), app, code);
    const [status] = await once(child, 'exit');
    expect([status, printed()]).toEqual([0, expect.any(String)]);
    const lines = printed().split('\n');
    expect(lines.filter((line) => promisedOutput(code).includes(line))).toEqual(promisedOutput(code));
  });

  const programs = pages.flatMap((page) => codeBlocks(read(page), 'js runnable alone').map((code, index) => ({ page, number: index + 1, code })));

  test.each(programs)('program $number of $page runs by itself and prints what it says', async ({ page, number, code }) => {
    const { child, printed } = await run(`${page.replaceAll('/', '-')}-${number}`, '', code);
    const [status] = await once(child, 'exit');
    expect([status, printed()]).toEqual([0, expect.any(String)]);
    const lines = printed().trim().split('\n');
    // What a provider says of itself that runs for the example only.
    expect(lines.filter((line) => !line.startsWith('oidc-provider '))).toEqual(promisedOutput(code));
  });
});

describe('links', () => {
  /** As GitHub makes them of headings. */
  const anchorsOf = (text: string) =>
    [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  test.each(pages)('every relative link in %s leads to a file, and to a heading in it', (page) => {
    const text = read(page)
      .replace(/^```[\s\S]*?^```$/gm, '')
      .replace(/`[^`\n]*`/g, '');
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target));
    const broken = targets.filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : relative(root, resolve(root, dirname(page), path));
      return !existsSync(join(root, file)) || (anchor !== undefined && !anchorsOf(read(file)).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  test('docs/README.md lists every other page of docs/', () => {
    const listed = [...read('docs/README.md').matchAll(/\]\(([^)\s#]+)\)/g)].map(([, target = '']) => join('docs', target));
    expect(listed).toEqual(expect.arrayContaining(markdownBelow('docs').filter((page) => page !== join('docs', 'README.md'))));
  });
});
