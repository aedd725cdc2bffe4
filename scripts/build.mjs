// Bundles src/ into dist/: CommonJS in a few files, an ES module in front of each entry point, so that
// `import` and `require` share one copy of everything, and one declaration file for each entry point.
// Packages and texts are required when they are first used, so that a host does not load the libraries of
// disabled features. With `--to-run`, for `npm start`: with source maps, without declarations and what bundlers of hosts
// need. Does nothing when the sources have not changed.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform } from '@swc/core';
import { build as bundleScript, transform as print } from 'esbuild';
import { rollup } from 'rollup';
import { buildBrowserPackage, copyBrowserPackage } from './build-browser-package.mjs';
import { buildDashboard } from './build-dashboard.mjs';
import { buildWidget } from './build-widget.mjs';
import { bundledLicenses } from './bundled-licenses.mjs';
import { entries, programs } from './entry-points.mjs';
import { stampOf } from './source-stamp.mjs';

// Why: docs/adr/0010-commonjs-with-an-esm-front.md

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);
const { imports } = require('../package.json');
const target = 'es2023';
/** Source maps let stack traces name the sources; the package contains none. */
const toRun = process.argv.includes('--to-run');

/**
 * Texts that operators and receipts need, in every language: the chunk `texts`, which is loaded when it is first used.
 * Nothing may use them while the service is loaded and started.
 */
const seldomUsed =
  /\/src\/(?:content\/(?:banner-texts|cookie-catalogue|tcf-words)|standards\/(?:receipt|erasure))\//;

/** Imports of a package whose hundreds of files would all be loaded with the service: it is one file of `dist/`. */
const schemas = /(?<=['"])@sinclair\/typebox(?:\/value)?(?=['"])/g;

async function bundleSchemas() {
  const contents = `export { Type } from '@sinclair/typebox';\nexport { Value } from '@sinclair/typebox/value';`;
  const { metafile } = await bundleScript({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    outfile: join(dist, 'typebox.js'),
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target,
    metafile: true,
  });
  writeFileSync(join(dist, 'LICENSES.txt'), bundledLicenses(metafile, root));
}

/** Regular expressions are all that still has other letters than ASCII by then. */
const escapeInPattern = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

const compile = {
  name: 'compile',
  resolveId(id, importer) {
    if (id.startsWith('#')) return findSource(toRoom(id));
    return importer !== undefined && id.startsWith('.') ? findSource(join(importer, '..', id)) : null;
  },
  transform: (code, file) =>
    file.endsWith('.csv')
      ? // Its own lines have no place in a source map.
        { code: `export default ${JSON.stringify(code)}`, map: { mappings: '' } }
      : transform(code, {
          sourceMaps: toRun,
          jsc: { parser: { syntax: 'typescript' }, target },
          module: { type: 'es6' },
        }),
  async renderChunk(code, { fileName, imports }, _options, { chunks }) {
    const script = code.replace(schemas, `${fileName.includes('/') ? '..' : '.'}/typebox.js`);
    const packages = imports.filter((name) => !(name in chunks));
    const lazy = [...packages, './texts.js', '../texts.js'];
    const options = {
      sourceMaps: toRun,
      jsc: { target },
      module: { type: 'commonjs', lazy, ignoreDynamic: true },
    };
    const compiled = await transform(script, options);
    if (toRun) return compiled;
    // Node keeps the text in memory: half as much when all its letters are ASCII, and less without comments.
    const { code: text } = await print(compiled.code, { charset: 'ascii', legalComments: 'none', target });
    return text.replace(/[^\0-\x7f]/g, escapeInPattern);
  },
};

/** Where the `imports` of package.json say that `#room/file` is. */
function toRoom(id) {
  const [room] = id.split('/');
  return join(root, imports[`${room}/*`].replace('*.ts', id.slice(room.length + 1)));
}

const findSource = (path) =>
  path.endsWith('.csv')
    ? path
    : ([`${path}.ts`, join(path, 'index.ts')].find((file) => existsSync(file)) ?? null);

async function bundleService() {
  const onwarn = ({ message }) => {
    throw new Error(message);
  };
  const input = { ...entries, ...programs };
  const built = await rollup({ input, external: /^[^./#]/, plugins: [compile], onwarn });
  await built.write({
    dir: dist,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: ({ moduleIds }) => `${nameOfChunk(moduleIds) ?? '[name]'}.js`,
    hoistTransitiveImports: false,
    sourcemap: toRun,
    manualChunks: (id) => (seldomUsed.test(id) ? 'texts' : null),
    onlyExplicitManualChunks: true,
  });
}

/** Most of the code is in one file that the entries share: `service`. What the texts share with it is in `standards`. */
const nameOfChunk = (moduleIds) =>
  ['service', 'standards'].find((name) =>
    moduleIds.some((id) => !seldomUsed.test(id) && id.includes(`/${name}/`)),
  );

/** Writes the ES modules in front of the entry points. */
function writeFronts() {
  for (const name of Object.keys(entries)) {
    const front = join(dist, name);
    const exported = Object.keys(require(`${front}.js`)).filter((key) => key !== '__esModule');
    const file = `./${basename(front)}.js`;
    writeFileSync(
      `${front}.mjs`,
      `import commonJs from '${file}';\n\nexport const { ${exported.join(', ')} } = commonJs;\n`,
    );
    if (!toRun) writeFileSync(`${front}.d.mts`, `export * from '${file}';\n`);
  }
}

const run = (script, ...args) =>
  promisify(execFile)(process.execPath, [join(root, 'scripts', script), ...args]);

await run('generate.cjs', 'src');
const stamp = stampOf(
  ['src', 'scripts'],
  ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.widget.json'],
);
const stampFile = join(dist, '.sources');
const stamps = toRun ? [`${stamp} to run`, stamp] : [stamp];
const isBuilt = existsSync(stampFile) && stamps.includes(readFileSync(stampFile, 'utf8'));
if (!isBuilt || process.argv.includes('--force')) await build();

async function build() {
  // Widget and dashboard replace themselves when their sources or packages have changed.
  for (const name of existsSync(dist) ? readdirSync(dist) : [])
    if (name !== 'widget' && name !== 'dashboard') rmSync(join(dist, name), { recursive: true });
  const declared = toRun ? undefined : run('build-declarations.mjs');
  await buildWidget();
  await buildDashboard();
  if (!toRun) await buildBrowserPackage();
  await bundleSchemas();
  await bundleService();
  writeFronts();
  await declared;
  if (!toRun) copyBrowserPackage();
  writeFileSync(stampFile, stamps[0]);
}
