import fc from 'fast-check';
import { decodeChoice } from '#standards/choice/choice';
import {
  type Choice,
  encodeChoice,
  fitsCookie,
  readChoiceStates,
  readServiceStates,
  settleServices,
} from '#standards/choice/index';
import { purposes } from '#standards/compliance/index';
import { createCategories } from '#widget/banner/consent-map';
import type { Bootstrap, WidgetContext, WidgetProfile } from '#widget/widget-types';

const minute = 60_000;
const choice: Choice = {
  profileId: '01980000-0000-7000-8000-000000000001',
  profileVersion: 7,
  decidedAt: 29_400_000 * minute,
  expiresAt: 29_925_600 * minute,
  gpcMode: 'honor',
  gpcDetected: false,
  gpcOverride: false,
  asksFirst: true,
  submissionId: null,
  categories: [
    {
      id: 'necessary',
      state: null,
      mandatory: true,
      preGranted: false,
      listensToGpc: false,
      purposes: 'n',
    },
    {
      id: 'analytics',
      state: 'granted',
      mandatory: false,
      preGranted: false,
      listensToGpc: false,
      purposes: 'a',
    },
    {
      id: 'marketing',
      state: 'granted',
      mandatory: false,
      preGranted: false,
      listensToGpc: true,
      purposes: 'm',
    },
  ],
};

const time = fc.integer({ min: 0, max: 60_000_000 }).map((minutes) => minutes * minute);
const category = fc
  .record({
    id: fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme' }),
    state: fc.constantFrom('granted', 'denied', 'objected', null),
    mandatory: fc.boolean(),
    preGranted: fc.boolean(),
    listensToGpc: fc.boolean(),
    purposes: fc.subarray(purposes.map((purpose) => purpose.charAt(0))).map((letters) => letters.join('')),
    services: fc.option(
      fc.dictionary(fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,31}$/), fc.boolean(), {
        minKeys: 1,
        maxKeys: 8,
      }),
      { nil: undefined },
    ),
  })
  // Mandatory categories are never decided, and only undecided ones fall back to their default.
  .map((made) => ({
    ...made,
    state: made.mandatory ? null : made.state,
    preGranted: !made.mandatory && made.state === null && made.preGranted,
  }));
const choices = fc.record({
  profileId: fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme' }),
  profileVersion: fc.integer({ min: 1, max: 1_000_000 }),
  decidedAt: time,
  expiresAt: time,
  gpcMode: fc.constantFrom('ignore', 'honor', 'strict'),
  gpcDetected: fc.boolean(),
  gpcOverride: fc.boolean(),
  asksFirst: fc.boolean(),
  submissionId: fc.option(fc.uuid()),
  categories: fc.array(category, { maxLength: 8 }),
}) as fc.Arbitrary<Choice>;

test('a choice survives the cookie, whatever its category ids contain', () => {
  fc.assert(
    fc.property(choices, (made) => {
      const text = encodeChoice(made);
      if (text === null) return;
      expect(text).toMatch(/^[\w.!~*-]{1,4000}$/);
      expect(encodeURIComponent(text)).toBe(text);
      expect(decodeChoice(text)).toEqual(made);
    }),
  );
});

test('a choice of four categories fits into 150 characters', () => {
  expect(encodeChoice(choice)).toBe(
    '1.01980000-0000-7000-8000-000000000001.7.hi580.htet4.1a.necessary~mn!analytics~ga!marketing~glm'
      .replace('hi580', (choice.decidedAt / minute).toString(36))
      .replace('htet4', (choice.expiresAt / minute).toString(36)),
  );
});

test('a choice that is too long for a cookie is not encoded', () => {
  const many = Array.from({ length: 200 }, (_, index) => ({
    ...(choice.categories[1] as Choice['categories'][number]),
    id: `a-category-with-a-long-name-${index}`,
  }));
  expect(encodeChoice({ ...choice, categories: many })).toBeNull();
});

test('categories fit into the cookie only if every choice about them does', () => {
  const sizes = fc.array(category, { maxLength: 60 });
  fc.assert(
    fc.property(choices, sizes, (made, categories) => {
      if (fitsCookie(categories)) expect(encodeChoice({ ...made, categories })).not.toBeNull();
    }),
  );
  const repeat = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => ({
      ...(choice.categories[1] as Choice['categories'][number]),
      id: `${name}-${index}`,
    }));
  expect(fitsCookie(repeat(100, 'a-short-name'))).toBe(true);
  expect(fitsCookie(repeat(50, 'a-category-with-a-name-of-sixty-four-characters-as-ids-may-b'))).toBe(true);
  expect(fitsCookie(repeat(30, 'ü'.repeat(30)))).toBe(false);
  const keys = Array.from({ length: 64 }, (_, index) => [`${'s'.repeat(30)}${index + 10}`, true]);
  const [one, ...others] = repeat(40, 'a-category-with-a-name-of-forty-letters');
  expect(
    fitsCookie([{ ...(one as (typeof others)[number]), services: Object.fromEntries(keys) }, ...others]),
  ).toBe(false);
});

test('anything else in the cookie is not a choice', () => {
  const text = encodeChoice(choice) ?? '';
  for (const bad of [
    undefined,
    null,
    '',
    '1',
    '2'.concat(text.slice(1)),
    `${text}.`,
    text.replace('~ga', '~xa'),
    text.replace('necessary', 'nec*zz'),
    // Times that `Date` does not know.
    text.replace((choice.expiresAt / minute).toString(36), 'zzzzzzzzzz'),
    text.replace((choice.decidedAt / minute).toString(36), 'zzzzzzzzzz'),
  ])
    expect(decodeChoice(bad)).toBeNull();
  fc.assert(fc.property(fc.string(), (noise) => decodeChoice(noise) === null));
});

test.each<[string, Partial<Choice>, boolean, Record<string, string>]>([
  ['without a signal the decision applies', {}, false, { analytics: 'granted', marketing: 'granted' }],
  ['a later signal denies what listens to it', {}, true, { analytics: 'granted', marketing: 'denied' }],
  [
    'a grant despite the signal stays',
    { gpcDetected: true },
    true,
    { analytics: 'granted', marketing: 'granted' },
  ],
  [
    'strict mode asks for a confirmation',
    { gpcDetected: true, gpcMode: 'strict' },
    true,
    { analytics: 'granted', marketing: 'denied' },
  ],
  [
    'which the visitor can give',
    { gpcDetected: true, gpcMode: 'strict', gpcOverride: true },
    true,
    { analytics: 'granted', marketing: 'granted' },
  ],
])('states: %s', (_name, fields, signal, expected) => {
  expect(readChoiceStates({ ...choice, ...fields }, signal)).toEqual({ necessary: 'granted', ...expected });
});

test('a category without a decision has its default, unless a signal denies it', () => {
  const undecided = choice.categories.map((entry) => ({
    ...entry,
    state: null,
    preGranted: !entry.mandatory,
  }));
  const read = (signal: boolean) => readChoiceStates({ ...choice, categories: undecided }, signal);
  expect(read(false)).toEqual({ necessary: 'granted', analytics: 'granted', marketing: 'granted' });
  expect(read(true)).toEqual({ necessary: 'granted', analytics: 'granted', marketing: 'denied' });
});

describe('services', () => {
  const [necessary, analytics, marketing] = choice.categories as [
    Choice['categories'][number],
    Choice['categories'][number],
    Choice['categories'][number],
  ];
  const withServices = (
    services: Record<string, boolean>,
    state: 'granted' | 'denied' | null = 'denied',
  ) => ({
    ...choice,
    categories: [necessary, analytics, { ...marketing, state, services }],
  });

  test('are short in the cookie, before the submission', () => {
    const submissionId = '3f0c7a52-5c0b-4b0e-9d7e-0d6f3f6f0a11';
    const text = encodeChoice({ ...withServices({ youtube: true, meta: false }), submissionId });
    expect(text).toContain(`!marketing~dlm.2!youtube!-meta.${submissionId}`);
    expect(decodeChoice(text)).toEqual({ ...withServices({ youtube: true, meta: false }), submissionId });
  });

  test('fit into a cookie at their greatest number and length', () => {
    const keys = Array.from({ length: 64 }, (_, index) => [`${'s'.repeat(30)}${index + 10}`, false]);
    expect(encodeChoice(withServices(Object.fromEntries(keys)))?.length).toBeLessThan(2400);
  });

  test('that cannot be read make the whole cookie no choice', () => {
    const text = encodeChoice(withServices({ youtube: true, meta: false })) ?? '';
    for (const bad of ['.3!youtube', '.2!', '.2!--meta', '.2!YouTube', '.2!youtube~', '.x!youtube'])
      expect(decodeChoice(text.replace('.2!youtube!-meta', bad))).toBeNull();
  });

  test.each<[string, 'granted' | 'denied' | null, Partial<Choice>, boolean, boolean]>([
    ['an answer applies in a refused category', 'denied', {}, false, true],
    ['a later signal denies it with the category', 'denied', {}, true, false],
    ['a grant despite the signal stays', 'denied', { gpcDetected: true }, true, true],
    ['strict mode asks for a confirmation', 'denied', { gpcDetected: true, gpcMode: 'strict' }, true, false],
    ['without a decision it has the default of the category', null, {}, false, false],
  ])('states: %s', (_name, state, fields, signal, expected) => {
    const states = readServiceStates(
      { ...withServices({ youtube: true, meta: false }, state), ...fields },
      signal,
    );
    expect(states).toEqual({ youtube: expected, meta: false });
  });

  test('agree with their category, whatever was sent', () => {
    const categoryOf = new Map([
      ['a', 'analytics'],
      ['b', 'marketing'],
      ['c', 'marketing'],
      ['d', 'necessary'],
    ]);
    const asked = { categoryOf, mandatoryCategories: ['necessary'] };
    const state = fc.constantFrom<'granted' | 'denied' | 'objected'>('granted', 'denied', 'objected');
    const states = fc.record({ analytics: state, marketing: state, necessary: state }, { requiredKeys: [] });
    const sent = fc.record(
      { a: fc.boolean(), b: fc.boolean(), c: fc.boolean(), d: fc.boolean(), e: fc.boolean() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(states, sent, (before, answers) => {
        const settled = settleServices(before, answers, asked);
        for (const [key, category] of categoryOf) {
          if (category === 'necessary') expect(settled.services?.[key]).toBe(true);
          else if (settled.states[category] === 'granted') expect(settled.services?.[key]).toBe(true);
          if (before[category as 'analytics'] !== 'granted' && category !== 'necessary')
            expect(settled.states[category]).not.toBe('granted');
        }
        expect(settled.services).not.toHaveProperty('e');
        expect(settleServices(settled.states, settled.services, asked)).toEqual(settled);
      }),
    );
  });
});

describe('a button of a layer', () => {
  const services = { film: true, map: false };
  const legalBases = { necessary: 'mandatory', analytics: 'consent', marketing: 'consent', media: 'consent' };
  const cookies: Readonly<Record<string, string[]>> = {
    necessary: ['sid'],
    analytics: ['ga'],
    marketing: ['a', 'b'],
  };
  /** The categories of a visitor who allows marketing and one service. */
  const open = (other: Partial<WidgetProfile> = {}, gpc = false) => {
    const categories = Object.entries(legalBases).map(([id, legalBasis]) => ({
      id,
      mandatory: legalBasis === 'mandatory',
      preGranted: false,
      listensToGpc: id === 'marketing',
      purposes: '',
    }));
    const profile = {
      complianceGroup: 'opt-out',
      gpcMode: 'honor',
      preferenceModal: {
        categories: Object.fromEntries(
          Object.entries(legalBases).map(([id, legalBasis]) => [
            id,
            { legalBasis, cookies: cookies[id] ?? [] },
          ]),
        ),
      },
      ...other,
    };
    const states = { necessary: 'granted', analytics: 'denied', marketing: 'granted', media: 'denied' };
    return createCategories(
      { gpc, choice: null, states, services } as Partial<WidgetContext> as WidgetContext,
      { categories } as Partial<Bootstrap> as Bootstrap,
      profile as Partial<WidgetProfile> as WidgetProfile,
    );
  };
  const granted = ({ states }: ReturnType<ReturnType<typeof open>['press']>) =>
    Object.keys(states).filter((id) => states[id] === 'granted');
  const list = (...names: string[]) => ({ action: 'custom', cookies: names }) as const;

  test('with a list grants the categories whose parameters are all in it, and no service by itself', () => {
    for (const [button, expected] of [
      [list('sid'), ['necessary']],
      [list(), ['necessary']],
      [{ action: 'custom' }, ['necessary']],
      [{ action: 'custom', cookies: '!' }, ['necessary']],
      [list('a'), ['necessary']],
      [list('ga', 'a', 'b'), ['necessary', 'analytics', 'marketing']],
      [{ action: 'custom', cookies: '*' }, Object.keys(legalBases)],
    ] as const) {
      const pressed = open().press(button);
      expect(granted(pressed)).toEqual(expected);
      expect(pressed.services).toBeUndefined();
    }
  });

  test('takes back what was confirmed against a binding signal, unless it grants that', () => {
    const { press } = open({ gpcMode: 'strict' }, true);
    expect(granted(press(list('ga')))).toEqual(['necessary', 'analytics']);
    expect(granted(press(list('ga', 'a', 'b')))).toEqual(['necessary', 'analytics', 'marketing']);
  });

  test('that saves keeps services as they are, and one that confirms a notice says nothing of them', () => {
    const submit = { action: 'submit' } as const;
    const kept = open().press(submit);
    expect([granted(kept), kept.services]).toEqual([['necessary', 'marketing'], services]);
    expect(open({ complianceGroup: 'notice-only' }).press(submit)).toEqual({ states: {} });
    const switches = { isSwitchedOn: (id: string) => id === 'media', answers: () => ({ film: false }) };
    const saved = open().press(submit, switches);
    expect([granted(saved), saved.services]).toEqual([['necessary', 'media'], { film: false }]);
  });
});
