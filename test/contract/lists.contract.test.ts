import fc from 'fast-check';
import type { Knex } from 'knex';
import { createCursors } from '#platform/http/cursors';
import { createSecretRing } from '#platform/kernel/keyring';
import { deriveSigningKeys } from '#platform/kernel/signing-keys';
import { createTestApp, type TestApp, testSigningHash } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { insertRecords, type RecordRow, recordRow } from '../support/records';
import { pickSome } from '../support/scope';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

type Parameters = Readonly<Record<string, string | number | undefined>>;
type Item = Readonly<Record<string, unknown>> & { readonly visitorId: string };
interface Page {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly nextCursor: string | null;
  readonly searchedFrom?: string;
}

eachDatabaseSystem((database) => {
  let app: TestApp;
  let knex: Knex;

  async function get(path: string, parameters: Parameters = {}) {
    return app.request
      .get(`${app.adminBase}${path}`)
      .query(JSON.parse(JSON.stringify(parameters)))
      .set(await app.asAdmin());
  }
  async function list(path: string, parameters: Parameters = {}): Promise<Page> {
    const { status, body } = await get(path, parameters);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  }
  const visitorsOf = ({ items }: Page) => items.map(({ visitorId }) => visitorId);

  async function fresh(rows: readonly RecordRow[]): Promise<void> {
    for (const table of ['svc_consents', 'svc_current_sums']) await knex(table).delete();
    await insertRecords(knex, rows);
  }

  /** Follows cursors to the end. */
  async function walk(
    path: string,
    parameters: Parameters,
    between: () => Promise<void> = async () => {},
  ): Promise<Page[]> {
    const pages = [await list(path, parameters)];
    for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) {
      await between();
      pages.push(await list(path, { ...parameters, cursor }));
    }
    return pages;
  }

  beforeAll(async () => {
    ({ knex } = await database.open());
    app = await createTestApp({ knex, config: { rateLimit: false, limits: { searchRows: 100 } } });
    await app.service.start();
  });
  afterAll(() => app.close());

  describe.each(['/consents', '/visitors'])('the list %s', (path) => {
    const rows = Array.from({ length: 60 }, (_, index) =>
      recordRow({ visitorId: `visitor-${String(index).padStart(2, '0')}`, createdAt: start + index * day }),
    );
    const newestFirst = rows.map(({ visitorId }) => visitorId).reverse();
    beforeAll(async () => {
      await fresh(rows);
      await insertRecords(
        knex,
        [recordRow({ visitorId: 'visitor-of-another-tenant', createdAt: start })],
        'other',
      );
    });

    test('is newest first, in pages with the total', async () => {
      const first = await list(path);
      expect(first).toEqual({
        items: expect.any(Array),
        total: 60,
        page: 1,
        limit: 25,
        nextCursor: expect.any(String),
      });
      expect(visitorsOf(first)).toEqual(newestFirst.slice(0, 25));
      const third = await list(path, { page: 3 });
      expect([visitorsOf(third), third.total, third.page, third.nextCursor]).toEqual([
        newestFirst.slice(50),
        60,
        3,
        null,
      ]);
      const beyond = await list(path, { page: 4 });
      expect([beyond.items, beyond.total, beyond.nextCursor]).toEqual([[], 60, null]);
      expect((await list(path, { page: 1_000_000_000, limit: 200 })).items).toEqual([]);
      expect(visitorsOf(await list(path, { page: 2, limit: 7 }))).toEqual(newestFirst.slice(7, 14));
      expect(visitorsOf(await list(path, { limit: 200 }))).toEqual(newestFirst);
    });

    test('is read to its end by cursors, each entry once, while entries are added and removed', async () => {
      let added = 0;
      const pages = await walk(path, { limit: 7 }, async () => {
        added += 1;
        await insertRecords(knex, [recordRow({ visitorId: `late-${added}`, createdAt: start + 100 * day })]);
        if (added !== 2) return;
        await knex('svc_consents').where({ visitor_id: 'visitor-59' }).delete();
        await knex('svc_current_sums').where({ tenant_id: 'default' }).decrement('amount', 1);
      });
      expect(pages.flatMap(visitorsOf)).toEqual(newestFirst);
      expect(pages.map(({ page }) => page)).toEqual(pages.map((_page, index) => index + 1));
      expect(pages.at(-1)?.total).toBe(60 + added - 1);
      await fresh(rows);
    });

    test('continues from the cursor of a numbered page, and the cursor wins over a page number', async () => {
      const second = await list(path, { page: 2, limit: 10 });
      expect(visitorsOf(await list(path, { page: 1, limit: 10, cursor: second.nextCursor ?? '' }))).toEqual(
        newestFirst.slice(20, 30),
      );
    });

    test('keeps to the days asked for, both included', async () => {
      const some = await list(path, { from: '2026-01-03', to: '2026-01-05' });
      expect([visitorsOf(some), some.total]).toEqual([['visitor-04', 'visitor-03', 'visitor-02'], 3]);
      expect((await list(path, { from: iso(start + day), to: iso(start + 2 * day - 1) })).total).toBe(1);
      expect((await list(path, { to: '2025-12-31' })).total).toBe(0);
      expect((await list(path, { from: '2026-03-01T01:00:00+02:00' })).total).toBe(1);
    });

    test.each([
      [{ limit: 0 }, 'limit'],
      [{ limit: 201 }, 'limit'],
      [{ limit: '2.5' }, 'limit'],
      [{ page: 0 }, 'page'],
      [{ page: -1 }, 'page'],
      [{ page: '1e99' }, 'page'],
      [{ from: '2026-01-02', to: '2026-01-01' }, 'from'],
      [{ from: 'yesterday' }, 'from'],
      [{ to: '2026-02-30' }, 'to'],
      [{ cursor: '' }, 'cursor'],
      [{ cursor: 'nonsense' }, 'cursor'],
      [{ cursor: 'WzIsMSwiYSJd.00000000000000000000000000000000' }, 'cursor'],
      [{ cursor: 'x'.repeat(600) }, 'cursor'],
      [{ q: 'x'.repeat(257) }, 'q'],
    ])('refuses %j', async (parameters, name) => {
      const { status, body } = await get(path, parameters);
      expect([status, body.code, body.details[0].path]).toEqual([400, 'validation_failed', name]);
    });

    test('accepts only its own unchanged cursors, with the same filters', async () => {
      const { nextCursor } = await list(path, { from: '2026-01-01', q: 'visitor', limit: 5 });
      const cursor = nextCursor ?? '';
      const [payload = '', signature = ''] = cursor.split('.');
      const forged = `${Buffer.from(Buffer.from(payload, 'base64url').toString().replace('[2,', '[3,')).toString('base64url')}.${signature}`;
      const status = async (parameters: Parameters, where = path) => (await get(where, parameters)).status;
      expect(await status({ from: '2026-01-01', q: 'visitor', limit: 9, cursor })).toBe(200);
      expect(await status({ from: '2026-01-01T00:00:00Z', q: 'visitor', cursor })).toBe(200);
      expect(await status({ q: 'visitor', cursor })).toBe(400);
      expect(await status({ from: '2026-01-01', cursor })).toBe(400);
      expect(await status({ from: '2026-01-02', q: 'visitor', cursor })).toBe(400);
      expect(await status({ from: '2026-01-01', q: 'visitor', cursor: forged })).toBe(400);
      expect(await status({ from: '2026-01-01', q: 'visitor', cursor: `${cursor}.x` })).toBe(400);
      expect(await status({ from: '2026-01-01', q: 'visitor', cursor: cursor.toUpperCase() })).toBe(400);
      expect(
        await status(
          { from: '2026-01-01', q: 'visitor', cursor },
          path === '/consents' ? '/visitors' : '/consents',
        ),
      ).toBe(400);
    });
  });

  test.each([
    ['a time that is an object', [2, { like: '%' }, 'id']],
    ['an id that is an object', [2, 1, { like: '%' }]],
    ['an id that is a list', [2, 1, ['id']]],
    ['a page number that is text', ['<b>', 1, 'id']],
    ['another number of parts', [2, 1]],
    ['an object', { createdAt: 1, id: 'id' }],
  ])('refuses a correctly signed cursor that holds %s', async (_what, content) => {
    const cursors = createCursors(deriveSigningKeys(createSecretRing(testSigningHash)).cursors);
    const signed = (of: unknown) =>
      cursors.write(
        { list: 'visitors', tenantId: 'default', filters: { from: null, to: null } },
        of as readonly unknown[],
      );
    expect((await get('/visitors', { cursor: signed([2, 1, 'id']) })).status).toBe(200);
    const { status, body } = await get('/visitors', { cursor: signed(content) });
    expect([status, body.details]).toEqual([
      400,
      [{ path: 'cursor', message: 'is not a valid cursor for this list with these filters' }],
    ]);
  });

  test('an item of each list has the fields that it should', async () => {
    await fresh([recordRow({ id: 'record-1', visitorId: 'visitor-1', createdAt: start })]);
    const common = { visitorId: 'visitor-1', createdAt: iso(start), updatedAt: iso(start) };
    expect((await list('/consents')).items).toEqual([
      {
        ...common,
        id: 'record-1',
        profileId: 'profile-1',
        profileVersion: 1,
        locale: 'en',
        consentJson: { analytics: 'granted' },
        gpcDetected: false,
        source: 'banner',
        by: 'visitor',
        profileName: null,
        complianceGroup: null,
        country: 'AT',
        region: null,
        law: 'GDPR',
      },
    ]);
    expect((await list('/visitors')).items).toEqual([
      { ...common, country: 'AT', region: null, ipHash: null },
    ]);
  });

  test('many records of one moment are read once each', async () => {
    await fresh(Array.from({ length: 90 }, () => recordRow({ createdAt: start })));
    for (const parameters of [
      { limit: 20 },
      { limit: 20, q: 'banner' },
      { limit: 20, profileId: 'profile-1' },
    ]) {
      const pages = await walk('/consents', parameters);
      expect(pages.map(({ items }) => items.length)).toEqual([20, 20, 20, 20, 10]);
      expect(new Set(pages.flatMap(visitorsOf)).size).toBe(90);
    }
  });

  test('records are found by profile and by person', async () => {
    await fresh(
      [1, 2, 3, 4].map((index) =>
        recordRow({
          visitorId: `visitor-${index}`,
          profileId: `profile-${index % 2}`,
          createdAt: start + index,
        }),
      ),
    );
    await knex('svc_consents')
      .whereIn('visitor_id', ['visitor-2', 'visitor-3'])
      .update({ subject_id: 'person-1' });
    expect(visitorsOf(await list('/consents', { profileId: 'profile-1' }))).toEqual([
      'visitor-3',
      'visitor-1',
    ]);
    expect((await list('/consents', { profileId: 'PROFILE-1' })).total).toBe(0);
    expect(visitorsOf(await list('/consents', { subjectId: 'person-1' }))).toEqual([
      'visitor-3',
      'visitor-2',
    ]);
    expect(visitorsOf(await list('/consents', { subjectId: 'person-1', profileId: 'profile-0' }))).toEqual([
      'visitor-2',
    ]);
    expect((await get('/consents', { profileId: '' })).status).toBe(400);
  });

  test('records are found by what they hold, together with each other filter', async () => {
    await fresh(
      [1, 2, 3, 4, 5].map((index) =>
        recordRow({
          visitorId: `visitor-${index}`,
          country: index < 4 ? 'AT' : 'US',
          source: index === 1 ? 'import' : 'banner',
          createdAt: start + index,
        }),
      ),
    );
    const change = (visitorIds: readonly number[], changes: object) =>
      knex('svc_consents')
        .whereIn(
          'visitor_id',
          visitorIds.map((index) => `visitor-${index}`),
        )
        .update(changes);
    await change([1, 2, 4], { group_id: 'opt-in' });
    await change([2, 5], { choice: 'out' });
    await change([3, 5], { gpc_detected: true });
    const found = async (filters: Record<string, string>) =>
      visitorsOf(await list('/consents', filters))
        .map((id) => id.slice(-1))
        .join('');
    expect(await found({ complianceGroup: 'opt-in' })).toBe('421');
    expect(await found({ country: 'AT' })).toBe('321');
    expect(await found({ source: 'import' })).toBe('1');
    expect(await found({ choice: 'out' })).toBe('52');
    expect(await found({ gpcDetected: 'true' })).toBe('53');
    expect(await found({ gpcDetected: 'false', country: 'AT', complianceGroup: 'opt-in' })).toBe('21');
    expect(await found({ choice: 'in', q: 'VISITOR-3' })).toBe('3');
    expect(await found({ choice: 'out', q: 'visitor-3' })).toBe('');
    expect(await found({ choice: 'in', to: iso(start + 3) })).toBe('31');
    const pages = await walk('/consents', { country: 'AT', limit: 2 });
    expect(pages.flatMap(visitorsOf)).toEqual(['visitor-3', 'visitor-2', 'visitor-1']);
    for (const [name, value] of [
      ['country', 'at'],
      ['country', 'AUT'],
      ['source', 'somewhere'],
      ['choice', 'granted'],
      ['gpcDetected', 'perhaps'],
      ['complianceGroup', ''],
    ] as const) {
      const { status, body } = await get('/consents', { [name]: value });
      expect([name, status, body.details?.[0]?.path]).toEqual([name, 400, name]);
    }
  });

  test('a filter searches the newest records, and says how far', async () => {
    await fresh(
      Array.from({ length: 250 }, (_, index) =>
        recordRow({ country: index < 10 ? 'NZ' : 'AT', createdAt: start + index }),
      ),
    );
    const newest = await list('/consents', { country: 'NZ' });
    expect([newest.items, newest.searchedFrom]).toEqual([[], iso(start + 150)]);
    const older = await list('/consents', { country: 'NZ', to: newest.searchedFrom });
    expect([older.items, older.searchedFrom]).toEqual([[], iso(start + 51)]);
    const last = await list('/consents', { country: 'NZ', to: older.searchedFrom });
    expect([last.total, last.searchedFrom]).toEqual([10, undefined]);
  });

  test('records of another tenant are never found, whatever the filter', async () => {
    const facts = { group_id: 'opt-in', choice: 'partial', gpc_detected: true };
    const records = (prefix: string, times: readonly number[]) =>
      times.map((createdAt, index) =>
        recordRow({ visitorId: `${prefix}-${index}`, country: 'NZ', source: 'api', createdAt }),
      );
    const filters = [
      { complianceGroup: 'opt-in' },
      { country: 'NZ' },
      { source: 'api' },
      { choice: 'partial' },
      { gpcDetected: 'true' },
    ];
    // Fewer and more than are searched, and all of one time, which are searched in different ways.
    for (const times of [
      [1, 2, 3],
      Array.from({ length: 150 }, (_, index) => index),
      Array.from({ length: 150 }, () => 0),
    ]) {
      await fresh(
        records(
          'own',
          times.map((time) => start + time),
        ),
      );
      await insertRecords(
        knex,
        records(
          'other',
          [...times, -1, 200].map((time) => start + time),
        ),
        'other',
      );
      await knex('svc_consents').update(facts);
      for (const filter of pickSome(filters, 2))
        for (const more of [{}, { q: 'o' }, { q: 'own-1' }, { q: 'other' }, { to: iso(start + 100) }]) {
          const pages = await walk('/consents', { ...filter, ...more, limit: 50 });
          const found = pages.flatMap(visitorsOf);
          expect([filter, more, found.filter((id) => !id.startsWith('own-'))]).toEqual([filter, more, []]);
          expect([filter, more, found.length]).toEqual([filter, more, pages[0]?.total]);
          expect([filter, more, found.length > 0]).toEqual([filter, more, more.q !== 'other']);
        }
    }
  });

  describe('a search', () => {
    test('finds a text anywhere in its fields, ignoring case, and without wildcards', async () => {
      await fresh([
        recordRow({
          visitorId: 'AbC_1.x~',
          profileId: 'p-Alpha',
          locale: 'pt-BR',
          source: 'api',
          country: 'BR',
          createdAt: start + 3,
        }),
        recordRow({
          visitorId: 'abc-2',
          profileId: 'p-beta',
          locale: 'de',
          source: 'import',
          country: 'DE',
          createdAt: start + 2,
        }),
        recordRow({
          visitorId: 'other',
          profileId: 'p-beta',
          locale: 'en',
          source: 'banner',
          country: null,
          createdAt: start + 1,
        }),
      ]);
      const found = async (q: string, path = '/consents') => visitorsOf(await list(path, { q }));
      expect(await found('ABC')).toEqual(['AbC_1.x~', 'abc-2']);
      expect(await found('bc_1')).toEqual(['AbC_1.x~']);
      expect(await found('BETA')).toEqual(['abc-2', 'other']);
      expect(await found('t-b')).toEqual(['AbC_1.x~']);
      expect(await found('PORT')).toEqual(['abc-2']);
      for (const q of ['%', 'a%c', 'abc%', 'ab__', '\\', "'", '"', '; --', '🍪', ' ', 'İ', '*'])
        expect([q, await found(q)]).toEqual([q, []]);
      expect(await found('_')).toEqual(['AbC_1.x~']);
      expect(await found('')).toHaveLength(3);
      expect(await found('br', '/visitors')).toEqual(['AbC_1.x~']);
      expect(await found('HE', '/visitors')).toEqual(['other']);
      expect((await list('/consents', { q: 'beta', from: iso(start + 2) })).total).toBe(1);
      expect((await list('/consents', { q: 'beta', limit: 1 })).total).toBe(2);
    });

    test('looks for the middle of a text among the newest only and says so; a beginning it finds anywhere', async () => {
      await fresh(
        Array.from({ length: 300 }, (_, index) =>
          recordRow({
            visitorId: `${index % 2 === 0 ? 'Even' : 'odd'}-${index}-needle`,
            createdAt: start + index,
          }),
        ),
      );
      const middle = await list('/consents', { q: 'NEEDLE', limit: 200 });
      expect([middle.total, middle.searchedFrom]).toEqual([100, iso(start + 200)]);
      expect(visitorsOf(middle)).toEqual(
        Array.from(
          { length: 100 },
          (_, index) => `${index % 2 === 0 ? 'odd' : 'Even'}-${299 - index}-needle`,
        ),
      );
      const further = await list('/consents', { q: 'needle', to: middle.searchedFrom, limit: 200 });
      expect([further.total, further.searchedFrom]).toEqual([100, iso(start + 101)]);
      expect((await list('/consents', { q: 'needle', to: iso(start + 50) })).searchedFrom).toBeUndefined();

      for (const q of ['even-4-', 'EVEN-4-', 'Even-4-n'])
        expect(visitorsOf(await list('/consents', { q }))).toEqual(['Even-4-needle']);
      const beginning = await list('/visitors', { q: 'eVEN-', limit: 200 });
      expect([beginning.total, beginning.searchedFrom]).toEqual([150, iso(start + 200)]);
      expect(
        visitorsOf(
          await list('/visitors', { q: 'even-', to: iso(start + 150), from: iso(start + 10), limit: 200 }),
        ),
      ).toHaveLength(71);
      const pages = await walk('/consents', { q: 'odd-1', limit: 20 });
      expect(pages.flatMap(visitorsOf)).toEqual(
        Array.from({ length: 300 }, (_, index) => 299 - index).flatMap((index) =>
          /^odd-1/.test(`odd-${index}`) && index % 2 ? `odd-${index}-needle` : [],
        ),
      );
    });

    test('continues after any number of records with the same time', async () => {
      const imported = Array.from({ length: 230 }, (_, index) =>
        recordRow({ visitorId: `row-${index}-end`, createdAt: start + day }),
      );
      await fresh([
        ...imported,
        recordRow({ visitorId: 'older-end', createdAt: start }),
        recordRow({ visitorId: 'newer-end', createdAt: start + 2 * day }),
      ]);
      const first = await list('/consents', { q: '-end', limit: 200 });
      expect([first.total, first.searchedFrom]).toEqual([100, iso(start + day)]);
      const second = await list('/consents', { q: '-end', to: first.searchedFrom });
      expect([second.total, second.searchedFrom]).toEqual([230, iso(start + day - 1)]);
      const last = await list('/consents', { q: '-end', to: second.searchedFrom });
      expect([visitorsOf(last), last.searchedFrom]).toEqual([['older-end'], undefined]);
      expect(
        (await list('/consents', { q: '-end', from: iso(start + day), to: iso(start + day) })).searchedFrom,
      ).toBeUndefined();
    });

    test('finds the newest entries for a beginning that more than a thousand ids share', async () => {
      await fresh(
        Array.from({ length: 1101 }, (_, index) =>
          recordRow({ visitorId: `same-${index}`, createdAt: start + index }),
        ),
      );
      expect((await list('/consents', { q: 'same-' })).total).toBe(100);
      expect((await list('/consents', { q: 'same-10' })).total).toBe(111);
    });
  });

  test('for any query, a list returns the same as a plain scan of all records', async () => {
    const letters = fc.constantFrom('a', 'A', 'b', 'B', '_', '-', '1');
    const record = fc.record({
      visitorId: fc.array(letters, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
      profileId: fc.constantFrom('a1', 'B1', 'c'),
      locale: fc.constantFrom('en', 'ab', 'de-AT'),
      source: fc.constantFrom('banner', 'api', 'import'),
      createdAt: fc.integer({ min: 0, max: 5 }).map((offset) => start + offset),
    });
    const question = fc.record(
      {
        q: fc.array(letters, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
        profileId: fc.constantFrom('a1', 'B1'),
        from: fc.integer({ min: 0, max: 5 }).map((offset) => iso(start + offset)),
        to: fc.integer({ min: 0, max: 5 }).map((offset) => iso(start + offset)),
      },
      { requiredKeys: [] },
    );
    const byOrder = (a: RecordRow, b: RecordRow) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(record, { selector: ({ visitorId }) => visitorId, maxLength: 30 }),
        fc.array(question, { minLength: 1, maxLength: 5 }),
        async (records, questions) => {
          const rows = records.map(recordRow);
          await fresh(rows);
          for (const { q, profileId, from, to } of questions) {
            if (from !== undefined && to !== undefined && from > to) continue;
            const expected = rows
              .filter((row) => profileId === undefined || row.profileId === profileId)
              .filter(
                (row) =>
                  (from === undefined || iso(row.createdAt) >= from) &&
                  (to === undefined || iso(row.createdAt) <= to),
              )
              .filter((row) =>
                [row.visitorId, row.profileId, row.locale, row.source].some((field) =>
                  field.toLowerCase().includes((q ?? '').toLowerCase()),
                ),
              )
              .sort(byOrder)
              .map(({ visitorId }) => visitorId);
            const pages = await walk('/consents', { q, profileId, from, to, limit: 7 });
            expect(pages.flatMap(visitorsOf)).toEqual(expected);
            expect(pages.map(({ total }) => total)).toEqual(pages.map(() => expected.length));
          }
        },
      ),
      { numRuns: 15 },
    );
  });
});
