import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { writeAudit } from '#operators/audit/index';
import { createDatabase } from '#platform/database/database';
import { createSchemaTools } from '#platform/database/migrations/migration';
import { createUnitOfWork, type RunUnitOfWork } from '#platform/database/unit-of-work';
import { ServiceEventEmitter } from '#platform/kernel/events';
import { createUser } from '../support/accounts';
import { databaseUrl, runCliOn } from '../support/cli';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem, type OpenDatabase } from '../support/databases';
import { createProfile } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

const nobody = { userId: null, userEmail: null, requestId: null };

eachDatabaseSystem((database) => {
  let opened: OpenDatabase;
  let knex: Knex;
  let app: TestApp;
  let runUnit: RunUnitOfWork;

  beforeAll(async () => {
    opened = await database.open();
    knex = opened.knex;
    app = await createTestApp({ knex, config: { rateLimit: false, limits: { searchRows: 100 } } });
    await app.service.start();
    const units = createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 10_000 });
    runUnit = createUnitOfWork({
      database: units,
      events: new ServiceEventEmitter(() => {}),
      writeAudit: (connection, entries) => writeAudit(connection, entries, app.clock),
    });
  });
  afterAll(() => app.close());

  const get = async (path: string, query: Record<string, string | number> = {}) =>
    (
      await app.request
        .get(`${app.adminBase}${path}`)
        .query(query)
        .set(await app.asAdmin())
        .expect(200)
    ).body;
  const verify = () => get('/audit/verify');
  /** A log that no request of this test adds to. */
  const verifyOf = (tenantId: string) => app.service.operations.audit.verify(tenantId);
  const note = (tenantId: string, resourceId: string, changes: Record<string, unknown> = {}) =>
    runUnit(async (unit) =>
      unit.audit({
        tenantId,
        action: 'thing:changed',
        resourceType: 'thing',
        resourceId,
        actor: nobody,
        changes,
      }),
    );

  describe('the log', () => {
    test('lists actors and actions, newest first, with reproducible hashes', async () => {
      const admin = await app.asAdmin();
      await app.request
        .patch(`${app.adminBase}/settings`)
        .set(admin)
        .send({ allowedOrigins: ['https://shop.example'] })
        .expect(200);
      const { items, total, page, limit } = await get('/audit', { limit: 2 });
      const { id: userId, email: userEmail } = (await app.request.get(`${app.adminBase}/auth/me`).set(admin))
        .body;
      expect([total, page, limit]).toEqual([
        (await knex('svc_audit').where({ tenant_id: 'default' })).length,
        1,
        2,
      ]);
      expect(items[0]).toEqual({
        id: expect.any(String),
        tenantId: 'default',
        sequence: total,
        action: 'settings:updated',
        resourceType: 'settings',
        resourceId: 'default',
        resourceName: null,
        userId,
        userEmail,
        changes: { allowedOrigins: { before: [], after: ['https://shop.example'] } },
        requestId: expect.any(String),
        createdAt: new Date(app.clock.now()).toISOString(),
        hash: expect.any(String),
        previousHash: items[1].hash,
      });
      const { hash, ...rest } = items[0];
      const sorted = (value: unknown): unknown =>
        value === null || typeof value !== 'object' || Array.isArray(value)
          ? value
          : Object.fromEntries(
              Object.entries(value)
                .sort(([a], [b]) => (a < b ? -1 : 1))
                .map(([key, item]) => [key, sorted(item)]),
            );
      expect(
        createHash('sha256')
          .update(JSON.stringify(sorted(rest)))
          .digest('hex'),
      ).toBe(hash);
    });

    test('is filtered by action, type, resource, user and time, and searched', async () => {
      const user = await createUser(app, { signIn: false });
      const { items } = await get('/audit', { action: 'user:created', resourceId: user.id });
      expect(items).toMatchObject([{ resourceType: 'user', changes: { email: user.email } }]);
      const actions = async (query: Record<string, string | number>) =>
        (await get('/audit', query)).items.map(({ action }: { action: string }) => action);
      expect(new Set(await actions({ resourceType: 'user' }))).toContain('user:created');
      expect(await actions({ resourceType: 'profile' })).toEqual([]);
      expect(await actions({ action: 'user:created', resourceType: 'settings' })).toEqual([]);
      expect((await actions({ userId: items[0].userId })).length).toBeGreaterThan(1);
      expect(await actions({ id: items[0].id })).toEqual([items[0].action]);
      expect(await actions({ id: 'another' })).toEqual([]);
      expect(await actions({ q: user.id.toUpperCase() })).toEqual(['user:created']);
      expect(await actions({ q: 'R:CREA' })).toContain('user:created');
      expect(await actions({ q: 'user:created%' })).toEqual([]);
      expect(await actions({ to: '2020-01-01' })).toEqual([]);
      const first = await get('/audit', { limit: 1 });
      const second = await get('/audit', { limit: 1, cursor: first.nextCursor });
      expect(second.items[0].hash).toBe(first.items[0].previousHash);
      await note('elsewhere', 'secret');
      expect(await actions({ q: 'secret' })).toEqual([]);
    });

    test('refuses every way in which the engine could change or remove an entry', async () => {
      await note('sealed', 'forever');
      const [entry] = await knex('svc_audit').where({ tenant_id: 'sealed' });
      const columns = Object.keys(entry).join(', ');
      const values = Object.keys(entry).map(() => '?');
      const other = Object.values({ ...entry, action: 'other' });
      const ways: Record<typeof database.dialect, [string, unknown[]][]> = {
        sqlite: [
          ["update or ignore svc_audit set action = 'other'", []],
          ["update or replace svc_audit set action = 'other'", []],
          [`insert or replace into svc_audit (${columns}) values (${values})`, other],
          [
            `insert or replace into svc_audit (rowid, ${columns}) values ((select rowid from svc_audit where id = ?), ${values})`,
            [entry.id, ...Object.values({ ...entry, id: 'other', sequence: 99 })],
          ],
          [
            `insert into svc_audit (${columns}) values (${values}) on conflict (id) do update set action = 'other'`,
            other,
          ],
        ],
        mysql: [
          ["update ignore svc_audit set action = 'other'", []],
          ['delete ignore from svc_audit', []],
          [`replace into svc_audit (${columns}) values (${values})`, other],
          [
            `insert into svc_audit (${columns}) values (${values}) on duplicate key update action = 'other'`,
            other,
          ],
        ],
        postgres: [
          [
            `insert into svc_audit (${columns}) values (${values}) on conflict (id) do update set action = 'other'`,
            other,
          ],
          ['truncate svc_audit', []],
          ['truncate svc_audit cascade', []],
        ],
      };
      const all = [
        ...ways[database.dialect],
        ["update svc_audit set action = 'other'", []],
        ['delete from svc_audit', []],
      ] as [string, string[]][];
      for (const [sql, bindings] of all)
        await expect(knex.raw(sql, bindings)).rejects.toMatchObject({
          message: expect.stringContaining('append-only'),
        });
      expect(await knex('svc_audit').where({ tenant_id: 'sealed' })).toEqual([entry]);
    });

    test('finds the subject of an old entry by the beginning of its id', async () => {
      for (let index = 0; index < 4; index += 1) {
        await runUnit(async (unit) => {
          for (let entry = 0; entry < 40; entry += 1) {
            unit.audit({
              tenantId: 'default',
              action: 'thing:made',
              resourceType: 'thing',
              resourceId: `Thing-${index}-${entry}`,
              actor: nobody,
            });
          }
        });
        app.clock.advance(1000);
      }
      const found = await get('/audit', { q: 'thing-0-7' });
      expect([found.total, found.items[0].resourceId, typeof found.searchedFrom]).toEqual([
        1,
        'Thing-0-7',
        'string',
      ]);
      expect((await get('/audit', { q: 'hing-0-7' })).total).toBe(0);
    });
  });

  describe('verification', () => {
    test('finds a whole log valid, also while others write to it', async () => {
      const writers = Array.from({ length: 10 }, (_, index) => note('default', `concurrent-${index}`));
      const [verdict] = await Promise.all([verify(), ...writers]);
      expect(verdict).toMatchObject({ valid: true, firstBroken: null });
      const { checked } = await verify();
      expect(checked).toBe((await knex('svc_audit').where({ tenant_id: 'default' })).length);
      expect(checked).toBeGreaterThanOrEqual(verdict.checked);
    });

    test('finds an empty log valid', async () => {
      expect(await verifyOf('nobody')).toMatchObject({ valid: true, checked: 0, firstBroken: null });
    });

    test('finds what is stored and has no entry: the log was emptied, also when it goes on', async () => {
      const emptied = await database.open();
      const site = await createTestApp({ knex: emptied.knex, config: { rateLimit: false, tenancy } });
      const url = databaseUrl(emptied);
      const verified = async () => {
        const { code, stdout } = await runCliOn(emptied, ['verify-audit', '--database', url]);
        return { code, lines: stdout.trim().split('\n') };
      };
      const tenant = await createTenant(site, 'emptied');
      const { id: profileId } = await createProfile(site, {}, tenant.id);
      await site.request
        .delete(`${site.adminBase}/profiles/${profileId}`)
        .set(await site.asAdmin())
        .set(tenant.header)
        .expect(200);
      expect((await verified()).code).toBe(0);
      const emptyLog = async () => {
        await createSchemaTools(emptied.knex, database.dialect, 'svc_').allowChanges('audit');
        await emptied.knex('svc_audit').delete();
        await emptied.knex('svc_audit_heads').delete();
        await createSchemaTools(emptied.knex, database.dialect, 'svc_').refuseChanges('audit');
      };
      await emptyLog();
      const { id: userId } = await emptied.knex('svc_users').first('id');
      const missing = (type: string, id: string) =>
        `BROKEN: the entries about the ${type} with id ${id} are missing`;
      const atOnce = await verified();
      expect([atOnce.code, ...atOnce.lines]).toEqual([
        1,
        `${tenant.id}: ${missing('profile', profileId)}`,
        `default: ${missing('user', userId)}`,
      ]);
      const read = async () =>
        (
          await site.request
            .get(`${site.adminBase}/audit/verify`)
            .set(await site.asAdmin())
            .set(tenant.header)
        ).body;
      expect(await read()).toEqual({ valid: false, checked: 0, firstBroken: null });
      // Another change begins the chain again.
      await site.request
        .patch(`${site.adminBase}/settings`)
        .set(await site.asAdmin())
        .send({ allowedOrigins: ['https://shop.example'] })
        .expect(200);
      expect((await emptied.knex('svc_audit')).length).toBeGreaterThan(0);
      const later = await verified();
      expect([later.code, later.lines.join()]).toEqual([1, expect.stringContaining(missing('user', userId))]);
      expect(later.lines.join()).toMatch(/default: BROKEN: [^,]+, up to entry \d+ with hash [0-9a-f]{64}/);
      await site.close();
    });

    test('goes page by page through a long log', async () => {
      for (let part = 0; part < 3; part += 1) {
        await runUnit(async (unit) => {
          for (let entry = 0; entry < 401; entry += 1) {
            unit.audit({
              tenantId: 'long',
              action: 'thing:changed',
              resourceType: 'thing',
              resourceId: `${part}-${entry}`,
              actor: nobody,
              changes: { ü: [1.5, null] },
            });
          }
        });
      }
      const seen: number[] = [];
      const verdict = await app.service.operations.audit.verify(
        'long',
        (checked, total) => void seen.push(checked, total),
      );
      expect([verdict.valid, verdict.checked]).toEqual([true, 1203]);
      expect(seen).toEqual([500, 1203, 1000, 1203, 1203, 1203]);
    });

    const tools = () => createSchemaTools(knex, database.dialect, 'svc_');
    const row = (tenant: string, sequence: number) =>
      knex('svc_audit').where({ tenant_id: tenant, sequence });
    const idOf = async (tenant: string, sequence: number) => (await row(tenant, sequence).first('id'))?.id;
    const nameOf = async (tenant: string, sequence: number | null) =>
      sequence === null ? null : idOf(tenant, sequence);

    /**
     * Changes that somebody with all rights on the database can make to a log of five entries, and the position of
     * the entry that reveals them.
     */
    const tampering: [string, (tenant: string) => Promise<unknown>, number | null, number][] = [
      ['an action', (tenant) => row(tenant, 3).update({ action: 'thing:kept' }), 3, 3],
      ['a user', (tenant) => row(tenant, 1).update({ user_email: 'someone@else.example' }), 1, 1],
      ['a time', (tenant) => row(tenant, 4).increment('created_at', 1), 4, 4],
      ['a change', (tenant) => row(tenant, 5).update({ changes: '{"amount":2}' }), 5, 5],
      ['the spelling of a change', (tenant) => row(tenant, 2).update({ changes: '{"amount": 1}' }), 2, 2],
      [
        'a change to something that is not JSON',
        (tenant) => row(tenant, 2).update({ changes: '{"amount":' }),
        2,
        2,
      ],
      ['a change to a list', (tenant) => row(tenant, 2).update({ changes: '[]' }), 2, 2],
      ['a time to one that no calendar knows', (tenant) => row(tenant, 3).update({ created_at: 9e15 }), 3, 3],
      ['a hash', (tenant) => row(tenant, 2).update({ hash: 'f'.repeat(64) }), 2, 2],
      ['a link', (tenant) => row(tenant, 2).update({ previous_hash: 'f'.repeat(64) }), 2, 2],
      ['an id', (tenant) => row(tenant, 3).update({ id: `${tenant}-forged` }), 3, 3],
      ['a place', (tenant) => row(tenant, 5).update({ sequence: 6 }), 6, 5],
      [
        'the places of all from one on',
        async (tenant) => {
          for (const sequence of [5, 4, 3])
            await row(tenant, sequence).update({ sequence: sequence + 10_000 });
          await knex('svc_audit_heads').where({ tenant_id: tenant }).update({ sequence: 10_005 });
        },
        10_003,
        3,
      ],
      ['an entry away, the first', (tenant) => row(tenant, 1).delete(), 2, 1],
      ['an entry away, in the middle', (tenant) => row(tenant, 3).delete(), 4, 3],
      ['an entry away, the last', (tenant) => row(tenant, 5).delete(), null, 4],
      ['all entries away', (tenant) => knex('svc_audit').where({ tenant_id: tenant }).delete(), null, 0],
      ['the head away', (tenant) => knex('svc_audit_heads').where({ tenant_id: tenant }).delete(), 1, 1],
      [
        'the head back',
        async (tenant) =>
          knex('svc_audit_heads')
            .where({ tenant_id: tenant })
            .update({ sequence: 3, hash: (await row(tenant, 3).first('hash')).hash }),
        4,
        4,
      ],
      [
        'the head’s hash',
        (tenant) =>
          knex('svc_audit_heads')
            .where({ tenant_id: tenant })
            .update({ hash: 'f'.repeat(64) }),
        5,
        5,
      ],
      [
        'the head on',
        (tenant) => knex('svc_audit_heads').where({ tenant_id: tenant }).increment('sequence', 1),
        null,
        5,
      ],
      [
        'two entries’ places',
        async (tenant) => {
          await row(tenant, 2).update({ sequence: 99 });
          await row(tenant, 3).update({ sequence: 2 });
          await row(tenant, 99).update({ sequence: 3 });
        },
        2,
        2,
      ],
      [
        'an entry in, whole in itself',
        async (tenant) => {
          const { id: _id, ...last } = await row(tenant, 5).first();
          await knex('svc_audit').insert({
            ...last,
            id: `${tenant}-6`,
            sequence: 6,
            previous_hash: last.hash,
          });
        },
        6,
        6,
      ],
      [
        'an entry in, before the first',
        async (tenant) => {
          const { id: _id, ...first } = await row(tenant, 1).first();
          await knex('svc_audit').insert({ ...first, id: `${tenant}-0`, sequence: 0 });
        },
        0,
        1,
      ],
      [
        'an entry and its own hash, computed again',
        async (tenant) => {
          const { items } = await pageOf(tenant);
          const { hash: _hash, ...entry } = {
            ...items.find(({ sequence }: { sequence: number }) => sequence === 3),
            action: 'thing:kept',
          };
          await row(tenant, 3).update({ action: entry.action, hash: hashOf(entry) });
        },
        4,
        4,
      ],
    ];

    test.each(tampering)('notices who changes %s', async (kind, tamper, place, checked) => {
      const tenant = kind.replace(/\W/g, '-').slice(0, 60);
      for (let entry = 1; entry <= 5; entry += 1) await note(tenant, `${entry}`, { amount: 1 });
      await note(`${tenant}-b`, 'neighbour');
      expect(await verifyOf(tenant)).toMatchObject({ valid: true, checked: 5 });
      await tools().allowChanges('audit');
      await tamper(tenant);
      await tools().refuseChanges('audit');
      expect(await verifyOf(tenant)).toMatchObject({
        valid: false,
        checked,
        firstBroken: await nameOf(tenant, place),
      });
      expect(await verifyOf(`${tenant}-b`)).toMatchObject({ valid: true });
    });

    /** The entries of a tenant as the list shows them; there is no signing in to tenants here. */
    async function pageOf(tenant: string) {
      const rows = await knex('svc_audit').where({ tenant_id: tenant }).orderBy('sequence');
      const items = rows.map((entry) => ({
        id: entry.id,
        tenantId: entry.tenant_id,
        sequence: Number(entry.sequence),
        action: entry.action,
        resourceType: entry.resource_type,
        resourceId: entry.resource_id,
        resourceName: entry.resource_name,
        userId: entry.user_id,
        userEmail: entry.user_email,
        changes: JSON.parse(entry.changes),
        requestId: entry.request_id,
        createdAt: new Date(Number(entry.created_at)).toISOString(),
        hash: entry.hash,
        previousHash: entry.previous_hash,
      }));
      return { items };
    }

    function hashOf(entry: object): string {
      const flat = Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
      return createHash('sha256').update(JSON.stringify(flat)).digest('hex');
    }

    test('from the command line reports the result of each tenant, and exits with 1 when one is broken', async () => {
      for (const tenant of ['sound', 'edited', 'edited', 'cut']) await note(tenant, 'one');
      await tools().allowChanges('audit');
      await row('edited', 2).update({ action: 'other' });
      await row('cut', 1).delete();
      await tools().refuseChanges('audit');
      const url = databaseUrl(opened);
      const sound = await runCliOn(opened, ['verify-audit', '--database', url, '--tenant', 'sound']);
      const { hash } = await row('sound', 1).first('hash');
      expect(sound).toEqual({
        code: 0,
        stdout: `sound: valid, up to entry 1 with hash ${hash}\n`,
        stderr: '',
      });
      const all = await runCliOn(opened, ['verify-audit', '--database', url]);
      expect(all.code).toBe(1);
      expect(all.stdout).toContain('sound: valid');
      expect(all.stdout).toContain(
        `edited: BROKEN at the entry with id ${await idOf('edited', 2)}, up to entry 1 with hash`,
      );
      expect(all.stdout).toContain('cut: BROKEN at the end: entries are missing\n');
      expect(
        await runCliOn(opened, ['verify-audit', '--database', url, '--tenant', 'unknown']),
      ).toMatchObject({
        code: 2,
      });
    });

    test('on the command line fails when the entry of an earlier run is missing', async () => {
      await note('since', 'one');
      await note('since', 'two');
      const url = databaseUrl(opened);
      const run = (since: string) =>
        runCliOn(opened, ['verify-audit', '--database', url, '--tenant', 'since', '--since', '-'], since);
      const { stdout } = await runCliOn(opened, ['verify-audit', '--database', url, '--tenant', 'since']);
      await note('since', 'three');
      expect(await run(stdout)).toMatchObject({ code: 0, stderr: '' });
      const otherHash = stdout.replace(/[0-9a-f]{64}/, '0'.repeat(64));
      expect(await run(otherHash)).toMatchObject({
        code: 1,
        stdout: expect.stringContaining(`since: BROKEN: entry 2 with hash ${'0'.repeat(64)} is missing`),
      });
      expect((await run('something else')).code).toBe(2);
    });

    test('on the command line accepts the output of a run on an empty log, with nothing to compare', async () => {
      const empty = await database.open();
      const url = databaseUrl(empty);
      const first = await runCliOn(empty, ['verify-audit', '--database', url]);
      expect([first.code, first.stdout]).toEqual([0, 'default: valid, without entries\n']);
      const run = (since: string) =>
        runCliOn(empty, ['verify-audit', '--database', url, '--since', '-'], since);
      expect(await run(first.stdout)).toMatchObject({ code: 0, stderr: '' });
      const site = await createTestApp({ knex: empty.knex });
      await site.service.start();
      await site.close();
      const next = await run(first.stdout);
      expect([next.code, next.stdout]).toEqual([0, expect.stringMatching(/^default: valid, up to entry \d/)]);
      expect((await run('')).code).toBe(2);
    });

    test('and the list continue after an entry that cannot be read', async () => {
      const { id } = await knex('svc_audit')
        .where({ tenant_id: 'default' })
        .orderBy('sequence', 'desc')
        .first('id');
      await tools().allowChanges('audit');
      await knex('svc_audit').where({ id }).update({ changes: 'gone', created_at: 9e15 });
      await tools().refuseChanges('audit');
      const { items } = await get('/audit', { limit: 1 });
      expect(items[0]).toMatchObject({ id, changes: { unreadable: 'gone' } });
      expect(await verify()).toMatchObject({ valid: false, firstBroken: id });
    });
  });

  describe('an audit log whose triggers are missing', () => {
    test('gets them again at start, which says so where it may not create them; verification fails until then', async () => {
      const lost = await database.open();
      const config = { rateLimit: false } as const;
      const first = await createTestApp({ knex: lost.knex, config });
      await first.service.start();
      await first.service.close();
      await createSchemaTools(lost.knex, database.dialect, 'svc_').allowChanges('audit');

      const watching = await createTestApp({
        knex: lost.knex,
        config: { ...config, database: { migrate: false, timeoutMs: 20_000 } },
      });
      await watching.service.start();
      await watching.service.close();
      expect(watching.logger.lines.join()).toContain('Entries of the audit log can be changed');
      const url = databaseUrl(lost);
      const verified = await runCliOn(lost, ['verify-audit', '--database', url]);
      expect([verified.code, verified.stdout]).toEqual([
        1,
        expect.stringContaining('Entries can be changed'),
      ]);

      const again = await createTestApp({ knex: lost.knex, config });
      await again.service.start();
      await again.service.close();
      expect(again.logger.lines.join()).not.toContain('can be changed');
      await expect(lost.knex('svc_audit').update({ action: 'forged' })).rejects.toThrow('append-only');
      expect((await runCliOn(lost, ['verify-audit', '--database', url])).code).toBe(0);

      await createSchemaTools(lost.knex, database.dialect, 'svc_').allowChanges('audit');
      await lost.knex('svc_audit').delete();
      await lost.knex('svc_audit_heads').delete();
      expect((await runCliOn(lost, ['migrate', '--database', url])).code).toBe(0);
      expect(await runCliOn(lost, ['verify-audit', '--database', url])).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(
          /^default: BROKEN: the entries about the user with id \S+ are missing$/m,
        ),
      });
    });

    const weakened: Record<typeof database.dialect, [string, string][]> = {
      sqlite: [
        ['against INSERT OR REPLACE is missing', 'drop trigger svc_audit_no_insert'],
        [
          'against INSERT OR REPLACE does not know the rowid',
          `drop trigger svc_audit_no_insert; create trigger svc_audit_no_insert before insert on svc_audit for each row when exists (select 1 from svc_audit where id = new.id or (tenant_id = new.tenant_id and sequence = new.sequence)) begin select raise(abort, 'svc_audit is append-only'); end`,
        ],
      ],
      mysql: [['against REPLACE is missing', 'drop trigger svc_audit_no_delete']],
      postgres: [
        ['against TRUNCATE is missing', 'drop trigger svc_audit_no_truncate on svc_audit'],
        ['against TRUNCATE is disabled', 'alter table svc_audit disable trigger svc_audit_no_truncate'],
        [
          'against TRUNCATE refuses nothing',
          'drop trigger svc_audit_no_truncate on svc_audit; create function refuse_nothing() returns trigger language plpgsql as $$ begin return null; end $$; create trigger svc_audit_no_truncate before truncate on svc_audit for each statement execute function refuse_nothing()',
        ],
      ],
    };
    test.each(weakened[database.dialect])('of which the one %s gets it again', async (_name, sql) => {
      const lost = await database.open();
      const config = { rateLimit: false } as const;
      const first = await createTestApp({ knex: lost.knex, config });
      await first.service.start();
      await first.service.close();
      for (const statement of sql.split(/; (?=drop|create)/)) await lost.knex.raw(statement);
      const url = databaseUrl(lost);
      const verified = await runCliOn(lost, ['verify-audit', '--database', url]);
      expect([verified.code, verified.stdout]).toEqual([
        1,
        expect.stringContaining('Entries can be changed'),
      ]);
      const again = await createTestApp({ knex: lost.knex, config });
      await again.service.start();
      await again.service.close();
      expect(again.logger.lines.join()).not.toContain('can be changed');
      expect((await runCliOn(lost, ['verify-audit', '--database', url])).code).toBe(0);
    });

    if (database.dialect === 'mysql')
      test('that exist and refuse nothing are reported: they are not replaced', async () => {
        const lost = await database.open();
        const config = { rateLimit: false } as const;
        const first = await createTestApp({ knex: lost.knex, config });
        await first.service.start();
        await first.service.close();
        await lost.knex.raw('drop trigger svc_audit_no_delete');
        await lost.knex.raw(
          'create trigger svc_audit_no_delete before delete on svc_audit for each row set @nothing = 1',
        );
        const again = await createTestApp({ knex: lost.knex, config });
        await again.service.start();
        await again.service.close();
        expect(again.logger.lines.join()).toContain('Entries of the audit log can be changed');
      });
  });
});
