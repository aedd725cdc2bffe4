// `node -r test/support/typescript.js file.ts`: lets a child process of a test load the TypeScript sources.
const { transformFileSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformFileSync(filename, {
    swcrc: false,
    sourceMaps: 'inline',
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    // As in the built package: what is an ES module stays importable.
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  module._compile(code, filename);
};
