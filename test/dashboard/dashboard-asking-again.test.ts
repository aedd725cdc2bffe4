import { suggestsAskingAgain } from '../../src/dashboard/screens/banner/versions/suggests-asking-again';

type Diff = Parameters<typeof suggestsAskingAgain>[0];
type Banner = Parameters<typeof suggestsAskingAgain>[1];

const change = (path: string, before: unknown, after: unknown) => ({ path, before, after });
const suggests = (
  changes: Diff['shared'],
  { locales = {}, cookies = {} }: { locales?: Diff['locales']; cookies?: object } = {},
) =>
  suggestsAskingAgain({ from: 1, to: 2, shared: changes, locales, variants: [] }, {
    defaultLocale: 'en',
    profileJson: { cookies },
  } as Banner);

describe('Asking visitors again is suggested', () => {
  test.each([
    ['cookies.ga.purpose'],
    ['cookies..AspNetCore.Consent.purpose'],
    ['cookies.a.b.dataTypes'],
    ['preferenceModal.categories.my.ads.legalBasis'],
    ['services.maps.provider'],
    ['services.maps.providerCountry'],
    ['tcf.purposes'],
  ])('when %s changes', (path) => {
    expect(suggests([change(path, 'before', 'after')])).toBe(true);
    expect(suggests([change(path, 'before', null)])).toBe(false);
  });

  test('when a text of the default language names another recipient', () => {
    const recipient = [change('cookies.a.b.provider', 'A Ltd', 'B Ltd')];
    expect(suggests([], { locales: { en: recipient } })).toBe(true);
    expect(suggests([], { locales: { de: recipient } })).toBe(false);
  });

  test('when a service names a recipient that no cookie had before', () => {
    const cookies = { ga: { provider: 'A Ltd', providerCountry: 'US' } };
    const added = (provider: string) => [
      change('services.a.provider', null, provider),
      change('services.a.providerCountry', null, 'US'),
    ];
    expect(suggests(added('A Ltd'), { cookies })).toBe(false);
    expect(suggests(added('B Ltd'), { cookies })).toBe(true);
    expect(suggests([...added('A Ltd'), change('cookies.ga.provider', 'C Ltd', 'A Ltd')], { cookies })).toBe(
      true,
    );
  });

  test.each([['cookies.ga.description'], ['mainBanner.heading'], ['services.maps.name']])(
    'not when %s changes',
    (path) => {
      expect(suggests([change(path, 'before', 'after')])).toBe(false);
    },
  );
});
