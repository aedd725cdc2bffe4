import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const code = /\.(ts|tsx|mjs|cjs)$/;

function filesBelow(directory: string, ending: RegExp): string[] {
  return readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.includes('node_modules'))
    .map((name) => join(root, directory, name));
}

const isExempt = (file: string) => /meta\/language\.test\.ts$|contributing\/style\.md$/.test(file);
const files = [
  ...['src', 'test', 'scripts', 'bench'].flatMap((directory) => filesBelow(directory, code)),
  ...['docs', 'examples', '.github'].flatMap((directory) => filesBelow(directory, /\.(md|ts|tsx|mjs|cjs)$/)),
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].map((name) => join(root, name)),
].filter((file) => !isExempt(file));

/** Returns the lines of a file; in Markdown, those of code blocks are empty. */
function readLines(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const prose = file.endsWith('.md')
    ? text.replace(/^( *)(```|~~~).*\n[\s\S]*?^\1\2/gm, (block) => block.replace(/.*/g, ''))
    : text;
  return prose.split('\n');
}

const lines = files.flatMap((file) =>
  readLines(file).map((text, index) => ({
    place: `${relative(root, file)}:${index + 1}`,
    text: text.trim(),
  })),
);

/** Turns of phrase that make a reader stop; docs/contributing/style.md says what to write instead. */
const patterns = {
  'tell of': /\b(tell(s|ing)?|told) of\b/i,
  'is no, are no': /(?<!\bthere )\b(is|are) no\b(?! longer| more than| later than| older than)/i,
  'of ours, of yours': /\bof (ours|yours|theirs)\b/i,
  anew: /\banew\b/i,
  'belongs into': /\bbelongs? into\b/i,
  'in vain': /\bin vain\b/i,
  'stands in, stands there': /\bstands? (in|there|beside)\b/i,
  'held against, held to': /\b(hold|holds|held|holding) \S* ?(against|to)\b/i,
  'for ever': /\bfor ever\b/i,
  'from which on': /\bfrom which on\b/i,
  'called so': /\b(is|are|was|were) called so\b/i,
  'amid, yardstick, to work off': /\bamid\b|\byardstick\b|\bworks? ?off\b/i,
  'Whatever as a subject': /(^|[.:] |\*\* |\/\/ )Who?[ats]*ever\b/,
  'a docblock that begins with "What" or "Whose"': /^(\/\*\*|\*) (What|Whose|Of what)\b(?!.*\?)/,
};

test.each(Object.entries(patterns))('no page, source or test file contains "%s"', (_name, pattern) => {
  expect(lines.flatMap(({ place, text }) => (pattern.test(text) ? [`${place}: ${text}`] : []))).toEqual([]);
});

test('test names say "reports", "returns" or "lists" instead of "tells"', () => {
  const title = /\b(?:test|describe)(?:\.each\(.*\))?\((['"`])(.*)\1,/;
  const old = /^tells?\b|\b(is|are|was) told\b/;
  const names = lines.flatMap(({ place, text }) => {
    const name = title.exec(text)?.[2] ?? '';
    return old.test(name) ? [`${place}: ${name}`] : [];
  });
  expect(names).toEqual([]);
});
