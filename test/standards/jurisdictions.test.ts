import { readFileSync } from 'node:fs';
import { getAllCountries } from 'countries-and-timezones';
import fc from 'fast-check';
import { complianceGroups, isBuiltInGroup } from '#standards/compliance/index';
import {
  consentValidity,
  type JurisdictionOptions,
  jurisdictions,
  jurisdictionsAsOf,
  lookupJurisdiction,
  placesOfGroup,
  readPlace,
} from '#standards/jurisdiction/index';
import { renderJurisdictions } from '../../scripts/generate-jurisdictions';

const options: JurisdictionOptions = { now: Date.UTC(2026, 10, 20), defaultGroup: 'opt-in' };
const in2030: JurisdictionOptions = { ...options, now: Date.UTC(2030, 0, 1) };
const lookup = (
  country: string | null,
  region: string | null = null,
  changes: Partial<JurisdictionOptions> = {},
) => lookupJurisdiction({ country, region }, { ...options, ...changes });

const everyLaw = Object.entries(jurisdictions).flatMap(([country, entry]) => [
  { place: country, law: entry },
  ...Object.entries(entry.regions ?? {}).map(([region, law]) => ({ place: `${country}-${region}`, law })),
]);

const isoDay = /^20\d\d-[01]\d-[0-3]\d$/;

describe('the jurisdiction table', () => {
  test('has every ISO 3166-1 country and Kosovo, and nothing else', () => {
    expect(Object.keys(jurisdictions).sort()).toEqual([...Object.keys(getAllCountries()), 'BV', 'XK'].sort());
  });

  test.each(everyLaw)('is sound for $place', ({ place, law }) => {
    expect(place).toMatch(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/);
    for (const day of [law.effectiveFrom, law.gpcFrom, law.asOf])
      expect(day === undefined || (isoDay.test(day) && !Number.isNaN(Date.parse(day)))).toBe(true);
    for (const terms of [law, law.before ?? law]) {
      expect(terms.law.trim()).not.toBe('');
      expect(isBuiltInGroup(terms.group)).toBe(true);
      // Where the law makes the signal binding, the group must act on it so, and the other way round.
      expect(terms.gpc).toBe(terms.group === 'opt-out-strict');
      expect(isBuiltInGroup(terms.sensitive ?? terms.group)).toBe(true);
      if (terms.sensitive !== undefined)
        expect(complianceGroups[terms.sensitive].rank).toBeGreaterThan(complianceGroups[terms.group].rank);
    }
    // A claim that could not be verified says so, and is trusted little.
    if (law.note?.includes('not verified')) expect(law.confidence).toBe('low');
  });

  test('holds the strictest terms of the country for an unknown region', () => {
    for (const entry of Object.values(jurisdictions)) {
      const all = [entry, ...Object.values(entry.regions ?? {})];
      const unknown = entry.regionUnknown ?? entry;
      expect(complianceGroups[unknown.group].rank).toBe(
        Math.max(...all.map(({ group }) => complianceGroups[group].rank)),
      );
      expect(unknown.childAge ?? 0).toBe(Math.max(...all.map(({ childAge = 0 }) => childAge)));
      expect(entry.regionUnknown !== undefined).toBe(entry.regions !== undefined);
    }
  });

  test('has no country that waits for its law and has regions, which the lookup would have to weigh against each other', () => {
    const waiting = Object.values(jurisdictions).filter(({ effectiveFrom }) => effectiveFrom !== undefined);
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.filter(({ regions }) => regions !== undefined)).toEqual([]);
  });

  test('says when it was reviewed', () => {
    expect(jurisdictionsAsOf).toMatch(isoDay);
  });

  test('is what docs/reference/jurisdictions.md shows', () => {
    expect(readFileSync('docs/reference/jurisdictions.md', 'utf8')).toBe(renderJurisdictions());
  });
});

describe('looking a jurisdiction up', () => {
  const gdprCountries =
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');

  test.each(gdprCountries)('puts %s under opt-in and the GDPR', (country) => {
    expect(lookup(country)).toMatchObject({
      group: 'opt-in',
      law: 'GDPR',
      country,
      region: null,
      gpcBinding: false,
    });
  });

  test.each(gdprCountries)('asks nobody in %s again within six months of a refusal', (country) => {
    const { reaskMonths, consentMonths } = lookup(country);
    expect(reaskMonths).toBe(6);
    expect(consentMonths ?? 6).toBeGreaterThanOrEqual(6);
    // A profile that names no period keeps a choice for 365 days, new European ones for 184: both are longer.
    for (const expiryDays of [365, 184]) {
      const decidedAt = Date.UTC(2027, 6, 1);
      const { expiresAt } = consentValidity({ decidedAt, expiryDays, place: { country, region: null } });
      expect(expiresAt).toBeGreaterThanOrEqual(Date.UTC(2028, 0, 1));
    }
  });

  test.each([
    ['BR', 'opt-in', 'LGPD'],
    ['CN', 'opt-in-explicit', 'PIPL'],
    ['ZA', 'opt-in', 'POPIA'],
    ['GB', 'opt-in-exempt', undefined],
    ['CH', 'notice-opt-out', undefined],
    ['JP', 'notice-opt-out', undefined],
    ['AF', 'unregulated', 'No general data protection law in force'],
  ])('knows %s as %s', (country, group, law) => {
    expect(lookup(country)).toMatchObject(law ? { group, law } : { group });
  });

  test.each(Object.entries(jurisdictions))(
    'answers for %s without a region with its default, once its law applies',
    (country, entry) => {
      const match = lookupJurisdiction({ country, region: null }, in2030);
      const {
        group,
        law,
        short = law,
        childAge = null,
        sensitive: sensitiveGroup = null,
        consentMonths = null,
        reaskMonths = null,
      } = entry.regionUnknown ?? entry;
      expect(match).toEqual({
        group,
        law: short,
        country,
        region: null,
        gpcBinding: country === 'US',
        childAge,
        sensitiveGroup,
        consentMonths,
        reaskMonths,
      });
    },
  );

  const strict = 'CA CO CT DE MD MN MT NE NH NJ OR TX'.split(' ');
  const optOut = 'FL IA IN KY NV RI TN UT VA'.split(' ');
  const notice =
    'AK AL AR AZ DC GA HI ID IL KS LA MA ME MI MO MS NC ND NM NY OH OK PA SC SD VT WA WI WV WY'.split(' ');
  const states = [
    ...strict.map((state) => [state, 'opt-out-strict'] as const),
    ...optOut.map((state) => [state, 'opt-out'] as const),
    ...notice.map((state) => [state, 'notice-only'] as const),
  ];

  test('is tested for every US state and the District of Columbia', () => {
    expect(new Set(states.map(([state]) => state)).size).toBe(51);
  });

  test.each(states)('puts US-%s under %s in November 2026', (state, group) => {
    const match = lookup('US', state);
    expect(match).toMatchObject({
      group,
      country: 'US',
      region: state,
      gpcBinding: group === 'opt-out-strict',
    });
    const known = jurisdictions.US?.regions?.[state];
    expect(match.law).toBe(known && !known.before ? (known.short ?? known.law) : 'FTC Act');
  });

  test('names the CPRA for California', () => {
    expect(lookup('US', 'CA')).toEqual({
      group: 'opt-out-strict',
      law: 'CPRA',
      country: 'US',
      region: 'CA',
      gpcBinding: true,
      childAge: 16,
      sensitiveGroup: null,
      consentMonths: null,
      reaskMonths: 12,
    });
  });

  test('takes the strictest for a US visitor of unknown state, with the signal binding', () => {
    expect(lookup('US')).toMatchObject({
      group: 'opt-out-strict',
      law: 'US state laws',
      region: null,
      gpcBinding: true,
      childAge: 18,
    });
  });

  test('distinguishes Quebec from the rest of Canada, and assumes Quebec while the province is unknown', () => {
    expect(lookup('CA', 'QC')).toMatchObject({ group: 'opt-in', law: 'Law 25', childAge: 14 });
    expect(lookup('CA', 'ON')).toMatchObject({ group: 'notice-opt-out', law: 'PIPEDA' });
    expect(lookup('CA', 'BC')).toMatchObject({ group: 'notice-opt-out', law: 'PIPA BC', childAge: 13 });
    expect(lookup('CA')).toMatchObject({ group: 'opt-in' });
  });

  test.each([
    ['CL', null, '2026-12-01', 'notice-only', 'opt-in'],
    ['BD', null, '2027-05-06', 'notice-only', 'opt-in'],
    ['IN', null, '2027-05-13', 'notice-only', 'opt-in-explicit'],
    ['PY', null, '2027-11-27', 'notice-only', 'opt-in'],
    ['IN', 'MH', '2027-05-13', 'notice-only', 'opt-in-explicit'],
    ['US', 'OK', '2027-01-01', 'notice-only', 'opt-out'],
    ['US', 'LA', '2027-01-01', 'notice-only', 'opt-out-strict'],
    ['US', 'AL', '2027-05-01', 'notice-only', 'opt-out-strict'],
    ['US', 'VT', '2028-01-01', 'notice-only', 'opt-out-strict'],
  ])('changes the group of %s %s at the first millisecond of %s', (country, region, day, before, after) => {
    const first = Date.parse(`${day}T00:00:00.000Z`);
    expect(lookup(country, region, { now: first - 1 })).toMatchObject({ group: before, gpcBinding: false });
    expect(lookup(country, region, { now: first })).toMatchObject({
      group: after,
      gpcBinding: after === 'opt-out-strict',
    });
  });

  test('counts the signal as binding from its own day on', () => {
    const first = Date.UTC(2025, 6, 15);
    expect(lookup('US', 'NJ', { now: first - 1 }).gpcBinding).toBe(false);
    expect(lookup('US', 'NJ', { now: first }).gpcBinding).toBe(true);
  });

  test('gives an unknown country the default group, a custom one too', () => {
    const nowhere = {
      law: null,
      country: null,
      region: null,
      gpcBinding: false,
      childAge: null,
      sensitiveGroup: null,
      consentMonths: null,
      reaskMonths: null,
    };
    expect(lookup(null, 'CA')).toEqual({ ...nowhere, group: 'opt-in' });
    expect(lookup('ZZ', null, { defaultGroup: 'kiosk' })).toEqual({ ...nowhere, group: 'kiosk' });
    expect(lookup('constructor')).toEqual({ ...nowhere, group: 'opt-in' });
  });

  describe('with overrides', () => {
    const overrides = {
      DE: 'opt-in-explicit',
      'US-CA': 'kiosk',
      CA: 'notice-only',
      'CA-QC': 'opt-in-explicit',
    };

    test('puts the group in place of the country, whatever the region', () => {
      expect(lookup('DE', 'BE', { overrides })).toMatchObject({ group: 'opt-in-explicit', law: 'GDPR' });
      expect(lookup('CA', null, { overrides }).group).toBe('notice-only');
      expect(lookup('CA', 'BC', { overrides }).group).toBe('notice-only');
    });

    test('puts a region before its country, a custom group too, and leaves the law and the signal as they are', () => {
      expect(lookup('US', 'CA', { overrides })).toMatchObject({
        group: 'kiosk',
        law: 'CPRA',
        gpcBinding: true,
      });
      expect(lookup('CA', 'QC', { overrides }).group).toBe('opt-in-explicit');
      expect(lookup('US', 'CO', { overrides }).group).toBe('opt-out-strict');
      expect(lookup('US', null, { overrides }).group).toBe('opt-out-strict');
    });
  });

  test('never throws and always names a group', () => {
    const key = fc.option(fc.oneof(fc.string(), fc.constantFrom('US', 'CA', 'IN', '__proto__', 'toString')));
    fc.assert(
      fc.property(
        key,
        key,
        fc.double(),
        fc.dictionary(fc.string(), fc.string({ minLength: 1 })),
        (country, region, now, overrides) => {
          const match = lookupJurisdiction({ country, region }, { now, defaultGroup: 'opt-in', overrides });
          return typeof match.group === 'string' && match.group !== '';
        },
      ),
    );
  });
});

describe('the places of a group', () => {
  const now = options.now;
  const codes = (group: string, ...rest: [number?, Record<string, string>?]) =>
    placesOfGroup(group, rest[0] ?? now, rest[1]).map(({ place }) => place);

  test('are those whose law in force names it', () => {
    expect(codes('opt-in-exempt')).toEqual(['GB']);
    expect(codes('opt-in-explicit')).not.toContain('IN');
    expect(codes('opt-in-explicit', in2030.now)).toContain('IN');
    expect(placesOfGroup('opt-out', now).find(({ place }) => place === 'US-VA')?.terms.sensitive).toBe(
      'opt-in',
    );
  });

  test('follow overrides, custom groups too', () => {
    expect(codes('kiosk', now, { DE: 'kiosk', 'US-CA': 'kiosk' })).toEqual(['DE', 'US-CA']);
    expect(codes('opt-in', now, { DE: 'kiosk' })).not.toContain('DE');
    expect(codes('notice-only', now, { CA: 'notice-only', 'CA-QC': 'opt-in' })).toEqual(
      expect.arrayContaining(['CA', 'CA-AB']),
    );
    expect(codes('notice-only', now, { CA: 'notice-only', 'CA-QC': 'opt-in' })).not.toContain('CA-QC');
  });
});

describe('how long a choice is valid', () => {
  const at = (time: string) => Date.parse(`${time}Z`);

  test('is the shorter of the profile’s days and the place’s months', () => {
    const decidedAt = at('2026-08-31T10:00');
    const germany = { country: 'DE', region: 'BE' };
    const france = { country: 'FR', region: '75' };
    expect(consentValidity({ decidedAt, expiryDays: 365, place: germany })).toEqual({
      expiresAt: at('2027-08-31T10:00'),
      duration: 'P365D',
    });
    expect(consentValidity({ decidedAt, expiryDays: 365, place: france })).toEqual({
      expiresAt: at('2027-02-28T10:00'),
      duration: 'P6M',
    });
    expect(consentValidity({ decidedAt, expiryDays: 30, place: france })).toEqual({
      expiresAt: at('2026-09-30T10:00'),
      duration: 'P30D',
    });
    // 182 days are more than six months here, and fewer from another day.
    expect(consentValidity({ decidedAt, expiryDays: 182, place: france }).duration).toBe('P6M');
    expect(
      consentValidity({ decidedAt: at('2026-03-01T10:00'), expiryDays: 182, place: france }).duration,
    ).toBe('P182D');
  });
});

describe('reading a place', () => {
  test.each([
    ['US', 'CA', 'US', 'CA'],
    ['us', 'ca', 'US', 'CA'],
    ['US', 'US-CA', 'US', 'CA'],
    ['GB', 'ENG', 'GB', 'ENG'],
    ['FR', '75', 'FR', '75'],
    ['XK', undefined, 'XK', null],
    ['US', 'California', 'US', null],
    ['US', 'FR-75', 'US', null],
    ['US', 'XX', 'US', null],
    // FIPS 5-2 and other schemes: not known, so the strictest of the country counts.
    ['US', '06', 'US', null],
    ['US', 'us-06', 'US', null],
    ['US', 'W', 'US', null],
    ['CA', '24', 'CA', null],
    // Shaped like a state, and none.
    ['US', 'QQ', 'US', null],
    ['US', 'NA', 'US', null],
    ['us', 'us-aa', 'US', null],
    ['US', 'AP', 'US', null],
    ['US', 'DC', 'US', 'DC'],
    ['US', 'PR', 'US', 'PR'],
    ['CA', 'QB', 'CA', null],
    ['CA', 'NF', 'CA', null],
    ['CA', 'yt', 'CA', 'YT'],
    ['ca', 'CA-qc', 'CA', 'QC'],
    // Letters whose upper case is a code.
    ['US', 'ﬂ', 'US', null],
    ['US', 'OH', 'US', 'OH'],
    ['DE', '09', 'DE', '09'],
    ['US', '', 'US', null],
    ['US', ['CA'], 'US', null],
  ])('takes %j with %j as %s with %s', (country, region, ...expected) => {
    const place = readPlace(country, region);
    expect([place.country, place.region]).toEqual(expected);
  });

  test('knows every region with its own law, and no region that is not assigned where the law depends on it', () => {
    const withRegions = Object.entries(jurisdictions).filter(([, { regions }]) => regions !== undefined);
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    for (const [country, { regions = {} }] of withRegions) {
      const known = codes.filter((code) => readPlace(country, code).region !== null);
      expect(known).toEqual(expect.arrayContaining(Object.keys(regions)));
      expect(known).toHaveLength({ CA: 13, US: 57 }[country] ?? Number.NaN);
      const unknown = lookup(country, null);
      for (const code of codes.filter((other) => !known.includes(other)))
        expect(lookup(country, code)).toEqual({ ...unknown, region: code });
    }
  });

  test.each([
    'XX',
    'T1',
    'A1',
    'EU',
    'ZZ',
    'USA',
    'U',
    '',
    ' US',
    'US, US',
    'Germany',
    '__proto__',
    null,
    undefined,
    7,
    {},
    ['US'],
    't1',
    'xx',
    'uſ',
    'ﬁ',
  ])('takes %j as unknown', (country) => {
    expect(readPlace(country, 'CA')).toEqual({ country: null, region: null });
  });

  test('never throws and answers only codes', () => {
    const any = fc.oneof(fc.anything(), fc.string(), fc.constantFrom('US', 'de'));
    fc.assert(
      fc.property(any, any, (country, region) => {
        const place = readPlace(country, region);
        return (
          (place.country === null && place.region === null) ||
          (place.country !== null &&
            place.country in jurisdictions &&
            /^[A-Z0-9]{1,3}$/.test(place.region ?? 'X'))
        );
      }),
    );
  });
});
