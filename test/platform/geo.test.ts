import { getAllTimezones } from 'countries-and-timezones';
import fc from 'fast-check';
import {
  createLocate,
  firstOf,
  type GeoLocation,
  type GeoProvider,
  type GeoQuery,
  headerGeoProvider,
  timezoneGeoProvider,
} from '#platform/geo/index';
import { timezoneRegions } from '#platform/geo/timezone-regions';
import type { Logger } from '#platform/kernel/logger';
import { jurisdictions } from '#standards/jurisdiction/index';
import { byScope } from '../support/scope';

const secretIp = '203.0.113.77';

function query(facts: Partial<GeoQuery> = {}): GeoQuery {
  return { headers: {}, ip: secretIp, timezone: null, languages: [], language: null, locale: null, ...facts };
}

function provider(name: string, locate: GeoProvider['locate']): GeoProvider {
  return { name, locate };
}

type Options = Parameters<typeof createLocate>[1];

const locateWithin = (from: GeoProvider, asked: GeoQuery, options: Options) =>
  createLocate(from, options)(asked);

function recordingLogger() {
  const lines: string[] = [];
  const write = (facts: object, message?: string) => void lines.push(`${message} ${JSON.stringify(facts)}`);
  const logger: Logger = { debug: write, info: write, warn: write, error: write };
  return { logger, lines };
}

describe('the time-zone provider', () => {
  const byZone = timezoneGeoProvider();
  const country = async (facts: Partial<GeoQuery>, from = byZone) =>
    (await from.locate(query(facts)))?.country;

  test.each([
    ['Europe/Berlin', 'DE'],
    ['Europe/Vienna', 'AT'],
    ['Europe/Copenhagen', 'DK'],
    ['Europe/Kiev', 'UA'],
    ['Europe/London', 'GB'],
    ['America/New_York', 'US'],
    ['America/Sao_Paulo', 'BR'],
    ['America/Montreal', 'CA'],
    ['Asia/Calcutta', 'IN'],
    ['Asia/Shanghai', 'CN'],
    ['US/Arizona', 'US'],
  ])('knows %s as %s', async (timezone, expected) => {
    expect(await byZone.locate(query({ timezone }))).toEqual({ country: expected });
  });

  test('knows a country of the jurisdiction table, or none, for every zone that Node and the zone data have', async () => {
    const zones = new Set([
      ...Intl.supportedValuesOf('timeZone'),
      ...Object.keys(getAllTimezones({ deprecated: true })),
    ]);
    const without: string[] = [];
    for (const timezone of zones) {
      const found = await country({ timezone });
      if (found) expect(jurisdictions).toHaveProperty(found);
      else without.push(timezone);
    }
    // Names of an offset, or of a rule that several countries share.
    const vague =
      /^(Etc\/.*|UTC|UCT|GMT.*|Greenwich|Universal|Zulu|Factory|[CEMW]ET|[EHM]ST|[CEMP]ST\d[CEMP]DT)$/;
    expect(without.filter((zone) => !vague.test(zone))).toEqual([]);
    expect([...zones].filter((zone) => vague.test(zone) && !without.includes(zone))).toEqual([]);
  });

  test.each([
    ['US/Pacific', 'US'],
    ['Japan', 'JP'],
    ['Eire', 'IE'],
    ['GB', 'GB'],
    ['NZ', 'NZ'],
    ['PRC', 'CN'],
    ['ROC', 'TW'],
    ['ROK', 'KR'],
    ['Iceland', 'IS'],
    ['Atlantic/Reykjavik', 'IS'],
    ['America/Coral_Harbour', 'CA'],
    ['Europe/London', 'GB'],
  ])('knows the country of the name %s', async (timezone, expected) => {
    expect(await country({ timezone })).toBe(expected);
  });

  test.each([
    null,
    '',
    'Mars/Olympus',
    'UTC',
    'Etc/GMT+5',
    ...[
      'EST',
      'MST',
      'HST',
      'CET',
      'MET',
      'EET',
      'WET',
      'EST5EDT',
      'CST6CDT',
      'MST7MDT',
      'PST8PDT',
      'GMT',
      'GMT0',
    ],
    'europe/berlin',
    '__proto__',
    'constructor',
    'a'.repeat(20_000),
  ])('knows nothing for the zone %.30j', async (timezone) => {
    expect(
      await byZone.locate(query({ timezone, languages: ['de-AT'], language: 'de-AT', locale: 'de-AT' })),
    ).toBeNull();
  });

  test('lets the languages choose inside the list of the zone, in their order, and never outside it', async () => {
    const timezone = 'Europe/Zurich';
    expect(await country({ timezone, languages: ['de', 'de-LI', 'de-DE'] })).toBe('LI');
    expect(
      await country({ timezone, languages: ['de-AT', 'en-US'], language: 'de-DE', locale: 'de-LI' }),
    ).toBe('DE');
    expect(await country({ timezone, languages: [], locale: 'de-li' })).toBe('LI');
    expect(await country({ timezone, languages: ['fr-FR', 'de', 'not a tag', '*'] })).toBe('CH');
    expect(await country({ timezone: 'Europe/Vienna', languages: ['de-CH'] })).toBe('AT');
  });

  test('never tells a region by default', async () => {
    for (const timezone of Object.keys(timezoneRegions))
      expect((await byZone.locate(query({ timezone })))?.region).toBeUndefined();
  });

  test('returns a region on request when the time zone lies in one', async () => {
    const withRegions = timezoneGeoProvider({ regions: true });
    const place = async (timezone: string, languages: string[] = []) =>
      withRegions.locate(query({ timezone, languages }));
    expect(await place('America/Phoenix')).toEqual({ country: 'US', region: 'AZ' });
    expect(await place('America/Detroit')).toEqual({ country: 'US', region: 'MI' });
    expect(await place('America/Vancouver')).toEqual({ country: 'CA', region: 'BC' });
    expect(await place('America/New_York')).toEqual({ country: 'US', region: null });
    expect(await place('America/Phoenix', ['en-CA'])).toEqual({ country: 'CA', region: null });
    expect(await place('Europe/Berlin')).toEqual({ country: 'DE', region: null });
    expect(await place('constructor')).toBeNull();
  });

  test('never throws', async () => {
    const text = fc.option(fc.oneof(fc.string(), fc.constantFrom('Europe/Zurich', 'de-CH', 'toString')));
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(fc.string()),
        text,
        text,
        async (timezone, languages, language, locale) => {
          await byZone.locate(query({ timezone, languages, language, locale }));
        },
      ),
    );
  });
});

describe('the header provider', () => {
  const cdn = headerGeoProvider({ country: 'CF-IPCountry', region: 'cf-region-code' });
  const locate = (headers: GeoQuery['headers']) => cdn.locate(query({ headers }));

  test.each([
    [
      { 'cf-ipcountry': 'US', 'cf-region-code': 'CA' },
      { country: 'US', region: 'CA' },
    ],
    [
      { 'cf-ipcountry': 'us', 'cf-region-code': 'US-CA' },
      { country: 'US', region: 'CA' },
    ],
    [{ 'cf-ipcountry': ' DE ' }, { country: 'DE', region: null }],
    [
      { 'cf-ipcountry': 'US', 'cf-region-code': 'California' },
      { country: 'US', region: null },
    ],
    [{ 'cf-ipcountry': 'XX' }, null],
    [{ 'cf-ipcountry': 'T1', 'cf-region-code': 'CA' }, null],
    [{ 'cf-ipcountry': 'US, DE' }, null],
    [{ 'cf-ipcountry': ['US'] }, null],
    [{ 'cf-region-code': 'CA' }, null],
    [{}, null],
  ])('reads %j as %j', (headers, expected) => {
    expect(locate(headers)).toEqual(expected);
  });

  test('reads the country alone where no region header is named', () => {
    expect(
      headerGeoProvider({ country: 'x-country' }).locate(
        query({ headers: { 'x-country': 'US', undefined: 'CA' } }),
      ),
    ).toEqual({
      country: 'US',
      region: null,
    });
  });

  test.each(['', 'a b', 'x\r\ny', 'ümlaut'])('refuses the header name %j', (name) => {
    expect(() => headerGeoProvider({ country: name })).toThrow(TypeError);
    expect(() => headerGeoProvider(undefined as never)).toThrow('name the header with the country');
    expect(() => headerGeoProvider({ country: 'x-country', regoin: 'x' } as never)).toThrow(
      'did you mean region?',
    );
    expect(() => headerGeoProvider({ country: 'x-country', region: name })).toThrow(TypeError);
  });
});

describe('several providers', () => {
  const nowhere = provider('nowhere', () => null);
  const garbage = provider('garbage', () => ({ country: 'Atlantis' }));
  const broken = provider('broken', () => {
    throw new Error(`no route to ${secretIp}`);
  });
  const france = provider('france', async () => ({ country: 'FR', region: 'IDF' }));
  const spain = provider('spain', () => ({ country: 'ES' }));

  test('answer with the first that knows the country', async () => {
    expect(await firstOf(nowhere, garbage, france, spain).locate(query())).toMatchObject({
      country: 'FR',
      region: 'IDF',
    });
    expect(await firstOf(nowhere, garbage).locate(query())).toMatchObject({ country: null, region: null });
  });

  test('do not ask further once one knows', async () => {
    let asked = 0;
    const counting = provider('counting', () => ({ country: 'IT', region: String(asked++) }));
    await firstOf(spain, counting).locate(query());
    expect(asked).toBe(0);
  });

  test('pass over one that throws, now or later, and report it', async () => {
    const { logger, lines } = recordingLogger();
    const rejecting = provider('rejecting', async () => Promise.reject(new Error(`lookup of ${secretIp}`)));
    expect(
      await locateWithin(firstOf(broken, firstOf(rejecting, nowhere), france), query(), { logger }),
    ).toEqual({ country: 'FR', region: 'IDF' });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('broken');
    expect(lines[1]).toContain('rejecting');
    expect(lines.join()).not.toContain(secretIp);
  });

  test('are reported too when none of them knows', async () => {
    const { logger, lines } = recordingLogger();
    expect(await locateWithin(firstOf(nowhere, broken), query(), { logger })).toEqual({
      country: null,
      region: null,
    });
    expect(lines).toHaveLength(1);
  });
});

describe('locating a visitor', () => {
  const unknown = { country: null, region: null };

  test('answers a checked place and logs nothing', async () => {
    const { logger, lines } = recordingLogger();
    const locate = (answer: GeoLocation | null) =>
      locateWithin(
        provider('given', () => answer),
        query(),
        { logger },
      );
    expect(await locate({ country: 'us', region: 'US-CO' })).toEqual({ country: 'US', region: 'CO' });
    expect(await locate({ country: 'US', region: 'Colorado' })).toEqual({ country: 'US', region: null });
    expect(await locate({ region: 'CO' })).toEqual(unknown);
    expect(await locate(null)).toEqual(unknown);
    expect(lines).toEqual([]);
  });

  test('counts a provider that throws or rejects as unknown, and logs it without the IP', async () => {
    for (const fail of [
      () => {
        throw new Error(`bad address ${secretIp}`);
      },
      () => Promise.reject(new TypeError(`bad address ${secretIp}`)),
      () => Promise.reject(secretIp),
    ]) {
      const { logger, lines } = recordingLogger();
      expect(
        await locateWithin(provider('failing', fail), query({ headers: { 'x-forwarded-for': secretIp } }), {
          logger,
        }),
      ).toEqual(unknown);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain('failing');
      expect(lines[0]).not.toContain(secretIp);
    }
  });

  test('gives up on a slow provider at the limit, and its later failure harms nothing', async () => {
    const { logger, lines } = recordingLogger();
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    let fail = (_reason: Error): void => {};
    const slow = provider('slow', () => new Promise((_, reject) => (fail = reject)));
    const begun = performance.now();
    expect(await locateWithin(slow, query(), { logger, timeoutMs: 40 })).toEqual(unknown);
    expect(performance.now() - begun).toBeLessThan(400);
    expect(lines).toEqual([expect.stringContaining('slow')]);
    fail(new Error('too late'));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('has a limit of half a second where none is given', async () => {
    const { logger, lines } = recordingLogger();
    const begun = performance.now();
    await locateWithin(
      provider('hanging', () => new Promise(() => {})),
      query(),
      { logger },
    );
    const took = performance.now() - begun;
    expect(took).toBeGreaterThan(450);
    expect(took).toBeLessThan(2000);
    expect(lines).toHaveLength(1);
  });

  test('never rejects, whatever a provider answers', async () => {
    const { logger } = recordingLogger();
    const trap = {
      get country(): string {
        throw new Error('trap');
      },
    };
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.anything(),
          fc.record({ country: fc.anything(), region: fc.anything(), failures: fc.anything() }),
          fc.constant(trap),
        ),
        async (answer) => {
          // A host's provider in JavaScript can answer anything.
          const place = await locateWithin(
            provider('any', () => answer as GeoLocation),
            query(),
            { logger },
          );
          expect(place.country === null || place.country in jurisdictions).toBe(true);
        },
      ),
      { numRuns: byScope({ core: 60, all: 300, deep: 15_000 }) },
    );
  });
});
