import { tcfWordLocale, tcfWords } from '#content/tcf-words/index';
import { widgetWordLocales } from '#content/widget-words/index';

const placeholders = (text: string) => text.match(/\{\w+\}/g) ?? [];

describe('the words around the framework’s texts', () => {
  test.each(widgetWordLocales)('are complete in %s, like the widget’s', (locale) => {
    expect(tcfWordLocale(locale)).toBe(locale);
    const english = tcfWords('en');
    const words = tcfWords(locale);
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(words)) {
      expect([key, placeholders(text)]).toEqual([key, placeholders(english[key as keyof typeof english])]);
      expect(text.trim()).not.toBe('');
      expect(text).not.toMatch(/[<>&]/);
    }
  });

  test.each([
    ['de-AT', 'de'],
    ['zh', 'en'],
    ['not a tag', 'en'],
    ['__proto__', 'en'],
  ])('for %s are in %s', (locale, found) => {
    expect(tcfWordLocale(locale)).toBe(found);
  });
});
