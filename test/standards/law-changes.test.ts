import { complianceRules } from '#standards/compliance/index';
import { jurisdictions, lookupJurisdiction, placesOfGroup } from '#standards/jurisdiction/index';
import { type LawChange, lawChanges, lawChangesSince, touchedPlaces } from '#standards/law-changes/index';

const now = Date.UTC(2026, 10, 26);
const isoDay = /^20\d\d-[01]\d-[0-3]\d$/;
const byId = (id: string) => lawChanges.find((change) => change.id === id) as LawChange;
const isPlace = (code: string) => {
  const [country = '', region] = code.split('-');
  const entry = jurisdictions[country];
  return region === undefined ? entry !== undefined : entry?.regions?.[region] !== undefined;
};

describe('the changes of the law', () => {
  test.each(lawChanges)('$id says what, where, when and from which source', (change) => {
    expect(change.id).toMatch(/^[a-z]+(-[a-z0-9]+)+$/);
    for (const day of [change.appliesFrom, change.recordedOn]) expect(day).toMatch(isoDay);
    expect(change.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(change.places.length).toBeGreaterThan(0);
    expect(change.places.filter((place) => !isPlace(place))).toEqual([]);
    expect(change.summary).toMatch(/^.{20,}[^.\s]$/);
    expect(change.source).not.toBe('');
    if (change.url !== null) expect(change.url).toMatch(/^https:\/\//);
  });

  test('touch rules that exist, and fields of a place or record', () => {
    const fields = Object.keys(
      lookupJurisdiction({ country: 'DE', region: null }, { now, defaultGroup: '' }),
    );
    const known = new Set([...complianceRules.map(({ id }) => id), ...fields, 'parentalConsent']);
    const unknown = lawChanges.flatMap(({ touches }) => touches.filter((name) => !known.has(name)));
    expect(unknown).toEqual([]);
  });

  test('have an id each, and are in the order in which they apply', () => {
    expect(new Set(lawChanges.map(({ id }) => id)).size).toBe(lawChanges.length);
    const days = lawChanges.map(({ appliesFrom }) => appliesFrom);
    expect(days).toEqual([...days].sort());
  });

  test('contain every law of the table with a first day, and every signal that began to bind in 2026 or later', () => {
    const laws = Object.entries(jurisdictions).flatMap(([country, entry]) => [
      { place: country, ...entry },
      ...Object.entries(entry.regions ?? {}).map(([region, law]) => ({
        place: `${country}-${region}`,
        ...law,
      })),
    ]);
    const missing = laws.filter(({ place, effectiveFrom, gpcFrom = '' }) => {
      const day = effectiveFrom ?? (gpcFrom >= '2026' ? gpcFrom : undefined);
      return (
        day !== undefined &&
        !lawChanges.some(({ places, appliesFrom }) => places.includes(place) && appliesFrom === day)
      );
    });
    expect(missing.map(({ place }) => place)).toEqual([]);
  });
});

describe('what changed since', () => {
  test('a version is what later ones brought', () => {
    expect(lawChangesSince('0.0.9')).toEqual(lawChanges);
    expect(lawChangesSince('0.1.0')).toEqual(lawChanges.filter(({ version }) => version !== '0.1.0'));
    expect(lawChangesSince('0.10.0')).toEqual([]);
  });

  test('a day is what our data got or what applies from then on', () => {
    const ids = (day: string) => lawChangesSince(day)?.map(({ id }) => id) ?? [];
    expect(ids('2026-11-26')).toContain('europe-reask-six-months');
    expect(ids('2026-11-26')).toContain('cl-lpdp-2026');
    expect(ids('2026-11-26')).not.toContain('vn-pdpl-2026');
    expect(ids('2028-01-01')).toEqual(['us-vt-2028']);
    expect(ids('2028-01-02')).toEqual([]);
  });

  test.each(['', 'yesterday', '2026-02-30', '2026-13-01', '1.0', 'v0.1.0', '0.1.0-beta', '2026-1-1'])(
    '%j is neither',
    (since) => expect(lawChangesSince(since)).toBeNull(),
  );
});

describe('a profile is touched', () => {
  const options = { now, type: 'auto', overrides: {} };
  const touched = (id: string, group: string, countries: string[] = [], more: object = {}) =>
    touchedPlaces(byId(id), { group, countries }, { ...options, ...more });

  test('where it serves the place by its group', () => {
    expect(touched('gb-exceptions-2026', 'opt-in-exempt')).toEqual(['GB']);
    expect(touched('gb-exceptions-2026', 'opt-in')).toEqual([]);
    expect(touched('europe-reask-six-months', 'opt-in')).toEqual(byId('europe-reask-six-months').places);
    expect(touched('us-coppa-2026', 'opt-out')).toEqual(['US']);
    expect(touched('us-or-signal-2026', 'notice-only')).toEqual([]);
  });

  test('by a new law in the group that its place leaves, and in the one that it joins', () => {
    expect(touched('cl-lpdp-2026', 'notice-only')).toEqual(['CL']);
    expect(touched('cl-lpdp-2026', 'opt-in')).toEqual(['CL']);
    expect(touched('cl-lpdp-2026', 'opt-out')).toEqual([]);
    const after = { now: Date.UTC(2027, 0, 1) };
    expect(touched('cl-lpdp-2026', 'notice-only', [], after)).toEqual([]);
  });

  test('where it names the place, or a part or the whole of it', () => {
    expect(touched('europe-reask-six-months', 'opt-in', ['FR', 'BR'])).toEqual(['FR']);
    expect(touched('us-coppa-2026', 'opt-out-strict', ['US-CA'])).toEqual(['US']);
    expect(touched('us-or-signal-2026', 'opt-out-strict', ['US'])).toEqual(['US-OR']);
    expect(touched('us-or-signal-2026', 'opt-out-strict', ['US-CA'])).toEqual([]);
  });

  test('as the configuration assigns groups', () => {
    expect(touched('gb-exceptions-2026', 'kiosk', [], { overrides: { GB: 'kiosk' } })).toEqual(['GB']);
    expect(touched('gb-exceptions-2026', 'opt-in-exempt', [], { overrides: { GB: 'kiosk' } })).toEqual([]);
    expect(touched('vn-pdpl-2026', 'opt-in', [], { type: 'opt-in' })).toEqual(['VN']);
    expect(touched('vn-pdpl-2026', 'opt-in-explicit', [], { type: 'opt-in' })).toEqual([]);
  });

  test('only by places that the table assigns to some group', () => {
    expect(placesOfGroup('opt-in-exempt', now).map(({ place }) => place)).toEqual(['GB']);
  });
});
