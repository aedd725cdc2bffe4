// Bundles src/dashboard/ into dist/dashboard/: scripts and one style sheet under names that hold their hashes,
// `manifest.json`, from which the service serves them, and the licenses of the packages in them. Does nothing when the
// sources have not changed.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { bundledLicenses } from './bundled-licenses.mjs';
import { stampOf } from './source-stamp.mjs';
import { writeVariants } from './write-variants.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src/dashboard');

/** Entries, by name. */
const entries = { main: 'main.tsx', style: 'styles/main.css', preview: 'preview/preview.ts' };
const contentTypes = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** The widget in the preview imports its style sheets as texts. */
const widgetSheets = {
  name: 'style sheets of the widget as texts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]widget[\\/][^\\/]+\.css$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), {
        loader: 'css',
        minify: true,
        target: 'es2022',
      });
      return { contents: code.trim(), loader: 'text' };
    });
  },
};

/**
 * Writes the files that the service serves, with their compressed variants.
 * @param force also when the sources have not changed
 */
export async function buildDashboard({ dist = join(root, 'dist/dashboard'), force = false } = {}) {
  const stamp = stampOf(
    ['src/dashboard', 'src/client', 'src/widget', 'src/layers', 'src/standards', 'src/content'],
    [
      'package-lock.json',
      'scripts/build-dashboard.mjs',
      'scripts/bundled-licenses.mjs',
      'scripts/write-variants.mjs',
    ],
  );
  const stampFile = join(dist, '.sources');
  if (!force && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const existing = Object.entries(entries).filter(([, file]) => existsSync(join(source, file)));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: existing.map(([out, file]) => ({ in: join(source, file), out })),
    outdir: 'out',
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    // Names of components stay out of the bundle; `react-dom` then is its production build.
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: 'automatic',
    plugins: [widgetSheets],
    // Without `.css`: the widget has both `link.css` and the folder `link`.
    resolveExtensions: ['.tsx', '.ts', '.js', '.json'],
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write: false,
  });

  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const files = {};
  const sizes = {};
  for (const { path, text } of outputFiles) {
    const name = basename(path);
    sizes[name] = writeVariants(join(dist, name), text, { withGzip: false }).brotli;
    files[name] = contentTypes[name.split('.').at(-1)];
  }
  const outputs = Object.fromEntries(
    Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]),
  );
  const nameOf = (entry) =>
    Object.keys(outputs).find((name) => outputs[name].entryPoint === `src/dashboard/${entries[entry]}`);
  const toEntry = (script) => ({ script, imports: staticImports(outputs, script) });
  const preview = nameOf('preview');
  const manifest = {
    main: toEntry(nameOf('main')),
    ...(preview === undefined ? {} : { preview: toEntry(preview) }),
    style: nameOf('style'),
    files,
    /** Bytes after compression with brotli, by name. */
    sizes,
  };
  writeFileSync(join(dist, 'LICENSES.txt'), bundledLicenses(metafile, root));
  writeFileSync(join(dist, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(stampFile, stamp);
}

/** Returns the scripts that a script needs before it can run. */
function staticImports(outputs, script, found = new Set()) {
  for (const { path, kind } of outputs[script].imports) {
    const name = basename(path);
    if (kind !== 'import-statement' || found.has(name)) continue;
    found.add(name);
    staticImports(outputs, name, found);
  }
  return [...found];
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildDashboard({ force: process.argv.includes('--force') });
