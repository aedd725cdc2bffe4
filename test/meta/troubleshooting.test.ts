import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findingKinds } from '#cli/doctor/finding-kinds';
import { sourceTexts } from '../support/source-files';

const page = 'docs/guide/troubleshooting.md';
const text = readFileSync(resolve(__dirname, '../..', page), 'utf8');

/** Anchors of the headings, as GitHub makes them. */
const anchors = [...text.matchAll(/^### (.+)$/gm)].map(([, heading = '']) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-'),
);

/** Doctor's own findings name their sections in a table. */
const messages = sourceTexts().filter(({ fileName }) => !fileName.includes('cli/doctor/'));

const references = messages.flatMap(({ fileName, text: source }) =>
  [...source.matchAll(/docs\/guide\/troubleshooting\.md(#[\w-]*)?/g)].map(([, anchor = '']) => ({
    fileName,
    anchor: anchor.slice(1),
  })),
);

/** Sections that `express-consent doctor` names. */
const ofDoctor = Object.entries(findingKinds).map(([code, { anchor }]) => ({ fileName: code, anchor }));

test('every message that refers to the page refers to one of its sections', () => {
  expect([...references, ...ofDoctor].filter(({ anchor }) => !anchors.includes(anchor))).toEqual([]);
});

test('every section belongs to a message', () => {
  const referred = new Set([...references, ...ofDoctor].map(({ anchor }) => anchor));
  expect(anchors.filter((anchor) => !referred.has(anchor))).toEqual([]);
});

test('no two sections have one anchor', () => {
  expect(anchors.length).toBe(new Set(anchors).size);
});

test('every reference is the end of its message', () => {
  const wrong = messages.flatMap(({ fileName, text: source }) =>
    [...source.matchAll(/.*docs\/guide\/troubleshooting\.md#[\w-]+(.?)/g)]
      .filter(([line, next]) => !/['"`]/.test(next ?? '') || !/See docs\//.test(line))
      .map(([line]) => `${fileName}: ${line.trim()}`),
  );
  expect(wrong).toEqual([]);
});

test('every section says what to do', () => {
  const sections = text.split(/^### /m).slice(1);
  expect(sections.filter((section) => !section.includes('**What to do.**'))).toEqual([]);
});
