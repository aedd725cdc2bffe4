// `node --import ./scripts/from-source.mjs program.mjs` runs a program that imports `express-consent` with
// the sources in src/, without a build.
import { createRequire, register } from 'node:module';

const require = createRequire(import.meta.url);
require('../test/support/typescript.js');

const dataUrl = (code) => `data:text/javascript,${encodeURIComponent(code)}`;

const front = dataUrl(`
  import { createRequire } from 'node:module';
  const service = createRequire(${JSON.stringify(import.meta.url)})('../src/index.ts');
  export const { ${Object.keys(require('../src/index.ts')).join(', ')} } = service;
`);
register(
  dataUrl(`
    const front = ${JSON.stringify(front)};
    export const resolve = (specifier, context, next) =>
      specifier === 'express-consent' ? { url: front, shortCircuit: true } : next(specifier, context);
  `),
);
