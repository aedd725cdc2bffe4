import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Pages = Readonly<Record<string, () => string>>;

const generators = readdirSync('scripts').filter((file) => /^generate-.*\.ts$/.test(file));
const pages = generators
  .flatMap((file) => Object.entries((require(join('../../scripts', file)) as { pages: Pages }).pages))
  .filter(([path]) => path.startsWith('docs/'));

test.each(pages)('%s is what `npm run docs` writes', (path, render) => {
  expect(readFileSync(path, 'utf8')).toBe(render());
});

test('every page of the reference is generated, so that none can go stale', () => {
  expect(readdirSync('docs/reference').map((file) => `docs/reference/${file}`)).toEqual(
    pages.map(([path]) => path).sort(),
  );
});

test('every row of a table has its head’s number of cells', () => {
  const cells = (line: string) => line.replaceAll('\\|', '').split('|').length;
  for (const [path] of pages) {
    const text = readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
    for (const block of text.split(/\n{2,}/).filter((part) => part.startsWith('| '))) {
      const [head = '', ...rows] = block.trimEnd().split('\n');
      expect([path, rows.filter((row) => !/^\|.*\|$/.test(row) || cells(row) !== cells(head))]).toEqual([
        path,
        [],
      ]);
    }
  }
});
