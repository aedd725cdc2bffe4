// Checks the types of each part of the sources. TypeScript 7 does it in less than half of the processor time of TypeScript 6,
// whose API the build and the tests still need: docs/adr/0134-types-checked-by-typescript-7.md
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = join(createRequire(import.meta.url).resolve('@typescript/native/package.json'), '../bin/tsc');
const projects = ['tsconfig.json', 'tsconfig.widget.json', 'tsconfig.dashboard.json', 'tsconfig.test.json'];

/** Such as `--singleThreaded`, which takes a fifth less processor time, and longer. */
const options = process.argv.slice(2);

const isFaulty = (project) =>
  spawnSync(process.execPath, [tsc, '--noEmit', '-p', project, ...options], { cwd: root, stdio: 'inherit' })
    .status !== 0;
if (projects.filter(isFaulty).length > 0) process.exit(1);
