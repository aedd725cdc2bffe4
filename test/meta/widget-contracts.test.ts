import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerContract } from '#layers/index';

// The types on which the contracts depend: that of `scripts/build-widget.mjs` for parts, that of `src/layers/contracts.ts` for
// answers. If a digest differs, the types have changed: if a script of the last release cannot work with what this one has, or
// the reverse, raise the number. Then write both here.

const recorded = {
  parts: { contract: 1, digest: '3cca3eade85d' },
  answer: { contract: 1, digest: '310ee905ef88' },
};

const files = {
  parts: ['widget-types.ts', 'frameworks/framework-types.ts'],
  answer: ['profile-types.ts'],
};

/** Returns a digest of declarations; comments and spaces do not count. */
function digest(names: readonly string[]): string {
  const texts = names.map((name) => readFileSync(join(__dirname, '../../src/widget', name), 'utf8'));
  const code = texts.join('\n').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return createHash('sha256').update(code.replace(/\s+/g, '')).digest('hex').slice(0, 12);
}

test.each(['parts', 'answer'] as const)('the contract of the %s is the one of its types', (name) => {
  const manifest = readFileSync(join(__dirname, '../../dist/widget/manifest.json'), 'utf8');
  const parts = Number.parseInt(JSON.parse(manifest).hash.slice(0, 2), 16);
  const contract = { parts, answer: answerContract }[name];
  expect({ contract, digest: digest(files[name]) }).toEqual(recorded[name]);
});
