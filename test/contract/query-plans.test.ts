import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabase, type TestDatabase } from '../support/databases';
import { createActiveProfile } from '../support/profiles';

/** Tables that grow with visitors, sign-ins or edits: no statement may read them from end to end. */
const growing = ['consents', 'consent_history', 'visitors', 'parental_consents', 'audit', 'sessions', 'login_attempts'].map((table) => `svc_${table}`);

const namesGrowing = (text: string) => growing.some((table) => new RegExp(`\\b${table}\\b`).test(text));

interface Statement {
  readonly sql: string;
  readonly bindings: readonly Knex.Value[];
}

/** How the engine would read each growing table that the statement names, when that is not by an index. */
async function scans(knex: Knex, dialect: TestDatabase['dialect'], { sql, bindings }: Statement): Promise<string[]> {
  // pg's own placeholders are numbered; knex.raw wants its own.
  const question = sql.replace(/\$\d+/g, '?');
  if (dialect === 'sqlite') {
    const rows: { detail: string }[] = await knex.raw(`explain query plan ${question}`, [...bindings]);
    // An index of which only the tenant is used reads all that a tenant has.
    return rows.map(({ detail }) => detail).filter((detail) => /^SCAN |\(tenant_id=\?\)$/.test(detail) && namesGrowing(detail));
  }
  if (dialect === 'mysql') {
    const [rows] = await knex.raw(`explain ${question}`, [...bindings]);
    return (rows as { table: string | null; type: string | null; rows: unknown }[])
      .filter(({ table, type, rows: read }) => (type === 'ALL' || Number(read) > rowsFilled / 4) && growing.includes(String(table)))
      .map(({ table, type, rows: read }) => `${type} ${table} (${read} rows)`);
  }
  // Small tables are cheapest read whole; without that way out the planner shows whether an index could serve.
  return knex.transaction(async (trx) => {
    await trx.raw('set local enable_seqscan = off');
    const { rows } = await trx.raw(`explain ${question}`, [...bindings]);
    const lines = (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']);
    return lines.filter(
      (line, index) =>
        namesGrowing(line) && (/Seq Scan/.test(line) || /^\s*Filter:.*visitor_id/.test(lines.slice(index + 1).find((next) => !/Index Cond/.test(next)) ?? '')),
    );
  });
}

const rowsFilled = 400;

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
    ids.map((id) => ({ ...consent, id, visitor_id: id, revision: 1, updated_at: 1 })),
    50,
  );
  await knex.batchInsert(
    'svc_consent_history',
    ids.map((id) => ({ ...consent, id, visitor_id: id, consent_id: id, revision: 1, action: 'created', ownership_proven: true })),
    50,
  );
  await knex.batchInsert(
    'svc_visitors',
    ids.map((id) => ({ id, tenant_id: 'default', visitor_id: id, created_at: 1, updated_at: 1 })),
    50,
  );
  const far = Date.now() * 2;
  await knex.batchInsert(
    'svc_sessions',
    ids.map((id) => ({ id, user_id: id, created_at: 1, expires_at: far, ends_at: far })),
    50,
  );
  await knex.batchInsert(
    'svc_login_attempts',
    ids.map((id) => ({ key_hash: id, attempts: 1, window_ends_at: far })),
    50,
  );
  if (knex.client.dialect === 'postgresql' || /mysql/.test(String(knex.client.dialect))) {
    for (const table of growing) await knex.raw(`analyze ${knex.client.dialect === 'postgresql' ? '' : 'table '}${table}`);
  }
}

async function useEverything(app: TestApp, profileId: string): Promise<void> {
  const { request, publicBase, adminBase } = app;
  const admin = await app.asAdmin();
  const consentJson = { analytics: 'granted', marketing: 'denied' };
  const { visitorId } = (await request.post(`${publicBase}/consent`).send({ profileId, consentJson }).expect(200)).body;
  const own = { Cookie: `svc_vid=${visitorId}` };
  await request.post(`${publicBase}/consent`).set(own).send({ profileId, consentJson }).expect(200);
  await request.get(`${publicBase}/consent/${visitorId}`).set(own).expect(200);
  await request.put(`${publicBase}/consent/${visitorId}`).set(own).send({ consentJson }).expect(200);
  await request.get(`${publicBase}/consent/${visitorId}/verify`).set(own).expect(200);
  await request.get(`${adminBase}/consents/${visitorId}`).set(admin).expect(200);
  await request.get(`${adminBase}/consents/${visitorId}/history`).set(admin).expect(200);
  await request.delete(`${publicBase}/consent/${visitorId}`).set(own).expect(200);
  await request.post(`${adminBase}/auth/refresh`).set(admin).expect(200);
  await request.post(`${adminBase}/auth/login`).send({ email: 'nobody@shop.example', password: 'wrong password' }).expect(401);
  await request.post(`${adminBase}/auth/logout`).set(admin).expect(200);
}

eachDatabase((database) => {
  test('no request reads a growing table from end to end', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex });
    const { id } = await createActiveProfile(app);
    await fill(knex, id);
    const statements = new Map<string, Statement>();
    knex.on('query', ({ sql, bindings }: Statement) => {
      if (/^\s*(select|update|delete)/i.test(sql) && namesGrowing(sql)) statements.set(sql, { sql, bindings: bindings ?? [] });
    });
    await useEverything(app, id);

    const found: string[] = [];
    for (const statement of [...statements.values()])
      found.push(...(await scans(knex, database.dialect, statement)).map((scan) => `${scan} in ${statement.sql}`));
    expect(found).toEqual([]);
    expect(statements.size).toBeGreaterThan(8);
    await app.close();
  });
});
