import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

function filesBelow(directory: string, ending: RegExp): string[] {
  return readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(root, directory, name));
}

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].map((name) => join(root, name));
const files = [
  ...filesBelow('src', /\.ts$/),
  ...filesBelow('docs', /\.md$/).filter((file) => !file.endsWith('contributing/style.md')),
  ...pages,
];

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
};

test.each(Object.entries(patterns))('no page or source file contains "%s"', (_name, pattern) => {
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${relative(root, file)}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});

test('test names say "reports", "returns" or "lists" instead of "tells"', () => {
  const title = /\b(?:test|describe)(?:\.each\(.*\))?\((['"`])(.*)\1,/;
  const old = /^tells?\b|\b(is|are|was) told\b|\banew\b|\bof (ours|yours)\b/;
  const found = filesBelow('test', /\.ts$/).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const name = title.exec(line)?.[2] ?? '';
        return old.test(name) ? [`${relative(root, file)}: ${name}`] : [];
      }),
  );
  expect(found).toEqual([]);
});
