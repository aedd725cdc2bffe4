// `import` and `require` must give one and the same copy of everything.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
for (const entry of ['express-consent', 'express-consent/client', 'express-consent/storage-contract']) {
  const imported = await import(entry);
  const required = require(entry);
  assert.deepEqual(Object.keys(imported).sort(), Object.keys(required).sort());
  for (const name of Object.keys(required)) assert.equal(imported[name], required[name], name);
}
console.log('works');
