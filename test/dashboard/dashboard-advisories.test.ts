import { adviseOnBody, adviseOnHeading } from '../../src/dashboard/screens/banner/texts/advisories';

const words = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index === 0 ? 'W' : 'w'}ord${index}`).join(' ');

test('a heading of more than 80 characters is long', () => {
  expect(adviseOnHeading('x'.repeat(80))).toEqual([]);
  expect(adviseOnHeading('x'.repeat(81))).toEqual(['longHeading']);
});

test.each([
  ['one sentence of 25 words', `<p>${words(25)}.</p>`, []],
  ['one sentence of 26 words', `<p>${words(26)}.</p>`, ['longSentences']],
  ['a long sentence among short ones', `<p>${words(30)}. ${words(10)}.</p>`, []],
  ['the items of a list', `<ul>${`<li>${words(20)}</li>`.repeat(7)}</ul>`, []],
  ['150 words', `<p>${`${words(15)}. `.repeat(10)}</p>`, []],
  ['more than 150 words', `<p>${`${words(15)}. `.repeat(11)}</p>`, ['longBody']],
  ['no text', '<p> </p>', []],
])('%s: %j', (_name, html, advisories) => {
  expect(adviseOnBody(html, 'en')).toEqual(advisories);
});

test('words are those of the language', () => {
  expect(adviseOnBody('お客様のプライバシーを尊重します。'.repeat(3), 'ja')).toEqual([]);
});
