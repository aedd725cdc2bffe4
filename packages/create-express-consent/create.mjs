#!/usr/bin/env node
// `npm create express-consent ARGUMENT…` is `express-consent init ARGUMENT…`.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const manifest = require.resolve('express-consent/package.json');
process.argv.splice(2, 0, 'init');
require(join(manifest, '..', require(manifest).bin['express-consent']));
