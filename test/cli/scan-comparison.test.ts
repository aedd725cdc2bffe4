import { toButtonMeasure } from '#cli/scan/browser/button-contrast';
import { compare } from '#cli/scan/compare/compare';
import type { BannerMeasure, PageObservation, StoredItem, VisitorKind } from '#cli/scan/observation';
import { placeFault, readPlaceHeaders, readPlaces } from '#cli/scan/places';
import { propose } from '#cli/scan/proposal';
import { readPublishedProfile } from '#cli/scan/published-profile';
import { profileJson } from '../support/profiles';

const base = profileJson();

/** The answer of the public route for the profile of the tests. */
const profileOf = (changes: object = {}) => {
  const profile = readPublishedProfile({
    found: true,
    complianceGroup: 'opt-in',
    country: 'DE',
    region: null,
    asksFirst: true,
    cookies: { choice: 'svc_choice', visitor: 'svc_vid' },
    profile: { ...base, gpcMode: 'honor', locales: ['en', 'de'], ...changes },
  });
  if (profile === null) throw new Error('not a profile');
  return profile;
};

const cookie = (name: string, more: Partial<StoredItem> = {}): StoredItem => ({
  kind: 'cookie',
  name,
  host: 'shop.example',
  ownHost: true,
  lifetimeSeconds: 3600,
  attributes: [],
  initiator: null,
  ...more,
});

const page = (more: Partial<PageObservation>): PageObservation => ({
  url: 'https://shop.example/',
  stored: [],
  contacts: [],
  banner: null,
  hasSettingsLink: null,
  screenshot: null,
  ...more,
});

const place = (pages: Partial<Record<VisitorKind, Partial<PageObservation>>>, profile = profileOf()) => ({
  profile,
  sessions: Object.entries(pages).map(([kind, seen]) => ({
    visitor: { kind: kind as VisitorKind, device: 'desktop' as const, place: null },
    pages: [page(seen ?? {})],
  })),
});

const codes = (...places: Parameters<typeof place>) =>
  compare([place(...places)]).map(({ code, subject }) => `${code} ${subject}`);

describe('comparing a site with its profile', () => {
  test('finds no fault in what a visitor has allowed', () => {
    expect(
      codes({
        undecided: { stored: [cookie('sid'), cookie('svc_choice'), cookie('svc_own')] },
        accepted: { stored: [cookie('sid'), cookie('_ga'), cookie('_fbp')] },
        'only analytics': { stored: [cookie('_ga')] },
      }),
    ).toEqual([]);
  });

  test('a cookie that only one wrong category sets is in the wrong category', () => {
    expect(codes({ 'only analytics': { stored: [cookie('_fbp')] } })).toEqual([
      'cookie_wrong_category cookie _fbp of shop.example',
    ]);
  });

  test('a cookie that ignores a refusal is not reported for each other choice as well', () => {
    const seen = { stored: [cookie('_fbp')] };
    expect(codes({ refused: seen, 'only analytics': seen, withdrawn: seen })).toEqual([
      'cookie_after_refusal cookie _fbp of shop.example',
    ]);
  });

  test('with the signal, what was allowed without it is reported as ignoring the signal', () => {
    const pixel = { ...base.cookies?.pixel, preGranted: true };
    const profile = profileOf({ cookies: { ...base.cookies, pixel } });
    const seen = { stored: [cookie('_fbp')] };
    expect(codes({ undecided: seen, gpc: seen }, profile)).toEqual([
      'gpc_ignored cookie _fbp of shop.example',
    ]);
    expect(codes({ undecided: seen, gpc: seen })).toEqual([
      'cookie_before_consent cookie _fbp of shop.example',
    ]);
  });

  test('the catalogue says what an unlisted cookie is for', () => {
    expect(codes({ undecided: { stored: [cookie('_hjSession_12345678')] } })).toEqual([
      'cookie_before_consent cookie _hjSession_* of shop.example',
      'cookie_not_listed cookie _hjSession_* of shop.example',
    ]);
  });

  test('names with a part that differs between visitors are one finding', () => {
    expect(
      codes({
        accepted: {
          stored: [
            cookie('id_0123456789ab'),
            cookie('id_ba9876543210'),
            cookie('sid'),
            cookie('_ga'),
            cookie('_fbp'),
          ],
        },
      }),
    ).toEqual(['cookie_not_listed cookie id_* of shop.example']);
  });

  test('cookies of other sites that stay after a withdrawal are not the site’s to remove', () => {
    const stored = [cookie('_fbp', { host: 'facebook.com', ownHost: false })];
    expect(codes({ withdrawn: { stored } })).toEqual([]);
  });

  test.each([
    [{ duration: '30 days' }, 31 * 86_400, false],
    [{ duration: '30 days' }, 90 * 86_400, true],
    [{ duration: '30 Tage' }, 90 * 86_400, true],
    [{ duration: 'as long as needed' }, 90 * 86_400, false],
    [{ duration: '2 years', maxAgeSeconds: 60 }, 3600, true],
    [{ maxAgeSeconds: 'session' as const }, 3600, true],
    [{ maxAgeSeconds: 'session' as const }, null, false],
  ])(
    'a cookie listed with %j and kept for %j s is kept for too long: %s',
    (lifetime, lifetimeSeconds, isLonger) => {
      const profile = profileOf({
        cookies: {
          ...base.cookies,
          session: { purpose: 'necessary', listenGpc: false, name: 'sid', ...lifetime },
        },
      });
      const found = codes({ undecided: { stored: [cookie('sid', { lifetimeSeconds })] } }, profile);
      expect(found.length > 0).toBe(isLonger);
    },
  );

  const button = { width: 100, height: 40, textContrast: 7, outlineContrast: 5 };
  const shown: BannerMeasure = {
    isShown: true,
    accept: button,
    refuse: button,
    unreachable: [],
    links: [{ url: 'https://shop.example/privacy', status: 200 }],
  };
  test.each([
    [{}, null],
    [{ refuse: null }, 'accepting takes 1 click, refusing at least 2: the first layer has no button for it'],
    [{ refuse: { ...button, height: 20 } }, 'the button is smaller: 100 × 20 px and 100 × 40 px'],
    [{ refuse: { ...button, textContrast: 2 } }, 'its text is harder to read: contrast 2.0:1 and 7.0:1'],
    [{ refuse: { ...button, outlineContrast: 1 } }, 'only the button that accepts looks like a button'],
  ])('with the measures %j refusing is harder: %s', (measure, detail) => {
    const found = compare([place({ undecided: { banner: { ...shown, ...measure } } })]);
    expect(found.map(({ code, evidence }) => [code, evidence[0]?.detail])).toEqual(
      detail === null ? [] : [['refuse_harder_than_accept', detail]],
    );
  });

  test('closing a banner that refuses by its X is as easy as accepting', () => {
    const profile = profileOf({ closeMeans: 'refuse', ui: { mainBanner: { showClose: true } } });
    expect(codes({ undecided: { banner: { ...shown, refuse: null } } }, profile)).toEqual([]);
  });

  test('contrast is that of what is seen: a transparent button has the colour of its banner', () => {
    const colours = { color: 'rgb(0, 0, 0)', borderTopColor: 'rgb(0, 0, 0)', borderWidth: 0, opacity: '1' };
    const banner = { ...colours, backgroundColor: 'rgb(255, 255, 255)' };
    const measure = (more: object) =>
      toButtonMeasure(
        { width: 1, height: 1 },
        { ...banner, backgroundColor: 'rgba(0, 0, 0, 0)', ...more },
        banner,
      );
    expect(measure({})).toMatchObject({ textContrast: 21, outlineContrast: 1 });
    expect(measure({ borderWidth: 1 })).toMatchObject({ outlineContrast: 21 });
    expect(measure({ opacity: '0.3' }).textContrast).toBeLessThan(3);
  });

  test('a proposal has the texts of the catalogue in the languages of the profile', () => {
    const { cookies, localeContent, categories } = propose([
      place({ accepted: { stored: [cookie('_gid')] } }),
    ]);
    expect(cookies['ga-gid']).toMatchObject({ name: '_gid', kind: 'cookie', purpose: 'analytics' });
    expect(localeContent.de?.cookies['ga-gid']?.description).toMatch(/^Unterscheidet Besucher/);
    expect(categories).toEqual({ analytics: ['ga-gid'] });
  });

  test('places are simulated by time zone and headers, and checked by what the service saw', () => {
    const [germany, california] = readPlaces('de,us-ca', readPlaceHeaders('CF-IPCountry,cf-region-code'));
    expect(germany).toEqual({ code: 'DE', timezone: 'Europe/Berlin', headers: { 'cf-ipcountry': 'DE' } });
    expect(california?.headers).toEqual({ 'cf-ipcountry': 'US', 'cf-region-code': 'CA' });
    if (california === undefined) throw new Error('no place');
    expect(placeFault(california, { country: 'US', region: 'CA' })).toBeNull();
    expect(placeFault(california, { country: 'US', region: null })).toBe(
      'the service knows the country of US-CA, but not the region',
    );
    expect(placeFault(california, { country: null, region: null })).toBe(
      'the service saw no place instead of US-CA',
    );
    expect(() => readPlaces('xx', null)).toThrow('--place: xx is not an ISO 3166 code such as de or us-ca');
  });
});
