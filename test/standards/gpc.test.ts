import fc from 'fast-check';
import type { GpcSituation } from '#standards/gpc/consent-after-signal';
import { effectiveConsent, hasGpcSignal } from '#standards/gpc/index';

describe('the Sec-GPC header', () => {
  test.each(['1', ' 1', '1\t', '1, 1', '0, 1', '1,0', 'x,1', ['1'], ['0', '1'], ['0,1']])(
    'carries the signal in %j',
    (header) => {
      expect(hasGpcSignal(header)).toBe(true);
    },
  );

  test.each([
    undefined,
    '',
    '0',
    'true',
    'on',
    '"1"',
    '?1',
    '01',
    '1.0',
    '1;v=2',
    '11',
    '1 1',
    '-1',
    '１',
    '1\n',
    [],
    ['0'],
    [''],
  ])('does not carry it in %j', (header) => {
    expect(hasGpcSignal(header)).toBe(false);
  });

  test('carries it only where a value is exactly 1, and never throws', () => {
    const value = fc.oneof(fc.string(), fc.constantFrom('1', '0', ' 1 ', '1 1'));
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const expected = values.some((one) =>
          one.split(',').some((part) => part.replace(/^[ \t]+|[ \t]+$/g, '') === '1'),
        );
        expect(hasGpcSignal(values)).toBe(expected);
        expect(hasGpcSignal(values.join(','))).toBe(expected);
      }),
    );
  });
});

describe('what counts of a decision', () => {
  const all = { necessary: 'granted', analytics: 'granted', ads: 'granted' } as const;
  const none = { necessary: 'granted', analytics: 'denied', ads: 'objected' } as const;
  /** `ads` listens, `necessary` and `analytics` do not. */
  const effect = (consentJson: Parameters<typeof effectiveConsent>[0], situation: Partial<GpcSituation>) =>
    effectiveConsent(consentJson, {
      gpcMode: 'honor',
      listening: ['ads'],
      decidedWithSignal: false,
      signalNow: false,
      override: false,
      ...situation,
    });
  const adsDenied = { ...all, ads: 'denied' };
  const signals = [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ] as const;

  test.each(signals)(
    'is all that was decided in mode ignore (signal then %s, now %s)',
    (decidedWithSignal, signalNow) => {
      for (const override of [false, true]) {
        const situation = { gpcMode: 'ignore', decidedWithSignal, signalNow, override } as const;
        for (const decision of [all, none, {}]) expect(effect(decision, situation)).toEqual(decision);
      }
    },
  );

  test.each(['honor', 'strict'] as const)(
    'is all that was decided in mode %s as long as there is no signal',
    (gpcMode) => {
      for (const decision of [all, none, {}])
        expect(effect(decision, { gpcMode, override: true })).toEqual(decision);
    },
  );

  test.each([
    // mode, signal as the visitor decided, signal now, separate choice, what counts of an accept-all
    ['honor', true, false, false, all],
    ['honor', true, true, false, all],
    ['honor', false, true, false, adsDenied],
    ['honor', false, true, true, adsDenied],
    ['strict', true, false, false, adsDenied],
    ['strict', true, true, false, adsDenied],
    ['strict', true, false, true, all],
    ['strict', true, true, true, all],
    ['strict', false, true, false, adsDenied],
    ['strict', false, true, true, adsDenied],
  ] as const)(
    'in mode %s, signal then %s, now %s, override %s: of all granted %j',
    (gpcMode, decidedWithSignal, signalNow, override, counts) => {
      const situation = { gpcMode, decidedWithSignal, signalNow, override };
      expect(effect(all, situation)).toEqual(counts);
      // No signal takes back a refusal, and what was not decided begins denied where a parameter listens.
      expect(effect(none, situation)).toEqual(none);
      expect(effect({ analytics: 'granted' }, situation)).toEqual({ analytics: 'granted', ads: 'denied' });
    },
  );

  test('leaves the decision as it was given', () => {
    const decision = Object.freeze({ ads: 'granted' } as const);
    expect(effect(decision, { signalNow: true })).toEqual({ ads: 'denied' });
    expect(effect(decision, {})).not.toBe(decision);
  });

  test('takes category ids for what they are', () => {
    const listening = ['constructor', '__proto__'];
    const counts = effect({}, { signalNow: true, listening });
    expect(Object.keys(counts)).toEqual(listening);
    expect(Object.getPrototypeOf(counts)).toBe(Object.prototype);
  });
});
