import { readFileSync } from 'node:fs';
import { readHooks } from '../../scripts/generate-plugin-hooks';
import { calledName, nodesOf, sourceFiles, stringOf } from '../support/source-files';

/** The hooks that the interface promises, and those beyond it. */
const promised = [
  'initialize',
  'destroy',
  'beforeConsentSave',
  'afterConsentSave',
  'beforeConsentUpdate',
  'afterConsentUpdate',
  'beforeConsentErase',
  'afterConsentErase',
  'beforeProfileFetch',
  'afterProfileFetch',
  'beforeProfileSave',
  'afterProfileActivate',
  'beforeUserCreate',
  'afterUserCreate',
];

const hooks = readHooks();
const nodes = sourceFiles(
  ({ fileName, text }) =>
    fileName !== 'src/server/platform/plugins/plugin-contract.ts' &&
    promised.some((name) => text.includes(`'${name}'`)),
).flatMap(nodesOf);

test('the contract has every hook that is promised, and none that is not', () => {
  expect(hooks.map(({ name }) => name).sort()).toEqual([...promised].sort());
});

test.each(hooks)('$name is described in a sentence, also in the reference', ({ name, comment, gets }) => {
  expect(comment).toMatch(/^[A-Z].*\.$/);
  const row = readFileSync('docs/reference/plugin-hooks.md', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| \`${name}\` |`));
  expect(row).toContain(comment);
  expect(row).toContain(gets);
});

test.each(hooks)('$name is run somewhere', ({ name }) => {
  // Asking whether there is such a hook is not running it.
  const runs = nodes
    .filter((node) => ['notify', 'change', 'run', 'submitted', 'call'].includes(calledName(node) ?? ''))
    .flatMap(nodesOf);
  expect(runs.map(stringOf)).toContain(name);
});
