import { textDirection } from '../../src/standards/locale';
import { buildReceipt, type DecisionFacts, fillLabel, receiptLabelLocales, receiptLabels, receiptSchemaVersion } from '../../src/standards/receipt';

const decision = (overrides: Partial<DecisionFacts> = {}): DecisionFacts => ({
  decidedAt: '2026-11-01T10:00:00.000Z',
  profileId: 'profile-1',
  profileVersion: 3,
  complianceGroup: 'opt-in',
  locale: 'de-AT',
  choices: { necessary: 'granted', analytics: 'granted' },
  anyGranted: true,
  gpcDetected: false,
  source: 'banner',
  ownershipProven: true,
  expiryDays: 365,
  ...overrides,
});

const parameter = (id: string, overrides: object = {}) => ({
  id,
  name: `_${id}`,
  purpose: 'analytics',
  provider: 'Google',
  duration: '13 months',
  description: null,
  domains: [],
  ...overrides,
});

const notice = {
  language: 'de',
  sha256: 'a'.repeat(64),
  heading: 'Ihre Wahl',
  text: 'Wir fragen.',
  categories: [
    {
      id: 'necessary',
      heading: 'Notwendig',
      description: 'Immer an.',
      legalBasis: 'mandatory',
      parameters: [parameter('sid', { purpose: 'necessary', provider: 'Shop', duration: 'Session' })],
    },
    {
      id: 'analytics',
      heading: 'Statistik',
      description: null,
      legalBasis: 'consent',
      parameters: [parameter('ga'), parameter('px', { purpose: 'marketing', provider: 'Meta', duration: null })],
    },
    { id: 'marketing', heading: 'Werbung', description: null, legalBasis: 'legitimate-interest', parameters: [] },
  ],
};

const facts = (overrides: Partial<Parameters<typeof buildReceipt>[0]> = {}): Parameters<typeof buildReceipt>[0] => ({
  receiptId: 'receipt-1',
  issuedAt: '2026-11-02T10:00:00.000Z',
  recordId: 'record-1',
  visitorId: 'visitor-1',
  firstDecidedAt: '2026-11-01T10:00:00.000Z',
  noticeUrl: '/svc/api/v1/profiles/default/profile-1/3/de',
  notice,
  decisions: [decision()],
  earlierDecisions: 0,
  grantedBefore: null,
  effectiveChoices: { necessary: 'granted', analytics: 'denied' },
  tcString: 'CP',
  gppString: null,
  jurisdiction: 'AT',
  law: 'GDPR',
  controller: { name: 'Shop', contact: 'privacy@shop.example', withdrawalUrl: 'https://shop.example/privacy' },
  validity: { valid: true, reason: null, expiresAt: '2027-11-01T10:00:00.000Z' },
  ...overrides,
});

describe('a receipt after ISO/IEC TS 27560', () => {
  test('has the mandatory fields of header and processing', () => {
    expect(buildReceipt(facts())).toMatchObject({
      schema_version: receiptSchemaVersion,
      receipt_id: 'receipt-1',
      record_id: 'record-1',
      pii_principal_id: 'visitor-1',
      privacy_notice: '/svc/api/v1/profiles/default/profile-1/3/de',
      language: 'de',
    });
  });

  test('tells each category as a purpose, with its parameters, recipients, retention and what was chosen', () => {
    const [necessary, analytics] = buildReceipt(facts()).purposes;
    expect(analytics).toEqual({
      purpose: 'Statistik',
      purpose_type: 'analytics, marketing',
      lawful_basis: 'consent',
      pii_information: [
        { pii_type: '_ga', pii_attribute_id: 'ga', pii_optional: true },
        { pii_type: '_px', pii_attribute_id: 'px', pii_optional: true },
      ],
      pii_controllers: ['Shop'],
      retention_period: '13 months',
      jurisdiction: 'AT',
      recipient_third_parties: ['Google', 'Meta'],
      withdrawal_method: 'https://shop.example/privacy',
      categoryId: 'analytics',
      choice: 'granted',
      effectiveChoice: 'denied',
      description: null,
      parameters: notice.categories[1]?.parameters,
    });
    expect(necessary?.pii_information).toEqual([{ pii_type: '_sid', pii_attribute_id: 'sid', pii_optional: false }]);
  });

  test('says so where nothing was chosen, and keeps what only the decision names', () => {
    const { purposes } = buildReceipt(facts({ decisions: [decision({ choices: { extra: 'objected' } })], effectiveChoices: null }));
    expect(purposes.map(({ categoryId, choice }) => [categoryId, choice])).toEqual([
      ['necessary', null],
      ['analytics', null],
      ['marketing', null],
      ['extra', 'objected'],
    ]);
    expect(purposes.at(-1)).toMatchObject({ purpose: 'extra', purpose_type: null, lawful_basis: null, retention_period: null, recipient_third_parties: [] });
  });

  test('takes no category for chosen that an object merely inherits', () => {
    const inherited = [{ id: 'constructor', heading: 'x', description: null, legalBasis: 'consent', parameters: [] }];
    expect(buildReceipt(facts({ notice: { ...notice, categories: inherited } })).purposes[0]?.choice).toBeNull();
  });

  test('names controller and third parties once each, the controller never as a third party of itself', () => {
    expect(buildReceipt(facts()).party_identification).toEqual([
      { party_id: 'Shop', party_name: 'Shop', party_role: 'PII controller', party_contact: 'privacy@shop.example' },
      { party_id: 'Google', party_name: 'Google', party_role: 'Third party', party_contact: null },
      { party_id: 'Meta', party_name: 'Meta', party_role: 'Third party', party_contact: null },
    ]);
  });

  test('tells what it can when the notice is gone and nobody is configured', () => {
    const controller = { name: null, contact: null, withdrawalUrl: null };
    const receipt = buildReceipt(facts({ notice: null, controller, jurisdiction: null, law: null }));
    expect(receipt).toMatchObject({ language: 'de-AT', noticeSha256: null, law: null, withdrawalUrl: null, party_identification: [] });
    expect(receipt.purposes[0]).toMatchObject({ pii_controllers: [], jurisdiction: null, withdrawal_method: 'The privacy settings of the site' });
  });
});

describe('the events of a receipt', () => {
  const states = (granted: readonly boolean[], before: boolean | null = null) =>
    buildReceipt(
      facts({ decisions: granted.map((anyGranted) => decision({ anyGranted })) as [DecisionFacts, ...DecisionFacts[]], grantedBefore: before }),
    ).events.map(({ event_state }) => event_state);

  test.each<[readonly boolean[], boolean | null, readonly string[]]>([
    [[true], null, ['dpv:ConsentGiven']],
    [[false], null, ['dpv:ConsentRefused']],
    [[true, true], null, ['dpv:ConsentGiven', 'dpv:RenewedConsentGiven']],
    [[true, false, false, true], null, ['dpv:ConsentGiven', 'dpv:ConsentWithdrawn', 'dpv:ConsentRefused', 'dpv:ConsentGiven']],
    [[false], true, ['dpv:ConsentWithdrawn']],
    [[true], true, ['dpv:RenewedConsentGiven']],
    [[true], false, ['dpv:ConsentGiven']],
  ])('of decisions that grant %j after %j are %j', (granted, before, expected) => {
    expect(states(granted, before)).toEqual(expected);
  });

  test.each([
    ['opt-in-explicit', 'dpv:ExplicitlyExpressedConsent'],
    ['opt-in', 'dpv:ExpressedConsent'],
    ['opt-out-strict', 'dpv:ExpressedConsent'],
    ['notice-only', 'dpv:ImpliedConsent'],
    ['unregulated', 'dpv:ImpliedConsent'],
    ['a-custom-group', 'dpv:ExpressedConsent'],
  ])('in the group %s are %s', (complianceGroup, type) => {
    expect(buildReceipt(facts({ decisions: [decision({ complianceGroup })] })).events[0]?.event_type).toBe(type);
  });

  test('tell when, how long and by whom, and what was shown', () => {
    expect(buildReceipt(facts()).events).toEqual([
      {
        event_time: '2026-11-01T10:00:00.000Z',
        validity_duration: 'P365D',
        entity_id: 'visitor-1',
        event_type: 'dpv:ExpressedConsent',
        event_state: 'dpv:ConsentGiven',
        profileId: 'profile-1',
        profileVersion: 3,
        locale: 'de-AT',
        choices: { necessary: 'granted', analytics: 'granted' },
        gpcDetected: false,
        source: 'banner',
        ownershipProven: true,
      },
    ]);
    expect(buildReceipt(facts({ decisions: [decision({ expiryDays: null })] })).events[0]?.validity_duration).toBeNull();
  });
});

describe('the words of a printed receipt', () => {
  const leaves = (value: unknown, path = ''): [string, string][] =>
    typeof value === 'string' ? [[path, value]] : Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
  const english = new Map(leaves(receiptLabels('en')));

  test.each(receiptLabelLocales)('are all there in %s, with the same places to fill in', (locale) => {
    const labels = new Map(leaves(receiptLabels(locale)));
    expect([...labels.keys()]).toEqual([...english.keys()]);
    for (const [path, text] of labels) {
      expect([path, text.trim()]).toEqual([path, expect.stringMatching(/./)]);
      expect([path, text.match(/\{\w+\}/g)?.sort()]).toEqual([
        path,
        english
          .get(path)
          ?.match(/\{\w+\}/g)
          ?.sort(),
      ]);
    }
  });

  test('are found by lookup, and English stands in', () => {
    expect(receiptLabels('de-AT').locale).toBe('de');
    expect(receiptLabels('iw').locale).toBe('he');
    expect(receiptLabels('fi').locale).toBe('en');
    expect(receiptLabels('no such language').locale).toBe('en');
  });

  test('isolate what is filled in, and take nothing from inside it', () => {
    expect(fillLabel('On {date} at {place}', { date: '{place}', other: 'x' })).toBe('On \u2068{place}\u2069 at {place}');
  });
});

test.each([
  ['ar', 'rtl'],
  ['he', 'rtl'],
  ['iw-IL', 'rtl'],
  ['fa-IR', 'rtl'],
  ['ur', 'rtl'],
  ['yi', 'rtl'],
  ['az-Arab', 'rtl'],
  ['az', 'ltr'],
  ['de', 'ltr'],
  ['ja', 'ltr'],
  ['ar-Latn', 'ltr'],
  ['not a tag', 'ltr'],
])('%s is written %s', (locale, direction) => {
  expect(textDirection(locale)).toBe(direction);
});
