import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  allowsAnything,
  checkTcString,
  readTcString,
  readVendorList,
  type TcStringExpectations,
  type TcStringRefusal,
  tcStringRefusals,
} from '#standards/tcf/index';
import { costOf } from '../support/cost';
import { byScope } from '../support/scope';
import { makeTcString, type TcStringWishes, vendorList } from '../support/tc-strings';

const expected: TcStringExpectations = {
  cmpId: 31,
  cmpVersion: 2,
  publisherCC: 'DE',
  vendorList: readVendorList(vendorList(100)),
  cmp: { status: 'registered' },
  now: Date.parse('2026-11-21T12:00:00Z'),
};
const day = (text: string) => new Date(`${text}T00:00:00Z`);

/** The list with the third vendor deleted at this time, or removed. */
function withVendor3(deletedDate: string | null): TcStringExpectations['vendorList'] {
  const { vendors, ...list } = vendorList(100, 4);
  const { '3': third, ...others } = vendors;
  return readVendorList({
    ...list,
    vendors: deletedDate === null ? others : { ...others, '3': { ...third, deletedDate } },
  });
}

test('a string tells what its CMP wrote', () => {
  expect(readTcString(makeTcString())).toEqual({
    version: 2,
    created: Date.parse('2026-11-20T00:00:00Z'),
    lastUpdated: Date.parse('2026-11-20T00:00:00Z'),
    cmpId: 31,
    cmpVersion: 2,
    consentScreen: 1,
    consentLanguage: 'EN',
    vendorListVersion: 100,
    policyVersion: 5,
    isServiceSpecific: true,
    useNonStandardTexts: false,
    purposeOneTreatment: false,
    publisherCC: 'DE',
    specialFeatureOptIns: [1],
    purposeConsents: [1, 2, 7],
    purposeLegitimateInterests: [7],
    vendorConsents: [1, 3],
    vendorLegitimateInterests: [2],
    publisherRestrictions: [],
    vendorsDisclosed: [1, 2, 3],
    vendorsAllowed: null,
    publisherPurposes: { consents: [], legitimateInterests: [] },
  });
});

type Case<Name> = readonly [Name, TcStringWishes, Partial<TcStringExpectations>?];
const known = <Name>([name, wish, lists = {}]: Case<Name>) =>
  [name, wish, { ...expected, ...lists }] as const;

const valid: readonly Case<string>[] = [
  ['of this CMP and the current framework', {}],
  ['of today', { created: day('2026-11-21') }],
  [
    'of a browser whose clock is a little ahead',
    { created: day('2026-11-22') },
    { now: Date.parse('2026-11-21T23:55:00Z') },
  ],
  ['of an older list with the policy version before', { vendorListVersion: 99, policyVersion: 4 }],
  ['of a list that was the newest some weeks ago', { vendorListVersion: 87 }],
  [
    'of a decision that arrives days later',
    { created: day('2026-11-14') },
    { decidedAt: Date.parse('2026-11-15T08:00:00Z') },
  ],
  ['with a vendor whose deletion lies ahead', {}, { vendorList: withVendor3('2026-12-01T00:00:00Z') }],
  [
    'of an older list with a vendor deleted last week',
    { vendorListVersion: 99 },
    { vendorList: withVendor3('2026-11-12T16:00:00Z') },
  ],
  [
    'of an older list with a vendor removed since',
    { vendorListVersion: 99 },
    { vendorList: withVendor3(null) },
  ],
  [
    'with publisher restrictions',
    {
      restrictions: [
        { purposeId: 2, type: 1, vendors: [1, 2] },
        { purposeId: 7, type: 2, vendors: [1] },
      ],
    },
  ],
  [
    'with restrictions in a range with gaps',
    { restrictions: [{ purposeId: 1, type: 0, vendors: [1, 2, 3, 4, 5, 6] }] },
  ],
  [
    'that refuses everything',
    {
      purposeConsents: [],
      purposeLegitimateInterests: [],
      vendorConsents: [],
      vendorLegitimateInterests: [],
      specialFeatures: [],
    },
  ],
  [
    'of a list that nobody here knows',
    {
      vendorListVersion: 4000,
      policyVersion: 9,
      purposeConsents: [24],
      specialFeatures: [12],
      vendorsDisclosed: [1, 2, 3, 4000],
    },
    { vendorList: null, cmp: null },
  ],
];
test.each(valid.map(known))('a string %s is valid', (_, wish, expectations) => {
  expect(checkTcString(makeTcString(wish), expectations)).toBeNull();
});

const wishes: readonly Case<TcStringRefusal>[] = [
  ['not_service_specific', { isServiceSpecific: false }],
  ['wrong_cmp_id', { cmpId: 32 }],
  ['cmp_deregistered', {}, { cmp: { status: 'deregistered' } }],
  ['wrong_cmp_version', { cmpVersion: 3 }],
  ['wrong_publisher_cc', { publisherCC: 'FR' }],
  ['unknown_language', { consentLanguage: 'ZZ' }],
  ['unknown_language', { consentLanguage: '[[' }],
  ['policy_version_too_old', { policyVersion: 3 }, { vendorList: null }],
  [
    'policy_version_too_old',
    { policyVersion: 4, vendorListVersion: 99 },
    { vendorList: readVendorList({ ...vendorList(100), tcfPolicyVersion: 6 }) },
  ],
  ['wrong_policy_version', { policyVersion: 4 }],
  ['wrong_policy_version', { policyVersion: 6 }],
  ['wrong_policy_version', { policyVersion: 63, vendorListVersion: 99 }],
  ['timestamps_differ', { lastUpdated: day('2026-11-21') }],
  ['not_day_level', { created: new Date('2026-11-20T13:37:00Z') }],
  ['created_in_future', { created: day('2026-11-22') }],
  ['created_too_long_ago', { created: day('2025-10-01') }],
  ['not_updated', { created: day('2026-11-19') }],
  ['not_updated', { created: day('2026-11-13') }, { decidedAt: Date.parse('2026-11-15T08:00:00Z') }],
  ['disclosed_vendors_missing', { vendorsDisclosed: null }],
  ['allowed_vendors_present', { vendorsAllowed: [1] }],
  ['undisclosed_vendor', { vendorsDisclosed: [] }],
  ['undisclosed_vendor', { vendorsDisclosed: [1, 3], vendorConsents: [1, 3] }],
  ['undisclosed_vendor', { vendorsDisclosed: [1, 2], vendorLegitimateInterests: [] }],
  ...[1, 3, 4, 5, 6].map(
    (purpose) => ['forbidden_legitimate_interest', { purposeLegitimateInterests: [7, purpose] }] as const,
  ),
  ...[1, 3, 4, 5, 6].map(
    (purposeId) =>
      ['forbidden_restriction', { restrictions: [{ purposeId, type: 2, vendors: [1] }] }] as const,
  ),
  ['undecodable', { restrictions: [{ purposeId: 2, type: 3, vendors: [1] }] }],
  ['undecodable', { restrictions: [{ purposeId: 0, type: 0, vendors: [1] }] }],
  [
    'conflicting_restrictions',
    {
      restrictions: [
        { purposeId: 2, type: 1, vendors: [1, 2] },
        { purposeId: 2, type: 0, vendors: [2, 3] },
      ],
    },
  ],
  ['vendor_list_missing', { vendorListVersion: 0 }],
  ['unknown_vendor_list', { vendorListVersion: 101 }],
  ['vendor_list_too_old', { vendorListVersion: 1 }],
  ['vendor_list_too_old', { vendorListVersion: 85 }],
  [
    'vendor_list_too_old',
    { vendorListVersion: 85, created: day('2026-11-15') },
    { decidedAt: Date.parse('2026-11-15T08:00:00Z') },
  ],
  ['unknown_purpose', { purposeConsents: [12] }],
  ['unknown_purpose', { purposeLegitimateInterests: [24] }],
  ['unknown_purpose', { publisherPurposes: { consents: [12], legitimateInterests: [] } }],
  ['unknown_purpose', { restrictions: [{ purposeId: 60, type: 0, vendors: [1] }] }],
  ['unknown_special_feature', { specialFeatures: [12] }],
  ['unknown_vendor', { vendorsDisclosed: [1, 2, 3, 4] }],
  ['unknown_vendor', {}, { vendorList: withVendor3(null) }],
  ['unknown_vendor', { vendorListVersion: 99, vendorsDisclosed: [1, 2, 3, 4000] }],
  ['deleted_vendor', {}, { vendorList: withVendor3('2026-11-19T16:00:00Z') }],
  ['deleted_vendor', { vendorListVersion: 99 }, { vendorList: withVendor3('2026-11-01T16:00:00Z') }],
];
test.each(wishes.map(known))('%s is refused by name: %j', (refusal, wish, expectations) => {
  expect(checkTcString(makeTcString(wish), expectations)).toBe(refusal);
});

test('every reason is in the guide', () => {
  const guide = readFileSync('docs/guide/tc-and-gpp-strings.md', 'utf8');
  expect(Object.keys(tcStringRefusals).filter((reason) => !guide.includes(`\`${reason}\``))).toEqual([]);
});

const whole = makeTcString();
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const encoded = (bits: string) =>
  (bits.match(/.{1,6}/g) ?? []).map((sextet) => letters[Number.parseInt(sextet.padEnd(6, '0'), 2)]).join('');
const zeros = (count: number) => '0'.repeat(count);
const allVendors = `1${zeros(15)}1${'1'.repeat(16)}`;
const withRanges = (count: number) =>
  encoded(
    `000010${zeros(207)}${'1'.repeat(16)}1${count.toString(2).padStart(12, '0')}${allVendors.repeat(count)}${zeros(17)}${zeros(17)}${zeros(12)}`,
  );

test.each([
  ['not_base64url', ''],
  ['not_base64url', '.'],
  ['not_base64url', `${whole}.`],
  ['not_base64url', `${whole} `],
  ['not_base64url', whole.replace('.', '..')],
  ['not_base64url', `${whole}=`],
  ['not_base64url', '<script>'],
  ['unsupported_version', `B${whole.slice(1)}`],
  ['unsupported_version', 'BOEFEAyOEFEAyAHABDENAIgAAAB9vABAASA'],
  ['undecodable', 'C'],
  ['undecodable', whole.slice(0, 30)],
  ['undecodable', `${whole.split('.')[0]}.A`],
  ['undecodable', `${whole}.${whole.split('.')[1]}`],
  ['too_many_vendors', withRanges(100)],
  ['too_many_vendors', withRanges(1)],
])('%s: %s', (refusal, text) => {
  expect(checkTcString(text, expected)).toBe(refusal);
});

test('whatever is sent, an answer comes and nothing is thrown', () => {
  const letter = fc.constantFrom(...letters, '.');
  const damaged = fc
    .tuple(fc.nat(whole.length - 1), letter)
    .map(([place, by]) => whole.slice(0, place) + by + whole.slice(place + 1));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(letter, { maxLength: 300 }).map((all) => `C${all.join('')}`),
        damaged,
      ),
      (text) => {
        const refusal = checkTcString(text, expected);
        expect(refusal === null || typeof refusal === 'string').toBe(true);
      },
    ),
    { numRuns: byScope({ core: 400, all: 400, deep: 100_000 }) },
  );
});

describe('whether a string allows anything', () => {
  test('is read as its fields say', () => {
    const ids = (most: number) => fc.uniqueArray(fc.integer({ min: 1, max: most }), { maxLength: 2 });
    const wishes = fc.record({
      specialFeatures: ids(12),
      purposeConsents: ids(24),
      purposeLegitimateInterests: ids(24),
      vendorConsents: ids(900),
      vendorLegitimateInterests: ids(900),
      publisherPurposes: fc.option(fc.record({ consents: ids(24), legitimateInterests: ids(24) })),
    });
    fc.assert(
      fc.property(wishes, ({ vendorLegitimateInterests, publisherPurposes, ...wish }) => {
        const text = makeTcString({ ...wish, vendorLegitimateInterests, publisherPurposes });
        const allowing = [...Object.values(wish), ...Object.values(publisherPurposes ?? {})];
        expect(allowsAnything(text, 'tcfeuv2')).toBe(allowing.some((list) => list.length > 0));
      }),
      { numRuns: byScope({ core: 100, all: 100, deep: 2000 }) },
    );
  });

  test.each(['', 'C', 'BOEFEAyOEFEAyAHABDENAIgAAAB9vABAASA', `${whole}.${whole}`, `${whole}<`])(
    'is not known of %j',
    (text) => {
      expect(allowsAnything(text, 'tcfeuv2')).toBeNull();
    },
  );

  test('takes no time, however many vendors it names: lists read it of each record', async () => {
    const readMany = () => {
      for (let count = 0; count < 1000; count += 1) allowsAnything(withRanges(1), 'tcfeuv2');
    };
    expect(await costOf(readMany)).toBeLessThan(40);
    expect(allowsAnything(withRanges(1), 'tcfeuv2')).toBe(true);
  });
});
