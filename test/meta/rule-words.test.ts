import { complianceRules, lookRules } from '#standards/compliance/index';
import { ruleWords } from '../../src/dashboard/screens/banner/findings/rules';
import { sourceTexts } from '../support/source-files';

const sources = sourceTexts().filter(({ fileName }) => fileName.includes('/banners/profiles/'));
const matches = (pattern: RegExp) =>
  sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, id = '']) => id));

/** Every rule of which a banner can have a finding. */
const rules = new Set([
  ...complianceRules.map(({ id }) => id),
  ...Object.values(lookRules).map(({ id }) => id),
  ...matches(/\brule(?::| =) '([a-z]+\/[a-z-]+)'/g),
  ...matches(/\bwarn\(\s*'([a-z-]+)'/g).map((id) => `tcf/${id}`),
]);

const { en: _service, ...translated } = ruleWords;

describe.each(Object.entries(translated))('What the dashboard says of rules in “%s”', (_language, words) => {
  test('covers every rule, and only rules', () => {
    expect(Object.keys(words).sort()).toEqual([...rules].sort());
  });

  test('names what the English sentence names', () => {
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place);
    const wrong = complianceRules.filter(({ id, message }) =>
      places(words[id] ?? '').some((place) => !places(message).includes(place)),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('are sentences without their full stop, as the English ones', () => {
    expect(Object.values(words).filter((text) => /[.\s]$/.test(text))).toEqual([]);
  });
});
