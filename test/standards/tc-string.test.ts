import fc from 'fast-check';
import { checkTcString, readTcString, type TcStringRefusal } from '../../src/standards/tcf';
import { makeTcString, type TcStringWishes } from '../support/tc-strings';

const expected = { cmpId: 31, cmpVersion: 2, publisherCC: 'DE', newestVendorList: 100, now: Date.parse('2026-11-21T12:00:00Z') };

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

test('a string of this CMP and of today’s framework is good', () => {
  expect(checkTcString(makeTcString(), expected)).toBeNull();
  expect(checkTcString(makeTcString({ policyVersion: 4 }), expected)).toBeNull();
  expect(checkTcString(makeTcString({ vendorListVersion: 4000 }), { ...expected, newestVendorList: null })).toBeNull();
  expect(checkTcString(makeTcString({ created: new Date('2026-11-21T12:05:00Z') }), expected)).toBeNull();
});

const wishes: readonly (readonly [TcStringRefusal, TcStringWishes])[] = [
  ['not_service_specific', { isServiceSpecific: false }],
  ['wrong_cmp_id', { cmpId: 32 }],
  ['wrong_cmp_version', { cmpVersion: 3 }],
  ['policy_version_too_old', { policyVersion: 3 }],
  ['unknown_vendor_list', { vendorListVersion: 101 }],
  ['timestamps_differ', { lastUpdated: new Date('2026-11-21T00:00:00Z') }],
  ['created_in_future', { created: new Date('2026-11-22T00:00:00Z') }],
  ['disclosed_vendors_missing', { withDisclosedVendors: false }],
  ['wrong_publisher_cc', { publisherCC: 'FR' }],
];
test.each(wishes)('%s is refused by name', (refusal, wish) => {
  expect(checkTcString(makeTcString(wish), expected)).toBe(refusal);
});

const whole = makeTcString();
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const encoded = (bits: string) => (bits.match(/.{1,6}/g) ?? []).map((sextet) => letters[Number.parseInt(sextet.padEnd(6, '0'), 2)]).join('');
const zeros = (count: number) => '0'.repeat(count);
const allVendors = `1${zeros(15)}1${'1'.repeat(16)}`;
const withRanges = (count: number) =>
  encoded(`000010${zeros(207)}${'1'.repeat(16)}1${count.toString(2).padStart(12, '0')}${allVendors.repeat(count)}${zeros(17)}${zeros(17)}${zeros(12)}`);

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
  const damaged = fc.tuple(fc.nat(whole.length - 1), letter).map(([place, by]) => whole.slice(0, place) + by + whole.slice(place + 1));
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
    { numRuns: 2000 },
  );
});
