import { join } from 'node:path';
import { read, utils, write } from 'xlsx';
import { createBook } from '#evidence/exports/xlsx-book';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { asBytes, exportCalls, readWorkbook } from '../support/exports';
import { insertRecords, recordRow } from '../support/records';

const start = Date.UTC(2026, 0, 1);
const packages = { utils, write };

describe('a workbook', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => [index, `row ${index}`]);

  test('continues on further sheets when one is full, each with the header', () => {
    const book = createBook(packages, ['n', 'text'], 'Table', 3);
    book.add(rows(7).slice(0, 2));
    book.add(rows(7).slice(2));
    expect(readWorkbook(Buffer.from(book.write()))).toEqual({
      Table: [['n', 'text'], ...rows(7).slice(0, 3)],
      'Table 2': [['n', 'text'], ...rows(7).slice(3, 6)],
      'Table 3': [['n', 'text'], ...rows(7).slice(6)],
    });
  });

  test('that is just full has one sheet, and one without rows its header', () => {
    const full = createBook(packages, ['n', 'text'], 'Table', 3);
    full.add(rows(3));
    expect(Object.keys(readWorkbook(Buffer.from(full.write())))).toEqual(['Table']);
    expect(readWorkbook(Buffer.from(createBook(packages, ['n'], 'Table').write()))).toEqual({
      Table: [['n']],
    });
  });

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    "'=1",
    '<b>&"\'',
    'two\nlines',
    ' space ',
    '\u0001',
    '😀',
    '0012',
    '1e5',
    'TRUE',
    '2026-01-01',
  ])('holds the text %j as that text', (text) => {
    const book = createBook(packages, ['text'], 'Table');
    book.add([[text]]);
    expect(readWorkbook(Buffer.from(book.write())).Table?.[1]).toEqual([text]);
  });

  test('stores a text that looks like a character code unchanged', () => {
    const book = createBook(packages, ['text'], 'Table');
    book.add([['_x0041_'], ['_x41_'], ['__x003d__x003D_']]);
    // In the file itself: the package's own reader decodes twice.
    const { files } = read(Buffer.from(book.write()), { bookFiles: true }) as unknown as {
      files: Record<string, { content: Uint8Array }>;
    };
    const sheet = Buffer.from(files['xl/worksheets/sheet1.xml']?.content ?? []).toString();
    expect([...sheet.matchAll(/<v>([^<]*)<\/v>/g)].map(([, text]) => text)).toEqual([
      'text',
      '_x005F_x0041_',
      '_x41_',
      '__x005F_x003d__x005F_x003D_',
    ]);
  });

  test('cuts a text that is longer than a cell can be, and is made all the same', () => {
    const book = createBook(packages, ['text'], 'Table');
    book.add([[`${'a'.repeat(32_765)}😀${'b'.repeat(100)}`], ['a'.repeat(32_767)], ['_x0041_'.repeat(4681)]]);
    const [, [long] = [], [full] = []] = readWorkbook(Buffer.from(book.write())).Table ?? [];
    expect(long).toBe(`${'a'.repeat(32_765)}…`);
    expect(full).toBe('a'.repeat(32_767));
  });
});

describe('the export', () => {
  let app: TestApp;
  const open = async (options: TestAppOptions = {}) => {
    app = await createTestApp({ ...options, config: { rateLimit: false, ...options.config } });
    await app.service.start();
  };
  afterEach(() => app.close());
  const get = async (query: Record<string, string> = {}) =>
    app.request
      .get(`${app.adminBase}/export/consents/xlsx`)
      .query(query)
      .set(await app.asAdmin())
      .buffer(true)
      .parse(asBytes);

  test('has the columns and rows of the CSV, texts unguarded, and leaves an entry', async () => {
    await open();
    const rows = Array.from({ length: 600 }, (_, index) =>
      recordRow({ visitorId: `-${index}`, locale: '=1+1', createdAt: start + index * 1000 }),
    );
    await insertRecords(app.knex, rows);
    const { status, headers, body } = await get();
    expect([status, headers['content-type']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="consents-default-\d{4}-\d\d-\d\d\.xlsx"$/,
    );
    const csv = await exportCalls(app).csv('/consents');
    const { Consents: [header = [], ...lines] = [], ...others } = readWorkbook(body);
    expect([header, others]).toEqual([csv.header, {}]);
    const first = lines.map((line) => Object.fromEntries(line.map((cell, index) => [header[index], cell])));
    expect(first.map(({ visitorId }) => visitorId)).toEqual(rows.map(({ visitorId }) => visitorId).reverse());
    expect(first[0]).toMatchObject({
      profileVersion: 1,
      gpcDetected: false,
      ageVerified: null,
      locale: '=1+1',
      'consent.analytics': 'granted',
    });
    const [, entry] = (await app.request.get(`${app.adminBase}/audit?limit=2`).set(await app.asAdmin())).body
      .items;
    expect([entry.action, entry.changes]).toEqual(['export:consents', { format: 'xlsx', rows: 600 }]);
  });

  test('keeps to profile and days', async () => {
    await open();
    await insertRecords(app.knex, [
      recordRow({ visitorId: 'a', createdAt: start }),
      recordRow({ visitorId: 'b', profileId: 'profile-2', createdAt: start }),
    ]);
    const visitors = async (query: Record<string, string>) =>
      readWorkbook((await get(query)).body)
        .Consents?.slice(1)
        .map((row) => row[1]);
    expect(await visitors({ profileId: 'profile-2' })).toEqual(['b']);
    expect(await visitors({ from: '2026-01-02' })).toEqual([]);
    expect((await get({ from: 'x' })).status).toBe(400);
  });

  test('of more records than limits.xlsxRows is 413 and names the way without a limit; fewer of them are exported', async () => {
    await open({ config: { limits: { xlsxRows: 2 } } });
    await insertRecords(
      app.knex,
      [0, 1, 2].map((index) => recordRow({ createdAt: start + index * 86_400_000 })),
    );
    const { status, body } = await get();
    const { error, ...rest } = JSON.parse(String(body));
    expect([status, rest]).toEqual([413, { code: 'payload_too_large', rows: 3, limit: 2 }]);
    expect(error).toMatch(/limits\.xlsxRows.*CSV from \/export\/consents/);
    expect((await get({ from: '2026-01-02' })).status).toBe(200);
    expect(await app.knex('svc_audit').where({ action: 'export:consents' })).toHaveLength(1);
  });

  test('without the optional package is 501 and names the command that installs it', async () => {
    await open({ preload: [join(__dirname, '../support/without-xlsx.js')] });
    const { status, body } = await get();
    expect([status, JSON.parse(String(body))]).toEqual([
      501,
      {
        requestId: expect.any(String),
        code: 'optional_dependency_missing',
        error: 'XLSX exports need an optional package: npm install xlsx@npm:@e965/xlsx@0.20.3',
      },
    ]);
    expect(await app.knex('svc_audit').where({ action: 'export:consents' })).toEqual([]);
  });

  test('is made one at a time with Retry-After for the others, and a client that disconnects frees its place', async () => {
    await open();
    const rows = Array.from({ length: 1500 }, (_, index) => recordRow({ createdAt: start + index }));
    await insertRecords(app.knex, rows);
    const context = { tenantId: 'default', actor: { userId: null, userEmail: null, requestId: null } };
    const range = { from: null, to: null };
    const leaving = new AbortController();
    let first: Promise<unknown> = Promise.resolve();
    // A report comes from inside the workbook, between two pages.
    await new Promise<void>((resolve) => {
      const { workbook } = app.service.operations.exports;
      first = workbook(context, { range, report: () => resolve() }, leaving.signal).next();
    });
    const refused = await get();
    expect([refused.status, JSON.parse(String(refused.body)).code, refused.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '30',
    ]);
    leaving.abort();
    await expect(first).rejects.toThrow();
    expect((await get()).status).toBe(200);
  });
});
