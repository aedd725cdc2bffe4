import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describeInDeep } from '../support/scope';

const root = resolve(__dirname, '../..');

test('docs/README.md lists every page once', () => {
  const contents = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const listed = [...contents.matchAll(/^\| \[.+?\]\(([^)]+)\) \|/gm)].map(([, path = '']) => path);
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  expect(listed.filter((path) => !path.startsWith('../')).sort()).toEqual(pages.sort());
});

/** Anchors of the headings of a page, as git hosts make them. */
function anchorsOf(text: string): Set<string> {
  const slugs = [...text.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(
    slugs.map((slug, index) => {
      const before = slugs.slice(0, index).filter((other) => other === slug).length;
      return before === 0 ? slug : `${slug}-${before}`;
    }),
  );
}

test('every link of a page leads to a file, and to a heading in it', () => {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('docs', name))
    .concat(readdirSync(root))
    .filter((name) => name.endsWith('.md'));
  const texts = new Map(pages.map((page) => [resolve(root, page), readFileSync(join(root, page), 'utf8')]));
  const anchors = new Map([...texts].map(([file, text]) => [file, anchorsOf(text)]));
  const lost = [...texts].flatMap(([file, text]) =>
    [...text.replace(/`[^`\n]*`/g, '').matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .map(([, path = '', anchor]) => ({ target: path === '' ? file : resolve(dirname(file), path), anchor }))
      .filter(
        ({ target, anchor }) =>
          !existsSync(target) || (anchor && anchors.has(target) && !anchors.get(target)?.has(anchor)),
      )
      .map((link) => ({ file, ...link })),
  );
  expect(pages.length).toBeGreaterThan(100);
  expect(lost).toEqual([]);
});

describeInDeep('npm run docs:site', () => {
  let directory: string;
  let repository: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'ec_docs_site_'));
    repository = join(directory, 'repository');
    git('init', '--quiet', repository);
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example', ...args], {
      cwd: directory,
      encoding: 'utf8',
    });

  function write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(repository, name)), { recursive: true });
      writeFileSync(join(repository, name), text);
    }
  }

  function release(tag: string): void {
    git('-C', repository, 'add', '.');
    git('-C', repository, 'commit', '--quiet', '--message', tag);
    git('-C', repository, 'tag', tag);
  }

  const build = () =>
    spawnSync(
      process.execPath,
      [
        join(root, 'scripts/docs-site.mjs'),
        ...['--repository', repository, '--output', join(directory, 'site'), '--base', '/docs/'],
      ],
      { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
    );
  const built = (file: string) => readFileSync(join(directory, 'site', file), 'utf8');

  const contents = (rows: string) =>
    `# Documentation\n\n## Guides\n\n### Start\n\n| Page | Answers |\n|---|---|\n${rows}\n\n## Decisions\n\n| | |\n|---|---|\n| [0001](adr/0001-mugs.md) | Sell mugs |\n`;
  const first = '| [Mugs](guide/mugs.md) | How to sell one |';
  const pages = {
    'package.json': '{ "description": "A shop." }',
    'docs/README.md': contents(first),
    'docs/adr/0001-mugs.md': '# Sell mugs\n',
    'docs/guide/mugs.md':
      '# Mugs\n\n## 1. What `{{ x }}` & <y> are\n\nFirst words. [Here](#1-what--x---y-are), [why](../adr/0001-mugs.md), [code](../../src/mugs.ts), [all](../../README.md#shop)\n\n<!-- tabs -->\n\n**a.mjs (ES modules)**\n\n```js runnable\nimport mug;\n```\n\n**a.cjs (CommonJS)**\n\n```js\nrequire(mug);\n```\n\n<!-- /tabs -->\n\n```mermaid\nflowchart TB\n  shop --> mug\n  mug["a mug {{ x }}"] -- sold --> guest\n```\n\n```mermaid\nsequenceDiagram\n  participant G as Guest\n  participant S as Shop\n  opt thirsty\n    G->>S: buys <b>\n  end\n```\n',
    'README.md': '# Shop\n\n[Mugs](docs/guide/mugs.md)\n',
  };

  test('builds a folder for each released minor and for the files here, which lead to each other', () => {
    write(pages);
    release('v0.1.0');
    write({ 'docs/guide/mugs.md': '# Mugs\n\nMended words.\n' });
    release('v0.1.10');
    write({
      'docs/guide/cups.md': '# Cups\n',
      'docs/README.md': contents(`${first}\n| [Cups](guide/cups.md) | Cups |`),
    });
    release('v0.2.0');
    write({ 'docs/guide/mugs.md': pages['docs/guide/mugs.md'] });
    const { status, stderr, stdout } = build();
    expect([status, stderr.replace(/.*CJS build.*\n/, '')]).toEqual([0, expect.any(String)]);
    expect(stdout).toContain('Documentation of 0.2, 0.1, next');

    expect(built('0.1/guide/mugs.html')).toContain('Mended words.');
    expect(existsSync(join(directory, 'site/0.1/guide/cups.html'))).toBe(false);
    const page = built('next/guide/mugs.html');
    expect(page).toContain('First words.');
    // The newest minor first; the one that is open is selected.
    expect(page).toMatch(/<select[^>]*aria-label="Version"[^>]*>.*0\.2.*0\.1.*selected[^>]*>next/s);
    expect(built('index.html')).toContain('url=/docs/0.2/');

    // The sidebar comes from the list; decisions have one of their own.
    expect(built('0.2/guide/mugs.html')).toMatch(
      /<h2[^>]*>Start<\/h2>.*href="\/docs\/0\.2\/guide\/cups\.html"/s,
    );
    expect(built('next/adr/0001-mugs.html')).toContain('0001 Sell mugs');

    // Anchors are those of git hosts; links that leave the documentation are moved or become text.
    expect(page).toContain('id="1-what--x---y-are"');
    expect(page).toContain('href="./../project/README.html#shop"');
    expect(page).toMatch(/, code, /);
    expect(page).toContain('<code>{{ x }}</code>');
    // Tabs.
    expect(page).toMatch(/type="radio".*a\.mjs \(ES modules\).*a\.cjs \(CommonJS\)/s);
    expect(page).not.toContain('<!-- tabs');
    // Diagrams are pictures, which load nothing, and lists.
    expect(page.match(/<svg [^>]*role="img"/g)).toHaveLength(2);
    expect(page).toContain('<ul><li>shop → a mug {{ x }}</li><li>a mug {{ x }} → guest: sold</li></ul>');
    expect(page).toContain('<li>if thirsty:<ul><li>Guest → Shop: buys &lt;b&gt;</li></ul></li>');
    expect(page).not.toMatch(/fonts\.googleapis|flowchart TB/);
    const ids = [...page.matchAll(/<(?:marker|g|path)[^>]* id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);

    // For programs.
    expect(built('llms.txt')).toContain('- [Mugs](0.2/guide/mugs.md): How to sell one');
    expect(built('next/llms.txt')).toMatch(/^# express-consent\n\n> A shop\.\n\n## Guides\n\n### Start\n/);
    expect(built('next/guide/mugs.md')).toContain('<!-- tabs -->');
    expect(built('next/project/README.md')).toContain('[Mugs](../guide/mugs.md)');
    expect(page).toContain('type="text/markdown" href="/docs/next/guide/mugs.md"');
    expect(built('next/llms-full.txt')).toContain('First words.');
  }, 300_000);

  test('builds the pages of this project', () => {
    const { status } = spawnSync(
      process.execPath,
      [join(root, 'scripts/docs-site.mjs'), '--only', 'next', '--output', join(directory, 'site')],
      { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
    );
    expect(status).toBe(0);
    expect(built('next/guide/getting-started.html')).toContain('npm create express-consent');
  }, 300_000);

  test('fails for a link that leads nowhere', () => {
    write({ ...pages, 'docs/guide/mugs.md': '# Mugs\n\n[Gone](gone.md)\n' });
    const { status, stderr, stdout } = build();
    expect(status).not.toBe(0);
    expect(stderr + stdout).toContain('gone');
  }, 120_000);
});
