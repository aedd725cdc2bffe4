import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { statisticsCalls } from '../support/statistics';

const hour = 3_600_000;

eachDatabaseSystem((database) => {
  test('what was published when is found by group, moment and page', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex });
    const call = async (method: 'get' | 'put' | 'post', path: string, body: object = {}) =>
      (
        await app.request[method](`${app.adminBase}${path}`)
          .set(await app.asAdmin())
          .send(body)
          .expect(200)
      ).body;
    const { id } = await createActiveProfile(app, { name: 'EU' });
    const first = new Date(app.clock.now()).toISOString();
    app.clock.advance(hour);
    await createActiveProfile(app, { name: 'US', profileJson: profileJson({ complianceGroup: 'opt-out' }) });
    app.clock.advance(hour);
    await call('put', `/profiles/${id}`, { name: 'EU 2' });
    await call('post', `/profiles/${id}/activate`, { note: 'Ünïcode 🍪', requireReconsent: true });
    const names = async (query: string) =>
      (await call('get', `/publications?${query}`)).items.map(
        ({ profileName }: { profileName: string }) => profileName,
      );
    expect(await names('')).toEqual(['EU 2', 'US', 'EU']);
    expect(await names('complianceGroup=opt-in')).toEqual(['EU 2', 'EU']);
    expect(await names(`at=${first}`)).toEqual(['EU']);
    expect(await names(`from=${new Date(app.clock.now()).toISOString()}`)).toEqual(['EU 2', 'US']);
    const { items, nextCursor } = await call('get', '/publications?limit=2');
    expect(items[0]).toMatchObject({ note: 'Ünïcode 🍪', requireReconsent: true, locales: ['en', 'de'] });
    expect(items.map(({ before }: { before: object | null }) => before)).toEqual([
      { profileId: id, profileName: 'EU', version: 1 },
      null,
    ]);
    expect(await names(`limit=2&cursor=${nextCursor}`)).toEqual(['EU']);
    expect((await call('get', `/resolve?country=DE&at=${first}`)).profile).toMatchObject({ name: 'EU' });
    await app.close();
  });

  test('periods follow one another, also when the clock of the process that publishes is behind', async () => {
    const { knex } = await database.open();
    const fast = await createTestApp({ knex, clock: createTestClock(Date.now() + 2000) });
    const slow = await createTestApp({ knex, clock: createTestClock() });
    const act = async (app: TestApp, path: string) =>
      app.request
        .post(`${app.adminBase}/profiles/${path}`)
        .set(await app.asAdmin())
        .expect(200);
    const [one, other] = [
      await createProfile(fast, { name: 'One' }),
      await createProfile(fast, { name: 'Other' }),
    ];
    await act(fast, `${one.id}/activate`);
    const { body } = await act(slow, `${other.id}/activate`);
    await act(slow, `${other.id}/deactivate`);
    await act(slow, `${one.id}/activate`);
    const { items } = (
      await fast.request
        .get(`${fast.adminBase}/publications`)
        .set(await fast.asAdmin())
        .expect(200)
    ).body as { items: { profileName: string; from: string; to: string | null }[] };
    expect(items.map(({ profileName }) => profileName)).toEqual(['One', 'Other', 'One']);
    const times = items.toReversed().flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
    expect(times).toEqual(times.toSorted());
    expect(body).toMatchObject({ activatedAt: items[1]?.from });
    for (const app of [fast, slow]) await app.close();
  });

  test('an experiment ends for good, whoever replaces or withdraws its profile at the same time', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex, config: { rateLimit: false } });
    const admin = await app.asAdmin();
    const call = async (method: 'get' | 'put' | 'post', path: string, body: object = {}) => {
      const response = await app.request[method](`${app.adminBase}/profiles/${path}`).set(admin).send(body);
      expect(response.status).toBeLessThan(300);
      return response.body;
    };
    const other = (await createActiveProfile(app)).id;
    const { id } = await createActiveProfile(app);
    await call('post', `${id}/experiments`, { variants: [{ position: 'top' }] });
    await Promise.all([
      call('post', `${other}/activate`),
      call('post', `${id}/deactivate`),
      call('post', `${other}/activate`),
    ]);
    expect((await call('post', `${id}/activate`)).publishedVersion).toBe(3);
    const { body } = await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`);
    expect(body).toMatchObject({ id, mainBanner: { position: 'bottom' } });
    expect(body).not.toHaveProperty('variants');
    expect(await call('get', `${id}/experiments`)).toMatchObject([{ version: 2, running: false }]);
    await app.close();
  });

  test('decisions are counted by day, group and profile, folded or not', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex, config: { rateLimit: false } });
    const { id } = await createActiveProfile(app);
    const submit = (visitorId: string, consentJson: object) =>
      consentCalls(app).submit({ visitorId, profileId: id, consentJson }).expect(200);
    const decisions = async (query: Record<string, string>) =>
      (await statisticsCalls(app).get('/stats/overview', query)).decisions;
    await submit('a', allGranted);
    await app.service.maintenance();
    app.clock.advance(24 * hour);
    await submit('b', allDenied);
    const today = new Date(app.clock.now()).toISOString().slice(0, 10);
    for (const settle of [async () => {}, () => app.service.maintenance()]) {
      await settle();
      expect(await decisions({ from: today, compare: 'previous', profileId: id })).toMatchObject({
        total: 1,
        optedOut: 1,
        previous: { total: 1, optedIn: 1 },
      });
      expect((await decisions({ complianceGroup: 'opt-in' })).total).toBe(2);
      expect((await decisions({ complianceGroup: 'opt-out' })).total).toBe(0);
    }
    const evidence = await app.request
      .get(`${app.adminBase}/publications/opt-in/evidence`)
      .set(await app.asAdmin())
      .expect(200);
    expect(evidence.headers['content-type']).toBe('application/zip');
    await app.close();
  });

  test('the sites with the banner are kept once each, and strangers only so many', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex, config: { rateLimit: false } });
    await createActiveProfile(app);
    const askFrom = (origin: string) =>
      app.request.get(`${app.publicBase}/bootstrap?lang=en`).set('Origin', origin).expect(200);
    const list = async () =>
      (
        await app.request
          .get(`${app.adminBase}/setup/installation`)
          .set(await app.asAdmin())
          .expect(200)
      ).body;
    for (let round = 0; round < 2; round += 1) {
      for (let number = 10; number < 35; number += 1) {
        app.clock.advance(1);
        await askFrom(`https://site-${number}.example`);
      }
      await app.service.maintenance();
    }
    const sites = await list();
    expect(sites).toHaveLength(20);
    expect(sites[0]).toMatchObject({
      origin: 'https://site-34.example',
      lastSeenAt: new Date(app.clock.now()).toISOString(),
    });
    await app.close();
  });
});
