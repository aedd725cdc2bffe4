// `npm run components`: serves a page with every component of the dashboard in every state, from the sources, on
// http://localhost:3001. Each reload shows the current sources. `--port N` chooses another port.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { context } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = 'scripts/components';

/** Serves the page. Returns its address and a function that ends it. */
export async function serveComponents(port) {
  const build = await context({
    absWorkingDir: root,
    entryPoints: { main: `${page}/main.tsx`, style: 'src/dashboard/styles/main.css' },
    outdir: `${page}/assets`,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolveExtensions: ['.tsx', '.ts', '.js', '.json'],
    sourcemap: 'inline',
    logLevel: 'warning',
    write: false,
  });
  const { port: used } = await build.serve({ servedir: page, host: '127.0.0.1', port });
  return { origin: `http://localhost:${used}`, close: () => build.dispose() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '3001' } } });
  const { origin } = await serveComponents(Number(values.port));
  console.log(`Components: ${origin}/`);
}
