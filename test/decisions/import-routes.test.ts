import type { IncomingHttpHeaders } from 'node:http';
import { createUser, type TestUser } from '../support/accounts';
import { plainMapping, sample } from '../support/imports';
import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, profileJson } from '../support/profiles';
import { listen } from '../support/published-files';
import { createTenant, tenancy } from '../support/tenants';
import { until } from '../support/webhook-receiver';

const app = openAdminApp({
  config: { rateLimit: false, tenancy, limits: { importBytes: 1_500_000, adminBodyBytes: 20_000 } },
});

const header = 'visitor,decided,analytics,ads,country';
const good = 'anna,2026-01-01T10:00:00Z,true,false,DE';

let profileId: string;
beforeEach(async () => {
  profileId = (await createActiveProfile(app)).id;
});

const manyRows = (count: number) =>
  Array.from({ length: count }, (_, at) => `${good.replace('anna', `anna-${at}`)}\n`).join('');
const send = (body: object) =>
  app.call('post', '/imports', { profileId, mapping: plainMapping, fileName: 'old.csv', ...body });
const visitors = () => app.knex('svc_consents').pluck('visitor_id');
const audited = async (action = 'import:consents') =>
  (await app.knex('svc_audit').where({ action })).map(({ changes }) => JSON.parse(changes));

test('a dry run counts and writes nothing; the import writes, and a second one changes nothing', async () => {
  const file = `${header}\n${good}\nbert@shop.example,2026-01-01,true,false,DE\ncara,yesterday,true,false,\ndora,never,true,,\n`;
  const dry = (await send({ file, dryRun: true }).expect(200)).body;
  const counts = { completed: true, read: 4, written: 1, older: 0, unchanged: 0, refused: 3 };
  expect(dry).toMatchObject({ dryRun: true, ...counts });
  expect(dry.refusedRows.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5]);
  expect(dry.reasons).toEqual([
    { reason: expect.stringContaining('not a valid visitor id'), count: 1, firstLine: 3 },
    { reason: expect.stringContaining('not a valid time'), count: 2, firstLine: 4 },
  ]);
  expect(JSON.stringify(dry)).not.toMatch(/bert|cara|yesterday/);
  expect([await visitors(), await audited()]).toEqual([[], []]);
  expect(await audited('import:checked')).toEqual([
    expect.objectContaining({ file: 'old.csv', profileId, ...counts }),
  ]);

  expect((await send({ file }).expect(200)).body).toMatchObject({ dryRun: false, ...counts });
  expect(await visitors()).toEqual(['anna']);
  const again = (await send({ file }).expect(200)).body;
  expect(again).toMatchObject({ written: 0, unchanged: 1, refused: 3 });
  expect((await audited())[0]).toMatchObject({
    file: 'old.csv',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    profileId,
    read: 4,
    written: 1,
  });
});

test('a preset reads the file of another product, and its list says how', async () => {
  const mapping = { categories: { HkocEodjb7: 'analytics', 'S1_9Vsuj-Q': 'analytics' } };
  const file = sample('usercentrics.csv').toString();
  const { body } = await send({ file, preset: 'usercentrics', mapping }).expect(200);
  expect(body).toMatchObject({ read: 4, written: 4, refused: 0 });
  const { body: presets } = await app.call('get', '/imports/presets').expect(200);
  expect(presets).toContainEqual({
    id: 'usercentrics',
    mapping: expect.objectContaining({ visitorId: 'Controller ID' }),
  });
});

test('a large file is read in pieces that cut no character', async () => {
  const file = `${header},note\n${`anna,2026-01-01T10:00:00Z,true,false,DE,${'🍪'.repeat(7000)}x\n`}`;
  expect((await send({ file }).expect(200)).body).toMatchObject({ read: 1, written: 1, refused: 0 });
});

test('a file above the bound is refused', async () => {
  const file = `${header}\n${`${good}\n`.repeat(40_000)}`;
  expect((await send({ file }).expect(413)).body.code).toBe('payload_too_large');
});

test.each([
  ['a file without the columns', { file: 'a,b\n1,2\n' }, /column/],
  [
    'a mapping without a time',
    { file: header, mapping: { visitorId: 'a', decision: { in: 'columns' } } },
    /createdAt/,
  ],
  ['a file without rows', { file: `${header}\r\n,,,,\r\n` }, /contains no rows/],
  ['neither a preset nor a mapping', { file: header, mapping: undefined }, /preset/],
  ['a version that there is not', { file: header, profileVersion: 7 }, /versions 1 to 1/],
])('%s is refused in words', async (_name, body, message) => {
  expect((await send(body).expect(422)).body).toMatchObject({
    code: 'import_invalid',
    error: expect.stringMatching(message),
  });
});

test('byte order marks of the request and of the file are skipped', async () => {
  const body = { profileId, mapping: plainMapping, file: `\ufeff${header}\r${good}\r`, dryRun: true };
  const answer = await app
    .call('post', '/imports')
    .set('Content-Type', 'application/json')
    .send(`\ufeff${JSON.stringify(body)}`)
    .expect(200);
  expect(answer.body).toMatchObject({ read: 1, written: 1, refused: 0 });
});

test('one import runs at a time', async () => {
  // Many batches: the second request comes in long before the last of them.
  const file = `${header}\n${manyRows(4000)}`;
  const answers = await Promise.all([send({ file }), send({ file })]);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 503]);
  expect(answers.find(({ status }) => status === 503)?.headers['retry-after']).toBe('10');
  expect(await visitors()).toHaveLength(4000);
  await send({ file }).expect(200);
});

test('with `progress` says after each batch how far it is, and last the result', async () => {
  const file = `${header}\n${manyRows(600)}`;
  const answer = await send({ file, progress: true }).buffer().expect(200);
  expect(answer.headers['content-type']).toBe('application/x-ndjson');
  const lines = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ dryRun: false, completed: true, read: 600, written: 600 });
  const shares = lines.slice(0, -1).map(({ share }) => share);
  expect(shares.length).toBeGreaterThan(0);
  expect(shares).toEqual([...shares].sort());
  expect(lines[0]).toEqual({ share: expect.any(Number), read: expect.any(Number) });
  const refused = await send({ file: 'a,b\n1,2\n', progress: true }).expect(422);
  expect(refused.body.code).toBe('import_invalid');
});

test('an import with `progress` stops when its client leaves, says so in the audit log, and can be repeated', async () => {
  const server = await listen(app.app);
  const gone = new AbortController();
  const body = { profileId, mapping: plainMapping, file: `${header}\n${manyRows(20_000)}`, progress: true };
  const answer = await fetch(`http://127.0.0.1:${server.port}${app.adminBase}/imports`, {
    method: 'POST',
    headers: { ...app.admin, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: gone.signal,
  });
  await answer.body?.getReader().read();
  gone.abort();
  await until(async () => (await audited()).length === 1);
  const [{ completed, written }] = await audited();
  expect(completed).toBe(false);
  expect(written).toBeLessThan(20_000);
  expect(await visitors()).toHaveLength(written);
  const again = await send({ file: `${header}\n${manyRows(300)}` }).expect(200);
  expect(again.body.unchanged).toBe(Math.min(written, 300));
  await server.close();
});

describe('the counts show what visitors have decided', () => {
  const probe = { mapping: plainMapping, file: `${header}\n${good}\n`, dryRun: true };
  const createKey = async (scopes: readonly string[]) => {
    const { body } = await app.call('post', '/apikeys', { name: 'Recorder', scopes }).expect(201);
    return { 'X-API-Key': body.key as string };
  };
  const importAs = (caller: IncomingHttpHeaders, body: object = {}) =>
    app.request
      .post(`${app.adminBase}/imports`)
      .set(caller)
      .send({ profileId, ...probe, ...body });

  test.each([
    ['a key', async () => createKey(['consents:update'])],
    ['a user', async () => (await createUser(app, { role: ['consents:update'] })).as],
  ])('%s that may only write consents cannot import, not even to check', async (_name, create) => {
    const caller = await create();
    for (const dryRun of [true, false]) {
      const { body } = await importAs(caller, { dryRun }).expect(403);
      expect(body).toMatchObject({ code: 'forbidden', error: expect.stringContaining('consents:read') });
    }
    expect(await visitors()).toEqual([]);
  });

  test('who may read them too can import, and each check is in the audit log with its caller', async () => {
    const user = await createUser(app, { role: ['consents:update', 'consents:read'] });
    const callers = [await createKey(['consents:update', 'consents:read']), user.as];
    for (const caller of callers) await importAs(caller).expect(200);
    const entries = await app.knex('svc_audit').where({ action: 'import:checked' }).orderBy('sequence');
    expect(
      entries.map(({ changes, user_id }) => [changes.includes('apiKeyId'), user_id === user.id]),
    ).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

describe('a caller who loses access while an import runs', () => {
  let user: TestUser;
  let key: { id: string; key: string };
  beforeEach(async () => {
    const permissions = ['consents:update', 'consents:read'] as const;
    user = await createUser(app, { role: permissions });
    key = (await app.call('post', '/apikeys', { name: 'Importer', scopes: permissions }).expect(201)).body;
  });

  const file = `${header}\n${manyRows(20_000)}`;
  const callers = [
    [
      'a user',
      () => user.as,
      () => app.call('put', `/users/${user.id}`, { active: false }),
      'unauthenticated',
    ],
    [
      'a key',
      () => ({ 'X-API-Key': key.key }),
      () => app.call('delete', `/apikeys/${key.id}`),
      'invalid_api_key',
    ],
  ] as const;

  test.each(callers)('%s gets an error with the counts', async (_name, caller, end, code) => {
    const running = app.request
      .post(`${app.adminBase}/imports`)
      .set(caller())
      .send({ profileId, mapping: plainMapping, file })
      .then((answer) => answer);
    await until(async () => (await visitors()).length > 0);
    await end().expect(200);
    const { status, body } = await running;
    expect([status, body.code, body.completed]).toEqual([401, code, false]);
    expect(body.written).toBeLessThan(20_000);
    expect(await visitors()).toHaveLength(body.written);
    expect(await audited()).toEqual([expect.objectContaining({ completed: false, written: body.written })]);
  });

  test.each(callers)(
    '%s that follows its progress gets them as the last line',
    async (_name, caller, end, code) => {
      const server = await listen(app.app);
      const answer = await fetch(`http://127.0.0.1:${server.port}${app.adminBase}/imports`, {
        method: 'POST',
        headers: { ...caller(), 'Content-Type': 'application/json' },
        body: JSON.stringify({ profileId, mapping: plainMapping, file, progress: true }),
      });
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = (await reader?.read())?.value ?? '';
      await end().expect(200);
      for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
        text += next.value;
      expect(JSON.parse(text.trim().split('\n').at(-1) ?? '')).toMatchObject({
        code,
        error: expect.any(String),
        completed: false,
      });
      expect((await visitors()).length).toBeLessThan(20_000);
      await server.close();
    },
  );
});

test('a tenant whose import runs keeps no other tenant from its own', async () => {
  const north = await createTenant(app, 'north');
  const { body: profile } = await app
    .call('post', '/profiles', { name: 'North', defaultLocale: 'en', profileJson: profileJson() })
    .set(north.header)
    .expect(201);
  const file = `${header}\n${manyRows(4000)}`;
  const importNorth = () =>
    app
      .call('post', '/imports', {
        profileId: profile.id,
        mapping: plainMapping,
        file: `${header}\n${good}\n`,
      })
      .set(north.header);
  const [long, second, other] = await Promise.all([send({ file }), send({ file }), importNorth()]);
  expect([long.status, second.status].sort()).toEqual([200, 503]);
  expect([other.status, other.body.written]).toEqual([200, 1]);
});

test('profiles of other tenants do not exist, and viewers may not import', async () => {
  const { id } = await createTenant(app, 'north');
  const other = await app.request
    .post(`${app.adminBase}/imports`)
    .set(app.admin)
    .set('X-Tenant-Id', id)
    .send({ profileId, mapping: plainMapping, file: `${header}\n${good}\n` })
    .expect(404);
  expect(other.body.code).toBe('profile_not_found');
  const viewer = await createUser(app, { role: 'viewer' });
  const { body } = await app.request
    .post(`${app.adminBase}/imports`)
    .set(viewer.as)
    .send({ profileId, mapping: plainMapping, file: `${header}\n${good}\n` })
    .expect(403);
  expect([body.code, await visitors()]).toEqual(['forbidden', []]);
});
