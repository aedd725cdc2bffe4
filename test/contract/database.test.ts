import { spawn } from 'node:child_process';
import { once } from 'node:events';
import createKnex, { type Knex } from 'knex';
import { writeAudit } from '#operators/audit/index';
import { type Connection, createDatabase, type Database } from '#platform/database/database';
import { isUniqueViolation } from '#platform/database/dialect';
import { migrateUp, pendingMigrations } from '#platform/database/migrate';
import {
  bumpContent,
  bumpRevision,
  type Concerns,
  createRevisionWatcher,
  skipRevisions,
} from '#platform/database/revisions';
import { forUpdate, fromJson, toBoolean, toNumber, toNumberOrNull } from '#platform/database/rows';
import { type AuditEntry, createUnitOfWork } from '#platform/database/unit-of-work';
import { systemClock, toIso } from '#platform/kernel/clock';
import { sha256Hex } from '#platform/kernel/crypto';
import { ServiceEventEmitter } from '#platform/kernel/events';
import { canonicalJson } from '#platform/kernel/json';
import { createTestClock } from '../support/create-test-app';
import { eachDatabase, type OpenDatabase } from '../support/databases';
import { toRun } from '../support/programs';
import { pickSome } from '../support/scope';

const open = (knex: Knex, timeoutMs = 20_000) => createDatabase(knex, { tablePrefix: 'svc_', timeoutMs });
const actor = { userId: 'user-1', userEmail: 'admin@shop.example', requestId: 'request-1' };
const entryOf = (resourceId: string, tenantId = 'default'): AuditEntry => ({
  tenantId,
  action: 'profile:created',
  resourceType: 'profile',
  resourceId,
  actor,
  changes: { name: { before: null, after: `Ünï 🍪 ${resourceId}` } },
});

/** Units of work as the service has them, with the names of what was emitted. */
function unitsOn(database: Database) {
  const emitted: string[] = [];
  const events = new ServiceEventEmitter(() => {});
  events.on('settings.updated', ({ tenantId }) => void emitted.push(tenantId));
  return {
    emitted,
    events,
    run: createUnitOfWork({
      database,
      events,
      writeAudit: (connection, entries) => writeAudit(connection, entries, systemClock),
    }),
  };
}
const eventOf = (tenantId: string) => ({ tenantId, occurredAt: toIso(0), changed: [] });

eachDatabase((driver) => {
  let opened: OpenDatabase;
  let database: Database;
  const further: Knex[] = [];

  beforeAll(async () => {
    opened = await driver.openEmpty();
    database = open(opened.knex);
    await migrateUp(database);
  });
  afterEach(() => Promise.all(further.splice(0).map((knex) => knex.destroy())));

  /** A pool of its own, of a size of its own. */
  function poolOf(max: number, config: Knex.Config = {}): Knex {
    const knex = createKnex({ ...opened.config, ...config, pool: { min: 0, max } });
    further.push(knex);
    return knex;
  }

  /** Two pools on one database: two processes, as far as the database can tell. */
  const twoPools = () =>
    [
      open(poolOf(driver.dialect === 'sqlite' ? 1 : 4)),
      open(poolOf(driver.dialect === 'sqlite' ? 1 : 4)),
    ] as const;

  describe('migrations', () => {
    test.each(
      pickSome(
        [
          ['between two tables', 'create table .*svc_consent_history'],
          ['before the triggers', 'create trigger'],
          ['before the migration is noted down', 'insert into .*svc_migrations\\b'],
        ] as const,
        1,
      ),
    )(
      'a process that is killed %s leaves a database on which the next one starts',
      async (_when, pattern) => {
        const fresh = await driver.openEmpty();
        const child = spawn(process.execPath, [...toRun('database'), JSON.stringify(fresh.config), pattern]);
        const [, signal] = await once(child, 'close');
        expect(signal).toBe('SIGKILL');
        const next = open(fresh.knex);
        expect(await pendingMigrations(next)).not.toEqual([]);
        await migrateUp(next);
        expect(await pendingMigrations(next)).toEqual([]);
        const runUnit = unitsOn(next).run;
        await runUnit(async (unit) => unit.audit(entryOf('after the crash')));
        await expect(fresh.knex('svc_audit').delete()).rejects.toMatchObject({
          message: expect.stringContaining('append-only'),
        });
        await fresh.close();
      },
    );

    test('a pool of one connection is enough', async () => {
      const fresh = await driver.openEmpty();
      const knex = createKnex({ ...fresh.config, pool: { min: 0, max: 1 }, acquireConnectionTimeout: 5000 });
      further.push(knex);
      await migrateUp(open(knex));
      expect(await pendingMigrations(open(knex))).toEqual([]);
    });
  });

  describe('a unit of work', () => {
    test('writes its audit entries with its changes, and emits only after the commit, in order', async () => {
      const { run, events, emitted } = unitsOn(database);
      const seen: unknown[] = [];
      // What another connection sees while the event goes out is committed.
      events.on(
        'settings.updated',
        () => void seen.push(opened.knex('svc_settings').where({ tenant_id: 'unit-1' }).first('updated_at')),
      );
      const steps: string[] = [];
      const result = await run(async (unit) => {
        unit.emit('settings.updated', eventOf('first'));
        unit.afterCommit(() => steps.push(`after commit, emitted: ${emitted}`));
        unit.emit('settings.updated', eventOf('second'));
        unit.audit(entryOf('one', 'unit-1'));
        await unit.tenant('unit-1').insert('settings', {
          allowed_origins: '[]',
          admin_allowed_origins: '[]',
          setup_completed: false,
          updated_at: 1,
        });
        unit.audit(entryOf('two', 'unit-1'));
        steps.push(`in the transaction, emitted: ${emitted}`);
        return 'result';
      });
      expect(result).toBe('result');
      expect(steps).toEqual(['in the transaction, emitted: ', 'after commit, emitted: first']);
      expect(emitted).toEqual(['first', 'second']);
      expect(
        (await Promise.all(seen)).map((row) => toNumber((row as { updated_at: unknown }).updated_at)),
      ).toEqual([1, 1]);
      expect(
        await opened
          .knex('svc_audit')
          .where({ tenant_id: 'unit-1' })
          .orderBy('sequence')
          .pluck('resource_id'),
      ).toEqual(['one', 'two']);
    });

    test('that fails leaves nothing: no row, no audit entry, no event', async () => {
      const { run, emitted } = unitsOn(database);
      const failing = run(async (unit) => {
        await unit.tenant('unit-2').insert('settings', {
          allowed_origins: '[]',
          admin_allowed_origins: '[]',
          setup_completed: false,
          updated_at: 1,
        });
        unit.audit(entryOf('one', 'unit-2'));
        unit.emit('settings.updated', eventOf('never'));
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      expect(emitted).toEqual([]);
      for (const table of ['settings', 'audit', 'audit_heads'])
        expect(await opened.knex(`svc_${table}`).where({ tenant_id: 'unit-2' })).toEqual([]);
    });

    test('that conflicts with another writer is retried, and takes effect once', async () => {
      const name = 'content';
      await database.transaction((connection) => connection.global('revisions').where({ name }).delete());
      await database.transaction((connection) =>
        connection.global('revisions').insert({ name, revision: 0 }),
      );
      const pools = twoPools();
      let runs = 0;
      const add = (index: number) =>
        unitsOn(pools[index % 2 === 0 ? 0 : 1]).run(async (unit) => {
          runs += 1;
          const row = await forUpdate(unit.global('revisions').where({ name }), unit.dialect).first();
          await unit
            .global('revisions')
            .where({ name })
            .update({ revision: toNumber(row?.revision) + 1 });
        });
      await Promise.all(Array.from({ length: 10 }, (_, index) => add(index)));
      expect(toNumber((await opened.knex('svc_revisions').where({ name }).first())?.revision)).toBe(10);
      expect(runs).toBeGreaterThanOrEqual(10);
    });

    if (driver.dialect !== 'sqlite')
      test.each([
        ['one after the other', false],
        ['at once', true],
      ])(
        'that a deadlock ends is tried again as a whole, though its code goes on: queries %s',
        async (_how, atOnce) => {
          const names = [1, 2, 3].map((number) => `deadlock ${atOnce} ${number}`) as [string, string, string];
          const [left, right, shared] = names;
          await opened.knex('svc_revisions').insert(names.map((name) => ({ name, revision: 0 })));
          const pool = open(poolOf(4));
          let runs = 0;
          let holding = 0;
          let meet = () => {};
          const bothHold = new Promise<void>((resolve) => {
            meet = resolve;
          });
          const cross = (mine: string, other: string) =>
            pool.transaction(async ({ global }) => {
              runs += 1;
              const add = async (name: string) => global('revisions').where({ name }).increment('revision');
              await add(mine);
              holding += 1;
              if (holding === 2) meet();
              await bothHold;
              const ignore = () => {};
              if (atOnce) await Promise.all([add(other), add(shared)]).catch(ignore);
              else {
                await add(other).catch(ignore);
                await add(shared);
              }
            });
          await Promise.all([cross(left, right), cross(right, left)]);
          const rows = await opened.knex('svc_revisions').whereIn('name', names);
          expect(rows.map(({ revision }) => toNumber(revision))).toEqual([2, 2, 2]);
          expect(runs).toBeGreaterThan(2);
        },
      );

    test('keeps the chain of audit entries whole under twenty writers at once on two pools', async () => {
      const pools = twoPools();
      const runs = pools.map((pool) => unitsOn(pool).run);
      const write = (index: number) =>
        runs[index % 2]?.(async (unit) => unit.audit(entryOf(`entry-${index}`, 'chained')));
      await Promise.all(Array.from({ length: 20 }, (_, index) => write(index)));

      const rows = await opened.knex('svc_audit').where({ tenant_id: 'chained' }).orderBy('sequence');
      expect(rows.map((row) => toNumber(row.sequence))).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
      expect(rows.map((row) => row.resource_id).sort()).toEqual(
        Array.from({ length: 20 }, (_, index) => `entry-${index}`).sort(),
      );
      let previousHash = '0'.repeat(64);
      for (const row of rows) {
        const entry = {
          id: row.id,
          tenantId: row.tenant_id,
          sequence: toNumber(row.sequence),
          action: row.action,
          resourceType: row.resource_type,
          resourceId: row.resource_id,
          resourceName: row.resource_name,
          userId: row.user_id,
          userEmail: row.user_email,
          changes: fromJson(row.changes),
          requestId: row.request_id,
          createdAt: toIso(toNumber(row.created_at)),
          previousHash,
        };
        expect([row.previous_hash, row.hash]).toEqual([previousHash, sha256Hex(canonicalJson(entry))]);
        previousHash = row.hash;
      }
      expect(await opened.knex('svc_audit_heads').where({ tenant_id: 'chained' }).first('hash')).toEqual({
        hash: previousHash,
      });
    });
  });

  if (driver.dialect === 'sqlite') {
    test('a commit blocked by a reader of another process is rolled back, and the connection keeps working', async () => {
      const reader = await poolOf(1).transaction();
      await reader('svc_revisions').select();
      const writer = open(poolOf(1), 1000);
      const write = () => writer.transaction((connection) => bumpRevision(connection, 'content'));
      await expect(write()).rejects.toMatchObject({ code: 'unavailable' });
      await reader.rollback();
      const before = await opened.knex('svc_revisions').first();
      await write();
      expect(toNumber((await opened.knex('svc_revisions').first())?.revision)).toBe(
        toNumber(before?.revision ?? 0) + 1,
      );
    });
  }

  describe('the deadline', () => {
    const timeoutMs = 300;

    /** Takes the whole pool, as a host's own long transactions can. */
    async function exhausted() {
      const knex = poolOf(1);
      const held = await knex.transaction();
      await held.raw('select 1');
      return { late: open(knex, timeoutMs), release: () => held.rollback() };
    }

    async function secondsOf(work: Promise<unknown>): Promise<{ milliseconds: number; error: unknown }> {
      const startedAt = performance.now();
      const error = await work.then(
        () => null,
        (thrown) => thrown,
      );
      return { milliseconds: performance.now() - startedAt, error };
    }

    test('answers 503 to a request that gets no connection, and nothing is written later', async () => {
      const { late, release } = await exhausted();
      let ran = false;
      const outcomes = await Promise.all([
        secondsOf(late.read((connection) => connection.raw('select 1'))),
        secondsOf(
          late.transaction(async () => {
            ran = true;
          }),
        ),
      ]);
      for (const { milliseconds, error } of outcomes) {
        expect(error).toMatchObject({ code: 'unavailable', status: 503, headers: { 'Retry-After': '5' } });
        // A timer counts from the start of the turn of the event loop, which may lie a little back.
        expect(milliseconds).toBeGreaterThanOrEqual(timeoutMs / 2);
        expect(milliseconds).toBeLessThan(timeoutMs + 1000);
      }
      await release();
      // The pool serves in order: once this has had its turn, whoever waited before has had theirs.
      await late.read((connection) => connection.raw('select 1'));
      expect(ran).toBe(false);
    });

    test('leaves the pool as it was: the next request is answered', async () => {
      const { late, release } = await exhausted();
      await secondsOf(late.read((connection) => connection.raw('select 1')));
      await release();
      await expect(late.read(() => Promise.resolve('answered'))).resolves.toBe('answered');
      await expect(
        late.transaction(async (connection) => connection.global('revisions').count({ count: '*' })),
      ).resolves.toHaveLength(1);
    });

    test('rolls back work that took longer', async () => {
      const late = open(opened.knex, timeoutMs);
      let release: () => void = () => {};
      const hold = new Promise<void>((resolve) => {
        release = resolve;
      });
      const slow = late.transaction(async (connection) => {
        await connection.tenant('too-late').insert('settings', {
          allowed_origins: '[]',
          admin_allowed_origins: '[]',
          setup_completed: false,
          updated_at: 1,
        });
        await hold;
      });
      await expect(slow).rejects.toMatchObject({ code: 'unavailable' });
      release();
      await database.transaction(async () => {});
      expect(await opened.knex('svc_settings').where({ tenant_id: 'too-late' })).toEqual([]);
    });
  });

  describe('what is kept', () => {
    test('comes back the same: times beyond 2038, JSON with its order of keys, flags, nothing, and every character', async () => {
      const json = {
        zulu: 1,
        alpha: [null, true, 1.5],
        'ünï "cödé" \\ 🍪': { ß: '\u2028\u0001\t', empty: '' },
        big: 'é🍪'.repeat(100_000),
      };
      const row = {
        id: 'round-trip',
        name: "Robert'); drop table svc_profiles;-- 🍪 ",
        default_locale: 'de-AT',
        version: 2_147_483_647,
      };
      const at = 4_102_444_800_123;
      await database.transaction((connection) =>
        connection.tenant('kept').insert('profiles', {
          ...row,
          profile_json: JSON.stringify(json),
          published_versions: '[]',
          reconsent_versions: '[]',
          known_names: '{}',
          created_at: at,
          updated_at: -1,
        }),
      );
      const found = await database.read((connection) =>
        connection.tenant('kept').from('profiles').where({ id: 'round-trip' }).first(),
      );
      expect(found).toMatchObject({ ...row, tenant_id: 'kept', published_version: null, active_group: null });
      expect([
        toNumber(found?.created_at),
        toNumber(found?.updated_at),
        toNumberOrNull(found?.activated_at),
      ]).toEqual([at, -1, null]);
      expect(JSON.stringify(fromJson(found?.profile_json))).toBe(JSON.stringify(json));
      await database.transaction((connection) =>
        connection.tenant('kept').insert('settings', {
          allowed_origins: '[]',
          admin_allowed_origins: '[]',
          setup_completed: true,
          updated_at: at,
        }),
      );
      expect(
        toBoolean((await opened.knex('svc_settings').where({ tenant_id: 'kept' }).first())?.setup_completed),
      ).toBe(true);
    });

    const recordOf = (id: string, visitorId: string) => ({
      id,
      visitor_id: visitorId,
      profile_id: 'profile',
      profile_version: 1,
      locale: 'en',
      consent_json: '{}',
      choice: 'none',
      gpc_detected: false,
      source: 'banner',
      revision: 1,
      first_received_at: 1,
      first_proven: true,
      created_at: 1,
      updated_at: 1,
    });

    test('is found by exact ids: case and accents are significant', async () => {
      const ids = ['Visitor', 'visitor', 'visitör', 'VISITOR'];
      const rows = ids.map((visitorId, index) => recordOf(`case-${index}`, visitorId));
      await database.transaction((connection) => connection.tenant('letters').insert('consents', rows));
      for (const [index, visitorId] of ids.entries()) {
        expect(
          await database.read((connection) =>
            connection.tenant('letters').from('consents').where({ visitor_id: visitorId }).pluck('id'),
          ),
        ).toEqual([`case-${index}`]);
      }
      const again = database.transaction((connection) =>
        connection.tenant('letters').insert('consents', { ...rows[0], id: 'case-9' }),
      );
      expect(await again.catch(isUniqueViolation)).toBe(true);
    });

    test('is inserted row by row or in thousands alike: values, nothing, and all or none of it', async () => {
      const rows = Array.from({ length: 1234 }, (_row, index) => ({
        ...recordOf(`many-${index}`, `visitor-${index}`),
        country: index % 2 === 0 ? 'DE' : null,
        gpc_detected: index % 3 === 0,
      }));
      const scope = database.tenant('many');
      const insert = (added: typeof rows) =>
        database.transaction((connection) => connection.tenant('many').insertAll('consents', added));
      await insert([]);
      await insert(rows);
      const stored = await scope.from('consents').whereIn('id', ['many-0', 'many-1', 'many-1233']);
      expect(
        stored.map(({ id, tenant_id, country, gpc_detected }) => [
          id,
          tenant_id,
          country,
          toBoolean(gpc_detected),
        ]),
      ).toEqual(
        expect.arrayContaining([
          ['many-0', 'many', 'DE', true],
          ['many-1', 'many', null, false],
          ['many-1233', 'many', null, true],
        ]),
      );
      const taken = insert(
        [recordOf('more-1', 'more-1'), recordOf('more-2', 'visitor-7')].map((row) => ({
          ...row,
          country: null,
          gpc_detected: false,
        })),
      );
      expect(await taken.catch(isUniqueViolation)).toBe(true);
      expect(toNumber((await scope.from('consents').count({ count: '*' }))[0]?.count)).toBe(rows.length);
    });

    test("is its tenant's alone: every query is filtered by the tenant, every insert filled with it", async () => {
      const record = (id: string) => recordOf(id, 'same');
      await database.transaction(async (connection) => {
        await connection.tenant('north').insert('consents', { ...record('north-1'), tenant_id: 'south' });
        await connection.tenant('south').insert('consents', [record('south-1')]);
        await connection
          .tenant('north')
          .from('consents')
          .where({ visitor_id: 'same' })
          .update({ country: 'NO' });
      });
      const scope = database.tenant('south');
      expect(await scope.from('consents').select('id', 'tenant_id', 'country')).toEqual([
        { id: 'south-1', tenant_id: 'south', country: null },
      ]);
      const joined = scope
        .join(scope.from('consents', 'a'), 'consents', 'b', 'b.visitor_id', 'a.visitor_id')
        .select('b.id');
      expect(await joined).toEqual([{ id: 'south-1' }]);
      await database.tenant('north').from('consents').delete();
      expect(await opened.knex('svc_consents').where({ visitor_id: 'same' }).pluck('id')).toEqual([
        'south-1',
      ]);
    });

    test('in the audit log can be neither changed nor deleted, not even by hand', async () => {
      await unitsOn(database).run(async (unit) => unit.audit(entryOf('forever', 'audited')));
      const entry = () => opened.knex('svc_audit').where({ tenant_id: 'audited' });
      const refusal = { message: expect.stringContaining('append-only') };
      const before = await entry();
      await expect(entry().update({ action: 'nothing' })).rejects.toMatchObject(refusal);
      await expect(entry().delete()).rejects.toMatchObject(refusal);
      expect(await entry()).toEqual(before);
    });

    test("is read right on a host's Knex that renames columns", async () => {
      const camel = (row: unknown) =>
        typeof row === 'object' && row !== null
          ? Object.fromEntries(
              Object.entries(row).map(([key, value]) => [
                key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()),
                value,
              ]),
            )
          : row;
      const renaming: Knex.Config = {
        wrapIdentifier: (name, wrap) =>
          wrap(name === '*' ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
        postProcessResponse: (result) => (Array.isArray(result) ? result.map(camel) : camel(result)),
      };
      const knex = poolOf(1, renaming);
      const renamed = open(knex);
      await migrateUp(renamed);
      expect(await pendingMigrations(renamed)).toEqual([]);
      await unitsOn(renamed).run(async (unit) => unit.audit(entryOf('renamed', 'renamed')));
      expect(
        await renamed.read((connection) => connection.tenant('renamed').from('audit').select('resource_id')),
      ).toEqual([{ resource_id: 'renamed' }]);
      expect(await knex('svc_audit').where({ tenantId: 'renamed' }).select('resourceId')).toEqual([
        { resourceId: 'renamed' },
      ]);
    });
  });

  test('processes notice changes by others within half a second, and poll no more often', async () => {
    const [mine, theirs] = twoPools();
    const clock = createTestClock();
    const watcher = createRevisionWatcher(mine, 'content', clock);
    let drops = 0;
    watcher.onChange(() => {
      drops += 1;
    });
    await watcher.ensureFresh();
    await theirs.transaction((connection) => bumpRevision(connection, 'content'));
    expect(watcher.ensureFresh()).toBeUndefined();
    clock.advance(500);
    await watcher.ensureFresh();
    expect(drops).toBe(1);
    clock.advance(500);
    await watcher.ensureFresh();
    expect(drops).toBe(1);
  });

  test('processes notice whose content others have changed', async () => {
    const [mine, theirs] = twoPools();
    const clock = createTestClock();
    const watcher = createRevisionWatcher(mine, 'content', clock);
    const dropped: (Concerns | null)[] = [];
    watcher.onChange((concerns) => dropped.push(concerns));
    const tenants = ['one', 'two', 'x'.repeat(64)] as const;
    const notice = async (change: (connection: Connection) => Promise<void>) => {
      await watcher.ensureFresh();
      await theirs.transaction(change);
      clock.advance(500);
      await watcher.ensureFresh();
      const [concerns, ...more] = dropped.splice(0);
      expect(more).toEqual([]);
      return concerns && tenants.filter(concerns);
    };
    expect(await notice((connection) => bumpContent(connection, 'one'))).toEqual(['one']);
    expect(await notice((connection) => bumpContent(connection, tenants[2]))).toEqual([tenants[2]]);
    expect(
      await notice(async (connection) => {
        await bumpContent(connection, 'two');
        await bumpContent(connection, 'one');
      }),
    ).toEqual(['one', 'two']);
    expect(await notice((connection) => bumpContent(connection, null))).toBeNull();
    expect(await notice((connection) => bumpContent(connection, 'one'))).toEqual(['one']);
    // Nobody knows what has changed in a database that was restored.
    expect(await notice((connection) => skipRevisions(connection, 1000))).toBeNull();
    expect(
      await notice(async (connection) => {
        await connection.global('revisions').where({ name: 'content' }).update({ revision: 1 });
      }),
    ).toBeNull();
  });
});
