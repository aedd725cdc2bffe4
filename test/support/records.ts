import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';

/** A consent record as it is written to the database by hand, with all that a list looks at. */
export interface RecordRow {
  readonly id: string;
  readonly visitorId: string;
  readonly profileId: string;
  readonly locale: string;
  readonly source: string;
  readonly country: string | null;
  readonly createdAt: number;
}

export function recordRow(given: Partial<RecordRow> & { readonly createdAt: number }): RecordRow {
  return {
    id: randomUUID(),
    visitorId: randomUUID(),
    profileId: 'profile-1',
    locale: 'en',
    source: 'banner',
    country: 'AT',
    ...given,
  };
}

/** Writes records and how many they are, in numbers that no test could submit one by one. */
export async function insertRecords(
  knex: Knex,
  rows: readonly RecordRow[],
  tenantId = 'default',
): Promise<void> {
  const written = rows.map(({ id, visitorId, createdAt, country, ...row }) => ({
    id,
    tenant_id: tenantId,
    visitor_id: visitorId,
    profile_id: row.profileId,
    profile_version: 1,
    locale: row.locale,
    consent_json: '{"analytics":"granted"}',
    choice: 'in',
    gpc_detected: false,
    source: row.source,
    country,
    revision: 1,
    first_received_at: createdAt,
    first_proven: true,
    created_at: createdAt,
    updated_at: createdAt,
  }));
  for (const [dimension, value, amount] of [['choice', 'in', rows.length] as const, ...countsOf(rows)]) {
    await knex('svc_current_sums')
      .insert({ tenant_id: tenantId, dimension, value, amount })
      .onConflict(['tenant_id', 'dimension', 'value'])
      .merge({ amount: knex.raw('?? + ?', ['svc_current_sums.amount', amount]) });
  }
  await knex.batchInsert('svc_consents', written, 50);
}

function countsOf(rows: readonly RecordRow[]): (readonly ['profile', string, number])[] {
  const profiles = [...new Set(rows.map(({ profileId }) => profileId))];
  return profiles.map((profile) => [
    'profile',
    profile,
    rows.filter(({ profileId }) => profileId === profile).length,
  ]);
}
