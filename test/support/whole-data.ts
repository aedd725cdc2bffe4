import type { TestApp } from './create-test-app';
import { recount, statisticsCalls } from './statistics';

/**
 * Expects that nothing is half done: the service is healthy, each changed record has its whole history and each history its
 * record, the statistics equal a recount, and the audit log verifies.
 */
export async function expectWhole(app: TestApp): Promise<void> {
  const { status, checks } = await app.service.health();
  expect({ status, checks }).toMatchObject({ status: 'ok' });

  const revisions = new Map<string, number[]>();
  for (const { consent_id, revision } of await app
    .knex('svc_consent_history')
    .select('consent_id', 'revision'))
    revisions.set(consent_id, [...(revisions.get(consent_id) ?? []), revision]);
  // A record that has never changed is its only state.
  const records = await app.knex('svc_consents').whereNot({ revision: 1 }).select('id', 'revision');
  expect(new Set(revisions.keys())).toEqual(new Set(records.map(({ id }) => id)));
  for (const { id, revision } of records)
    expect(revisions.get(id)?.sort((a, b) => a - b)).toEqual(
      Array.from({ length: revision }, (_item, index) => index + 1),
    );

  await app.service.maintenance();
  expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));
  expect(await app.service.operations.audit.verify('default')).toMatchObject({ valid: true });
}
