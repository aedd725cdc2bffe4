import { createTestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';

eachDatabaseSystem((database) => {
  test('the life of a profile: versions, diff, rollback, copy, translations, deletion, archive', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex });
    const admin = await app.asAdmin();
    const get = async (path: string) =>
      (await app.request.get(`${app.adminBase}${path}`).set(admin).expect(200)).body;
    const post = async (path: string, body: object, status = 200) =>
      (await app.request.post(`${app.adminBase}${path}`).set(admin).send(body).expect(status)).body;

    const { id } = await createActiveProfile(app, { name: 'Shop' });
    const changed = {
      profileJson: profileJson({ expiryDays: 30 }),
      localeContent: { de: null, fr: germanContent() },
    };
    await app.request
      .put(`${app.adminBase}/profiles/${id}`)
      .set(admin)
      .set('If-Match', '"1"')
      .send(changed)
      .expect(200);
    await app.request
      .put(`${app.adminBase}/profiles/${id}`)
      .set(admin)
      .set('If-Match', '"1"')
      .send(changed)
      .expect(412);
    expect(
      (await get(`/profiles/${id}/versions`)).map((entry: { version: number }) => entry.version),
    ).toEqual([2, 1]);
    expect((await get(`/profiles/${id}/versions/1/diff/2`)).shared).toContainEqual({
      path: 'expiryDays',
      before: null,
      after: 30,
    });

    expect((await post(`/profiles/${id}/rollback`, { version: 1 })).profile).toMatchObject({
      version: 3,
      publishedVersion: 1,
      profileJson: { locales: ['en', 'de'] },
    });
    const copy = await post(`/profiles/${id}/copy`, {}, 201);
    expect(copy).toMatchObject({ name: 'Copy of Shop', version: 1, isActive: false });

    const csv = (
      await app.request.get(`${app.adminBase}/export/translations/${copy.id}`).set(admin).expect(200)
    ).text;
    const imported = await app.request
      .post(`${app.adminBase}/profiles/${copy.id}/import-translations`)
      .set(admin)
      .set('Content-Type', 'text/csv')
      .send(csv)
      .expect(200);
    expect(imported.body.profile.version).toBe(2);
    expect(await get(`/profiles/${copy.id}/versions/1/diff/2`)).toEqual({
      from: 1,
      to: 2,
      shared: [],
      locales: {},
      variants: [],
    });

    await app.request.delete(`${app.adminBase}/profiles/${id}`).set(admin).expect(200);
    expect(await get('/profiles/archived')).toEqual([
      { id, versionCount: 3, lastModified: expect.any(String) },
    ]);
    expect(await get('/profiles?summary=1')).toEqual([
      expect.objectContaining({ id: copy.id, isActive: false }),
    ]);
    await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(404);
    expect(
      (await get('/compliance-coverage')).every((entry: { profile: unknown }) => entry.profile === null),
    ).toBe(true);
    await app.close();
  });
});
