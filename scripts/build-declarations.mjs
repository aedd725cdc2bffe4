// Writes the declarations of each entry point into dist/, one file each. `npm run build` runs this in a process of its
// own: to check the types takes as long as everything else.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { browserEntries, entries } from './entry-points.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isPackage = (id) => /^[^./#]/.test(id);

async function declare(input, tsconfig, { folder, ending }) {
  const declarations = await rollup({
    input,
    external: (id) => isPackage(id) || id.endsWith('.css'),
    plugins: [dts({ tsconfig: join(root, tsconfig) })],
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  const names = `[name]${ending}`;
  await declarations.write({
    dir: join(root, folder),
    entryFileNames: names,
    chunkFileNames: names,
    hoistTransitiveImports: false,
  });
}

await declare(entries, 'tsconfig.json', { folder: 'dist', ending: '.d.ts' });
await declare(browserEntries, 'tsconfig.widget.json', { folder: 'dist/browser', ending: '.d.mts' });
