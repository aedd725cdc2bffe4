// Bundles the entry points for hosts that bundle the widget themselves into dist/browser/: ES modules with their
// declarations. Parts of the widget stay dynamic imports, so that the host's bundler splits them too; frameworks
// are the host's own. The same files are the package express-consent-widget, for browser apps without the server.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { browserFloor } from './browser-floor.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src/widget');
const dist = join(root, 'dist/browser');
const ownPackage = join(root, 'packages/express-consent-widget/dist');

/** Entry points by the last part of their name: `express-consent/widget`. */
const entries = {
  widget: 'index.ts',
  react: 'bindings/react.ts',
  vue: 'bindings/vue.ts',
  svelte: 'bindings/svelte.ts',
};

const toPaths = (names) => Object.fromEntries(names.map((name) => [name, join(source, entries[name])]));

const common = {
  bundle: true,
  format: 'esm',
  minify: true,
  target: browserFloor,
  charset: 'utf8',
  loader: { '.css': 'text' },
  external: ['react', 'vue'],
  outdir: dist,
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
};

export async function buildBrowserPackage() {
  await build({ ...common, entryPoints: toPaths(['widget']), splitting: true, chunkNames: 'widget-[hash]' });
  await build({ ...common, entryPoints: toPaths(['vue', 'svelte']) });
  // Server components of React may import the file, but not run it.
  await build({ ...common, entryPoints: toPaths(['react']), banner: { js: "'use client';" } });
  const declarations = await rollup({
    input: toPaths(Object.keys(entries)),
    external: (id) => /^[^./#]/.test(id) || id.endsWith('.css'),
    plugins: [dts({ tsconfig: join(root, 'tsconfig.widget.json') })],
  });
  await declarations.write({ dir: dist, entryFileNames: '[name].d.mts', chunkFileNames: '[name].d.mts' });
  rmSync(ownPackage, { recursive: true, force: true });
  cpSync(dist, ownPackage, { recursive: true });
}
