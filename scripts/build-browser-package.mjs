// Bundles the entry points for hosts that bundle the widget themselves into dist/browser/: ES modules. Parts of the
// widget stay dynamic imports, so that the host's bundler splits them too; frameworks are the host's own. The same
// files are the package express-consent-widget, for browser apps without the server.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { browserFloor } from './browser-floor.mjs';
import { browserEntries } from './entry-points.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist/browser');
const ownPackage = join(root, 'packages/express-consent-widget/dist');

const { widget, react, vue, svelte } = browserEntries;

const common = {
  bundle: true,
  format: 'esm',
  minify: true,
  target: browserFloor,
  charset: 'utf8',
  // Not `.css`: the folder `preferences/` is beside the sheet `preferences.css`.
  resolveExtensions: ['.ts'],
  loader: { '.css': 'text' },
  external: ['react', 'vue'],
  outdir: dist,
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
};

export async function buildBrowserPackage() {
  await build({ ...common, entryPoints: { widget }, splitting: true, chunkNames: 'widget-[hash]' });
  await build({ ...common, entryPoints: { vue, svelte } });
  // Server components of React may import the file, but not run it.
  await build({ ...common, entryPoints: { react }, banner: { js: "'use client';" } });
}

/** Copies dist/browser/, when its declarations are there too. */
export function copyBrowserPackage() {
  rmSync(ownPackage, { recursive: true, force: true });
  cpSync(dist, ownPackage, { recursive: true });
}
