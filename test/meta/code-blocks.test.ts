import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { transformSync } from 'esbuild';
import { parseFragment } from 'parse5';
import { commands } from '#cli/commands/index';
import { configVariables } from '#cli/environment';
import { describedRoutes } from '../../scripts/generate-api';
import { type CodeBlock, readAllCodeBlocks } from '../support/code-blocks';

const root = resolve(__dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const all = readAllCodeBlocks();
const checked = all.filter(({ unchecked }) => unchecked === undefined);
const inLanguage = (...languages: string[]) => checked.filter(({ language }) => languages.includes(language));
const placeOf = ({ page, line }: CodeBlock) => `${page}:${line}`;

/** Runs a check on blocks. Returns a line for each that fails. */
const faultsOf = (blocks: readonly CodeBlock[], check: (block: CodeBlock) => readonly string[] | undefined) =>
  blocks.flatMap((block) => {
    try {
      return (check(block) ?? []).map((fault) => `${placeOf(block)}: ${fault}`);
    } catch (error) {
      return [`${placeOf(block)}: ${error instanceof Error ? error.message : error}`];
    }
  });

/** Other tests check these: code-types.test.ts and service/readme.test.ts JavaScript and TypeScript. */
const languages = [
  'js',
  'jsx',
  'ts',
  'json',
  'yaml',
  'css',
  'html',
  'sql',
  'csv',
  'jsonl',
  'sh',
  'bash',
  'http',
  'mermaid',
  'text',
  '',
];

test('every block is in a language that a test checks, or is plain text', () => {
  expect(checked.filter(({ language }) => !languages.includes(language)).map(placeOf)).toEqual([]);
});

test('few blocks are not checked, each for a reason', () => {
  const exceptions = all.filter(({ unchecked }) => unchecked !== undefined);
  expect(exceptions.map((block) => `${block.page}: ${block.unchecked}`)).toEqual([
    'examples/webhook-receiver/README.md: the type of `data` depends on `type`',
  ]);
});

test('every JSON block is valid', () => {
  const blocks = inLanguage('json');
  expect(blocks.length).toBeGreaterThan(10);
  expect(faultsOf(blocks, ({ code }) => void JSON.parse(code))).toEqual([]);
});

test('every YAML block is valid', () => {
  // The parser of knip, as we have no use for one ourselves.
  const { parseDocument } = createRequire(join(root, 'node_modules/knip/package.json'))('yaml');
  expect(
    faultsOf(inLanguage('yaml'), ({ code }) =>
      parseDocument(code).errors.map(({ message }: { message: string }) => message),
    ),
  ).toEqual([]);
});

test('every CSS block is valid', () => {
  expect(
    faultsOf(inLanguage('css'), ({ code }) =>
      transformSync(code, { loader: 'css', logLevel: 'silent' }).warnings.map(({ text }) => text),
    ),
  ).toEqual([]);
});

test('every HTML block is valid', () => {
  const check = ({ code }: CodeBlock) => {
    const faults: string[] = [];
    const onParseError = ({ code: fault, startLine }: { code: string; startLine: number }) =>
      void faults.push(`${fault} in its line ${startLine}`);
    // A page begins with what only a whole document can contain.
    if (!code.startsWith('<!doctype')) parseFragment(code, { onParseError, sourceCodeLocationInfo: true });
    return faults;
  };
  expect(faultsOf(inLanguage('html'), check)).toEqual([]);
});

test('every SQL block is on the page whose queries run on every database', () => {
  expect(new Set(inLanguage('sql').map(({ page }) => page))).toEqual(new Set(['docs/guide/sql-views.md']));
});

describe('every command', () => {
  const shell = inLanguage('sh', 'bash');
  /** Commands of a block, without comments and with continued lines joined. */
  const commandsOf = ({ code }: CodeBlock) =>
    code
      .replace(/<<END\n[\s\S]*?^END$/gm, '')
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.replace(/^# .*|\s+# .*$/, '').trim())
      .filter((line) => line !== '');
  const each = (pattern: RegExp, check: (match: RegExpExecArray) => readonly string[]) =>
    faultsOf(shell, (block) =>
      commandsOf(block).flatMap((line) => [...line.matchAll(pattern)].flatMap((match) => check(match))),
    );

  test('of the package exists and has its options', () => {
    let count = 0;
    const faults = each(/npx express-consent ([^|&;>]*)/g, ([, call = '']) => {
      count += 1;
      const [name = '', ...words] = call.trim().split(/\s+/);
      if (name === '--help') return [];
      const command = commands.find(({ name: known }) => known === name || known.startsWith(`${name} `));
      if (command === undefined) return [`there is no command ${name}`];
      const known = [...Object.keys(command.options), 'help'];
      const named = words.flatMap((word) => /^--([\w-]+)/.exec(word)?.[1] ?? []);
      return named.filter((option) => !known.includes(option)).map((option) => `${name} has no --${option}`);
    });
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(50);
  });

  test('of npm names a script of the project, or installs a package that we use', () => {
    const packages = [
      manifest.name,
      ...readdirSync(join(root, 'packages')),
      ...['dependencies', 'peerDependencies', 'devDependencies'].flatMap((kind) =>
        Object.keys(manifest[kind]),
      ),
    ];
    expect([
      ...each(/npm run (?:--silent )?([\w:]+)/g, ([, script = '']) =>
        script in manifest.scripts ? [] : [`there is no script ${script}`],
      ),
      ...each(/npm install ([^&|;]+)/g, ([, names = '']) =>
        names
          .trim()
          .split(/\s+/)
          .filter((name) => !name.startsWith('-') && !packages.includes(name))
          .map((name) => `package.json does not name ${name}`),
      ),
    ]).toEqual([]);
  });

  test('of Node starts a program that is there', () => {
    const faults = each(/\bnode (?:--\S+ )*([\w./-]+\.(?:m?js|ts|cjs))/g, ([, file = '']) =>
      // Programs of the reader have names of their own.
      !file.includes('/') || existsSync(join(root, file)) ? [] : [`${file} does not exist`],
    );
    expect(faults).toEqual([]);
  });

  test('sets variables that the commands read', () => {
    const known = Object.keys(configVariables);
    const faults = each(/\b(EXPRESS_CONSENT_[A-Z_]+)=/g, ([, name = '']) =>
      known.includes(name) ||
      commands.some(({ options }) => Object.values(options).some(({ variable }) => variable === name))
        ? []
        : [`no command reads ${name}`],
    );
    expect(faults).toEqual([]);
  });
});

describe('every call of an API', () => {
  const routes = describedRoutes();
  const known = Object.entries({ 'api/v1': routes.public, 'admin/v1': routes.admin }).flatMap(
    ([prefix, list]) =>
      list.map(({ method, path }) => ({
        method,
        pattern: new RegExp(`^/svc/${prefix}${path.replaceAll(/:\w+/g, '[^/]+')}$`),
      })),
  );
  const exists = (method: string, path: string) =>
    /openapi\.json$/.test(path) || known.some((route) => route.method === method && route.pattern.test(path));

  test('by curl or in HTTP has a route', () => {
    let count = 0;
    const faults = faultsOf(inLanguage('sh', 'bash', 'http'), ({ code }) => {
      const text = code.replaceAll(/\\\n\s*/g, '');
      const requests = [...text.matchAll(/^(GET|POST|PUT|PATCH|DELETE) (\S+)/gm)].map(([, method, path]) => [
        method,
        path,
      ]);
      const curls = [...text.matchAll(/^.*\bcurl\b.*$/gm)].flatMap(([line]) => {
        const address = /https?:\/\/[^/\s'"]+(\/[^\s'"?]*)/.exec(line)?.[1];
        const method = /-X (\w+)/.exec(line)?.[1] ?? (/ (-d|--data) /.test(line) ? 'POST' : 'GET');
        return address?.startsWith('/svc/') ? [[method, address]] : [];
      });
      return [...requests, ...curls].flatMap(([method = '', path = '']) => {
        count += 1;
        return exists(method, path.replace(/\?.*/, '')) ? [] : [`there is no ${method} ${path}`];
      });
    });
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(15);
  });
});
