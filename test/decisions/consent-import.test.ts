import { createHmac, hkdfSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { headerGeoProvider } from '#platform/geo/header-geo-provider';
import { createApiKey } from '../support/accounts';
import { allGranted, consentCalls } from '../support/consent';
import { createTestApp, createTestClock, type TestApp, testSigningHash } from '../support/create-test-app';
import { exportCalls, readCsv } from '../support/exports';
import { type ImportOptions, importFile, plainMapping, sample } from '../support/imports';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { addStates, storedStates } from '../support/states';
import { createTenant, tenancy } from '../support/tenants';

const now = Date.UTC(2026, 5, 1);
const header = 'visitor,decided,analytics,ads,country';
const good = 'anna,2026-01-01T10:00:00Z,true,false,DE';

let app: TestApp;
let profileId: string;
beforeAll(async () => {
  app = await createTestApp({ clock: createTestClock(now), config: { rateLimit: false, tenancy } });
  profileId = (await createActiveProfile(app)).id;
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['consents', 'consent_history']) await app.knex(`svc_${table}`).delete();
});

const run = (file: string | Uint8Array, options: Parameters<typeof importFile>[3] = {}) =>
  importFile(app, profileId, file, options);
const records = async () =>
  (await app.knex('svc_consents').orderBy('visitor_id')).map((row) => ({
    ...row,
    consent_json: JSON.parse(row.consent_json),
  }));
const only = async () => {
  const [record, ...others] = await records();
  expect(others).toEqual([]);
  return record;
};

describe('presets', () => {
  const granted = (analytics: string, marketing: string) => ({ analytics, marketing });

  test.each([
    [
      'didomi',
      'didomi.jsonl',
      { audience: 'analytics', advertising: 'marketing' },
      'a3722cd3-f2e4-4451-a564-83f5e8921449',
      {},
    ],
    [
      'onetrust',
      'onetrust.jsonl',
      { C0002: 'analytics', C0004: 'marketing' },
      '1f6c8a52-0000-4000-8000-000000000001',
      { locale: 'en-GB' },
    ],
    [
      'c15t',
      'c15t.jsonl',
      { pur_measure: 'analytics', pur_ads: 'marketing' },
      'sub_4x9',
      { updated_at: Date.UTC(2026, 0, 5, 10, 0, 0, 123) },
    ],
    ['klaro', 'klaro.jsonl', { matomo: 'analytics', facebook: 'marketing' }, 'k-1', {}],
  ])('%s: reads %s with the categories of one’s own', async (preset, file, categories, visitorId, more) => {
    const { counts, refused } = await run(sample(file), { preset, mapping: { categories } });
    expect({ counts, refused }).toEqual({
      counts: { read: 1, written: 1, older: 0, unchanged: 0, refused: 0 },
      refused: [],
    });
    expect(await only()).toMatchObject({
      visitor_id: visitorId,
      consent_json: granted('granted', 'denied'),
      choice: 'partial',
      source: 'import',
      ...more,
    });
  });

  test.each([
    ['as its back end writes it', { json: ['pur_measure'] }],
    ['as SQLite and CSV have it', '{"json": ["pur_measure"]}'],
    ['with the types of a serializer', { json: ['pur_measure'], meta: {} }],
    ['as a bare list', ['pur_measure']],
    ['as the text of a bare list', '["pur_measure"]'],
  ])('c15t: reads the purposes %s', async (_form, purposeIds) => {
    const row = { subjectId: 'sub_4x9', givenAt: '2026-01-05T10:00:00.123Z', purposeIds, tcString: null };
    const { refused } = await run(JSON.stringify(row), {
      preset: 'c15t',
      mapping: { categories: { pur_measure: 'analytics', pur_ads: 'marketing' } },
    });
    expect(refused).toEqual([]);
    expect(await only()).toMatchObject({ consent_json: granted('granted', 'denied') });
  });

  test('usercentrics: the rows of a decision make one record, granted where every service is', async () => {
    const mapping = { categories: { HkocEodjb7: 'analytics', 'S1_9Vsuj-Q': 'analytics' } };
    const { counts } = await run(sample('usercentrics.csv'), { preset: 'usercentrics', mapping });
    expect(counts).toEqual({ read: 4, written: 4, older: 0, unchanged: 0, refused: 0 });
    expect((await records()).map(({ visitor_id, consent_json }) => [visitor_id, consent_json])).toEqual([
      ['c0ffee01', { analytics: 'granted' }],
      ['c0ffee02', { analytics: 'denied' }],
    ]);
  });

  test('cookiebot: hashes its stamps as the host can hash them, and takes the country alone from its region', async () => {
    const mapping = {
      categories: {
        necessary: 'necessary',
        preferences: null,
        statistics: 'analytics',
        marketing: 'marketing',
      },
    };
    await run(sample('cookiebot.csv'), { preset: 'cookiebot', mapping });
    const key = Buffer.from(hkdfSync('sha256', testSigningHash, '', 'imported-visitor-id/1', 32));
    const visitor_id = createHmac('sha256', key).update('G+6rYDfrzwrZItFRfHCbe8iQ/A==').digest('hex');
    expect(await only()).toMatchObject({
      visitor_id,
      country: 'DE',
      consent_json: { necessary: 'granted', ...granted('granted', 'denied') },
    });
  });

  test('express-consent: what one installation exports another imports', async () => {
    const visitors = ['anna', 'bert', '-guarded', 'notice'];
    for (const [index, visitorId] of visitors.entries()) {
      const consentJson =
        visitorId === 'notice'
          ? {}
          : { necessary: 'granted', analytics: index % 2 ? 'granted' : 'denied', marketing: 'objected' };
      await consentCalls(app)
        .submit({
          visitorId,
          profileId,
          consentJson,
          locale: 'de-AT',
          gpcDetected: true,
          ageVerified: true,
          tcfString: 'CPxBQ5A.YA',
        })
        .expect(200);
    }
    app.clock.advance(1000);
    const file = (await exportCalls(app).get('/consents')).text;
    const before = await records();
    for (const table of ['consents', 'consent_history']) await app.knex(`svc_${table}`).delete();
    expect((await run(file, { preset: 'express-consent' })).counts).toEqual({
      read: 4,
      written: 4,
      older: 0,
      unchanged: 0,
      refused: 0,
    });
    expect(await records()).toEqual(
      before.map((row) => ({
        ...row,
        id: expect.any(String),
        source: 'import',
        written_by: 'import',
        // Exports have no addresses, and prove nothing.
        ip_hash: null,
        first_proven: 0,
        first_received_at: app.clock.now(),
      })),
    );
    expect((await run(file, { preset: 'express-consent' })).counts).toMatchObject({
      written: 0,
      unchanged: 4,
    });
  });
});

test('express-consent: a pending parent, a region, a confirmed choice and a known user stay what they were', async () => {
  const geo = headerGeoProvider({ country: 'cf-ipcountry', region: 'cf-region-code' });
  const several = await createTestApp({
    clock: createTestClock(now),
    config: { rateLimit: false, geo, gpp: { enabled: true } },
  });
  const { id } = await createActiveProfile(several, {
    profileJson: profileJson({ complianceGroup: 'opt-out-strict', gpcMode: 'strict' }),
  });
  const calls = consentCalls(several);
  const submit = (visitorId: string, more: object = {}) =>
    calls
      .submit({ visitorId, profileId: id, consentJson: allGranted, ...more })
      .set({ 'CF-IPCountry': 'US', 'CF-Region-Code': 'CA' });
  const { body: asked } = await calls.askParent('child', { profileId: id }).expect(200);
  await submit('child', { parentalConsentToken: asked.token }).expect(200);
  const { body: other } = await calls.askParent('allowed', { profileId: id }).expect(200);
  await submit('allowed', { parentalConsentToken: other.token }).expect(200);
  const answer = { analytics: 'granted', marketing: 'denied' };
  await calls.resolveParent(other.token, { consentJson: answer }).expect(200);
  await submit('against', { gpcOverride: true }).set('Sec-GPC', '1').expect(200);
  await submit('known', { subjectId: 'user-17' })
    .set('X-API-Key', (await createApiKey(several)).key)
    .expect(200);
  several.clock.advance(1000);

  const read = async () => (await exportCalls(several).json('/consents')) as Record<string, unknown>[];
  const before = await read();
  const facts = Object.fromEntries(before.map((record) => [record.visitorId, record]));
  expect(facts.child).toMatchObject({
    parentalConsent: 'pending',
    region: 'CA',
    effectiveConsent: { marketing: 'denied' },
  });
  expect(facts.allowed).toMatchObject({
    parentalConsent: 'granted',
    parentalDenied: ['marketing'],
    effectiveConsent: answer,
  });
  expect(facts.against).toMatchObject({ gpcOverride: true, effectiveConsent: allGranted });
  expect(facts.known).toMatchObject({ subjectId: 'user-17' });
  const file = (await exportCalls(several).get('/consents')).text;
  for (const table of ['consents', 'consent_history', 'parental_consents'])
    await several.knex(`svc_${table}`).delete();

  const imported = await importFile(several, id, file, { preset: 'express-consent' });
  expect(imported.counts).toMatchObject({ written: 4, refused: 0 });
  const byVisitor = (records: Record<string, unknown>[]) =>
    [...records].sort((a, b) => String(a.visitorId).localeCompare(String(b.visitorId)));
  expect(byVisitor(await read())).toEqual(
    byVisitor(
      before.map(({ apiKeyId: _, ...record }) => ({
        ...record,
        id: expect.any(String),
        source: 'import',
        by: 'import',
      })),
    ),
  );
  // No request has proved anything here.
  expect(await calls.history('child')).toMatchObject([{ ownershipProven: false }]);
  expect((await calls.history('against'))[0]).toMatchObject({ gpcOverride: true });
  expect((await importFile(several, id, file, { preset: 'express-consent' })).counts).toMatchObject({
    written: 0,
    unchanged: 4,
  });
  await several.close();
});

test.each([
  [
    'a parental consent that is not a valid state',
    'parental',
    'maybe',
    'not a valid state of the parental consent',
  ],
  ['refused categories that are not a list', 'denied', '{}', 'must be a list'],
  ['a refused category that the mapping lacks', 'denied', 'marketing', 'unknown category'],
  ['a subject id with a space', 'subject', 'user 17', 'not a valid subject id'],
  ['a subject id that no address can name', 'subject', '..', 'not a valid subject id'],
])('%s is refused', async (_what, column, cell, reason) => {
  const mapping = {
    ...plainMapping,
    parentalConsent: 'parental',
    parentalDenied: 'denied',
    subjectId: 'subject',
  };
  const { counts, refused } = await run(`${header},${column}\n${good},${cell}\n`, { mapping });
  expect(counts).toMatchObject({ written: 0, refused: 1 });
  expect(refused[0]).toContain(`column "${column}": ${reason}`);
});

test('what a parent refused is mapped as the decision is, and never something mandatory', async () => {
  const mapping = {
    ...plainMapping,
    categories: { ...plainMapping.categories, needed: 'necessary' },
    parentalConsent: 'parental',
    parentalDenied: 'denied',
  };
  const file = `${header},needed,parental,denied\nchild,2026-01-01T10:00:00Z,true,true,DE,true,granted,ads needed\n`;
  expect((await run(file, { mapping })).counts).toMatchObject({ written: 1, refused: 0 });
  expect((await consentCalls(app).read('child').expect(200)).body).toMatchObject({
    parentalDenied: ['marketing'],
    effectiveConsent: { necessary: 'granted', analytics: 'granted', marketing: 'denied' },
  });
});

test('of two decisions with the same time the refusal wins, in any order and batch size', async () => {
  const granted = 'anna,2026-01-01T10:00:00Z,true,true,DE';
  const partly = 'anna,2026-01-01T10:00:00Z,true,false,DE';
  const denied = 'anna,2026-01-01T10:00:00Z,false,false,DE';
  const orders = [
    [[granted, partly, denied]],
    [[denied, partly, granted]],
    [[denied], [granted], [partly]],
    [[granted], [denied], [partly]],
    [[partly], [denied, granted]],
  ];
  for (const runs of orders) {
    for (const table of ['consents', 'consent_history']) await app.knex(`svc_${table}`).delete();
    for (const lines of runs) await run([header, ...lines].join('\n'));
    expect([runs, (await only()).consent_json]).toEqual([runs, { analytics: 'denied', marketing: 'denied' }]);
    const history = await storedStates(app.knex);
    expect([runs, history.map(({ consent_json }) => JSON.parse(String(consent_json)))]).toEqual([
      runs,
      [
        { analytics: 'granted', marketing: 'granted' },
        { analytics: 'granted', marketing: 'denied' },
        { analytics: 'denied', marketing: 'denied' },
      ],
    ]);
  }
});

test('express-consent: any number of invented categories comes back under the same names, and gets no columns', async () => {
  const bulk = (prefix: string) =>
    Object.fromEntries(
      Array.from({ length: 200 }, (_item, index) => [`${prefix}\u001b[31m${index}`, 'granted']),
    );
  const submit = (visitorId: string, consentJson: object) =>
    consentCalls(app).submit({ visitorId, profileId, consentJson }).expect(200);
  await submit('anna', { analytics: 'granted', marketing: 'denied' });
  for (const visitorId of ['v1', 'v2', 'v3', 'v4', 'v5']) {
    app.clock.advance(1);
    await submit(visitorId, bulk(visitorId));
  }
  app.clock.advance(1);
  const exported = (await exportCalls(app).get('/consents')).text;
  for (const table of ['consents', 'consent_history']) await app.knex(`svc_${table}`).delete();
  const { counts, refused } = await run(exported, { preset: 'express-consent' });
  expect({ counts, refused }).toMatchObject({ counts: { read: 6, written: 6, refused: 0 }, refused: [] });
  // Made-up categories have no column of their own.
  expect(readCsv(exported).header.filter((name) => name.startsWith('consent.'))).toEqual([
    'consent.analytics',
    'consent.marketing',
  ]);
  const stored = new Map((await records()).map((row) => [row.visitor_id, row.consent_json]));
  expect(stored.get('anna')).toEqual({ analytics: 'granted', marketing: 'denied' });
  expect(stored.get('v5')).toEqual(bulk('v5'));
});

describe('unreadable input', () => {
  const reasonsOf = async (lines: readonly string[], options: ImportOptions = {}) => {
    const { counts, refused } = await run([header, ...lines, good].join('\n'), options);
    // The good one is there whatever stands before it.
    expect(counts.written).toBe(1);
    expect(counts.read).toBe(counts.written + counts.refused);
    return refused;
  };

  test.each([
    ['no visitor', ',2026-01-01,true,false,', 'there is no visitor id'],
    [
      'an id that no visitor can have',
      'anna@shop.example,2026-01-01,true,false,',
      'column "visitor": not a valid visitor id',
    ],
    ['a path for an id', '..,2026-01-01,true,false,', 'column "visitor": not a valid visitor id'],
    ['no time', 'x,,true,false,', 'there is no time'],
    ['a day that there is not', 'x,2026-02-30,true,false,', 'column "decided": not a valid time'],
    ['a month that there is not', 'x,2025-13-05,true,false,', 'column "decided": not a valid time'],
    ['month zero', 'x,2025-00-05,true,false,', 'column "decided": not a valid time'],
    [
      'a zone that there is not',
      'x,2025-01-05T10:00:00+99:99,true,false,',
      'column "decided": not a valid time',
    ],
    ['a time that depends on where one is', 'x,03/04/2026,true,false,', 'column "decided": not a valid time'],
    ['the future', 'x,2026-06-02,true,false,', 'before 2000, in the future'],
    ['the last millennium', 'x,1999-12-31,true,false,', 'before 2000'],
    ['a word that says neither', 'x,2026-01-01,perhaps,false,', 'column "analytics": not a valid state'],
    [
      'a formula',
      'x,2026-01-01,"=HYPERLINK(""http://evil.example"")",false,',
      'column "analytics": not a valid state',
    ],
    ['no decision', 'x,2026-01-01,,,', 'no category has a decision'],
    ['a country that is none', 'x,2026-01-01,true,false,Germany', 'column "country": not a valid country'],
    ['a cell too many', 'x,2026-01-01,true,false,DE,DE', 'the number of cells differs'],
    ['a quotation mark inside a cell', 'x"y,2026-01-01,true,"false",DE', 'malformed CSV'],
    ['a quotation mark that is never closed', '"x,2026-01-01,true,false,DE', 'malformed CSV'],
  ])('%s is refused, told by its line, and harms no other row', async (_what, line, reason) => {
    const refused = await reasonsOf([line]);
    expect(refused).toEqual([expect.stringMatching(/^2: /)]);
    expect(refused[0]).toContain(reason);
  });

  test('an open quotation mark far from the end refuses its own line alone', async () => {
    const many = Array.from({ length: 2500 }, (_line, index) => `v${index},2026-01-01,true,false,DE`);
    const { counts, refused } = await run([header, '"x,2026-01-01,true,false,DE', ...many].join('\n'));
    expect(counts).toMatchObject({ read: 2501, written: 2500, refused: 1 });
    expect(refused).toEqual([expect.stringMatching(/^2: malformed CSV/)]);
  });

  test('bytes that are not UTF-8, and a line without end, refuse only their own line', async () => {
    const file = Buffer.concat([
      Buffer.from(`\ufeff${header}\r\n`),
      Buffer.from([0x78, 0xff, 0x2c]),
      Buffer.from(`2026-01-01,true,false,\r\n${good}\r\n`),
      Buffer.from(`${'y'.repeat(1_100_000)},2026-01-01,true,false,\r\n`),
      Buffer.from('\r\nbert,2026-01-01 08:00+02:00,1,0,'),
    ]);
    for (const pieces of [65_536, 7_001]) {
      const { counts, refused } = await run(file, { pieces });
      expect(counts).toMatchObject({ read: 4, refused: 2 });
      expect(refused).toEqual(['2: the line is not UTF-8', '4: the line is longer than 1 MiB']);
    }
    expect((await records()).map(({ visitor_id, updated_at }) => [visitor_id, Number(updated_at)])).toEqual([
      ['anna', Date.UTC(2026, 0, 1, 10)],
      ['bert', Date.UTC(2026, 0, 1, 6)],
    ]);
  });

  test.each([1, 2, 5, 64])('a file in chunks of %i bytes has the same rows', async (pieces) => {
    const file = `\ufeffvisitor;decided;analytics;ads;country;note\r\n"anna";2026-01-01T10:00:00Z;"true";false;DE;"zwei\r\nZeilen ""ü"" 😀"\r\nbert;1767607200;no;yes;;\r\n`;
    expect((await run(file, { pieces })).counts).toEqual({
      read: 2,
      written: 2,
      older: 0,
      unchanged: 0,
      refused: 0,
    });
    expect((await records()).map(({ visitor_id, consent_json }) => [visitor_id, consent_json])).toEqual([
      ['anna', { analytics: 'granted', marketing: 'denied' }],
      ['bert', { analytics: 'denied', marketing: 'granted' }],
    ]);
  });

  test('a number is accepted as an id only if JSON represents it exactly: two visitors never become one', async () => {
    const line = (visitor: string) =>
      `{"visitorId":${visitor},"createdAt":1767607200,"consents":{"analytics":true}}`;
    const { refused } = await run(
      ['9007199254740991', '9007199254740992', '9007199254740993', '1.5', 'true'].map(line).join('\n'),
      { preset: 'klaro' },
    );
    expect((await only()).visitor_id).toBe('9007199254740991');
    expect(refused).toEqual(
      [2, 3, 4, 5].map((number) =>
        expect.stringMatching(
          new RegExp(`^${number}: column "[^"]+": not a valid visitor id; write it in quotation marks`),
        ),
      ),
    );
  });

  test.each(['XX', 'T1', 'zz', 'A1'])('an unknown country is stored as null: %s', async (country) => {
    await run(`${header}\nanna,2026-01-01,true,false,${country}`);
    expect(await only()).toMatchObject({ visitor_id: 'anna', country: null });
  });

  test('JSON lines that are malformed, name a prototype or are nested too deep are refused one by one', async () => {
    const line = (consents: string, visitor = 'x') =>
      `{"visitorId":"${visitor}","createdAt":1767607200,"consents":${consents}}`;
    const lines = [
      line('{"analytics":true}', 'anna'),
      '{"visitorId":',
      '["x"]',
      line('{"__proto__":{"analytics":true}}'),
      line('{"constructor":true}'),
      line('{"toString":true}'),
      line('{"analytics":{"deep":true}}'),
      line(`${'['.repeat(80)}${']'.repeat(80)}`),
      line('[true]'),
      line('"{\\"analytics\\":false}"', 'bert'),
      line('{"analytics":"\\u0000"}'),
    ];
    const { counts, refused } = await run(lines.join('\n'), { preset: 'klaro' });
    expect(counts).toMatchObject({ read: 11, written: 2, refused: 9 });
    expect(refused.map((text) => text.replace(/: .*?(JSON|category|state)\b.*/, ' $1'))).toEqual([
      '2 JSON',
      '3 JSON',
      '4 JSON',
      '5 JSON',
      '6 category',
      '7 state',
      '8 JSON',
      '9 category',
      '11 JSON',
    ]);
    expect(({} as Record<string, unknown>).analytics).toBeUndefined();
  });

  test.each<[string, object, unknown, string]>([
    ['list', { in: 'list', field: 'd' }, { a: true }, 'must be a list'],
    ['list', { in: 'list', field: 'd' }, { json: 'analytics' }, 'must be a list'],
    ['list', { in: 'list', field: 'd' }, '[analytics]', 'not valid JSON'],
    ['list', { in: 'list', field: 'd' }, ['other'], 'unknown category'],
    ['object', { in: 'object', field: 'd' }, ['analytics'], 'must be an object of category and state'],
    ['object', { in: 'object', field: 'd' }, { analytics: 'perhaps' }, 'not a valid state'],
    ['object', { in: 'object', field: 'd' }, {}, 'no category has a decision'],
    [
      'entries',
      { in: 'entries', field: 'd', category: 'c', state: 's' },
      ['analytics'],
      'must be a list of objects',
    ],
    [
      'entries',
      { in: 'entries', field: 'd', category: 'c', state: 's' },
      [{ c: 'x', s: true }],
      'unknown category',
    ],
  ])(
    'a fault in the field of a decision (%s) names the field and the fault',
    async (_form, decision, d, reason) => {
      const mapping = { visitorId: 'v', createdAt: 't', decision };
      const { refused } = await run(JSON.stringify({ v: 'anna', t: 1_767_607_200, d }), { mapping });
      expect(refused).toEqual([expect.stringContaining(`1: column "d": ${reason}`)]);
    },
  );

  test('the greatest values that a record can have are imported, and greater ones refused', async () => {
    const record = {
      visitorId: 'anna',
      createdAt: '2026-01-01T10:00:00Z',
      consent: { analytics: 'granted' },
    };
    const many = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_item, index) => [`c${index}`, 'denied']));
    const accepted = [
      { tcfString: 'é'.repeat(8192) },
      { consent: { ['c'.repeat(64)]: 'granted' } },
      { consent: many(200) },
      { locale: 'de_AT', country: 'us-06', region: 'abc', gpcDetected: 'yes' },
      { subjectId: 's'.repeat(128), method: 'accept', layer: 'banner', parentalConsent: 'granted' },
      { updatedAt: '2026-01-01T10:00:00Z' },
      // Two clocks that differ have stored it.
      { updatedAt: '2026-01-01T09:59:59.999Z' },
    ];
    const signal = 'not a TC or GPP string, or longer than 16 KiB';
    const name = 'the name of a category or service is empty or longer than 64 characters';
    const refusedRows: [object, string][] = [
      [{ tcfString: `${'é'.repeat(8192)}a` }, `column "tcfString": ${signal}`],
      [{ gppString: 'a'.repeat(16_385) }, `column "gppString": ${signal}`],
      [{ consent: { ['c'.repeat(65)]: 'granted' } }, `column "consent": ${name}`],
      [{ consent: { '': 'granted' } }, `column "consent": ${name}`],
      [{ consent: many(201) }, 'more than 200 categories in one decision'],
      [{ locale: 'not a tag' }, 'column "locale": not a valid BCP 47 language tag'],
      [{ country: 'deu' }, 'column "country": not a valid country'],
      [{ region: 'abcd' }, 'column "region": not a valid country'],
      [{ gpcDetected: 'perhaps' }, 'column "gpcDetected": not a valid yes or no'],
      [{ gpcOverride: 'perhaps' }, 'column "gpcOverride": not a valid yes or no'],
      [{ ageVerified: 'perhaps' }, 'column "ageVerified": not a valid yes or no'],
      [{ subjectId: 's'.repeat(129) }, 'column "subjectId": not a valid subject id'],
      [{ method: 'guess' }, 'column "method": not a method or layer'],
      [{ layer: 'guess' }, 'column "layer": not a method or layer'],
    ];
    const rows = [...accepted, ...refusedRows.map(([fields]) => fields)];
    const file = rows.map((fields, index) =>
      JSON.stringify({ ...record, visitorId: `v${index}`, ...fields }),
    );
    const { counts, refused } = await run(file.join('\n'), { preset: 'express-consent' });
    expect(refused).toEqual(
      refusedRows.map(([, reason], index) =>
        expect.stringContaining(`${accepted.length + index + 1}: ${reason}`),
      ),
    );
    expect(counts).toMatchObject({ written: accepted.length, refused: refusedRows.length });
    expect(await app.knex('svc_consents').where({ visitor_id: 'v3' }).first()).toMatchObject({
      locale: 'de-AT',
      country: 'US',
      region: 'ABC',
    });
  });

  test('an id is hashed up to 1024 characters, and otherwise refused', async () => {
    const ids = ['#'.repeat(1024), '#'.repeat(1025)];
    const file = [header, ...ids.map((id) => `${id},2026-01-01,true,false,DE`)].join('\n');
    const { counts, refused } = await run(file, { mapping: { ...plainMapping, visitorIds: 'hash' } });
    expect(counts.written).toBe(1);
    expect(refused).toEqual([expect.stringContaining('3: column "visitor": not a valid visitor id')]);
  });

  test('a text with a character that cannot be stored is refused in this service’s own export', async () => {
    // JSON refuses it before; a cell of a CSV file can have it.
    const file =
      'visitorId,createdAt,updatedAt,consent.analytics,tcfString\nanna,2026-01-01,2026-01-01,granted,a\u0000b';
    const { refused } = await run(file, { preset: 'express-consent' });
    expect(refused).toEqual([expect.stringContaining('2: column "tcfString": not a TC or GPP string')]);
  });

  test('a time is ISO 8601 with or without a zone, or seconds or milliseconds since 1970', async () => {
    const noon = Date.UTC(2026, 0, 31, 12);
    const times: [string, number][] = [
      ['2026-01-31', Date.UTC(2026, 0, 31)],
      ['2026-01-31 12:00', noon],
      ['2026-01-31T12:00:00', noon],
      ['2026-01-31T12:00:00Z', noon],
      ['2026-01-31T12:00:00 UTC', noon],
      ['2026-01-31T12:00:00.1234Z', noon + 123],
      ['"2026-01-31T12:00:00,5"', noon + 500],
      ['2026-01-31T14:00+02', noon],
      ['2026-01-31T17:30+05:30', noon],
      ['2026-01-31T08:30-0330', noon],
      ['2026-01-31T23:59:59', noon + 43_199_000],
      ['2026-01-31T12:00+23:59', noon - 86_340_000],
      [String(noon), noon],
      [String(noon / 1000), noon],
      ['2000-01-01', Date.UTC(2000, 0, 1)],
      [new Date(app.clock.now()).toISOString(), app.clock.now()],
    ];
    const lines = times.map(([time], index) => `v${10 + index},${time},true,false,DE`);
    const wrong = ['T24:00', 'T12:60', 'T12:00:60', 'T12:00+24:00', 'T12:00+01:60', 'T1:00'];
    const refusedLines = [...wrong.map((rest) => `x,2026-01-31${rest},true,false,DE`)];
    const outside = [app.clock.now() + 1, Date.UTC(2000, 0, 1) - 1].map((time) =>
      new Date(time).toISOString(),
    );
    refusedLines.push(...outside.map((time) => `x,${time},true,false,DE`));
    const { refused } = await run([header, ...lines, ...refusedLines].join('\n'));
    const reasons = [...wrong.map(() => 'not a valid time'), ...outside.map(() => 'the time is before 2000')];
    expect(refused).toEqual(
      reasons.map((reason, index) =>
        expect.stringContaining(`${lines.length + 2 + index}: column "decided": ${reason}`),
      ),
    );
    expect((await records()).map(({ updated_at }) => updated_at)).toEqual(times.map(([, time]) => time));
  });

  test('a decision has a thousand entries or rows at most, as each form counts them', async () => {
    const names = (length: number) => Array.from({ length }, (_item, index) => `s${index}`);
    const categories = Object.fromEntries(names(1001).map((name) => [name, 'analytics']));
    const reasons = async (decision: object, d: (length: number) => unknown) => {
      const line = (visitor: string, length: number) =>
        JSON.stringify({ v: visitor, t: 1_767_607_200, d: d(length) });
      const mapping = { visitorId: 'v', createdAt: 't', decision, categories };
      return (await run([line('anna', 1000), line('bert', 1001)].join('\n'), { mapping })).refused;
    };
    const tooMany = ['2: column "d": more than 1000 entries or rows for one decision'];
    expect(await reasons({ in: 'list', field: 'd' }, names)).toEqual(tooMany);
    const asObject = (length: number) => Object.fromEntries(names(length).map((name) => [name, true]));
    expect(await reasons({ in: 'object', field: 'd' }, asObject)).toEqual(tooMany);
    const asEntries = (length: number) => names(length).map((c) => ({ c, s: true }));
    expect(await reasons({ in: 'entries', field: 'd', category: 'c', state: 's' }, asEntries)).toEqual(
      tooMany,
    );
    const rows = (visitor: string, length: number) =>
      names(length).map((name) => `${visitor},2026-01-01,${name},true`);
    const mapping = {
      visitorId: 'v',
      createdAt: 't',
      decision: { in: 'rows', category: 's', state: 'g' },
      categories,
    };
    const file = ['v,t,s,g', ...rows('cara', 1000), ...rows('dora', 1001)].join('\n');
    const { counts, refused } = await run(file, { mapping });
    expect([counts.written, counts.refused]).toEqual([1000, 1001]);
    expect(refused).toEqual(['1002: more than 1000 entries or rows for one decision']);
  });

  test('a missing time names its column', async () => {
    expect((await run(`${header}\nanna,,true,false,DE`)).refused).toEqual([
      '2: column "decided": there is no time of the decision',
    ]);
  });

  test.each([1, 3, 65_536])(
    'each of the three line ends is read, in chunks of %i bytes, also in quotation marks',
    async (pieces) => {
      for (const end of ['\n', '\r\n', '\r']) {
        for (const table of ['consents', 'consent_history']) await app.knex(`svc_${table}`).delete();
        const rows = [
          `\ufeff"visitor";decided;analytics;ads;country;"a${end}note"`,
          `anna;2026-01-01T10:00:00Z;true;false;DE;"two${end}lines"`,
          ';;;;;',
          ' ; ;;;;',
          '',
          'bert;2026-01-02T10:00:00Z;no;yes;;',
        ];
        const { counts, refused } = await run(rows.join(end), { pieces });
        expect({ counts, refused }).toMatchObject({ counts: { read: 2, written: 2 }, refused: [] });
        for (const table of ['consents', 'consent_history']) await app.knex(`svc_${table}`).delete();
        const lines = ['anna', 'bert'].map((visitorId) =>
          JSON.stringify({ visitorId, createdAt: 1_767_607_200, consents: { analytics: true } }),
        );
        expect((await run(lines.join(end), { preset: 'klaro', pieces })).counts).toMatchObject({
          written: 2,
        });
      }
    },
  );

  test('a carriage return inside a file with line feeds ends no line', async () => {
    const { counts } = await run(`${header},note\n${good},"one\rcell"\n`);
    expect(counts).toMatchObject({ read: 1, written: 1 });
  });

  test('a decision of several rows is refused whole when one of them is', async () => {
    const row = (visitor: string, service: string, given: string) =>
      `${visitor},2026-01-01,${service},${given}`;
    const mapping = {
      visitorId: 'v',
      createdAt: 't',
      decision: { in: 'rows', category: 's', state: 'g' },
      categories: { a: 'analytics', b: 'analytics', skip: null },
    };
    const lines = [
      'v,t,s,g',
      row('anna', 'a', 'true'),
      row('anna', 'b', 'maybe'),
      row('bert', 'a', 'true'),
      row('bert', 'b', 'true'),
      row('cara', 'a', 'true'),
      'garbage',
      row('dora', 'a', 'true'),
      row('eva', 'a', 'true'),
      row('eva', 'skip', 'maybe'),
    ];
    const { counts, refused } = await run(lines.join('\n'), { mapping });
    expect(counts).toMatchObject({ read: 9, written: 4, refused: 5 });
    expect(refused.map((text) => text.slice(0, 20))).toEqual([
      '3: column "g": not a',
      '2: another row of th',
      '7: the number of cel',
      '6: another row of th',
      '8: another row of th',
    ]);
    expect((await records()).map(({ visitor_id }) => visitor_id)).toEqual(['bert', 'eva']);
  });
});

describe('input that is refused as a whole', () => {
  const columns = { in: 'columns' };
  test.each<[string, string | Uint8Array, ImportOptions, RegExp]>([
    ['an empty file', '', {}, /is empty/],
    ['a header alone', `${header}\n`, {}, /contains no rows/],
    ['rows of delimiters alone', `${header}\n,,,,\n,,,,\n`, {}, /contains no rows/],
    ['an empty JSON array', '[\n]\n', { preset: 'express-consent' }, /contains no rows/],
    ['a JSON array without an end', '[\n{}', { preset: 'express-consent' }, /has no end/],
    [
      'a JSON array with more after it',
      '[\n{}\n]\n{}',
      { preset: 'express-consent' },
      /continues after the end/,
    ],
    [
      'a JSON array in many lines',
      '[\n{\n"a": 1\n}\n]\n',
      { preset: 'express-consent' },
      /not on a line each/,
    ],
    ['a file of blank lines', '\n\n', {}, /is empty/],
    ['a file without its columns', 'anna@shop.example,2026-01-01,true,false\n', {}, /no column "visitor"/],
    ['a column twice', `${header},visitor\n`, {}, /"visitor" twice/],
    ['UTF-16', Buffer.from(`\ufeff${header}\n`, 'utf16le'), {}, /not UTF-8/],
    ['a JSON array', '[{}]', {}, /one JSON array/],
    [
      'a gzip file that is cut off',
      gzipSync(`${header}\n${good}\n`.repeat(50)).subarray(0, 60),
      {},
      /damaged or truncated/,
    ],
    [
      'an unknown preset',
      header,
      { preset: 'nobody' },
      /no preset "nobody"; the presets are express-consent, onetrust/,
    ],
    [
      'a mapping with a key that there is not',
      header,
      { mapping: { ...plainMapping, vistorId: 'x' } },
      /vistorId/,
    ],
    [
      'a mapping without a time',
      header,
      { mapping: { visitorId: 'visitor', decision: columns } },
      /createdAt or updatedAt/,
    ],
    [
      'a mapping without a decision',
      header,
      { mapping: { visitorId: 'visitor', createdAt: 'decided' } },
      /decision/,
    ],
    [
      'a mapping with an unknown form',
      header,
      { mapping: { ...plainMapping, decision: { in: 'stars' } } },
      /decision must have one of the forms/,
    ],
    ['a mapping that is not an object', header, { mapping: ['visitor'] }, /must be a JSON object/],
    [
      'a mapping that reaches for a prototype',
      header,
      { mapping: JSON.parse('{"categories":{"__proto__":"x"}}') },
      /__proto__/,
    ],
    [
      'a category that the profile does not have',
      header,
      { mapping: { ...plainMapping, categories: { ads: 'advertising' } } },
      /no category "advertising": use one of necessary, analytics, marketing/,
    ],
    ['a profile that there is not', header, { profileId: 'nothing' }, /no profile nothing/],
    ['a version that there is not', header, { profileVersion: 2 }, /versions 1 to 1/],
  ])('%s', async (_what, file, options, message) => {
    await expect(run(file, options)).rejects.toThrow(message);
    expect(await records()).toEqual([]);
    await expect(run(file, options)).rejects.not.toThrow(/anna/);
  });

  test('a mapping with longer names, or more of them, than it may have', async () => {
    const names = (length: number) => Array.from({ length }, (_item, index) => `n${index}`);
    const long = 'x'.repeat(201);
    const wrong: [object, string][] = [
      [{ visitorId: long }, 'visitorId must NOT have more than 200 characters'],
      [{ visitorId: '' }, 'visitorId must NOT have fewer than 1 characters'],
      [{ categories: { a: long } }, 'categories.a must NOT have more than 200 characters'],
      [
        { categories: Object.fromEntries(names(2001).map((name) => [name, null])) },
        'categories must NOT have more than 2000 properties',
      ],
      [{ states: { granted: ['x'.repeat(101)] } }, 'states.granted.0 must NOT have more than 100 characters'],
      [{ states: { granted: [''] } }, 'states.granted.0 must NOT have fewer than 1 characters'],
      [{ states: { denied: [] } }, 'states.denied must NOT have fewer than 1 items'],
      [{ states: { objected: names(51) } }, 'states.objected must NOT have more than 50 items'],
      [{ decision: { ...columns, others: names(11) } }, 'decision must have one of the forms'],
      [{ decision: { ...columns, others: [] } }, 'decision must have one of the forms'],
    ];
    for (const [changed, message] of wrong)
      await expect(run(header, { mapping: { ...plainMapping, ...changed } })).rejects.toThrow(
        `The mapping is not valid: ${message}`,
      );
    const others = { decision: { ...columns, others: names(10) } };
    const greatest = { locale: 'x'.repeat(200), states: { granted: ['true', ...names(49)] }, ...others };
    await expect(run(header, { mapping: { ...plainMapping, ...greatest } })).rejects.toThrow(
      /contains no rows/,
    );
  });

  test('a tenant that there is not, and a profile of another tenant', async () => {
    await expect(run(header, { tenantId: 'nowhere' })).rejects.toMatchObject({ code: 'tenant_not_found' });
    const { id: tenantId } = await createTenant(app, 'other');
    await expect(run(`${header}\n${good}`, { tenantId })).rejects.toThrow(/has no profile/);
  });
});

test('writes all changes when there are more than one statement can hold', async () => {
  const file = (date: string, given: boolean) =>
    [header, ...Array.from({ length: 1800 }, (_line, index) => `v${index},${date},${given},${given},`)].join(
      '\n',
    );
  await run(file('2026-01-01', true));
  expect((await run(file('2026-02-01', false))).counts).toEqual({
    read: 1800,
    written: 1800,
    older: 0,
    unchanged: 0,
    refused: 0,
  });
  expect((await records()).every(({ revision, choice }) => revision === 2 && choice === 'out')).toBe(true);
  expect(await app.knex('svc_consent_history').count({ count: '*' }).first()).toEqual({ count: 3600 });
});

test('gzip is unpacked, a version is kept, and no event is emitted', async () => {
  const other = await createProfile(app, { profileJson: profileJson({ complianceGroup: 'opt-out' }) });
  const events: unknown[] = [];
  const listener = (payload: unknown) => void events.push(payload);
  app.service.events.on('consent.created', listener);
  const { completed } = await run(gzipSync(`${header}\n${good}\n`), {
    profileId: other.id,
    profileVersion: 1,
    pieces: 10,
  });
  app.service.events.off('consent.created', listener);
  expect(completed).toBe(true);
  expect(events).toEqual([]);
  expect(await only()).toMatchObject({
    profile_id: other.id,
    group_id: 'opt-out',
    profile_version: 1,
    country: 'DE',
  });
});

test('an interrupted run says so in the audit log, and continues when it is called again', async () => {
  const file = [
    header,
    ...Array.from({ length: 900 }, (_line, index) => `v${index},2026-01-01,true,false,`),
  ].join('\n');
  const { counts, completed } = await run(file, { isOver: async () => true, pieces: 1000 });
  expect(completed).toBe(false);
  expect(counts.written).toBeLessThan(900);
  const entry = await app.knex('svc_audit').orderBy('sequence', 'desc').first();
  expect(JSON.parse(entry.changes)).toMatchObject({ completed: false, written: counts.written });
  expect((await run(file)).counts).toMatchObject({
    written: 900 - counts.written,
    unchanged: counts.written,
  });
});

test('a batch that is written in parts and fails says in the audit log what was written', async () => {
  const visitors = Array.from({ length: 40 }, (_visitor, index) => `v${index}`);
  await app.knex.raw(
    `create unique index clash on svc_consents(tenant_id) where visitor_id in ('v38', 'v39')`,
  );
  try {
    const file = [header, ...visitors.map((id) => `${id},2026-01-01,true,false,`)].join('\n');
    await expect(run(file)).rejects.toThrow(/unique/i);
  } finally {
    await app.knex.raw('drop index clash');
  }
  const written = (await records()).length;
  expect(written).toBe(39);
  const entry = await app.knex('svc_audit').orderBy('sequence', 'desc').first();
  expect(JSON.parse(entry.changes)).toMatchObject({ completed: false, written });
});

test('reads long histories in pages', async () => {
  await run([header, 'anna,2026-05-01,true,true,', 'bert,2026-05-01,true,true,'].join('\n'));
  const day = (revision: number) => ({ created_at: Date.UTC(2026, 0, 1) + revision * 1000 });
  await addStates(app.knex, 'anna', 2500, day);
  await addStates(app.knex, 'bert', 1700, day);
  const sizes: number[] = [];
  const note = (rows: unknown) => sizes.push(Array.isArray(rows) ? rows.length : 0);
  app.knex.on('query-response', note);
  const { counts } = await run(
    [header, 'anna,2026-01-01T00:41:40Z,true,true,', 'bert,2025-12-01,true,false,'].join('\n'),
  );
  app.knex.off('query-response', note);
  expect(counts).toMatchObject({ unchanged: 1, older: 1 });
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2000);
});
