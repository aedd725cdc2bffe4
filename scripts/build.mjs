// Compiles src/ to dist/ (CommonJS) and puts an ES module in front of each entry point, so that `import` and `require`
// share one copy of everything.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const { exports: entries } = require('../package.json');

rmSync(join(root, 'dist'), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [require.resolve('typescript/bin/tsc')], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(1);

for (const entry of Object.values(entries)) {
  if (typeof entry === 'string') continue;
  const commonJs = join(root, entry.require.default);
  const names = Object.keys(require(commonJs)).filter((name) => name !== '__esModule');
  const file = `./${basename(commonJs)}`;
  writeFileSync(join(root, entry.import.default), `import commonJs from '${file}';\n\nexport const { ${names.join(', ')} } = commonJs;\n`);
  writeFileSync(join(root, entry.import.types), `export * from '${file}';\n`);
}
