// Writes what is generated from the sources: `npm run generate` the modules in src/, which are not committed, and
// `npm run docs` those and the pages of docs/reference/, which are.
const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');

/** Writes the generated files below these folders; a file that would stay the same is left alone. */
function generate(folders) {
  require('../test/support/typescript.js');
  for (const file of readdirSync(__dirname)) {
    if (!/^generate-.*\.ts$/.test(file)) continue;
    for (const [path, render] of Object.entries(require(`./${file}`).pages)) {
      if (!folders.some((folder) => path.startsWith(`${folder}/`))) continue;
      const text = render();
      const full = join(root, path);
      if (!existsSync(full) || readFileSync(full, 'utf8') !== text) writeFileSync(full, text);
    }
  }
}

function isInstalled(name) {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

// `npm ci --omit=dev` also runs `prepare`.
if (isInstalled('@swc/core')) generate(process.argv.slice(2));
else console.log('The packages for development are not installed, so that nothing is generated.');
