import type { Content } from '../../src/dashboard/screens/banner/edits/content';
import { compareRows } from '../../src/dashboard/screens/banner/translation-files/compare';
import { type FileRow, listFileRows } from '../../src/dashboard/screens/banner/translation-files/file-rows';
import {
  readTranslations,
  UnreadableFile,
} from '../../src/dashboard/screens/banner/translation-files/read-file';
import { delimiterOf, toCsv, toJson } from '../../src/dashboard/screens/banner/translation-files/write-file';
import { germanContent, profileJson } from '../support/profiles';

const content: Content = {
  name: 'EU',
  defaultLocale: 'en',
  profileJson: profileJson({ words: { close: 'Shut' } }) as Content['profileJson'],
  localeContent: { de: germanContent(), fr: {} },
  outdatedTexts: {},
  reviewed: {},
  uncheckedTexts: {},
  drafted: {},
  changedLocales: [],
};
const row = (more: Partial<FileRow>): FileRow => ({
  language: 'de',
  key: 'mainBanner.heading',
  place: 'First layer · Heading',
  source: 'Your privacy',
  translation: 'Ihre Daten',
  state: 'translated',
  ...more,
});
const file = (text: string | Uint8Array<ArrayBuffer>) => new Blob([text]);
const read = (text: string) => readTranslations(file(text));
const compare = async (text: string) =>
  compareRows(content, await read(text), (html) => html.includes('onclick'));

describe('A file of translations', () => {
  test('has a row for each text and language, with its state', () => {
    const open = [{ locale: 'fr', path: ['mainBanner', 'heading'], reason: 'missing' as const }];
    const rows = listFileRows(content, ['de', 'fr'], open, (key) => `<${key}>`);
    expect(rows).toContainEqual(row({ place: '<mainBanner.heading>', translation: 'Ihre Privatsphäre' }));
    expect(rows).toContainEqual(
      row({ language: 'fr', place: '<mainBanner.heading>', translation: '', state: 'missing' }),
    );
    expect(rows).toContainEqual(
      row({ key: 'words.close', place: '<words.close>', source: 'Shut', translation: '' }),
    );
    expect(rows.map(({ key }) => key)).toContain('mainBanner.buttons[0].text');
    expect(rows.map(({ key }) => key)).not.toContain('words.saved');
  });

  test.each([',', ';'] as const)('keeps every text through CSV separated by “%s”', async (delimiter) => {
    const texts = ['=HYPERLINK("x")', '-1; +2, @x', "'tis", 'a\nb\n\n"c"', '\tindented', 'größer <b>x</b>'];
    const rows = texts.map((translation) => row({ translation, source: translation }));
    const csv = toCsv(rows, delimiter);
    expect(csv.startsWith('\ufeff')).toBe(true);
    expect(csv).not.toMatch(/(^|[,;\t\r\n])"?[=+@]/);
    expect((await read(csv)).map(({ translation, source }) => [translation, source])).toEqual(
      texts.map((text) => [text, text]),
    );
  });

  test('keeps every text through JSON, also as a list without anything around it', async () => {
    const rows = [row({ translation: '=1\n"2"' })];
    for (const text of [toJson('EU', 'en', rows), JSON.stringify(rows)])
      expect(await read(text)).toEqual([
        { language: 'de', key: 'mainBanner.heading', source: 'Your privacy', translation: '=1\n"2"' },
      ]);
  });

  test('is read as spreadsheets save it: with tabs in UTF-16, in the encoding of Windows, with other columns', async () => {
    const table = 'Key\tlanguage\tnote\ttranslation\r\nchoicesLink.text\tde\t\tGrößer\r\n\t\t\t\r\n';
    const utf16 = new Uint8Array(2 + table.length * 2);
    utf16.set([0xff, 0xfe]);
    for (let index = 0; index < table.length; index += 1) {
      utf16[2 + index * 2] = table.charCodeAt(index) & 0xff;
      utf16[3 + index * 2] = table.charCodeAt(index) >> 8;
    }
    const windows = Uint8Array.from(table, (sign) => sign.charCodeAt(0));
    for (const bytes of [utf16, windows])
      expect(await readTranslations(file(bytes))).toEqual([
        { language: 'de', key: 'choicesLink.text', source: null, translation: 'Größer' },
      ]);
  });

  test.each([
    ['noColumns', 'a,b\n1,2\n', null],
    ['noColumns', '', null],
    ['noColumns', '[1]', null],
    ['noColumns', '{"texts": 1}', null],
    ['damaged', '{', null],
    ['damaged', 'language,key,translation\nde,a,b\nde,a,"b" c\n', 3],
  ])('is refused as %s: %j', async (fault, text, line) => {
    const error = await read(text).catch((reason) => reason);
    expect(error).toBeInstanceOf(UnreadableFile);
    expect(error).toMatchObject({ fault, line });
  });

  test('that is too large is not read', async () => {
    const error = await readTranslations(file(new Uint8Array(10_000_001))).catch((reason) => reason);
    expect(error).toMatchObject({ fault: 'tooLarge' });
  });
});

describe('What a file would change', () => {
  test('is new and changed texts; empty ones and equal ones change nothing', async () => {
    const found = await compare(
      toCsv(
        [
          row({}),
          row({ language: 'fr', translation: 'Vos données' }),
          row({ key: 'choicesLink.text', translation: ' ' }),
          row({ key: 'preferenceModal.heading', translation: 'Ihre Auswahl' }),
        ],
        ';',
      ),
    );
    expect(found.changes).toMatchObject([
      { language: 'de', before: 'Ihre Privatsphäre', after: 'Ihre Daten', isLate: false },
      { language: 'fr', before: '', after: 'Vos données', path: ['mainBanner', 'heading'] },
    ]);
    expect(found.same).toBe(2);
  });

  test('names what it cannot use', async () => {
    const found = await compare(
      toCsv(
        [
          row({ key: 'mainBanner.footer' }),
          row({ language: 'it' }),
          row({ language: 'en' }),
          row({ translation: 'x'.repeat(1001) }),
          row({ key: 'constructor', language: '__proto__' }),
        ],
        ',',
      ),
    );
    expect(found).toMatchObject({
      changes: [],
      unknownKeys: ['mainBanner.footer'],
      otherLanguages: ['it', 'en', '__proto__'],
      tooLong: [{ language: 'de', key: 'mainBanner.heading' }],
    });
  });

  test('says where the source has changed since, and where markup is lost', async () => {
    const html = '<p onclick="x()">Gut</p>';
    const source = content.profileJson.mainBanner?.htmlText ?? '';
    const found = await compare(
      toCsv(
        [row({ source: 'Your data' }), row({ key: 'mainBanner.htmlText', source, translation: html })],
        ',',
      ),
    );
    expect(found.changes).toMatchObject([
      { key: 'mainBanner.heading', isLate: true, losesMarkup: false },
      { key: 'mainBanner.htmlText', isLate: false, losesMarkup: true },
    ]);
  });

  test('counts the last of several rows for one text', async () => {
    const found = await compare(toCsv([row({}), row({ translation: 'Ihre Wahl' })], ','));
    expect(found.changes).toMatchObject([{ after: 'Ihre Wahl' }]);
  });
});

test('Spreadsheets of regions with a decimal comma get semicolons', () => {
  expect([delimiterOf('de-DE'), delimiterOf('fr-FR'), delimiterOf('en-US')]).toEqual([';', ';', ',']);
});
