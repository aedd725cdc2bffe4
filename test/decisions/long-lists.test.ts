import { createTestApp, type TestApp } from '../support/create-test-app';
import { insertRecords, recordRow } from '../support/records';

const start = Date.UTC(2026, 0, 1);
const records = 100_003;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ config: { limits: { xlsxRows: 2 } } });
  await app.service.start();
  const { knex } = app;
  await insertRecords(knex, [recordRow({ createdAt: start })]);
  const values: Record<string, string> = {
    id: "printf('record-%d', n)",
    visitor_id: "printf('visitor-%d', n)",
    created_at: `${start} + n`,
  };
  const columns = Object.keys(await knex('svc_consents').first());
  await knex.raw(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${records - 1})
    insert into svc_consents (${columns})
    select ${columns.map((column) => values[column] ?? column)} from svc_consents, numbers`,
  );
});
afterAll(() => app.close());

const get = async (path: string, query: object = {}) =>
  app.request
    .get(`${app.adminBase}${path}`)
    .query(query)
    .set(await app.asAdmin());

describe('more than 100,000 records in a range', () => {
  const range = { from: '2026-01-01', to: '2026-01-01' };

  test('are not all counted for a page, which says so', async () => {
    const { body: first } = await get('/consents', range);
    expect(first).toMatchObject({ total: 100_000, totalIsMinimum: true });
    const { body: next } = await get('/consents', { ...range, cursor: first.nextCursor });
    expect(next).toMatchObject({ total: 100_000, totalIsMinimum: true, page: 2 });
    expect(next.items[0].visitorId).toBe(`visitor-${records - 1 - 25}`);
    const { body: last } = await get('/consents', { ...range, page: 1001, limit: 100 });
    expect([last.items.length, last.nextCursor]).toEqual([3, null]);
  });

  test('are counted to 100,000 when there are no more', async () => {
    const { body } = await get('/consents', { from: new Date(start + 3).toISOString() });
    expect(body.total).toBe(100_000);
    expect(body).not.toHaveProperty('totalIsMinimum');
  });

  test('are all counted for an export', async () => {
    const { status, body } = await get('/export/consents/xlsx', range);
    expect([status, body.rows]).toEqual([413, records]);
  });
});
