// `node -r test/support/typescript.js file.ts`: lets a child process of a test load the TypeScript sources.
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

// Many children load the same sources: what one has compiled the others read. `npm ci` clears it.
const cache = join(__dirname, '../../node_modules/.cache/express-consent-tests');
mkdirSync(cache, { recursive: true });

function compile(source, filename) {
  // Loaded only for what has changed: every child process and thread would wait for it.
  return require('@swc/core').transformSync(source, {
    filename,
    swcrc: false,
    sourceMaps: true,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    // As in the built package: what is an ES module stays importable.
    module: { type: 'commonjs', ignoreDynamic: true },
  });
}

function writeAside(file, text) {
  const aside = `${file}.${process.pid}.${process.hrtime.bigint()}`;
  writeFileSync(aside, text);
  renameSync(aside, file);
}

/** Where the source map of each loaded file is. */
const sourceMaps = new Map();

function compiled(filename) {
  const source = readFileSync(filename, 'utf8');
  const file = join(
    cache,
    `${createHash('sha256').update(filename).update('\0').update(source).digest('hex')}.js`,
  );
  sourceMaps.set(filename, `${file}.map`);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const { code, map } = compile(source, filename);
    writeAside(`${file}.map`, map);
    writeAside(file, `${code}\n//# sourceMappingURL=${file}.map`);
    return code;
  }
}

require.extensions['.ts'] = (module, filename) => module._compile(compiled(filename), filename);

// As in the built package: a CSV file is its text.
require.extensions['.csv'] = (module, filename) => {
  module.exports = readFileSync(filename, 'utf8');
};

module.exports = { sourceMaps, compile: compiled };
