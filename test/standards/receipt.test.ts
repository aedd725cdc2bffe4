import { textDirection } from '#standards/locale/index';
import {
  buildReceipt,
  type ControllerFacts,
  type DecisionFacts,
  fillLabel,
  receiptLabels,
} from '#standards/receipt/index';
import { productLocales } from '../support/locales';

const decision = (overrides: Partial<DecisionFacts> = {}): DecisionFacts => ({
  decidedAt: '2026-11-01T10:00:00.000Z',
  profileId: 'profile-1',
  profileVersion: 3,
  variant: null,
  complianceGroup: 'opt-in',
  locale: 'de-AT',
  choices: { necessary: 'granted', analytics: 'granted' },
  servedCategories: new Set(),
  anyGranted: true,
  gpcDetected: false,
  source: 'banner',
  method: 'accept',
  layer: 'banner',
  by: 'visitor',
  apiKeyId: null,
  device: null,
  ownershipProven: true,
  validity: 'P365D',
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
  firstParty: false,
  dataTypes: [],
  ...overrides,
});

const controller: ControllerFacts = {
  name: 'Shop',
  address: '1 High Street, Dublin',
  contact: 'privacy@shop.example',
  withdrawalUrl: 'https://shop.example/privacy',
  jurisdiction: 'IE',
  storageLocations: ['IE', 'DE'],
  retentionPeriod: null,
  necessaryBasis: 'dpv:LegitimateInterest',
};
const nobody: ControllerFacts = {
  ...controller,
  name: null,
  address: null,
  contact: null,
  withdrawalUrl: null,
  jurisdiction: null,
  storageLocations: [],
};

const necessaryCategory = {
  id: 'necessary',
  heading: 'Notwendig',
  description: 'Immer an.',
  legalBasis: 'mandatory',
  parameters: [
    parameter('sid', { purpose: 'necessary', provider: 'This site', firstParty: true, duration: 'Session' }),
  ],
};

const notice = {
  language: 'de',
  heading: 'Ihre Wahl',
  text: 'Wir fragen.',
  categories: [
    necessaryCategory,
    {
      id: 'analytics',
      heading: 'Statistik',
      description: null,
      legalBasis: 'consent',
      parameters: [
        parameter('ga'),
        parameter('px', { purpose: 'marketing', provider: 'Meta', duration: null }),
      ],
    },
    {
      id: 'marketing',
      heading: 'Werbung',
      description: null,
      legalBasis: 'legitimate-interest',
      parameters: [],
    },
  ],
};

const facts = (
  overrides: Partial<Parameters<typeof buildReceipt>[0]> = {},
): Parameters<typeof buildReceipt>[0] => ({
  receiptId: 'receipt-1',
  issuedAt: '2026-11-02T10:00:00.000Z',
  recordId: 'record-1',
  visitorId: 'visitor-1',
  firstDecidedAt: '2026-11-01T10:00:00.000Z',
  noticeUrl: 'https://shop.example/svc/api/v1/profiles/default/profile-1/3/de',
  notice,
  noticeStatus: 'saved',
  noticeSha256: 'a'.repeat(64),
  limits: { categories: {}, services: {} },
  parentalConsent: null,
  parentalDenied: [],
  decisions: [decision()],
  earlierDecisions: 0,
  before: null,
  effectiveChoices: { necessary: 'granted', analytics: 'denied' },
  tcString: 'CP',
  gppString: null,
  place: 'AT',
  law: 'GDPR',
  controller,
  recipients: { Google: { address: 'Gordon House, Dublin', contact: 'https://google.example/privacy' } },
  validity: { valid: true, reason: null, expiresAt: '2027-11-01T10:00:00.000Z' },
  ...overrides,
});

describe('a receipt after ISO/IEC TS 27560', () => {
  test('has the mandatory fields of header and processing', () => {
    expect(buildReceipt(facts())).toMatchObject({
      schema_version: 'ISO/IEC TS 27560:2023',
      receipt_id: 'receipt-1',
      record_id: 'record-1',
      pii_principal_id: 'visitor-1',
      privacy_notice: 'https://shop.example/svc/api/v1/profiles/default/profile-1/3/de',
      language: 'de',
    });
  });

  test('lists each category as a purpose, with its parameters, recipients, retention and choice', () => {
    const [necessary, analytics] = buildReceipt(facts()).purposes;
    expect(analytics).toEqual({
      purpose: 'Statistik',
      purpose_type: 'analytics, marketing',
      lawful_basis: 'dpv:Consent',
      pii_information: [
        { pii_type: 'pd:Identifier, pd:BrowsingBehaviour', pii_attribute_id: '_ga', pii_optional: true },
        {
          pii_type: 'pd:Identifier, pd:BrowsingBehaviour, pd:Interest',
          pii_attribute_id: '_px',
          pii_optional: true,
        },
      ],
      pii_controllers: ['Shop'],
      storage_locations: ['IE', 'DE'],
      retention_period: '13 Monate',
      jurisdiction: 'AT',
      recipient_third_parties: ['Google', 'Meta'],
      withdrawal_method: 'https://shop.example/privacy',
      categoryId: 'analytics',
      legalBasis: 'consent',
      consentState: 'dpv:ConsentGiven',
      choice: 'granted',
      effectiveChoice: 'denied',
      limitedBy: null,
      description: null,
      parameters: [
        parameter('ga', { duration: '13 Monate' }),
        parameter('px', { purpose: 'marketing', provider: 'Meta', duration: null }),
      ],
    });
    expect(necessary).toMatchObject({
      pii_information: [{ pii_type: 'pd:Identifier', pii_attribute_id: '_sid', pii_optional: false }],
      recipient_third_parties: [],
      lawful_basis: 'dpv:LegitimateInterest',
      legalBasis: 'mandatory',
      consentState: null,
      retention_period: 'Sitzung',
    });
  });

  test('names the kinds of data and the lawful basis that the operator named', () => {
    const categories = [
      {
        ...necessaryCategory,
        parameters: [parameter('sid', { dataTypes: ['pd:IPAddress', 'session number'] })],
      },
    ];
    const [purpose] = buildReceipt(
      facts({
        notice: { ...notice, categories },
        controller: { ...controller, necessaryBasis: 'dpv:ContractPerformance' },
      }),
    ).purposes;
    expect(purpose).toMatchObject({
      pii_information: [{ pii_type: 'pd:IPAddress, session number' }],
      lawful_basis: 'dpv:ContractPerformance',
    });
  });

  test.each([
    ['de-AT', '13 months', '13 Monate'],
    ['fr', '2 years', '2 ans'],
    ['pl', 'session', 'Sesja'],
    ['ja', '30 minutes', '30 分'],
    ['sv', '90 days', '90 days'],
    ['de', '13 months in Europe, 24 months elsewhere', '13 months in Europe, 24 months elsewhere'],
    ['de', 'until you log out', 'until you log out'],
  ])('in %s tells “%s” as “%s”', (locale, duration, expected) => {
    const categories = [{ ...necessaryCategory, parameters: [parameter('sid', { duration })] }];
    const [purpose] = buildReceipt(
      facts({ notice: { ...notice, categories }, decisions: [decision({ locale })] }),
    ).purposes;
    expect([purpose?.retention_period, purpose?.parameters[0]?.duration]).toEqual([expected, expected]);
  });

  test.each(['Shop', ' shop ', 'SHOP'])(
    'a controller that sets a cookie itself, as “%s”, receives nothing',
    (provider) => {
      const own = parameter('own', { provider });
      const categories = [{ ...necessaryCategory, parameters: [own, parameter('ga')] }];
      const receipt = buildReceipt(facts({ notice: { ...notice, categories } }));
      expect(receipt.purposes[0]).toMatchObject({
        pii_controllers: ['Shop'],
        recipient_third_parties: ['Google'],
      });
      const parties = receipt.party_identification.map(({ party_name, party_role }) => [
        party_name,
        party_role,
      ]);
      expect(parties).toEqual([
        ['Shop', 'PII controller'],
        ['Google', 'Third party'],
      ]);
    },
  );

  test('says how to withdraw in the language of the record where there is no address', () => {
    const [purpose] = buildReceipt(facts({ controller: { ...controller, withdrawalUrl: null } })).purposes;
    expect(purpose?.withdrawal_method).toBe(receiptLabels('de').withdrawal);
  });

  test('says so where nothing was chosen, and keeps what only the decision names', () => {
    const { purposes } = buildReceipt(
      facts({ decisions: [decision({ choices: { extra: 'objected' } })], effectiveChoices: null }),
    );
    expect(purposes.map(({ categoryId, choice }) => [categoryId, choice])).toEqual([
      ['necessary', null],
      ['analytics', null],
      ['marketing', null],
      ['extra', 'objected'],
    ]);
    expect(purposes.at(-1)).toMatchObject({
      purpose: 'extra',
      purpose_type: null,
      lawful_basis: null,
      retention_period: null,
      recipient_third_parties: [],
    });
  });

  test('takes no category for chosen that an object merely inherits', () => {
    const inherited = [
      { id: 'constructor', heading: 'x', description: null, legalBasis: 'consent', parameters: [] },
    ];
    expect(
      buildReceipt(facts({ notice: { ...notice, categories: inherited } })).purposes[0]?.choice,
    ).toBeNull();
  });

  test('names controller and third parties once each, the controller never as a third party of itself, the site never', () => {
    const third = { party_role: 'Third party', party_type: 'dpv:Recipient' };
    expect(buildReceipt(facts()).party_identification).toEqual([
      {
        party_id: 'Shop',
        party_address: '1 High Street, Dublin',
        party_name: 'Shop',
        party_role: 'PII controller',
        party_contact: 'privacy@shop.example',
        party_type: 'dpv:LegalEntity',
      },
      {
        ...third,
        party_id: 'Google',
        party_name: 'Google',
        party_address: 'Gordon House, Dublin',
        party_contact: 'https://google.example/privacy',
      },
      { ...third, party_id: 'Meta', party_name: 'Meta', party_address: null, party_contact: null },
    ]);
  });

  test('names the mandatory fields that nobody has configured', () => {
    expect(buildReceipt(facts()).missingFields).toEqual([
      'retention_period',
      'party_address',
      'party_contact',
    ]);
    const recipients = {
      ...facts().recipients,
      Meta: { address: 'Merrion Road, Dublin', contact: 'privacy@meta.example' },
    };
    const complete = buildReceipt(
      facts({ recipients, controller: { ...controller, retentionPeriod: '1 year' }, place: null }),
    );
    expect(complete.missingFields).toEqual([]);
    expect(
      complete.purposes.map(({ retention_period, jurisdiction }) => [retention_period, jurisdiction]),
    ).toEqual([
      ['Sitzung', 'IE'],
      ['13 Monate', 'IE'],
      ['1 Jahr', 'IE'],
    ]);
    expect(buildReceipt(facts({ controller: nobody, place: null })).missingFields).toEqual([
      'pii_controllers',
      'storage_locations',
      'retention_period',
      'jurisdiction',
      'party_address',
      'party_contact',
    ]);
  });

  test('contains what is known when the notice is gone and no controller is configured', () => {
    const gone = { notice: null, noticeStatus: 'missing', noticeSha256: null } as const;
    const receipt = buildReceipt(facts({ ...gone, controller: nobody, place: null, law: null }));
    expect(receipt).toMatchObject({
      language: 'de-AT',
      noticeStatus: 'missing',
      noticeSha256: null,
      law: null,
      place: null,
      withdrawalUrl: null,
      party_identification: [],
    });
    expect(receipt.purposes[0]).toMatchObject({
      pii_controllers: [],
      jurisdiction: null,
      withdrawal_method: receiptLabels('de').withdrawal,
    });
  });

  test('lists no more than fifty purposes that no notice names; the choices have all', () => {
    const choices = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`extra-${index}`, 'denied' as const]),
    );
    const receipt = buildReceipt(facts({ decisions: [decision({ choices })] }));
    expect(receipt.purposes).toHaveLength(notice.categories.length + 50);
    expect(receipt.choices).toEqual(choices);
  });
});

describe('the events of a receipt', () => {
  type Choices = Record<string, 'granted' | 'denied' | 'objected'>;
  const onConsent = new Map([
    ['necessary', 'mandatory'],
    ['analytics', 'consent'],
    ['marketing', 'consent'],
  ]);
  const decided = (choices: Choices) =>
    decision({
      legalBases: onConsent,
      choices,
      anyGranted: Object.values({ ...choices, necessary: 'denied' }).includes('granted'),
    });
  const [all, some, none]: readonly [Choices, Choices, Choices] = [
    { necessary: 'granted', analytics: 'granted', marketing: 'granted' },
    { necessary: 'granted', analytics: 'granted', marketing: 'denied' },
    { necessary: 'granted', analytics: 'denied', marketing: 'denied' },
  ];
  const eventsOf = (choices: readonly Choices[], before: Choices | null) => {
    const [first = decided({}), ...rest] = choices.map(decided);
    return buildReceipt(
      facts({ decisions: [first, ...rest], before: before === null ? null : decided(before) }),
    ).events;
  };

  test.each<[readonly Choices[], Choices | null, readonly string[]]>([
    [[all], null, ['Given']],
    [[none], null, ['Refused']],
    [[all, all], null, ['Given', 'Renewed']],
    [[all, none, none, some], null, ['Given', 'Withdrawn', 'Refused', 'Given']],
    [[all, some], null, ['Given', 'Withdrawn']],
    [[some, all], null, ['Given', 'Renewed']],
    [
      [some, { necessary: 'granted', analytics: 'denied', marketing: 'granted' }],
      null,
      ['Given', 'Withdrawn'],
    ],
    [[all, { necessary: 'granted', analytics: 'granted' }], null, ['Given', 'Withdrawn']],
    [[none], all, ['Withdrawn']],
    [[some], all, ['Withdrawn']],
    [[all], some, ['Renewed']],
    [[all], none, ['Given']],
  ])('of the decisions %j after %j are %j', (choices, before, expected) => {
    expect(
      eventsOf(choices, before).map(({ event_state }) => event_state.replace(/^dpv:(Consent)?|Consent/g, '')),
    ).toEqual(expected.map((name) => (name === 'Renewed' ? 'RenewedGiven' : name)));
  });

  test('state what each decision changed, and the result for each purpose', () => {
    expect(
      eventsOf([all, some, some, { ...some, analytics: 'denied' }, { necessary: 'granted' }], null).map(
        ({ choices, states }) => [choices, states],
      ),
    ).toEqual([
      [all, { analytics: 'dpv:ConsentGiven', marketing: 'dpv:ConsentGiven' }],
      [{ marketing: 'denied' }, { marketing: 'dpv:ConsentWithdrawn' }],
      [{}, {}],
      [{ analytics: 'denied' }, { analytics: 'dpv:ConsentWithdrawn' }],
      [
        { analytics: null, marketing: null },
        { analytics: 'dpv:ConsentWithdrawn', marketing: 'dpv:ConsentWithdrawn' },
      ],
    ]);
    const purposes = (choices: readonly [Choices, ...Choices[]]) => {
      const [first, ...rest] = choices;
      return buildReceipt(facts({ decisions: [decided(first), ...rest.map(decided)] })).purposes.map(
        ({ consentState }) => consentState,
      );
    };
    // Marketing rests on legitimate interest in this notice.
    expect(purposes([all, none])).toEqual([null, 'dpv:ConsentWithdrawn', null]);
    expect(purposes([some, all])).toEqual([null, 'dpv:RenewedConsentGiven', null]);
    expect(purposes([none])).toEqual([null, 'dpv:ConsentRefused', null]);
  });

  test('another notice that does not ask about a category withdraws nothing', () => {
    const other = {
      ...decided({ necessary: 'granted', analytics: 'granted' }),
      profileId: 'profile-2',
      legalBases: null,
    };
    const { events } = buildReceipt(facts({ decisions: [decided(all), other] }));
    expect(events.map(({ event_state }) => event_state)).toEqual([
      'dpv:ConsentGiven',
      'dpv:RenewedConsentGiven',
    ]);
  });

  test.each([
    ['opt-in-explicit', 'dpv:ExplicitlyExpressedConsent'],
    ['opt-in', 'dpv:ExpressedConsent'],
    ['opt-out-strict', 'dpv:ExpressedConsent'],
    ['notice-only', 'dpv:ImpliedConsent'],
    ['unregulated', 'dpv:ImpliedConsent'],
    ['a-custom-group', 'dpv:ExpressedConsent'],
  ])('in the group %s are %s', (complianceGroup, type) => {
    expect(buildReceipt(facts({ decisions: [decision({ complianceGroup })] })).events[0]?.event_type).toBe(
      type,
    );
  });

  test('state when, how long and by whom, and what was shown', () => {
    expect(buildReceipt(facts()).events).toEqual([
      {
        event_time: '2026-11-01T10:00:00.000Z',
        validity_duration: 'P365D',
        entity_id: 'visitor-1',
        event_type: 'dpv:ExpressedConsent',
        event_state: 'dpv:ConsentGiven',
        profileId: 'profile-1',
        profileVersion: 3,
        variant: null,
        locale: 'de-AT',
        choices: { necessary: 'granted', analytics: 'granted' },
        states: { analytics: 'dpv:ConsentGiven' },
        objections: [],
        gpcDetected: false,
        source: 'banner',
        method: 'accept',
        layer: 'banner',
        by: 'visitor',
        apiKeyId: null,
        device: null,
        ownershipProven: true,
      },
    ]);
    expect(
      buildReceipt(facts({ decisions: [decision({ validity: null })] })).events[0]?.validity_duration,
    ).toBeNull();
  });
});

describe('the words of a printed receipt', () => {
  const leaves = (value: unknown, path = ''): [string, string][] =>
    typeof value === 'string'
      ? [[path, value]]
      : Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
  const english = new Map(leaves(receiptLabels('en')));

  test.each(productLocales)('are all there in %s, with the same places to fill in', (locale) => {
    expect(receiptLabels(locale).locale).toBe(locale);
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

  test('are found by lookup, with English as the fallback', () => {
    expect(receiptLabels('de-AT').locale).toBe('de');
    expect(receiptLabels('iw').locale).toBe('he');
    expect(receiptLabels('fi').locale).toBe('en');
    expect(receiptLabels('no such language').locale).toBe('en');
  });

  test('isolate what is filled in, and take nothing from inside it', () => {
    expect(fillLabel('On {date} at {place}', { date: '{place}', other: 'x' })).toBe(
      'On \u2068{place}\u2069 at {place}',
    );
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
