import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabase } from '../support/databases';
import { createActiveProfile, profileJson } from '../support/profiles';
import { recount, statisticsCalls } from '../support/statistics';

// The first process of an update migrates while those of the version before it still answer.

eachDatabase((database) => {
  let app: TestApp;

  beforeAll(async () => {
    const { knex } = await database.open();
    app = await createTestApp({ knex, config: { rateLimit: false } });
  });
  afterAll(() => app.close());

  /** Does what visitors and operators do all day. */
  async function useEverything(profileId: string, heading: string): Promise<void> {
    const calls = consentCalls(app);
    const { body } = await calls.submit({ profileId, consentJson: allGranted }).expect(200);
    await calls.update(body.visitorId, { consentJson: allDenied }).expect(200);
    expect((await calls.read(body.visitorId).expect(200)).body.consentJson).toEqual(allDenied);
    expect((await calls.verify(body.visitorId).expect(200)).body.valid).toBe(true);
    expect(await calls.history(body.visitorId)).toHaveLength(2);
    const other = await calls.submit({ profileId, consentJson: allDenied }).expect(200);
    await calls.erase(other.body.visitorId).expect(200);

    const admin = await app.asAdmin();
    const change = { profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, heading } }) };
    await app.request.put(`${app.adminBase}/profiles/${profileId}`).set(admin).send(change).expect(200);
    await app.request.post(`${app.adminBase}/profiles/${profileId}/activate`).set(admin).expect(200);
    const shown = await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200);
    expect(shown.body.mainBanner.heading).toBe(heading);
    for (const path of [
      '/consents',
      '/visitors',
      '/audit',
      '/export/consents?format=csv',
      '/settings',
      '/users',
    ])
      await app.request.get(`${app.adminBase}${path}`).set(admin).expect(200);
    expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));
  }

  test('a running process works on while a newer version adds columns, an index and a table', async () => {
    const { id } = await createActiveProfile(app);
    await useEverything(id, 'Before the update');
    const tables = [
      'consents',
      'consent_history',
      'profiles',
      'profile_versions',
      'settings',
      'users',
      'audit',
    ];
    for (const table of tables)
      await app.knex.schema.alterTable(`svc_${table}`, (t) => {
        t.string('added_text', 64);
        t.integer('added_number').notNullable().defaultTo(7);
      });
    await app.knex.schema.alterTable('svc_consents', (t) =>
      t.index(['tenant_id', 'added_number'], 'svc_added_index'),
    );
    await app.knex.schema.createTable('svc_added', (t) => void t.string('id', 64).primary());
    await app.knex('svc_migrations').insert({ name: '002-next', batch: 2, migration_time: new Date() });
    await useEverything(id, 'After the update');
    expect((await app.service.health()).status).toBe('ok');
    expect(await app.knex('svc_consents').distinct().pluck('added_number')).toEqual([7]);
  });
});
