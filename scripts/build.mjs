// Bundles src/ into dist/: CommonJS in a few files, an ES module in front of each entry point, so that
// `import` and `require` share one copy of everything, and one declaration file for each entry point.
// Packages are required when they are first used, so that a host does not load the libraries of disabled
// features.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { buildBrowserPackage } from './build-browser-package.mjs';
import { buildDashboard } from './build-dashboard.mjs';
import { buildWidget } from './build-widget.mjs';

// Why: docs/adr/0010-commonjs-with-an-esm-front.md

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);
const target = 'es2023';
/** For `npm start`, so that stack traces name the sources; the package contains no source maps. */
const sourceMaps = process.argv.includes('--source-maps');

/** Entry points, by their names in dist/ without extension. */
const entries = {
  index: 'src/index.ts',
  'storage/storage-contract': 'src/storage/storage-contract.ts',
  'client/index': 'src/client/index.ts',
};
/** Files that are run rather than imported; threads are started from a file next to the bundle. */
const programs = {
  'cli/main': 'src/cli/main.ts',
  'xlsx-worker': 'src/features/exports/xlsx-worker.ts',
  'pdf-worker': 'src/pdf/pdf-worker.ts',
};

const compile = {
  name: 'compile',
  resolveId: (id, importer) =>
    importer !== undefined && id.startsWith('.') ? findSource(join(importer, '..', id)) : null,
  transform: (code) =>
    transform(code, {
      sourceMaps,
      jsc: { parser: { syntax: 'typescript' }, target },
      module: { type: 'es6' },
    }),
  renderChunk: (code) =>
    transform(code, {
      sourceMaps,
      jsc: { target },
      module: { type: 'commonjs', lazy: true, ignoreDynamic: true },
    }),
};

const findSource = (path) => [`${path}.ts`, join(path, 'index.ts')].find((file) => existsSync(file)) ?? null;

async function bundle(input, plugin, ending) {
  const onwarn = ({ message }) => {
    throw new Error(message);
  };
  const files = Object.fromEntries(Object.entries(input).map(([name, file]) => [name, join(root, file)]));
  const built = await rollup({ input: files, external: /^[^./]/, plugins: [plugin], onwarn });
  const names = `[name]${ending}`;
  await built.write({
    dir: dist,
    format: 'es',
    entryFileNames: names,
    // Most of the code is in one file that the entries share: `service`.
    chunkFileNames: ({ moduleIds }) =>
      moduleIds.some((id) => id.includes('/src/service/')) ? `service${ending}` : names,
    hoistTransitiveImports: false,
    sourcemap: sourceMaps && ending === '.js',
  });
}

rmSync(dist, { recursive: true, force: true });
await buildWidget();
await buildDashboard();
await buildBrowserPackage();
await bundle({ ...entries, ...programs }, compile, '.js');
await bundle(entries, dts({ tsconfig: join(root, 'tsconfig.json') }), '.d.ts');

for (const name of Object.keys(entries)) {
  const front = join(dist, name);
  const exported = Object.keys(require(`${front}.js`)).filter((key) => key !== '__esModule');
  const file = `./${basename(front)}.js`;
  writeFileSync(
    `${front}.mjs`,
    `import commonJs from '${file}';\n\nexport const { ${exported.join(', ')} } = commonJs;\n`,
  );
  writeFileSync(`${front}.d.mts`, `export * from '${file}';\n`);
}
