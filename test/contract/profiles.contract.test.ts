import { allGranted, consentCalls } from '../support/consent';
import { createTestApp } from '../support/create-test-app';
import { eachDatabaseSystem, type OpenDatabase } from '../support/databases';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';

eachDatabaseSystem((database) => {
  // better-sqlite3 waits for a lock without letting its own process go on, so two pools of it in one process
  // would only wait for each other.
  const secondPool = ({ knex, reopen }: OpenDatabase) =>
    database.name === 'better-sqlite3' ? knex : reopen();

  test('a profile keeps its form, its order of keys and its texts', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex });
    const admin = await app.asAdmin();
    const categories = {
      zeta: { heading: 'Ζήτα 😀', cookies: [] },
      alpha: { heading: 'Quote \' " \\ %', legalBasis: 'mandatory' as const },
    };
    const { id } = await createProfile(app, {
      name: 'Ünïcode 🍪',
      profileJson: profileJson({ preferenceModal: { heading: 'x', categories } }),
      localeContent: {},
    });
    const { body } = await app.request.get(`${app.adminBase}/profiles/${id}`).set(admin).expect(200);
    expect(body.name).toBe('Ünïcode 🍪');
    expect(JSON.stringify(body.profileJson.preferenceModal.categories)).toBe(JSON.stringify(categories));
    expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    await app.close();
  });

  test.each([
    ['asks visitors again', false, true],
    ['does not ask them again', true, false],
  ])('a publication during a save %s, as was decided', async (_does, marksDraft, requireReconsent) => {
    const { knex } = await database.open();
    let duringSave = async () => {};
    const plugin = {
      ...{ name: 'meanwhile', initialize() {}, destroy() {} },
      beforeProfileSave: async () => duringSave(),
    };
    const app = await createTestApp({ knex, config: { plugins: [plugin], rateLimit: false } });
    const admin = await app.asAdmin();
    const call = (method: 'put' | 'post', path: string, body: object) =>
      app.request[method](`${app.adminBase}/profiles/${path}`).set(admin).send(body).expect(200);
    const { submit, verify } = consentCalls(app);
    const { id } = await createActiveProfile(app);
    await submit({ profileId: id, visitorId: 'v', consentJson: allGranted }).expect(200);
    const isAsked = async () => (await verify('v')).body.reason === 'reconsent_required';
    await call('put', id, { name: 'Draft', requireReconsent: marksDraft });

    duringSave = async () => {
      duringSave = async () => {};
      await call('post', `${id}/activate`, { requireReconsent });
    };
    await call('put', id, { name: 'Saved by somebody else' });
    expect(await isAsked()).toBe(requireReconsent);
    await call('post', `${id}/activate`, {});
    expect(await isAsked()).toBe(requireReconsent);
    await app.close();
  });

  test('lists of profiles and versions say who saved, what is missing and when visitors got it', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex });
    const admin = await app.asAdmin();
    const read = async (path: string) =>
      (await app.request.get(`${app.adminBase}/profiles${path}`).set(admin).expect(200)).body;
    const send = (method: 'post' | 'put', path: string, body: object = {}) =>
      app.request[method](`${app.adminBase}/profiles${path}`).set(admin).send(body).expect(200);
    const { id } = await createActiveProfile(app);
    const start = new Date(app.clock.now()).toISOString();
    app.clock.advance(1000);
    await send('put', `/${id}`, { note: 'Ünïcode 🍪', requireReconsent: true });
    await send('put', `/${id}`, { name: 'Shop' });
    await send('post', `/${id}/activate`, { requireReconsent: false, note: 'Now' });
    const change = new Date(app.clock.now()).toISOString();
    const by = { id: expect.any(String), email: expect.stringContaining('@') };
    expect(await read(`/${id}/versions`)).toMatchObject([
      { version: 3, createdBy: by, note: null, requireReconsent: false, liveFrom: change, liveTo: null },
      { version: 2, note: 'Ünïcode 🍪', requireReconsent: false, liveFrom: null, publishNote: null },
      { version: 1, note: null, requireReconsent: false, liveFrom: start, liveTo: change, publishedBy: by },
    ]);
    expect(await read('?summary=1')).toMatchObject([
      {
        version: 3,
        publishedVersion: 3,
        locales: ['en', 'de'],
        missingTexts: { de: 5 },
        findings: { errors: 0 },
        createdAt: start,
        updatedAt: change,
        activatedAt: change,
        updatedBy: by,
      },
    ]);
    await app.close();
  });

  test('the table itself refuses a second active profile of a group, whatever the service does', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex });
    const [one, two, three] = [await createProfile(app), await createProfile(app), await createProfile(app)];
    const activate = (id: string, change: object = {}) =>
      knex('svc_profiles')
        .where({ id })
        .update({ active_group: 'opt-in', ...change });
    // Both transactions see a group without an active profile, as if nobody had locked it.
    const together = await Promise.allSettled([activate(one.id), activate(two.id)]);
    expect(together.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(activate(three.id)).rejects.toThrow(/unique|duplicate/i);
    expect(await knex('svc_profiles').whereNotNull('active_group')).toHaveLength(1);
    // Another group, another tenant, and any number of inactive profiles do not conflict.
    await activate(three.id, { active_group: 'opt-out' });
    await activate(three.id, { tenant_id: 'elsewhere' });
    await activate(three.id, { active_group: null });
    await app.close();
  });

  test('an id with a space behind it is another id', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex });
    const admin = await app.asAdmin();
    const { id } = await createActiveProfile(app);
    await app.request.get(`${app.adminBase}/profiles/${id}%20`).set(admin).expect(404);
    await app.request.put(`${app.adminBase}/profiles/${id}%20`).set(admin).send({ name: 'x' }).expect(404);
    await app.request.delete(`${app.adminBase}/profiles/${id}%20`).set(admin).expect(404);
    await app.request.get(`${app.publicBase}/profiles/${id}%20`).expect(404);
    await app.request
      .post(`${app.publicBase}/consent`)
      .send({ profileId: `${id} `, consentJson: {} })
      .expect(400);
    await app.close();
  });

  test('as many origins as the schema allows can be saved', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex });
    const allowedOrigins = Array.from(
      { length: 500 },
      (_, index) =>
        `https://${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.shop${index}.example`,
    );
    const response = await app.request
      .patch(`${app.adminBase}/settings`)
      .set(await app.asAdmin())
      .send({ allowedOrigins, adminAllowedOrigins: allowedOrigins })
      .expect(200);
    expect(response.body.adminAllowedOrigins).toEqual(allowedOrigins);
    await app.close();
  });

  test('activations and saves at once in two processes end with one active profile, the one that both serve', async () => {
    const opened = await database.open();
    const one = await createTestApp({ knex: opened.knex });
    const two = await createTestApp({ knex: secondPool(opened), directory: one.directory });
    await one.service.start();
    const admin = await one.asAdmin();
    const profiles = [];
    for (const name of ['A', 'B', 'C', 'D']) profiles.push(await createProfile(one, { name }));
    const send = (index: number, method: 'post' | 'put', path: string) => {
      const app = index % 2 === 0 ? one : two;
      return app.request[method](`${app.adminBase}/profiles/${path}`)
        .set(admin)
        .send(method === 'put' ? { name: `changed ${index}` } : undefined);
    };
    const responses = await Promise.all([
      ...profiles.map(({ id }, index) => send(index, 'post', `${id}/activate`)),
      ...profiles.map(({ id }, index) => send(index + 1, 'put', id)),
      ...profiles.map(({ id }, index) => send(index + 1, 'post', `${id}/activate`)),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const list = (await one.request.get(`${one.adminBase}/profiles`).set(admin)).body;
    expect(list.map(({ version }: { version: number }) => version)).toEqual([2, 2, 2, 2]);
    const active = list.filter(({ isActive }: { isActive: boolean }) => isActive);
    expect(active).toHaveLength(1);
    // The other process notices within its revalidation time; its clock is the test's.
    two.clock.advance(2000);
    for (const app of [one, two]) {
      const served = await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200);
      expect(served.body.id).toBe(active[0].id);
      expect(
        (await app.request.get(`${app.publicBase}/resolve-profile?tz=Europe/Berlin`)).body.profileId,
      ).toBe(active[0].id);
    }
    await two.close();
    await one.close();
  });

  test('an activation and a change of group at once, and a deletion and an activating save at once, never part rows from files', async () => {
    const opened = await database.open();
    const one = await createTestApp({ knex: opened.knex });
    const two = await createTestApp({ knex: secondPool(opened), directory: one.directory });
    await one.service.start();
    const admin = await one.asAdmin();
    const served = async (group: string) =>
      (await one.request.get(`${one.publicBase}/profiles/default/${group}/en`)).body.id ?? null;
    const put = (id: string, changes: object) =>
      two.request
        .put(`${two.adminBase}/profiles/${id}`)
        .set(admin)
        .send({ profileJson: profileJson(changes) });
    for (let round = 0; round < 8; round += 1) {
      const { id } = await createProfile(one);
      const [activated, moved] = await Promise.all([
        one.request.post(`${one.adminBase}/profiles/${id}/activate`).set(admin),
        put(id, { complianceGroup: 'opt-out' }),
      ]);
      expect([activated.status, moved.status]).toEqual([200, expect.any(Number)]);
      const { body } = await one.request.get(`${one.adminBase}/profiles/${id}`).set(admin).expect(200);
      expect(body.isActive).toBe(true);
      expect(await served(body.complianceGroup)).toBe(id);
      expect(await served(body.complianceGroup === 'opt-in' ? 'opt-out' : 'opt-in')).not.toBe(id);

      const { id: doomed } = await createProfile(one, {
        profileJson: profileJson({ complianceGroup: undefined }),
        localeContent: {},
      });
      await Promise.all([
        one.request.delete(`${one.adminBase}/profiles/${doomed}`).set(admin),
        put(doomed, { complianceGroup: 'notice-only', isActive: true }),
      ]);
      const left = await one.request.get(`${one.adminBase}/profiles/${doomed}`).set(admin);
      expect(await served('notice-only')).toBe(left.status === 200 && left.body.isActive ? doomed : null);
      if (left.status === 200)
        await one.request.delete(`${one.adminBase}/profiles/${doomed}`).set(admin).expect(200);
    }
    await two.close();
    await one.close();
  });

  test('another process serves a publication within two seconds', async () => {
    const opened = await database.open();
    const one = await createTestApp({ knex: opened.knex });
    const two = await createTestApp({ knex: secondPool(opened), directory: one.directory });
    await one.service.start();
    const first = await createActiveProfile(one);
    const served = async () =>
      (await two.request.get(`${two.publicBase}/profiles/default/opt-in/en`)).body.id;
    const resolved = async () =>
      (await two.request.get(`${two.publicBase}/resolve-profile?tz=Europe/Berlin`)).body.profileId;
    expect([await served(), await resolved()]).toEqual([first.id, first.id]);
    const second = await createActiveProfile(one, { name: 'Second' });
    two.clock.advance(2000);
    expect([await served(), await resolved()]).toEqual([second.id, second.id]);
    await two.close();
    await one.close();
  });
});
