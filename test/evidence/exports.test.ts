import { once } from 'node:events';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import createKnex, { type Knex } from 'knex';
import { createUser, type SignedIn, type TestUser } from '../support/accounts';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { exportCalls } from '../support/exports';
import { createActiveProfile, createProfile } from '../support/profiles';
import { type RawServer, serveRaw } from '../support/raw-http';
import { insertRecords, recordRow } from '../support/records';
import { describeInAll, testInAll } from '../support/scope';
import { createTenant, tenancy } from '../support/tenants';

const start = Date.UTC(2026, 0, 1);

/** Answers of about this many bytes are more than any client's and server's buffers take. */
const manyRows = 6000;
const rowBytes = 4000;

async function insertMany(knex: Knex, count: number): Promise<void> {
  const padding = 'x'.repeat(rowBytes);
  await knex.raw(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ?)
     insert into svc_consents (id, tenant_id, visitor_id, profile_id, profile_version, locale, consent_json, choice, gpc_detected, source, revision, first_received_at, first_proven, created_at, updated_at)
     select printf('id-%07d', i), 'default', printf('visitor-%07d', i), 'profile-1', 1, ?, '{"analytics":"granted"}', 'in', 0, 'banner', 1, 0, 1, ? + i, ? + i from n`,
    [count - 1, padding, start, start],
  );
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function eventually(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<number> {
  const begun = Date.now();
  while (!(await holds())) {
    if (Date.now() - begun > withinMs) throw new Error(`still not so after ${withinMs} ms`);
    await wait(10);
  }
  return Date.now() - begun;
}

/** A service behind a real server, its database's statements counted. */
async function openServed(config: TestAppOptions['config'] = {}) {
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
  });
  const app = await createTestApp({ knex, config: { rateLimit: false, ...config } });
  const server = await serveRaw(app.app);
  const admin = await app.asAdmin();
  const counted = { reads: 0 };
  knex.on('query', ({ sql }: { sql: string }) => {
    if (/svc_consents/.test(sql)) counted.reads += 1;
  });
  const sockets: Socket[] = [];
  return {
    app,
    knex,
    server,
    admin,
    counted,
    /** Asks for an export over a connection of its own and reads nothing of the answer. */
    async ask(path = '/export/consents', headers: object = admin): Promise<Socket> {
      const socket = connect(server.port, '127.0.0.1').pause();
      sockets.push(socket);
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(
        [
          `GET ${app.adminBase}${path} HTTP/1.1`,
          'Host: shop.example',
          ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
          '\r\n',
        ].join('\r\n'),
      );
      return socket;
    },
    /**
     * Resolves once nothing of consents has been asked of the database for a while: the exports wait, or have
     * ended.
     */
    async quiet() {
      let seen = -1;
      await eventually(async () => {
        const before = seen;
        seen = counted.reads;
        await wait(150);
        return seen > 0 && seen === before;
      }, 10_000);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await server.close();
      await app.close();
      await knex.destroy();
    },
  };
}

describe('what is asked', () => {
  let app: TestApp;
  let calls: ReturnType<typeof exportCalls>;
  let server: RawServer;
  beforeAll(async () => {
    app = await createTestApp({ config: { rateLimit: false, tenancy } });
    await app.service.start();
    calls = exportCalls(app);
    server = await serveRaw(app.app);
    await insertRecords(app.knex, [recordRow({ visitorId: '-risky', locale: '=1+1', createdAt: start })]);
  });
  afterAll(async () => {
    await server.close();
    await app.close();
  });

  test.each([
    ['/consents', {}, 'csv'],
    ['/consents', { format: 'json' }, 'json'],
    ['/audit', { format: 'csv' }, 'csv'],
    ['/audit', { format: 'json' }, 'json'],
  ])('%s %j comes as a file named after tenant and day, for no cache', async (path, query, type) => {
    const { headers } = await calls.get(path, query);
    expect(headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="${path.slice(1)}-default-\\d{4}-\\d\\d-\\d\\d\\.${type}"$`),
    );
    expect(headers['content-type']).toBe(
      type === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    );
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
  });

  test('a formula that an anonymous visitor hides behind a semicolon is guarded', async () => {
    const { id: profileId } = await createActiveProfile(app);
    const tcfString = "x;=cmd|'/C calc'!A0;y";
    const consentJson = { 'x;=1+1': 'granted' };
    await app.request
      .post(`${app.publicBase}/consent`)
      .send({ profileId, visitorId: 'stranger', consentJson, tcfString })
      .expect(200);
    const text = (await calls.get('/consents', { profileId })).text;
    expect(text).toContain(",x;'=cmd|'/C calc'!A0;y,");
    expect(text).toContain(`"{""x;'=1+1"":""granted""}"`);
    expect(text).not.toMatch(/[;|]=/);
    await app.request
      .delete(`${app.publicBase}/consent/stranger`)
      .set('Cookie', 'svc_vid=stranger')
      .expect(200);
  });

  test('a cell that a spreadsheet would run is guarded in CSV, and as it is in JSON', async () => {
    expect((await calls.csv('/consents')).rows[0]).toMatchObject({ visitorId: "'-risky", locale: "'=1+1" });
    expect((await calls.json('/consents'))[0]).toMatchObject({ visitorId: '-risky', locale: '=1+1' });
  });

  test.each([
    ['/consents', { format: 'xml' }, 'format'],
    ['/consents', { format: '' }, 'format'],
    ['/consents', { from: 'yesterday' }, 'from'],
    ['/consents', { from: '2026-01-02', to: '2026-01-01' }, 'from'],
    ['/consents', { profileId: '' }, 'profileId'],
    ['/consents', { profileId: 'x'.repeat(129) }, 'profileId'],
    ['/audit', { format: 'xlsx' }, 'format'],
    ['/audit', { to: '2026-02-30' }, 'to'],
  ])('%s refuses %j', async (path, query, name) => {
    const { status, body } = await calls.get(path, query);
    expect([status, body.code, body.details[0].path]).toEqual([400, 'validation_failed', name]);
  });

  test('a repeated parameter is refused', async () => {
    const { status } = await app.request
      .get(`${app.adminBase}/export/consents?format=csv&format=json`)
      .set(await app.asAdmin());
    expect(status).toBe(400);
  });

  test('HEAD answers the head alone and leaves no entry', async () => {
    const entries = async () =>
      app.knex('svc_audit').where('action', 'like', 'export:%').count({ rows: '*' });
    const { id } = await createProfile(app);
    const before = await entries();
    for (const path of ['/consents', '/audit', `/translations/${id}`]) {
      const answer = await server.send({
        method: 'HEAD',
        path: `${app.adminBase}/export${path}`,
        headers: { ...(await app.asAdmin()) },
      });
      expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
        200,
        '',
        'text/csv; charset=utf-8',
      ]);
    }
    expect(await entries()).toEqual(before);
  });

  test('only who may read exports gets them: an auditor does, a viewer does not', async () => {
    const auditor = await createUser(app, { role: 'auditor' });
    const viewer = await createUser(app, { role: 'viewer' });
    for (const path of ['/consents', '/audit']) {
      const status = async (as: Record<string, string>) =>
        (await app.request.get(`${app.adminBase}/export${path}`).set(as)).status;
      expect([path, await status(auditor.as), await status(viewer.as), await status({})]).toEqual([
        path,
        200,
        403,
        401,
      ]);
    }
  });

  test('a tenant gets its own rows alone, whatever profile it names', async () => {
    const north = await createTenant(app, 'north');
    await insertRecords(
      app.knex,
      [recordRow({ visitorId: 'northern', profileId: 'profile-n', createdAt: start })],
      north.id,
    );
    const visitors = async (tenantId: string, query = {}) =>
      (await exportCalls(app, tenantId).json('/consents', query)).map(
        (row: { visitorId: string }) => row.visitorId,
      );
    expect(await visitors(north.id)).toEqual(['northern']);
    expect(await visitors('default')).toEqual(['-risky']);
    expect(await visitors('default', { profileId: 'profile-n' })).toEqual([]);
    const entries: { tenantId: string }[] = await exportCalls(app, north.id).json('/audit');
    expect(new Set(entries.map(({ tenantId }) => tenantId))).toEqual(new Set([north.id]));
    const scoped = await createUser(app, { role: 'auditor', allowedTenants: [north.id] });
    const { status, body } = await app.request
      .get(`${app.adminBase}/export/consents`)
      .set(scoped.as)
      .set('X-Tenant-Id', 'default');
    expect([status, body.code]).toEqual([403, 'tenant_forbidden']);
  });
});

describeInAll('a large export', () => {
  let served: Awaited<ReturnType<typeof openServed>>;
  beforeAll(async () => {
    served = await openServed({ limits: { exportsAtOnce: 3, stallMs: 600_000 } });
    await insertMany(served.knex, manyRows);
  });
  afterAll(() => served.close());

  const text = async (path: string) => {
    const answer = await served.server.send({
      path: `${served.app.adminBase}${path}`,
      headers: served.admin,
    });
    expect(answer.status).toBe(200);
    return answer.text;
  };

  test('contains every row', async () => {
    // A parser reads each of the 24 million characters by itself, which the measurement of coverage makes slow.
    const [, ...rows] = (await text('/export/consents')).trimEnd().split('\r\n');
    const ids = new Set(rows.map((row) => /\bid-\d{7}\b/.exec(row)?.[0]));
    expect([rows.length, ids.size]).toEqual([manyRows, manyRows]);
    expect(JSON.parse(await text('/export/consents?format=json'))).toHaveLength(manyRows);
  });

  test('goes no further than a client takes, holds nothing of the database meanwhile, and goes on when the client does', async () => {
    const socket = await served.ask('/export/consents?format=json');
    await served.quiet();
    const whilePaused = served.counted.reads;
    expect(served.knex.client.pool.numUsed()).toBe(0);
    // Every connection is free for others, who are answered.
    expect(
      (await served.app.request.get(`${served.app.adminBase}/consents?limit=1`).set(served.admin)).status,
    ).toBe(200);
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    socket.resume();
    await eventually(() => received > manyRows * rowBytes, 20_000);
    expect(served.counted.reads).toBeGreaterThan(whilePaused + 10);
    socket.destroy();
  });

  test('ends within a second of its client leaving, and its entry is there', async () => {
    const entries = () =>
      served.knex('svc_audit').where({ action: 'export:consents' }).count({ rows: '*' }).first();
    const before = Number((await entries())?.rows);
    const sockets = [await served.ask(), await served.ask()];
    await served.quiet();
    expect(
      (await served.server.send({ path: `${served.app.adminBase}/export/audit`, headers: served.admin }))
        .status,
    ).toBe(503);
    const reads = served.counted.reads;
    for (const socket of sockets) socket.destroy();
    // The places of both are free again.
    const took = await eventually(
      async () =>
        (await served.server.send({ path: `${served.app.adminBase}/export/audit`, headers: served.admin }))
          .status === 200,
      1000,
    );
    expect(took).toBeLessThan(1000);
    expect(served.counted.reads).toBeLessThan(reads + 4);
    expect(Number((await entries())?.rows)).toBe(before + 2);
  });

  test('beyond the number that may run at once is 503 with a time to come back, and others are served', async () => {
    const colleague = await createUser(served.app, { role: 'auditor' });
    const third = await createUser(served.app, { role: 'auditor' });
    const sockets = [await served.ask(), await served.ask()];
    await served.quiet();
    const exportAs = (headers: SignedIn) =>
      served.server.send({ path: `${served.app.adminBase}/export/consents`, headers: { ...headers } });
    // A caller cannot take the last place.
    expect(JSON.parse((await exportAs(served.admin)).text).error).toBe(
      'Too many exports at once (at most 2 for one user or API key); try again when one has finished.',
    );
    expect((await exportAs(colleague.as)).status).toBe(200);
    sockets.push(await served.ask('/export/consents', colleague.as));
    await served.quiet();
    const refused = await exportAs(third.as);
    expect(JSON.parse(refused.text).error).toBe(
      'Too many exports at once (at most 3); try again when one has finished.',
    );
    expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '15',
    ]);
    expect(refused.headers['content-disposition']).toBeUndefined();
    expect(
      (await served.app.request.get(`${served.app.adminBase}/consents?limit=1`).set(served.admin)).status,
    ).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});

describeInAll('an export that goes wrong', () => {
  let served: Awaited<ReturnType<typeof openServed>>;
  beforeEach(async () => {
    served = await openServed({ limits: { stallMs: 1000 } });
    await insertMany(served.knex, manyRows);
  });
  afterEach(() => served.close());

  /** The bytes that a client gets, and how the connection ends. */
  async function download(path: string, onData: (bytes: number) => void = () => {}) {
    return new Promise<{ status: number; bytes: number; complete: boolean }>((resolve, reject) => {
      const request = http.get(
        {
          host: '127.0.0.1',
          port: served.server.port,
          path: `${served.app.adminBase}${path}`,
          headers: served.admin,
        },
        (response) => {
          let bytes = 0;
          response.on('data', (chunk) => {
            bytes += chunk.length;
            onData(bytes);
          });
          response.on('error', () => {});
          response.on('close', () =>
            resolve({ status: response.statusCode ?? 0, bytes, complete: response.complete }),
          );
        },
      );
      request.on('error', reject);
    });
  }

  test('before its first byte is 503', async () => {
    await served.knex.schema.renameTable('svc_consents', 'svc_elsewhere');
    const answer = await served.server.send({
      path: `${served.app.adminBase}/export/consents`,
      headers: served.admin,
    });
    await served.knex.schema.renameTable('svc_elsewhere', 'svc_consents');
    expect([answer.status, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      503,
      'application/json; charset=utf-8',
      undefined,
    ]);
    expect(await served.knex('svc_audit').where({ action: 'export:consents' })).toEqual([]);
  });

  test.each(['csv', 'json'])(
    'after it cuts the connection, so that a part of %s is not taken for the whole',
    async (format) => {
      let broken: Promise<unknown> | undefined;
      const answer = await download(`/export/consents?format=${format}`, () => {
        broken ??= served.knex.schema.renameTable('svc_consents', 'svc_elsewhere').then();
      });
      await broken;
      expect([answer.status, answer.complete]).toEqual([200, false]);
      expect(answer.bytes).toBeGreaterThan(0);
      expect(answer.bytes).toBeLessThan(manyRows * rowBytes);
      const line = served.app.logger.lines.find((one) => one.includes('could not be completed')) ?? '';
      expect(line).toContain('requestId');
      expect(line).not.toMatch(/visitor-0|select/);
    },
  );

  testInAll('is also cut off when its client reads nothing for too long', async () => {
    const socket = await served.ask();
    await served.quiet();
    // The time is the behaviour: longer than `stallMs`.
    await wait(1200);
    let isClosed = false;
    let last = '';
    socket.on('data', (chunk) => {
      last = chunk.toString().slice(-5);
    });
    socket.on('close', () => (isClosed = true));
    socket.resume();
    await eventually(() => isClosed, 5000);
    // The last chunk of a whole answer is empty.
    expect(last).not.toBe('0\r\n\r\n');
  });

  test('does not keep the service from closing', async () => {
    const socket = await served.ask();
    let isClosed = false;
    socket.on('close', () => (isClosed = true));
    await served.quiet();
    await served.app.service.close();
    socket.resume();
    await eventually(() => isClosed, 2000);
    expect(isClosed).toBe(true);
  });
});

describeInAll('an export whose caller loses access', () => {
  let served: Awaited<ReturnType<typeof openServed>>;
  let auditor: TestUser;
  let key: { id: string; key: string };
  beforeEach(async () => {
    served = await openServed();
    await insertMany(served.knex, manyRows);
    auditor = await createUser(served.app, { role: ['exports:read'] });
    key = (await admin('post', '/apikeys', { name: 'Nightly', scopes: ['exports:read'] }).expect(201)).body;
  });
  afterEach(() => served.close());

  const admin = (method: 'post' | 'put' | 'delete', path: string, body?: object) =>
    served.app.request[method](`${served.app.adminBase}${path}`).set(served.admin).send(body);

  test.each([
    ['is deactivated', () => auditor.as, () => admin('put', `/users/${auditor.id}`, { active: false })],
    [
      'signs out',
      () => auditor.as,
      () => served.app.request.post(`${served.app.adminBase}/auth/logout`).set(auditor.as),
    ],
    [
      'loses the role',
      () => auditor.as,
      async () => {
        const { role_id } = await served.knex('svc_user_roles').where({ user_id: auditor.id }).first();
        return admin('delete', `/users/${auditor.id}/roles/${role_id}`);
      },
    ],
    [
      'had a key that is revoked',
      () => ({ 'X-API-Key': key.key }),
      () => admin('delete', `/apikeys/${key.id}`),
    ],
    [
      'had a key of somebody who is deactivated',
      async () => {
        const holder = await createUser(served.app, { role: ['exports:read', 'apikeys:create'] });
        const { body } = await served.app.request
          .post(`${served.app.adminBase}/apikeys`)
          .set(holder.as)
          .send({ name: 'Mine', scopes: ['exports:read'] })
          .expect(201);
        auditor = holder;
        return { 'X-API-Key': body.key as string };
      },
      () => admin('put', `/users/${auditor.id}`, { active: false }),
    ],
  ])('and who %s is cut off', async (_name, caller, end) => {
    const socket = await served.ask('/export/consents?format=json', await caller());
    await served.quiet();
    expect((await end()).status).toBe(200);
    const reads = served.counted.reads;
    let received = 0;
    let last = '';
    socket.on('data', (chunk) => {
      received += chunk.length;
      last = chunk.toString().slice(-5);
    });
    socket.resume();
    await once(socket, 'close');
    expect(received).toBeLessThan((manyRows * rowBytes) / 2);
    // The last chunk of a whole answer is empty.
    expect(last).not.toBe('0\r\n\r\n');
    expect(served.counted.reads - reads).toBeLessThan(3);
  });

  test('goes on when the token has expired meanwhile', async () => {
    const socket = await served.ask('/export/consents?format=json', auditor.as);
    await served.quiet();
    await served.knex('svc_sessions').where({ user_id: auditor.id }).update({ expires_at: 1 });
    let last = '';
    socket.on('data', (chunk) => {
      last = chunk.toString().slice(-5);
    });
    socket.resume();
    await eventually(() => last === '0\r\n\r\n', 20_000);
  });
});

describe('with several tenants', () => {
  let served: Awaited<ReturnType<typeof openServed>>;
  beforeAll(async () => {
    served = await openServed({ tenancy, limits: { exportsAtOnce: 3, stallMs: 600_000 } });
    await insertMany(served.knex, manyRows);
  });
  afterAll(() => served.close());

  test('slow downloads of one, by several callers, leave a place for the others', async () => {
    const north = await createTenant(served.app, 'north');
    const slow = await createUser(served.app, { role: 'auditor', allowedTenants: ['default'] });
    const colleague = await createUser(served.app, { role: 'auditor', allowedTenants: ['default'] });
    const other = await createUser(served.app, { role: 'auditor', allowedTenants: [north.id] });
    const exportAs = (headers: SignedIn) =>
      served.server.send({ path: `${served.app.adminBase}/export/audit`, headers: { ...headers } });
    await served.ask('/export/consents', slow.as);
    await served.ask('/export/consents', colleague.as);
    await served.quiet();
    const third = await exportAs(served.admin);
    expect([third.status, JSON.parse(third.text).error]).toEqual([
      503,
      'Too many exports at once (at most 2 for one tenant); try again when one has finished.',
    ]);
    expect((await exportAs(other.as)).status).toBe(200);
  });

  test('a user who loses the tenant is cut off', async () => {
    const north = await createTenant(served.app, 'south');
    const auditor = await createUser(served.app, { role: 'auditor', allowedTenants: ['default', north.id] });
    // The places of the other test are not free yet.
    await served.knex('svc_consents').update({ tenant_id: north.id });
    const socket = await served.ask('/export/consents', { ...auditor.as, ...north.header });
    await served.quiet();
    await served.app.request
      .put(`${served.app.adminBase}/users/${auditor.id}`)
      .set(served.admin)
      .send({ allowedTenants: ['default'] })
      .expect(200);
    let last = '';
    socket.on('data', (chunk) => {
      last = chunk.toString().slice(-5);
    });
    socket.resume();
    await once(socket, 'close');
    expect(last).not.toBe('0\r\n\r\n');
  });
});
