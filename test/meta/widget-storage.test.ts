import { readFileSync } from 'node:fs';
import { sourceTexts } from '../support/source-files';

const page = readFileSync('docs/guide/widget.md', 'utf8');
const [, section = ''] = /^## What the widget keeps and sends$([\s\S]*?)^## /m.exec(page) ?? [];

const namesIn = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];

/** The choice cookie is described with the other cookies. */
const cookies = ['svc_choice'];

test('the guide lists every entry that the widget keeps in the storage of a browser, and no other', () => {
  const sources = sourceTexts().filter(({ fileName }) => fileName.startsWith('src/widget/'));
  const kept = namesIn(sources.map(({ text }) => text).join('\n'), /['"`](svc_\w+)['"`]/g);
  expect(kept.length).toBeGreaterThan(8);
  expect(namesIn(section, /`(svc_\w+)`/g).sort()).toEqual(
    kept.filter((name) => !cookies.includes(name)).sort(),
  );
});

test('the guide on cookies describes the choice cookie', () => {
  const text = readFileSync('docs/guide/visitor-cookies.md', 'utf8');
  expect(cookies.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
