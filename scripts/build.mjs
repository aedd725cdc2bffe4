// Bundles src/ into dist/: CommonJS in a few files, an ES module in front of each entry point, so that
// `import` and `require` share one copy of everything, and one declaration file for each entry point.
// Packages and texts are required when they are first used, so that a host does not load the libraries of
// disabled features. With `--to-run`, for `npm start`: with source maps, without declarations.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { build as bundleScript, transform as print } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { buildBrowserPackage } from './build-browser-package.mjs';
import { buildDashboard } from './build-dashboard.mjs';
import { buildWidget } from './build-widget.mjs';
import { bundledLicenses } from './bundled-licenses.mjs';

// Why: docs/adr/0010-commonjs-with-an-esm-front.md

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);
const { imports } = require('../package.json');
const target = 'es2023';
/** So that stack traces name the sources; the package contains no source maps. */
const sourceMaps = process.argv.includes('--to-run');
const declarations = !sourceMaps;

/** Entry points, by their names in dist/ without extension. */
const entries = {
  index: 'src/index.ts',
  'storage/storage-contract': 'src/server/platform/storage/storage-contract.ts',
  'client/index': 'src/client/index.ts',
  'testing/index': 'src/testing/index.ts',
};
/** Files that are run rather than imported; threads are started from a file next to the bundle. */
const programs = {
  'cli/main': 'src/server/cli/main.ts',
  'xlsx-worker': 'src/server/evidence/exports/xlsx-worker.ts',
  'pdf-worker': 'src/server/platform/pdf/pdf-worker.ts',
};

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
          sourceMaps,
          jsc: { parser: { syntax: 'typescript' }, target },
          module: { type: 'es6' },
        }),
  async renderChunk(code, { fileName, imports }, _options, { chunks }) {
    const script = code.replace(schemas, `${fileName.includes('/') ? '..' : '.'}/typebox.js`);
    const packages = imports.filter((name) => !(name in chunks));
    const lazy = [...packages, './texts.js', '../texts.js'];
    const options = {
      sourceMaps,
      jsc: { target },
      module: { type: 'commonjs', lazy, ignoreDynamic: true },
    };
    const compiled = await transform(script, options);
    if (sourceMaps) return compiled;
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

/** Options of the scripts; declarations are not divided. */
const divided = {
  manualChunks: (id) => (seldomUsed.test(id) ? 'texts' : null),
  onlyExplicitManualChunks: true,
};

async function bundle(input, plugin, ending, options = {}) {
  const onwarn = ({ message }) => {
    throw new Error(message);
  };
  const files = Object.fromEntries(Object.entries(input).map(([name, file]) => [name, join(root, file)]));
  const built = await rollup({ input: files, external: /^[^./#]/, plugins: [plugin], onwarn });
  const names = `[name]${ending}`;
  await built.write({
    dir: dist,
    format: 'es',
    entryFileNames: names,
    chunkFileNames: ({ moduleIds }) => `${nameOfChunk(moduleIds) ?? '[name]'}${ending}`,
    hoistTransitiveImports: false,
    sourcemap: sourceMaps && ending === '.js',
    ...options,
  });
}

/** Most of the code is in one file that the entries share: `service`. What the texts share with it is in `standards`. */
const nameOfChunk = (moduleIds) =>
  ['service', 'standards'].find((name) =>
    moduleIds.some((id) => !seldomUsed.test(id) && id.includes(`/${name}/`)),
  );

execFileSync(process.execPath, [join(root, 'scripts/generate.cjs'), 'src'], { stdio: 'inherit' });
// Widget and dashboard replace themselves when their sources or packages have changed.
for (const name of existsSync(dist) ? readdirSync(dist) : [])
  if (name !== 'widget' && name !== 'dashboard') rmSync(join(dist, name), { recursive: true });
await buildWidget();
await buildDashboard();
if (declarations) await buildBrowserPackage();
await bundleSchemas();
await bundle({ ...entries, ...programs }, compile, '.js', divided);
if (declarations) await bundle(entries, dts({ tsconfig: join(root, 'tsconfig.json') }), '.d.ts');

for (const name of Object.keys(entries)) {
  const front = join(dist, name);
  const exported = Object.keys(require(`${front}.js`)).filter((key) => key !== '__esModule');
  const file = `./${basename(front)}.js`;
  writeFileSync(
    `${front}.mjs`,
    `import commonJs from '${file}';\n\nexport const { ${exported.join(', ')} } = commonJs;\n`,
  );
  if (declarations) writeFileSync(`${front}.d.mts`, `export * from '${file}';\n`);
}
