import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port';
import { pickSome } from '../support/scope';
import { copyProject, createScratchProject, pack, root, run, type Tarball } from './tarball';

/**
 * Further Node binaries to run the package under, split by colons; `sqlite3` is the driver whose binary fits
 * them all.
 */
const otherNodes = process.env.EXPRESS_CONSENT_OTHER_NODES?.split(':').filter(Boolean) ?? [];

let directory: string;
let tarball: Tarball;
let starter: Tarball;
/** A project in which both packages are installed. */
let project: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'express-consent-package-'));
  tarball = await pack(directory);
  starter = await pack(directory, join(root, 'packages/create-express-consent'));
  project = join(directory, 'installed');
  await createScratchProject(project, [tarball, starter]);
});

afterAll(() => rm(directory, { recursive: true, force: true }));

test('the tarball holds the built package, its papers and examples, nothing else', () => {
  const paths = tarball.files.map((file) => file.path);
  const papers = [
    ...[
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'GOVERNANCE.md',
      'LICENSE',
      'README.md',
      'ROADMAP.md',
      'SECURITY.md',
    ],
    'package.json',
  ];
  expect(paths.filter((path) => !/^(dist|docs|examples|gtm|ops|bench\/results)\//.test(path)).sort()).toEqual(
    papers,
  );
  expect(
    paths.filter((path) => /^(docs|bench)\//.test(path) && !/\.md$|^docs\/images\/.*\.png$/.test(path)),
  ).toEqual([]);
  expect(paths.filter((path) => /^examples\/[^/]+\/(data|node_modules)\//.test(path))).toEqual([]);
  expect(
    paths
      .filter((path) => path.startsWith('dist/') && !/\.(js|mjs|json|d\.ts|d\.mts|css|br|gz)$/.test(path))
      .sort(),
  ).toEqual(['dist/LICENSES.txt', 'dist/dashboard/LICENSES.txt']);
  expect(paths).toEqual(
    expect.arrayContaining(['dist/index.js', 'dist/index.mjs', 'dist/index.d.ts', 'dist/index.d.mts']),
  );
  const sizeBelow = (folder: string) =>
    tarball.files.reduce((sum, { path, size }) => sum + (path.startsWith(folder) ? size : 0), 0);
  expect(tarball.unpackedSize).toBeLessThan(9_250_000);
  expect(sizeBelow('dist/dashboard/')).toBeLessThan(2_350_000);
  expect(sizeBelow('dist/widget/')).toBeLessThan(285_000);
  expect(paths.filter((path) => /^dist\/(?!dashboard\/)/.test(path)).length).toBeLessThan(160);
});

test('every link of the README leads to a file of the tarball', async () => {
  const paths = tarball.files.map((file) => file.path);
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const links = [...readme.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link));
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !paths.some((path) => path === link || path.startsWith(`${link}/`)))).toEqual(
    [],
  );
});

test('the test of a route in docs/guide/testing.md passes', async () => {
  await symlink(join(root, 'node_modules/supertest'), join(project, 'node_modules/supertest'));
  const page = await readFile(join(root, 'docs/guide/testing.md'), 'utf8');
  const [, code = ''] = /^```js\n(.*?)^```/ms.exec(page) ?? [];
  await writeFile(join(project, 'route.test.js'), code);
  expect(await run(process.execPath, ['--test', 'route.test.js'], project)).toContain('pass 1');
});

describe('programs that the packages bring along', () => {
  // The README says so.
  beforeAll(() =>
    symlink(join(root, 'node_modules/cookie-parser'), join(project, 'node_modules/cookie-parser')),
  );

  /** Runs a program until it has printed `sign`, and ends it after `check`. */
  async function whileRunning(
    args: readonly string[],
    { cwd, sign, port }: { cwd: string; sign: string; port: number },
    check: () => Promise<void>,
  ): Promise<void> {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { PATH: process.env.PATH, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    try {
      for await (const text of child.stdout.setEncoding('utf8')) if (text.includes(sign)) break;
      await check();
    } finally {
      child.kill();
      await ended;
    }
  }

  test('the example shop runs from the installed package', async () => {
    const port = await freePort();
    const shop = 'node_modules/express-consent/examples/minimal/start.mjs';
    const args = [shop, '--port', `${port}`, '--data', 'shop-data'];
    await whileRunning(args, { cwd: project, sign: 'Ctrl-C stops it', port }, async () => {
      const { path } = await fetch(
        `http://127.0.0.1:${port}/svc/api/v1/resolve-profile?tz=Europe/Berlin&locale=de`,
      ).then((answer) => answer.json());
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
      const dashboard = `http://127.0.0.1:${port}/svc/`;
      const page = await fetch(dashboard).then((answer) => answer.text());
      const files = [...page.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, file = '']) => file);
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) expect((await fetch(new URL(file, dashboard))).status).toBe(200);
    });
  });

  test('npm create express-consent makes a page with a banner in a new folder', async () => {
    expect(starter.files.map(({ path }) => path).sort()).toEqual([
      'LICENSE',
      'README.md',
      'create.mjs',
      'package.json',
    ]);
    const create = join(project, 'node_modules/.bin/create-express-consent');
    const args = ['site', '--yes', '--publish', '--groups', 'europe', '--controller', 'Pots Ltd'];
    expect(await run(create, args, project)).toContain('Start the app with cd site && npm start');
    const site = join(project, 'site');
    const { scripts } = JSON.parse(await readFile(join(site, 'package.json'), 'utf8'));
    const port = await freePort();
    const [, ...start] = scripts.start.split(' ');
    await whileRunning(start, { cwd: site, sign: 'Dashboard:', port }, async () => {
      const get = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).text();
      expect(await get('/')).toContain('<script src="/svc/widget.js" async></script>');
      expect(await get('/svc/widget.js')).toContain('expressConsent');
      expect(await get('/svc/api/v1/bootstrap?tz=Europe/Berlin')).toContain('Pots Ltd');
    });
  });
});

const flavours = [
  { name: 'ES module', type: 'module', compiler: ['--module', 'nodenext'] },
  { name: 'CommonJS', type: 'commonjs', compiler: ['--module', 'nodenext'] },
  {
    name: 'CommonJS resolved the old way',
    type: 'commonjs',
    compiler: ['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'],
  },
] as const;

describe.each(pickSome(flavours, 2))(
  'installed in a project of a host, $name',
  ({ name, type, compiler }) => {
    let own: string;

    beforeAll(async () => {
      own = join(directory, name.replaceAll(' ', '-'));
      await copyProject(project, own, type);
    });

    test('compiles in strict TypeScript, declarations checked too, and runs', async () => {
      await writeFile(
        join(own, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: { types: ['node'] }, files: ['use.ts'] }),
      );
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const options = [
        '--target',
        'es2022',
        '--strict',
        '--exactOptionalPropertyTypes',
        '--noUncheckedIndexedAccess',
        '--esModuleInterop',
        '--skipLibCheck',
        'false',
        ...compiler,
      ];
      await run(process.execPath, [tsc, '-p', own, ...options], own);
      for (const driver of ['better-sqlite3', 'sqlite3']) {
        expect(
          await run(process.execPath, ['use.js', driver, await mkdtemp(join(directory, 'data-'))], own),
        ).toBe('works\n');
      }
      for (const node of otherNodes) {
        expect(await run(node, ['use.js', 'sqlite3', await mkdtemp(join(directory, 'data-'))], own)).toBe(
          'works\n',
        );
      }
    });

    test('takes instances of common loggers as they are', async () => {
      for (const name of ['pino', 'winston'])
        await symlink(join(root, 'node_modules', name), join(own, 'node_modules', name));
      await writeFile(
        join(own, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: { types: ['node'] }, files: ['loggers.ts'] }),
      );
      const options = [
        '--noEmit',
        '--target',
        'es2022',
        '--strict',
        '--esModuleInterop',
        '--skipLibCheck',
        ...compiler,
      ];
      await run(
        process.execPath,
        [join(root, 'node_modules/typescript/bin/tsc'), '-p', own, ...options],
        own,
      );
    });

    test('lets the compiler know the categories, in every entry', async () => {
      await writeFile(
        join(own, 'consent-categories.d.ts'),
        'declare namespace ExpressConsent {\n  interface Categories {\n    analytics: true;\n  }\n}\n',
      );
      await writeFile(
        join(own, 'categories.ts'),
        `import type { VisitorChoice } from 'express-consent';
import type { ConsentCookiesOptions } from 'express-consent/testing';
export const right = (choice: VisitorChoice) => choice.isGranted('analytics');
export const states: ConsentCookiesOptions['states'] = { analytics: 'granted' };
// @ts-expect-error: a typing error
export const wrong = (choice: VisitorChoice) => choice.isGranted('analitycs');
// @ts-expect-error: a typing error
export const wrongStates: ConsentCookiesOptions['states'] = { analitycs: 'granted' };
`,
      );
      await writeFile(
        join(own, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: { types: ['node'] },
          files: ['categories.ts', 'consent-categories.d.ts'],
        }),
      );
      const options = ['--noEmit', '--target', 'es2022', '--strict', '--esModuleInterop', '--skipLibCheck'];
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      await run(process.execPath, [tsc, '-p', own, ...options, ...compiler], own);
    });

    // To run, it is the project before.
    if (name === 'CommonJS resolved the old way') return;

    test('brings a command that works on the host’s own database', async () => {
      const command = join(own, 'node_modules/.bin/express-consent');
      const database = join(await mkdtemp(join(directory, 'data-')), 'host.sqlite');
      await writeFile(
        join(own, 'consent.config.mjs'),
        `import knex from 'knex';\nexport default { knex: knex({ client: 'sqlite3', connection: { filename: ${JSON.stringify(database)} }, useNullAsDefault: true }) };\n`,
      );
      expect(await run(command, ['migrate', '--config', 'consent.config.mjs'], own)).toBe(
        'Ran 001-initial.\n',
      );
      expect(await run(command, ['migrate', '--status', '--database', database], own)).toBe(
        'done     001-initial\n',
      );
    });

    test('prints receipts once the optional packages are there', async () => {
      const print = async () =>
        run(process.execPath, ['print-receipt.mjs', await mkdtemp(join(directory, 'data-'))], own);
      expect(await print()).toBe('501 {"err\n');
      for (const name of ['pdfkit', 'bidi-js'])
        await symlink(join(root, 'node_modules', name), join(own, 'node_modules', name));
      expect(await print()).toBe('200 %PDF-\n');
    });

    test('gives the same copy to import and require', async () => {
      expect(await run(process.execPath, ['same-copy.mjs'], own)).toBe('works\n');
    });
  },
);
