import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { pack, root, run, type Tarball } from './tarball';

let project: string;
let tarball: Tarball;

const use = `
import { createWidget, type WidgetApi } from 'express-consent-widget';
import { Consented, useConsent } from 'express-consent-widget/react';
import { createConsentStore } from 'express-consent-widget/svelte';
import { consentPlugin } from 'express-consent-widget/vue';

export const start = (): WidgetApi => createWidget({ base: 'https://shop.example/svc/' });
console.log([Consented, useConsent, createConsentStore, consentPlugin].map((part) => typeof part).join());
// @ts-expect-error: a typing error
export const wrong = () => createWidget({ bass: '/svc/' });
`;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'express-consent-widget-'));
  tarball = await pack(project, join(root, 'packages/express-consent-widget'));
  await writeFile(
    join(project, 'package.json'),
    JSON.stringify({ name: 'app', private: true, type: 'module' }),
  );
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball.filename], project);
});

afterAll(() => rm(project, { recursive: true, force: true }));

test('brings the built modules, its papers, and no other package', async () => {
  const papers = tarball.files
    .map(({ path }) => path)
    .filter((path) => !/^dist\/[\w-]+\.(?:d\.)?mts$|^dist\/[\w-]+\.mjs$/.test(path));
  expect(papers.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
  expect(tarball.unpackedSize).toBeLessThan(135_000);
  const installed = await readdir(join(project, 'node_modules'));
  expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['express-consent-widget']);
});

test('has the version of the server, which it talks to', async () => {
  const [own, server] = await Promise.all(
    ['packages/express-consent-widget', '.'].map(async (folder) =>
      JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')),
    ),
  );
  expect(own.version).toBe(server.version);
  for (const [name, range] of Object.entries(own.peerDependencies))
    expect(server.peerDependencies[name]).toBe(range);
});

describe('in an app with its frameworks', () => {
  beforeAll(async () => {
    await mkdir(join(project, 'node_modules/@types'));
    for (const name of ['react', 'vue', '@types/react'])
      await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name));
    await writeFile(join(project, 'use.ts'), use);
  });

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('compiles with module %s, resolved as by %s', async (module, moduleResolution) => {
    const options = ['--module', module, '--moduleResolution', moduleResolution];
    const strict = [
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,dom.iterable',
      '--strict',
      '--skipLibCheck',
      '--types',
      'react',
    ];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, '--outDir', `out-${module}`, ...options, ...strict, 'use.ts'], project);
    expect(await run(process.execPath, [`out-${module}/use.js`], project)).toMatch(
      /^\w+,function,function,\w+\n$/,
    );
  });

  test('is bundled with its parts apart, which most page views do not load', async () => {
    const { outputFiles } = await build({
      entryPoints: [join(project, 'use.ts')],
      outdir: join(project, 'bundle'),
      bundle: true,
      splitting: true,
      format: 'esm',
      minify: true,
      external: ['react', 'vue'],
      write: false,
    });
    const [entry] = outputFiles.filter(({ path }) => path.endsWith('/use.js'));
    expect(outputFiles.length).toBeGreaterThan(10);
    expect(entry?.contents.length).toBeLessThan(15_000);
  });
});
