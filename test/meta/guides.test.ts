import { readFileSync } from 'node:fs';
import { en } from '../../src/dashboard/words/en';
import { webhookEvents } from '../../src/server/operators/webhooks/webhook-events';
import { sourceTexts } from '../support/source-files';

/** Returns a section of a guide, without its heading. */
function readSection(page: string, heading: string): string {
  const text = readFileSync(`docs/guide/${page}.md`, 'utf8');
  const [, section] = text.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`${page}.md has no section "${heading}"`);
  return section.split('\n## ')[0] ?? '';
}

test('the guide on webhooks lists every event that they can send, and no other', () => {
  const rows = readSection('webhooks', 'Set one up').match(/^\| `.*$/gm) ?? [];
  const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)]);
  expect(listed.map(([, event]) => event).sort()).toEqual([...webhookEvents].sort());
});

describe('the guide on the dashboard', () => {
  // The module of the screens needs a page.
  const source = readFileSync('src/dashboard/app/screens.ts', 'utf8');
  const entries = [...source.matchAll(/\bto: '([^']+)',\s*label: '(\w+)'/g)].map(
    ([, to = '', label = '']) => ({
      to,
      label: en.nav[label as keyof typeof en.nav],
    }),
  );
  const paths = [...source.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path);

  test('has a row for every screen of the navigation', () => {
    const rows = readSection('dashboard', 'What is where').match(/^\| [A-Z].*$/gm) ?? [];
    const names = rows.map((row) => row.slice(2).split(/ \||,/)[0]);
    expect(entries.length).toBeGreaterThan(20);
    expect(entries.filter(({ label }) => !names.includes(label))).toEqual([]);
  });

  test('leaves out no screen that is reached from another one', () => {
    // A visitor's page belongs to the consents.
    const tops = [...entries.map(({ to }) => to), '/visitors'];
    expect(paths.filter((path) => !tops.includes(path.replace(/^(\/[^/]*).*$/, '$1')))).toEqual([]);
  });

  test('names buttons and tabs of the common tasks as the screens do', () => {
    const words = sourceTexts()
      .filter(({ fileName }) => /^src\/dashboard\/.*(?:words|en)\.ts$/.test(fileName))
      .map(({ text }) => text)
      .join('\n');
    const labels = [...readSection('dashboard', 'Common tasks').matchAll(/\*([^*]+)\*/g)].map(
      ([, label = '']) => label,
    );
    // A number follows.
    const isShown = (label: string) =>
      words.includes(`'${label}'`) || words.includes(`\`${label.replace(/…$/, '')}\${`);
    expect(labels.length).toBeGreaterThan(15);
    expect(labels.filter((label) => !isShown(label))).toEqual([]);
  });
});
