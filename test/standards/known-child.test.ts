import { childConsent, isLimitedForChild } from '#standards/known-child';

const categories = {
  sale: ['ads'],
  sharing: ['ads'],
  targetedAdvertising: ['ads', 'social'],
  sensitiveData: ['health'],
  sensitiveKinds: {},
};
const situation = (parentalConsent: string | null, place = 'US-CA') => {
  const [country = '', region = null] = place.split('-');
  return { parentalConsent, country, region };
};
const all = { statistics: 'granted', ads: 'granted', social: 'objected', health: 'granted' } as const;

test('a visitor whose parent was never asked keeps the whole decision', () => {
  expect(childConsent(all, categories, situation(null))).toEqual(all);
});

test.each(['pending', 'refused'])(
  'while the parent’s consent is %s, sale, sharing, advertising and sensitive data are denied',
  (parentalConsent) => {
    expect(childConsent(all, categories, situation(parentalConsent))).toEqual({
      statistics: 'granted',
      ads: 'denied',
      social: 'objected',
      health: 'denied',
    });
    expect(childConsent({}, categories, situation(parentalConsent))).toEqual({
      ads: 'denied',
      social: 'denied',
      health: 'denied',
    });
  },
);

test('once the parent has agreed, the decision counts again', () => {
  expect(childConsent(all, categories, situation('granted'))).toEqual(all);
});

describe('a parent who agreed, but not to everything', () => {
  const limited = { ...situation('granted'), parentalDenied: ['ads', 'statistics'] };

  test('has denied these categories, whatever the child chose or left out', () => {
    expect(childConsent(all, categories, limited)).toEqual({ ...all, ads: 'denied', statistics: 'denied' });
    expect(childConsent({}, categories, limited)).toEqual({ ads: 'denied', statistics: 'denied' });
  });

  test('limits the decision, so that no string may allow everything', () => {
    expect(isLimitedForChild(limited)).toBe(true);
    expect(isLimitedForChild({ ...limited, parentalDenied: [] })).toBe(false);
    expect(isLimitedForChild({ ...limited, parentalConsent: null })).toBe(false);
  });

  test('does not lift what the place bans', () => {
    expect(
      childConsent(all, categories, { ...situation('granted', 'US-MD'), parentalDenied: ['statistics'] }),
    ).toEqual({
      statistics: 'denied',
      ads: 'denied',
      social: 'objected',
      health: 'granted',
    });
  });
});

test.each([
  ['US-CT', ['sale', 'sharing', 'targetedAdvertising']],
  ['US-MD', ['sale', 'sharing', 'targetedAdvertising']],
  ['US-OR', ['sale', 'sharing', 'targetedAdvertising']],
  ['US-SC', ['sharing', 'targetedAdvertising']],
  ['US-TX', []],
  ['IT-MD', []],
  ['US', ['sale', 'sharing', 'targetedAdvertising']],
  ['DE', []],
])('what no parent can allow in %s stays withheld', (place, kinds) => {
  const ofTheirOwn = {
    sale: ['sale'],
    sharing: ['sharing'],
    targetedAdvertising: ['targetedAdvertising'],
    sensitiveData: ['sensitiveData'],
    sensitiveKinds: {},
  };
  expect(Object.keys(childConsent({}, ofTheirOwn, situation('granted', place)))).toEqual(kinds);
});
