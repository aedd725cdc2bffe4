import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { createApiKey } from '../support/accounts';
import { createTestApp, createTestClock, runningClock, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem, type TestDatabase } from '../support/databases';
import { importFile } from '../support/imports';
import { createReceiptProfile } from '../support/receipts';
import { until } from '../support/webhook-receiver';
import { createWebhook, quickWebhooks } from '../support/webhooks';

/** Tables that grow with visitors, sign-ins or edits: no statement may read them from end to end. */
const growing = [
  'consents',
  'consent_history',
  'parental_consents',
  'accounts',
  'audit',
  'sessions',
  'login_attempts',
  'publication_periods',
  'erasures',
  'erased_visitors',
  'webhook_messages',
].map((table) => `svc_${table}`);

const namesGrowing = (text: string) => growing.some((table) => new RegExp(`\\b${table}\\b`).test(text));

interface Statement {
  readonly sql: string;
  readonly bindings: readonly Knex.Value[];
}

/** A total under filters is counted by an index, entry by entry, and so are messages of webhooks. */
const isCount = (sql: string) =>
  /^select (count\(\*\)|(.*count\(|distinct ).*svc_webhook_messages)/i.test(sql);

/**
 * A list reads no more than its page (or the newest rows that it searches), when the index gives the order
 * too. Whether it does is told per engine by the absence of a sort.
 */
const isLimited = (sql: string) => /\blimit\b/i.test(sql.replace(/\(select [^()]*\) as \w+/gi, ''));

/** How the engine would read each growing table that the statement names, when that is not by an index. */
async function scans(
  knex: Knex,
  dialect: TestDatabase['dialect'],
  { sql, bindings }: Statement,
): Promise<string[]> {
  // pg's own placeholders are numbered; knex.raw wants its own.
  const question = sql.replace(/\$\d+/g, '?');
  if (dialect === 'sqlite') {
    const rows: { detail: string }[] = await knex.raw(`explain query plan ${question}`, [...bindings]);
    // An index of which only the tenant is used reads all that a tenant has.
    const details = rows.map(({ detail }) => detail);
    // What asks for a beginning must not walk through the tenant's rows for it, however few are wanted.
    const asksForBeginning = /\bvisitor_id\W+>= \?/.test(sql);
    const sorts = details.some((detail) => /USE TEMP B-TREE/.test(detail));
    // What goes on behind a position must begin there, not where the tenant's rows or the filter's begin.
    if (/\(created_at, id\) < /.test(sql))
      return details.filter((detail) => !/\(created_at,id\)</.test(detail) && namesGrowing(detail));
    // Few visitors erase themselves, so that the number of erasures is counted, in an index alone; so are messages.
    if (isCount(sql) && /svc_(erasures|webhook_messages)/.test(sql))
      return details.filter((detail) => namesGrowing(detail) && !/COVERING INDEX|\(id=\?\)/.test(detail));
    const wrong = isLimited(sql) && !sorts && !asksForBeginning ? /^SCAN / : /^SCAN |\(tenant_id=\?\)$/;
    return details.filter((detail) => wrong.test(detail) && namesGrowing(detail));
  }
  if (dialect === 'mysql') {
    const [rows] = await knex.raw(`explain ${question}`, [...bindings]);
    return (rows as { table: string | null; type: string | null; rows: unknown; Extra: string | null }[])
      .map((row) => ({
        ...row,
        limited: (isLimited(sql) && !/filesort|temporary/.test(row.Extra ?? '')) || isCount(sql),
      }))
      .filter(
        ({ table, type, rows: read, limited }) =>
          (type === 'ALL' || (Number(read) > rowsFilled / 4 && !limited)) && growing.includes(String(table)),
      )
      .map(({ table, type, rows: read }) => `${type} ${table} (${read} rows)`);
  }
  // Small tables are cheapest read whole; without that way out the planner shows whether an index could
  // serve.
  return knex.transaction(async (trx) => {
    await trx.raw('set local enable_seqscan = off');
    const { rows } = await trx.raw(`explain ${question}`, [...bindings]);
    const lines = (rows as { 'QUERY PLAN': string }[])
      .map((row) => row['QUERY PLAN'])
      .filter((line) => !/Filter: .*strpos/.test(line));
    return lines.filter(
      (line, index) =>
        namesGrowing(line) &&
        (/Seq Scan/.test(line) ||
          /^\s*Filter:.*visitor_id/.test(
            lines.slice(index + 1).find((next) => !/Index Cond/.test(next)) ?? '',
          )),
    );
  });
}

const rowsFilled = 1500;

/** Enough rows for an engine to prefer an index where there is one. */
async function fill(knex: Knex, profileId: string): Promise<void> {
  const ids = Array.from({ length: rowsFilled }, () => randomUUID());
  const consent = {
    tenant_id: 'default',
    profile_id: profileId,
    profile_version: 1,
    locale: 'en',
    consent_json: '{}',
    choice: 'out',
    gpc_detected: false,
    source: 'banner',
    created_at: 1,
  };
  await knex.batchInsert(
    'svc_consents',
    ids.map((id, index) => ({
      ...consent,
      id,
      visitor_id: id,
      revision: 2,
      first_received_at: 1,
      first_proven: true,
      created_at: index + 1,
      updated_at: 1,
    })),
    50,
  );
  await knex.batchInsert(
    'svc_consent_history',
    ids.map((id) => ({
      ...consent,
      id,
      visitor_id: id,
      consent_id: id,
      revision: 2,
      action: 'updated',
      ownership_proven: true,
    })),
    50,
  );
  await knex.batchInsert(
    'svc_parental_consents',
    ids.map((id, index) => ({
      tenant_id: 'default',
      visitor_id: id,
      profile_id: profileId,
      granted_at: index % 2 === 0 ? 1 : null,
      updated_at: 1,
    })),
    50,
  );
  await knex.batchInsert(
    'svc_accounts',
    ids.map((id) => ({ tenant_id: 'default', subject_id: id, visitor_id: id, linked_at: Date.now() })),
    50,
  );
  // Of another tenant: entries by hand would break the chain.
  const entry = {
    tenant_id: 'other',
    action: 'a:b',
    resource_type: 'a',
    changes: '{}',
    created_at: 1,
    hash: '',
    previous_hash: '',
  };
  await knex.batchInsert(
    'svc_audit',
    ids.map((id, sequence) => ({ ...entry, id, sequence })),
    50,
  );
  const far = Date.now() * 2;
  await knex.batchInsert(
    'svc_sessions',
    ids.map((id) => ({ id, user_id: id, created_at: 1, expires_at: far, ends_at: far, proven_at: 1 })),
    50,
  );
  await knex.batchInsert(
    'svc_login_attempts',
    ids.map((id) => ({ key_hash: id, attempts: 1, failures: 0, window_ends_at: far })),
    50,
  );
  await knex.batchInsert(
    'svc_publication_periods',
    ids.map((id, index) => ({
      id,
      tenant_id: 'default',
      group_id: `group-${index % 8}`,
      profile_id: profileId,
      version: 1,
      started_at: index + 1,
      ended_at: index + 2,
    })),
    50,
  );
  const erased = { tenant_id: 'default', records: 1, states: 1, parental_requests: 0 };
  await knex.batchInsert(
    'svc_erasures',
    ids.map((id, index) => ({ ...erased, id, erased_by: 'visitor', visitors: 1, created_at: far + index })),
    50,
  );
  await knex.batchInsert(
    'svc_erased_visitors',
    ids.map((id) => ({ ...erased, id, erasure_id: id, visitor_hash: id, created_at: far })),
    50,
  );
  await analyze(knex, growing);
}

async function analyze(knex: Knex, tables: readonly string[]): Promise<void> {
  if (knex.client.dialect !== 'postgresql' && !/mysql/.test(String(knex.client.dialect))) return;
  for (const table of tables)
    await knex.raw(`analyze ${knex.client.dialect === 'postgresql' ? '' : 'table '}${table}`);
}

async function useEverything(app: TestApp, profileId: string): Promise<void> {
  const { request, publicBase, adminBase } = app;
  const admin = await app.asAdmin();
  const consentJson = { analytics: 'granted', marketing: 'denied' };
  // Stored together: the plan for a few values can differ from that for one.
  await Promise.all(
    Array.from({ length: 20 }, () =>
      request
        .post(`${publicBase}/consent`)
        .send({ profileId, consentJson, submissionId: randomUUID() })
        .expect(200),
    ),
  );
  const { visitorId } = (
    await request.post(`${publicBase}/consent`).send({ profileId, consentJson }).expect(200)
  ).body;
  const own = { Cookie: `svc_vid=${visitorId}` };
  await request.post(`${publicBase}/consent`).set(own).send({ profileId, consentJson }).expect(200);
  await request.get(`${publicBase}/consent/${visitorId}`).set(own).expect(200);
  const twoIds = { Cookie: `svc_vid=old; ${own.Cookie}` };
  await request.get(`${publicBase}/consent`).set(twoIds).expect(200);
  await request.put(`${publicBase}/consent/${visitorId}`).set(own).send({ consentJson }).expect(200);
  await request.get(`${publicBase}/consent/${visitorId}/verify`).set(own).expect(200);
  const { token } = (
    await request
      .post(`${publicBase}/consent/${visitorId}/parental-consent-request`)
      .set(own)
      .send({ profileId })
      .expect(200)
  ).body;
  await request
    .post(`${publicBase}/consent`)
    .set(own)
    .send({ profileId, consentJson, parentalConsentToken: token })
    .expect(200);
  await request.post(`${publicBase}/consent/parental-consent-resolve`).send({ token }).expect(200);
  const { key } = await createApiKey(app);
  await request.get(`${publicBase}/subjects/someone/consents`).set('X-API-Key', key).expect(200);
  await request.get(`${adminBase}/consents/${visitorId}`).set(admin).expect(200);
  await request.get(`${adminBase}/consents/${visitorId}/history`).set(admin).expect(200);
  await request
    .get(`${publicBase}/consent/${visitorId}/receipt`)
    .set(own)
    .set('Accept', 'application/json')
    .expect(200);
  await request.get(`${adminBase}/consents/${visitorId}/evidence`).set(admin).expect(200);
  const erased = await request.delete(`${publicBase}/consent/${visitorId}`).set(own).expect(200);
  const { certificate } = erased.body;
  await request
    .get(`${publicBase}/erasures/${certificate.id}`)
    .query({ format: 'json', code: certificate.code })
    .expect(200);
  for (const presented of [certificate, { id: certificate.id, code: certificate.code }])
    await request
      .post(`${adminBase}/erasures/verify`)
      .set(admin)
      .send({ certificate: presented, of: visitorId })
      .expect(200);
  const read = async (path: string, query: object = {}) =>
    (
      await request
        .get(adminBase + path)
        .query(query)
        .set(admin)
        .expect(200)
    ).body;
  const narrowed = { from: '1970-01-01', to: '2030-01-01' };
  for (const query of [{}, narrowed, { id: certificate.id }]) {
    const { nextCursor } = await read('/erasures', { ...query, limit: 1 });
    if (nextCursor !== null) await read('/erasures', { ...query, limit: 1, cursor: nextCursor });
  }
  await read(`/erasures/${certificate.id}`, { format: 'json' });
  for (const path of ['/consents', '/visitors', '/audit']) {
    for (const query of [{}, narrowed, { q: 'ab' }, { ...narrowed, q: 'ab' }]) {
      const { nextCursor } = await read(path, { ...query, limit: 1 });
      if (nextCursor !== null) await read(path, { ...query, limit: 1, cursor: nextCursor });
    }
    await read(path, { page: 3, limit: 1 });
  }
  for (const query of [{ profileId }, { subjectId: 'x' }, { profileId, ...narrowed }])
    await read('/consents', query);
  for (const query of [
    { action: 'auth:login' },
    { resourceType: 'user' },
    { resourceId: 'x' },
    { userId: 'x' },
    { id: 'x' },
  ])
    await read('/audit', { ...query, ...narrowed });
  for (const query of [{}, { complianceGroup: 'group-1' }, { at: '1970-01-01T00:00:00.500Z' }, narrowed]) {
    const { nextCursor } = await read('/publications', { ...query, limit: 1 });
    if (nextCursor !== null) await read('/publications', { ...query, limit: 1, cursor: nextCursor });
  }
  // Imports decisions of visitors without a record, with a record, and with a history.
  const imported = Array.from({ length: 20 }, (_, index) => `imported-${index}`);
  for (const daysAgo of [2, 3, 1]) {
    const at = new Date(app.clock.now() - daysAgo * 86_400_000).toISOString();
    const lines = imported.map((id) => `${id},${at},true,false,DE`);
    const { counts } = await importFile(
      app,
      profileId,
      ['visitor,decided,analytics,ads,country', ...lines].join('\n'),
    );
    expect(counts).toMatchObject({ read: 20, refused: 0 });
  }
  // Erased by now, and once more by nobody.
  await read('/find', { q: visitorId });
  await request.delete(`${adminBase}/subjects/nobody`).set(admin).expect(404);
  await read('/resolve', { country: 'DE' });
  await read('/setup/installation');
  await read('/findings');
  await read('/findings/unlisted');
  await read('/audit/verify');
  for (const path of ['/export/consents', '/export/audit'])
    await request
      .get(adminBase + path)
      .set(admin)
      .expect(200);
  for (const path of [
    '/analytics/opt-in',
    ...['overview', 'timeline', 'categories', 'countries', 'gpc'].map((name) => `/stats/${name}`),
  ]) {
    await request
      .get(adminBase + path)
      .set(admin)
      .expect(200);
  }
  await app.service.maintenance();
  await request.post(`${adminBase}/auth/refresh`).set(admin).expect(200);
  await request
    .post(`${adminBase}/auth/login`)
    .send({ email: 'nobody@shop.example', password: 'wrong password' })
    .expect(401);
  await request.post(`${adminBase}/auth/logout`).set(admin).expect(200);
}

eachDatabaseSystem((database) => {
  test('no request reads a growing table from end to end', async () => {
    const { knex } = await database.open();
    // Fewer than there are, so that a search also asks for beginnings.
    const app = await createTestApp({
      knex,
      config: { limits: { searchRows: 100 }, retention: { historyMonths: 1 } },
    });
    const { id } = await createReceiptProfile(app);
    await fill(knex, id);
    // Statistics would count rows that were written without the service, which no request does.
    await app.service.maintenance();
    const statements = new Map<string, Statement>();
    knex.on('query', ({ sql, bindings }: Statement) => {
      if (/^\s*(select|update|delete)/i.test(sql) && namesGrowing(sql))
        statements.set(sql, { sql, bindings: bindings ?? [] });
    });
    await useEverything(app, id);

    const found: string[] = [];
    for (const statement of [...statements.values()])
      found.push(
        ...(await scans(knex, database.dialect, statement)).map((scan) => `${scan} in ${statement.sql}`),
      );
    expect(found).toEqual([]);
    expect(statements.size).toBeGreaterThan(8);
    await app.close();
  });

  test('the removal of inactive visitors finds accounts and consents of parents by an index', async () => {
    const { knex } = await database.open();
    const clock = createTestClock();
    const app = await createTestApp({ knex, clock, config: { retention: { inactiveVisitorsMonths: 12 } } });
    const { id } = await createReceiptProfile(app);
    await fill(knex, id);
    const now = clock.now();
    const inactive = await knex('svc_consents').orderBy('created_at').limit(20).pluck('visitor_id');
    // The other visitors stay, so that the tables remain large.
    for (const [table, column] of [
      ['svc_consents', 'updated_at'],
      ['svc_parental_consents', 'updated_at'],
    ] as const)
      await knex(table)
        .whereNotIn('visitor_id', inactive)
        .update({ [column]: now });
    await knex('svc_accounts').whereIn('visitor_id', inactive).update({ linked_at: 1 });
    const signedInOnly = await knex('svc_accounts')
      .whereNotIn('visitor_id', inactive)
      .limit(20)
      .pluck('visitor_id');
    for (const visitorId of signedInOnly)
      await knex('svc_accounts')
        .where({ visitor_id: visitorId })
        .update({ visitor_id: `only-${visitorId}`, linked_at: 1 });
    await analyze(knex, growing);
    const statements = new Map<string, Statement>();
    knex.on('query', ({ sql, bindings }: Statement) => {
      if (
        /from [`"]svc_(accounts|parental_consents)[`"]|set [`"]device_id|[`"]linked_at[`"] is null/.test(sql)
      )
        statements.set(sql, { sql, bindings: bindings ?? [] });
    });
    await app.service.maintenance();
    expect(await knex('svc_accounts')).toHaveLength(rowsFilled - 40);
    expect(await knex('svc_consents').whereIn('visitor_id', inactive)).toEqual([]);

    const found: string[] = [];
    const searches = [...statements.values()].filter(({ sql }) =>
      / in \(|(granted|linked)_at\W+is null/.test(sql),
    );
    for (const time of ['granted_at', 'linked_at'])
      expect(searches.some(({ sql }) => new RegExp(`${time}\\W+is null`).test(sql))).toBe(true);
    for (const statement of searches)
      for (const scan of await scans(knex, database.dialect, statement))
        found.push(`${scan} in ${statement.sql.replace(/(\?|\$\d+)(, (\?|\$\d+))+/g, '…')}`);
    expect(found).toEqual([]);
    await app.close();
  });

  test('messages of webhooks are found by an index, however many wait', async () => {
    const { knex } = await database.open();
    // Attempts that fail at once, without a pause, leave SQLite no time for anything else.
    const pauses = { firstRetryMs: 2_000, longestRetryMs: 2_000, longestPauseMs: 2_000 };
    const app = await createTestApp({
      knex,
      clock: runningClock,
      webhookTimes: { ...quickWebhooks, ...pauses },
    });
    const webhooks: string[] = [];
    // So many that reading the messages of one costs less than reading all.
    for (let count = 0; count < 40; count += 1) webhooks.push((await createWebhook(app)).id);
    const waiting = {
      tenant_id: 'default',
      event: 'consent.created',
      status: 'waiting',
      body: '',
      attempts: 0,
    };
    // No key opens these bodies, so that each attempt fails without a request.
    const messages = Array.from({ length: rowsFilled }, (_, index) => ({
      ...waiting,
      id: randomUUID(),
      webhook_id: webhooks[index % webhooks.length],
      visitor_hash: randomUUID(),
      due_at: Date.now() - index,
      created_at: Date.now() - index,
    }));
    await knex.batchInsert('svc_webhook_messages', messages, 50);
    await analyze(knex, growing);
    const statements = new Map<string, Statement>();
    knex.on('query', ({ sql, bindings }: Statement) => {
      if (/^\s*(select|update|delete)/i.test(sql) && /svc_webhook_messages/.test(sql))
        statements.set(sql, { sql, bindings: bindings ?? [] });
    });
    const admin = await app.asAdmin();
    const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object) =>
      app.request[method](`${app.adminBase}/webhooks${path}`).set(admin).send(body).expect(200);
    const [id, removed, off] = webhooks;
    await call('put', `/${off}`, { enabled: false });
    for (const enabled of [false, true]) await call('put', `/${id}`, { enabled });
    const paused = () =>
      [...statements.keys()].some((sql) => /^select .*webhook_id\W+=.*created_at\W+</.test(sql));
    await until(paused, 'a webhook that pauses');
    await call('post', `/${id}/replay`);
    await call('get', `/${id}/messages`);
    await call('delete', `/${removed}`);
    await app.service.maintenance();
    const { id: profileId } = await createReceiptProfile(app);
    await app.request
      .post(`${app.publicBase}/consent`)
      .send({ profileId, visitorId: 'visitor-1', consentJson: { analytics: 'granted' } })
      .expect(200);
    await app.request
      .delete(`${app.publicBase}/consent/visitor-1`)
      .set({ Cookie: 'svc_vid=visitor-1' })
      .expect(200);

    const found: string[] = [];
    for (const statement of statements.values())
      for (const scan of await scans(knex, database.dialect, statement))
        found.push(`${scan} in ${statement.sql}`);
    expect(found).toEqual([]);
    expect(statements.size).toBeGreaterThan(12);
    await app.close();
  });

  // As it is after rows came in bulk: without statistics PostgreSQL held a tenant for a better key than fifty
  // ids.
  if (database.dialect !== 'postgres') return;
  test('rows are found by their ids also before PostgreSQL has counted the table', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex });
    const { id } = await createReceiptProfile(app);
    await knex.raw('alter table svc_consents set (autovacuum_enabled = off)');
    await knex.raw(
      `insert into svc_consents (id, tenant_id, visitor_id, profile_id, profile_version, locale, consent_json, choice, gpc_detected, source, revision, first_received_at, first_proven, created_at, updated_at)
       select 'id-' || n, 'default', 'visitor-' || n, ?, 1, 'en', '{}', 'out', false, 'banner', 1, n, true, n, n from generate_series(1, 20000) n`,
      [id],
    );
    const statements: Statement[] = [];
    knex.on('query', (statement: Statement) => {
      if (/"id" in \(/.test(statement.sql)) statements.push(statement);
    });
    const { body } = await app.request
      .get(`${app.adminBase}/consents?limit=50`)
      .set(await app.asAdmin())
      .expect(200);
    expect(body.items).toHaveLength(50);
    const plans = await Promise.all(
      statements.map(({ sql, bindings }) => knex.raw(`explain ${sql.replace(/\$\d+/g, '?')}`, [...bindings])),
    );
    const lines = plans.flatMap(({ rows }) =>
      (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']),
    );
    expect(lines.some((line) => /Index Cond: .*ANY/.test(line))).toBe(true);
    expect(
      lines.filter((line) => /Index Cond: \(\(tenant_id\)::text = 'default'::text\)$/.test(line)),
    ).toEqual([]);
    await app.close();
  });
});
