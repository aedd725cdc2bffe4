/** `npm run test:deep`: the deep tests, and mutants once all of them have passed. Options and files are Jest's. */
import { spawnSync } from 'node:child_process';

const options = process.argv.slice(2);
const run = (...command) => spawnSync(process.execPath, command, { stdio: 'inherit' }).status;

const jest = ['--max-semi-space-size=32', 'node_modules/jest/bin/jest.js', '--config', 'jest.deep.config.js'];
process.exitCode = run(...jest, ...options);
if (process.exitCode === 0 && options.length === 0)
  process.exitCode = run('scripts/mutate.mjs', '--sample', '100');
