import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { compile } from 'svelte/compiler';

const folder = fileURLToPath(new URL('pages', import.meta.url));

/** Compiles `.svelte` files for the server or the browser. */
const svelte = (generate) => ({
  name: 'svelte',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { js } = compile(await readFile(path, 'utf8'), { generate, filename: path });
      return { contents: js.code, loader: 'js' };
    });
  },
});

async function bundle(file, generate) {
  const isServer = generate === 'server';
  const { outputFiles } = await build({
    entryPoints: [`${folder}/${file}`],
    bundle: true,
    write: false,
    format: 'esm',
    minify: !isServer,
    jsx: 'automatic',
    conditions: isServer ? ['node'] : ['browser', 'production'],
    // The frameworks choose their build for the server themselves.
    ...(isServer && { packages: 'external', platform: 'node' }),
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    plugins: [svelte(generate)],
  });
  return outputFiles[0].text;
}

/** Runs a bundle for the server, which finds its packages from this folder. */
async function load(code, name) {
  const directory = await mkdtemp(`${folder}/.server-`);
  try {
    const file = `${directory}/${name}.mjs`;
    await writeFile(file, code);
    return await import(file);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Returns `{ [framework]: { render(choice), script } }`. */
export async function bundlePages() {
  const names = ['react', 'vue', 'svelte'];
  const pages = names.map(async (name) => {
    const [server, script] = await Promise.all([
      bundle(`${name}/server.js`, 'server'),
      bundle(`${name}/browser.js`, 'client'),
    ]);
    const { render } = await load(server, name);
    return [name, { render, script }];
  });
  return Object.fromEntries(await Promise.all(pages));
}
