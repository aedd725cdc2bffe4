// Writes every generated page of docs/: `npm run docs`.
const { readdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
require('../test/support/typescript.js');

for (const file of readdirSync(__dirname)) {
  if (!/^generate-.*\.ts$/.test(file)) continue;
  for (const [path, render] of Object.entries(require(`./${file}`).pages))
    writeFileSync(join(__dirname, '..', path), render());
}
