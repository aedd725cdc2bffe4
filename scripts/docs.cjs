// Writes every generated page of docs/: `npm run docs`.
const { readdirSync } = require('node:fs');
require('../test/support/typescript.js');

for (const file of readdirSync(__dirname)) {
  if (/^generate-.*\.ts$/.test(file)) require(`./${file}`);
}
