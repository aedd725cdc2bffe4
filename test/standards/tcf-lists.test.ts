import {
  cmpStanding,
  inLanguage,
  readCmpList,
  readVendorList,
  readVendorListTexts,
  supersedes,
  translationFor,
} from '#standards/tcf/index';
import { cmpList } from '../support/fake-registry';
import { vendorList } from '../support/tc-strings';

describe('a vendor list', () => {
  const list = vendorList();
  const without = (key: keyof typeof list) =>
    Object.fromEntries(Object.entries(list).filter(([name]) => name !== key));

  test.each([
    ['of format 3', list],
    ['of format 4', { ...list, gvlSpecificationVersion: 4 }],
    [
      'with standard texts and keys that nobody knows',
      { ...list, standardTexts: { features: 'With purposes' }, more: [1] },
    ],
    ['without stacks', without('stacks')],
    ['without data categories', without('dataCategories')],
  ])('%s is one', (_what, value) => {
    expect(readVendorList(value)).toEqual(value);
  });

  test.each([
    ['null', null],
    ['an array', [list]],
    ['without a version', without('vendorListVersion')],
    ['of a version that no string can name', { ...list, vendorListVersion: 4096 }],
    ['of format 2', { ...list, gvlSpecificationVersion: 2 }],
    ['without purposes', { ...list, purposes: {} }],
    ['without vendors', without('vendors')],
    ['with a vendor without a name', { ...list, vendors: { '1': { id: 1 } } }],
    ['with a purpose filed under another id', { ...list, purposes: { '1': { id: 2, name: 'Two' } } }],
    ['with an id that is none', { ...list, features: { one: { id: 1, name: 'One' } } }],
    [
      'with vendors of purposes that are not ids',
      { ...list, vendors: { '1': { id: 1, name: 'One', purposes: ['1'] } } },
    ],
    ['with standard texts that are a text', { ...list, standardTexts: 'With purposes' }],
    ['of a day that is none', { ...list, lastUpdated: 'soon' }],
    ['of a day that only an engine makes of it', { ...list, lastUpdated: 'version 3' }],
  ])('%s is none', (_what, value) => {
    expect(readVendorList(value)).toBeNull();
  });

  test.each([
    ['a higher version', 101, '2026-11-12T16:00:22Z', true],
    ['the same', 100, '2026-11-12T16:00:22Z', true],
    ['a lower version, as a cache may still hold it', 99, '2026-11-05T16:00:22Z', false],
    ['a lower version that was published later, as a correction', 99, '2026-11-12T16:00:23Z', true],
  ])('gives way to %s or not', (_what, version, lastUpdated, expected) => {
    const [previous, next] = [readVendorList(list), readVendorList({ ...vendorList(version), lastUpdated })];
    expect(previous !== null && next !== null && supersedes(next, previous)).toBe(expected);
  });

  test('is translated as far as the translation goes, and lists what it contains', () => {
    const english = readVendorList({ ...list, standardTexts: { features: 'With purposes', note: 'A note' } });
    const entry = (id: number, name: string) => ({ [id]: { id, name } });
    const german = readVendorListTexts({
      ...list,
      purposes: { ...entry(1, 'Speichern'), ...entry(99, 'Neu') },
      standardTexts: { features: 'Mit Zwecken' },
    });
    if (english === null || german === null) throw new Error('both are lists');
    const { purposes, standardTexts, stacks } = inLanguage(english, german);
    expect([purposes['1']?.name, purposes['2']?.name, purposes['99']]).toEqual([
      'Speichern',
      list.purposes['2']?.name,
      undefined,
    ]);
    expect(standardTexts).toEqual({ features: 'Mit Zwecken', note: 'A note' });
    expect(stacks).toEqual(list.stacks);
    expect(inLanguage(english, null).purposes).toEqual(list.purposes);
  });
});

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['PT-br', 'pt-br'],
  ['pt', 'pt-br'],
  ['pt-AO', 'pt-pt'],
  ['nb-NO', 'no'],
  ['sr', 'sr-cyrl'],
  ['sr-Latn-RS', 'sr-latn'],
  ['zh-Hant-TW', 'zh-hant'],
  ['zh-CN', 'zh'],
  ['en', null],
  ['en-GB', null],
  ['ha', null],
  ['x', null],
])('a reader of %s is served %s', (tag, language) => {
  expect(translationFor(tag)).toBe(language);
});

describe('the CMP list', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const standingOf = (cmp: object | null) => {
    const list = readCmpList(cmpList(cmp));
    return list && cmpStanding(list, 31, now);
  };

  test.each([
    [{ id: 31, name: 'Ours' }, 'registered'],
    [{ id: 31, name: 'Ours', deletedDate: null }, 'registered'],
    [{ id: 31, name: 'Ours', deletedDate: '2026-11-21T12:00:01Z' }, 'registered'],
    [{ id: 31, name: 'Ours', deletedDate: '2026-11-21T12:00:00Z' }, 'deregistered'],
    [{ id: 31, name: 'Ours', deletedDate: '2020-01-01' }, 'deregistered'],
    // Without a zone it is UTC, wherever the service runs.
    [{ id: 31, name: 'Ours', deletedDate: '2026-11-21T12:00:00' }, 'deregistered'],
    [{ id: 31, name: 'Ours', deletedDate: '2026-11-21 12:00:01' }, 'registered'],
    [{ id: 31, name: 'Ours', deletedDate: '2026-11-21T14:00:00+02:00' }, 'deregistered'],
    [null, 'not_found'],
  ])('says of %j that it is %s', (cmp, status) => {
    expect(standingOf(cmp)?.status).toBe(status);
  });

  test.each([
    ...[
      'soon',
      'version 3',
      '1',
      '11/21/2026',
      '2026-02-30',
      '2026-11-21T25:00:00Z',
      '-000001-01-01T00:00:00Z',
    ].map((deletedDate) => ({
      id: 31,
      name: 'Ours',
      deletedDate,
    })),
    { id: 32, name: 'Filed wrongly' },
    { id: 31 },
    'Ours',
  ])('with %j in it is none', (cmp) => {
    expect(standingOf(cmp as object)).toBeNull();
  });

  test.each([
    null,
    {},
    { lastUpdated: '2026-11-19', cmps: {} },
    { lastUpdated: 'x', cmps: cmpList().cmps },
    { cmps: cmpList().cmps },
  ])('is not %j', (value) => {
    expect(readCmpList(value)).toBeNull();
  });
});
