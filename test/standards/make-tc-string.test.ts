import fc from 'fast-check';
import {
  checkTcString,
  makeTcString,
  offeredChoices,
  readTcString,
  selectVendors,
} from '#standards/tcf/index';
import type { TcNotice } from '#standards/tcf/make-tc-string';
import { readVendorList, type VendorList } from '#standards/tcf/vendor-list';
import { byScope } from '../support/scope';
import { vendorList } from '../support/tc-strings';

const now = Date.parse('2026-11-22T15:30:00Z');

function listWith(vendors: Record<number, object> = {}, count = 6): VendorList {
  const list = vendorList(100, count);
  const changed = Object.entries(vendors).map(([id, fields]) => [id, { ...list.vendors[id], ...fields }]);
  const read = readVendorList({ ...list, vendors: { ...list.vendors, ...Object.fromEntries(changed) } });
  if (read === null) throw new Error('not a vendor list');
  return read;
}

const notice = (overrides: Partial<TcNotice> = {}): TcNotice => ({
  cmpId: 31,
  cmpVersion: 2,
  publisherCC: 'DE',
  screen: 2,
  locale: 'de-AT',
  vendorList: listWith(),
  selection: { vendors: 'all' },
  now,
  ...overrides,
});

const everything = {
  purposes: Array.from({ length: 24 }, (_, index) => index + 1),
  legitimateInterests: Array.from({ length: 24 }, (_, index) => index + 1),
  specialFeatures: Array.from({ length: 12 }, (_, index) => index + 1),
  vendors: Array.from({ length: 50 }, (_, index) => index + 1),
  vendorLegitimateInterests: Array.from({ length: 50 }, (_, index) => index + 1),
};
const nothing = {
  purposes: [],
  legitimateInterests: [],
  specialFeatures: [],
  vendors: [],
  vendorLegitimateInterests: [],
};

function read(text: string) {
  const facts = readTcString(text);
  if (typeof facts === 'string') throw new Error(facts);
  return facts;
}

const expected = (vendorListOfCheck: VendorList) => ({
  cmpId: 31,
  cmpVersion: 2,
  publisherCC: 'DE',
  vendorList: vendorListOfCheck,
  cmp: { status: 'registered' as const },
  now,
});

describe('the TC string of a visitor’s choices', () => {
  test('says what was asked, by whom, when and in which language', () => {
    expect(read(makeTcString(everything, notice()))).toMatchObject({
      version: 2,
      cmpId: 31,
      cmpVersion: 2,
      consentScreen: 2,
      consentLanguage: 'DE',
      vendorListVersion: 100,
      policyVersion: 5,
      isServiceSpecific: true,
      useNonStandardTexts: false,
      purposeOneTreatment: false,
      publisherCC: 'DE',
      created: Date.parse('2026-11-22T00:00:00Z'),
      lastUpdated: Date.parse('2026-11-22T00:00:00Z'),
      vendorsAllowed: null,
      publisherPurposes: null,
    });
  });

  test('allows what the visitor allows, as far as the notice asked for it', () => {
    const vendorList = listWith({ 3: { specialFeatures: [1, 2] } });
    const selection = { vendors: [1, 2, 3], purposes: [1, 2, 7], specialFeatures: [2] };
    expect(read(makeTcString(everything, notice({ vendorList, selection })))).toMatchObject({
      purposeConsents: [1, 2],
      purposeLegitimateInterests: [7],
      specialFeatureOptIns: [2],
      vendorConsents: [1, 2, 3],
      vendorLegitimateInterests: [1, 2, 3],
      vendorsDisclosed: [1, 2, 3],
    });
  });

  test('allows nothing that no disclosed vendor asks for, or asks for on another legal basis', () => {
    const selection = {
      vendors: [1, 3],
      publisherRestrictions: [
        { purpose: 2, type: 'require-legitimate-interest' as const, vendors: 'all' as const },
        { purpose: 7, type: 'not-allowed' as const, vendors: 'all' as const },
      ],
    };
    expect(read(makeTcString(everything, notice({ selection: { vendors: [1, 3] } })))).toMatchObject({
      purposeConsents: [1, 2],
      purposeLegitimateInterests: [7],
      specialFeatureOptIns: [1],
    });
    expect(read(makeTcString(everything, notice({ selection })))).toMatchObject({
      purposeConsents: [1],
      purposeLegitimateInterests: [2],
      specialFeatureOptIns: [1],
    });
  });

  test.each<[string, TcNotice['selection'], boolean]>([
    ['is offered', { vendors: 'all', purposes: [1, 2] }, false],
    ['is not among the purposes', { vendors: 'all', purposes: [2, 7] }, true],
    [
      'is not allowed to any vendor',
      { vendors: 'all', publisherRestrictions: [{ purpose: 1, type: 'not-allowed', vendors: 'all' }] },
      true,
    ],
  ])('says whether purpose 1 was disclosed: it %s', (_, selection, purposeOneTreatment) => {
    for (const choice of [everything, nothing]) {
      const text = makeTcString(choice, notice({ selection }));
      expect(read(text).purposeOneTreatment).toBe(purposeOneTreatment);
      expect(checkTcString(text, expected(listWith()))).toBeNull();
    }
  });

  test('refuses everything and still discloses the vendors', () => {
    expect(read(makeTcString(nothing, notice()))).toMatchObject({
      purposeConsents: [],
      purposeLegitimateInterests: [],
      specialFeatureOptIns: [],
      vendorConsents: [],
      vendorLegitimateInterests: [],
      vendorsDisclosed: [1, 2, 3, 4, 5, 6],
    });
  });

  test('discloses a vendor of special purposes only, without consent or legitimate interest', () => {
    const list = listWith({ 4: { purposes: [], legIntPurposes: [], flexiblePurposes: [] } });
    const { vendorsDisclosed, vendorConsents, vendorLegitimateInterests } = read(
      makeTcString(everything, notice({ vendorList: list })),
    );
    expect(vendorsDisclosed).toContain(4);
    expect(vendorConsents).not.toContain(4);
    expect(vendorLegitimateInterests).not.toContain(4);
  });

  test('has neither deleted vendors nor vendors without a purpose', () => {
    const list = listWith({
      2: { deletedDate: '2026-11-01T00:00:00Z' },
      3: { deletedDate: '2027-01-01T00:00:00Z' },
      5: { purposes: [], legIntPurposes: [], flexiblePurposes: [], specialPurposes: [] },
    });
    expect(read(makeTcString(everything, notice({ vendorList: list }))).vendorsDisclosed).toEqual([
      1, 3, 4, 6,
    ]);
  });

  test.each([
    ['zh-TW', 'ZH'],
    ['pt-BR', 'PT'],
    ['sr-Latn', 'SR'],
    ['nb', 'NO'],
    ['xx', 'EN'],
  ])('names the language of the framework’s texts for %s: %s', (locale, language) => {
    expect(read(makeTcString(everything, notice({ locale }))).consentLanguage).toBe(language);
  });

  test('has the restrictions of the vendors that declare the purpose, and no others', () => {
    const list = listWith({ 3: { purposes: [1], legIntPurposes: [], flexiblePurposes: [] } });
    const selection = {
      vendors: [1, 3, 4, 6],
      publisherRestrictions: [
        { purpose: 7, type: 'require-consent' as const, vendors: 'all' as const },
        { purpose: 2, type: 'not-allowed' as const, vendors: [1, 2, 3, 6] },
        { purpose: 11, type: 'not-allowed' as const, vendors: 'all' as const },
      ],
    };
    const text = makeTcString(everything, notice({ vendorList: list, selection }));
    expect(read(text).publisherRestrictions).toEqual([
      { purposeId: 7, type: 'require-consent', vendors: [1, 4, 6] },
      { purposeId: 2, type: 'not-allowed', vendors: [1, 6] },
    ]);
  });

  test('is valid for any choice under any selection, and allows exactly what was offered and chosen', () => {
    const ids = (max: number) => fc.uniqueArray(fc.integer({ min: 1, max }), { maxLength: 20 });
    const choices = fc.record({
      purposes: ids(24),
      legitimateInterests: ids(24),
      specialFeatures: ids(12),
      vendors: ids(300),
      vendorLegitimateInterests: ids(300),
    });
    const someVendors = fc.oneof(fc.constant('all' as const), ids(300), ids(5));
    const selections = fc.record(
      {
        vendors: someVendors,
        purposes: ids(24),
        specialFeatures: ids(12),
        publisherRestrictions: fc.uniqueArray(
          fc.record({
            purpose: fc.constantFrom(2, 7, 8, 9, 10, 11),
            type: fc.constantFrom(
              'not-allowed' as const,
              'require-consent' as const,
              'require-legitimate-interest' as const,
            ),
            vendors: someVendors,
          }),
          { selector: ({ purpose }) => purpose, maxLength: 4 },
        ),
      },
      { requiredKeys: ['vendors'] },
    );
    const list = listWith(
      {
        1: { purposes: [3, 9], legIntPurposes: [8, 10], flexiblePurposes: [8, 9], specialFeatures: [2] },
        2: { purposes: [], legIntPurposes: [2, 11], flexiblePurposes: [11], specialFeatures: [] },
        3: { purposes: [], legIntPurposes: [], flexiblePurposes: [], specialFeatures: [1] },
      },
      250,
    );
    fc.assert(
      fc.property(choices, selections, (choice, selection) => {
        const text = makeTcString(choice, notice({ vendorList: list, selection }));
        expect(checkTcString(text, expected(list))).toBeNull();
        const facts = read(text);
        const disclosed = selectVendors(list, selection, now);
        expect(facts.vendorsDisclosed).toEqual([...disclosed.keys()]);
        const offered = offeredChoices(list, selection, now);
        const allowed = (kind: keyof typeof offered) =>
          offered[kind].filter((id) => choice[kind].includes(id)).sort((one, other) => one - other);
        expect({
          purposes: facts.purposeConsents,
          legitimateInterests: facts.purposeLegitimateInterests,
          specialFeatures: facts.specialFeatureOptIns,
          vendors: facts.vendorConsents,
          vendorLegitimateInterests: facts.vendorLegitimateInterests,
        }).toEqual({
          purposes: allowed('purposes'),
          legitimateInterests: allowed('legitimateInterests'),
          specialFeatures: allowed('specialFeatures'),
          vendors: allowed('vendors'),
          vendorLegitimateInterests: allowed('vendorLegitimateInterests'),
        });
        expect(facts.purposeOneTreatment).toBe(!offered.purposes.includes(1));
      }),
      { numRuns: byScope({ core: 40, all: 200, deep: 10_000 }) },
    );
  });
});

describe('a vendor under publisher restrictions', () => {
  const vendor = { purposes: [1, 2, 9], legIntPurposes: [7, 10], flexiblePurposes: [2, 7] };
  const bases = (
    purpose: number,
    type: 'not-allowed' | 'require-consent' | 'require-legitimate-interest',
  ) => {
    const selection = { vendors: [1], publisherRestrictions: [{ purpose, type, vendors: 'all' as const }] };
    const found = selectVendors(listWith({ 1: vendor }), selection, now).get(1);
    return [found?.purposes, found?.legIntPurposes];
  };

  test.each([
    ['loses a purpose that is not allowed', 7, 'not-allowed', [1, 2, 9], [10]],
    ['asks for consent where it is flexible', 7, 'require-consent', [1, 2, 7, 9], [10]],
    ['loses the purpose where it is not', 10, 'require-consent', [1, 2, 9], [7]],
    [
      'relies on legitimate interest where it is flexible',
      2,
      'require-legitimate-interest',
      [1, 9],
      [2, 7, 10],
    ],
    ['loses the purpose where it is not', 9, 'require-legitimate-interest', [1, 2], [7, 10]],
    ['keeps a purpose that is by consent already', 9, 'require-consent', [1, 2, 9], [7, 10]],
  ] as const)('%s', (_, purpose, type, purposes, legIntPurposes) => {
    expect(bases(purpose, type)).toEqual([purposes, legIntPurposes]);
  });
});
