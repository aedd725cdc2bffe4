// Bundles src/widget/ into dist/widget/: the script `widget.js`, the parts that it loads when it needs them, with their
// style sheets as texts, the sheets that the server writes, and `manifest.json`, from which the service serves them. `npm run build` also writes the npm package's
// entry `express-consent/widget`. Does nothing when the sources have not changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minify } from '@swc/core';
import { build } from 'esbuild';
import { browserFloor } from './browser-floor.mjs';
import { stampOf } from './source-stamp.mjs';
import { writeVariants } from './write-variants.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src/widget');

/**
 * Number of what `widget.js` and its parts agree on: the first two digits of their hash. Raise it when the script of the last
 * release could not work with the parts of this one, or the reverse. Why: docs/adr/0130-versions-side-by-side.md
 */
const partsContract = 1;

/** Parts that are loaded when they are needed, by name. */
const chunks = {
  banner: 'banner/index.ts',
  decide: 'decide/index.ts',
  lost: 'decide/lost.ts',
  renew: 'renew/index.ts',
  preferences: 'preferences/index.ts',
  'age-gate': 'age-gate/index.ts',
  link: 'link/index.ts',
  declaration: 'declaration/index.ts',
  embeds: 'embeds/index.ts',
  unblock: 'blocking/unblock.ts',
  withdraw: 'blocking/withdraw.ts',
  follow: 'follow/index.ts',
  'report-names': 'follow/report-names.ts',
  account: 'account/index.ts',
  'hold-page': 'banner/hold-page.ts',
  tags: 'signals/tags.ts',
  frameworks: 'frameworks/index.ts',
  tcf: 'tcf/index.ts',
};

/** The part that the service sends to a script of another contract. */
const restart = { restart: 'restart.ts' };

/** Style sheets that the server writes into pages; the others are only in the parts that use them. */
const writtenSheets = ['widget.css', 'page.css'];

/** Scripts for the head of a page, into which the service writes options, by name. */
const snippets = { head: 'head.ts', early: 'early.ts', stubs: 'stubs.ts' };

/** Scripts that start the widget: one is loaded, the other is written into pages with what a first visit needs. */
const starts = { widget: 'widget.ts', inline: 'inline.ts' };

/** Nobody asks for these, so they need no compressed variants. */
const inPages = ['inline', ...Object.keys(snippets)].map((name) => `${name}.js`);

const common = {
  absWorkingDir: root,
  bundle: true,
  // Not `.css`: the folder `preferences/` is beside the sheet `preferences.css`.
  resolveExtensions: ['.ts'],
  minify: true,
  target: browserFloor,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  write: false,
};

const contentTypes = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };
const digest = (algorithm, text, encoding) => createHash(algorithm).update(text).digest(encoding);

/** Returns the files of a build: text by name. */
async function bundle(entries, options) {
  const { outputFiles } = await build({
    ...common,
    ...options,
    outdir: join(root, 'out'),
    entryPoints: Object.fromEntries(
      Object.entries(entries).map(([name, file]) => [name, join(source, file)]),
    ),
  });
  return Object.fromEntries(
    await Promise.all(
      outputFiles.map(async ({ path, text }) => [
        path.slice(join(root, 'out').length + 1),
        path.endsWith('.js') ? await shrink(text, options.format === 'esm') : text,
      ]),
    ),
  );
}

/**
 * Minifies a bundle once more: a second minifier finds 1.5 to 3% that the first one leaves. Of what its option `unsafe` allows,
 * our scripts have one case: `"banner " + name` instead of a template literal, which differs only for objects with a `valueOf`.
 */
async function shrink(text, module) {
  const { code } = await minify(text, {
    module,
    ecma: 2022,
    compress: { passes: 3, unsafe: true },
    mangle: true,
    format: { comments: false },
  });
  return code;
}

/** Lets scripts import style sheets as texts, minified. */
const toText = (sheets) => ({
  name: 'style sheets as texts',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, ({ path }) => ({ contents: sheets[basename(path)].trim(), loader: 'text' }));
  },
});

/**
 * Writes the files that the service serves, with their compressed variants.
 * @param force also when the sources have not changed
 */
export async function buildWidget({ dist = join(root, 'dist/widget'), force = false } = {}) {
  const stamp = stampOf(
    ['src/widget', 'src/layers', 'src/standards/choice', 'src/standards/gpc', 'src/standards/compliance'],
    [
      'src/standards/calendar.ts',
      'src/standards/consent-state.ts',
      'package-lock.json',
      'scripts/build-widget.mjs',
      'scripts/write-variants.mjs',
    ],
  );
  const stampFile = join(dist, '.sources');
  if (!force && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const names = readdirSync(source).filter((name) => name.endsWith('.css'));
  const sheets = await bundle(Object.fromEntries(names.map((name) => [name.slice(0, -4), name])), {});
  const plugins = [toText(sheets)];
  const parts = {
    ...(await bundle(chunks, { format: 'esm', plugins })),
    ...Object.fromEntries(writtenSheets.map((name) => [name, sheets[name]])),
  };
  const hash =
    partsContract.toString(16).padStart(2, '0') + digest('sha256', JSON.stringify(parts), 'hex').slice(0, 10);
  const define = { widgetHash: JSON.stringify(hash) };
  const files = {
    ...(await bundle(starts, { format: 'iife', define, plugins })),
    ...(await bundle(restart, { format: 'esm', define })),
    ...(await bundle(snippets, { format: 'iife' })),
    ...parts,
  };

  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const write = (isServed) =>
    Object.fromEntries(
      Object.entries(files)
        .filter(([name]) => inPages.includes(name) !== isServed)
        .map(([name, text]) => [name, writeFile(join(dist, name), text, isServed)]),
    );
  const manifest = {
    /** Part of the path of the parts: `/w/<hash>/<name>`. Begins with the two digits of their contract. */
    hash,
    files: write(true),
    inPages: write(false),
  };
  writeFileSync(join(dist, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(stampFile, stamp);
}

function writeFile(file, text, isServed) {
  const { bytes, ...sizes } = writeVariants(file, text, { isServed });
  return {
    contentType: contentTypes[file.split('.').at(-1)],
    hash: digest('sha256', bytes, 'hex').slice(0, 16),
    integrity: `sha384-${digest('sha384', bytes, 'base64')}`,
    ...sizes,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildWidget({ force: process.argv.includes('--force') });
