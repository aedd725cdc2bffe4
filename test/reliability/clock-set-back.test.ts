import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDialect } from '../support/databases';
import { createActiveProfile, profileJson } from '../support/profiles';
import { expectWhole } from '../support/whole-data';

/** A server whose clock an operator or a time service sets back while the service runs. */

const hour = 3_600_000;
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  jest.useRealTimers();
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Sets the clock of the whole process, also that of libraries. Timers and intervals continue, as they do on a machine. */
function setClock(now: number): void {
  jest.useFakeTimers({
    now,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
}

eachDialect((database) => {
  async function openApp(
    config: object = { rateLimit: false },
  ): Promise<{ app: TestApp; profileId: string }> {
    const opened = await database.open();
    const clock = { now: () => Date.now(), elapsed: () => performance.now(), advance() {} };
    const app = await createTestApp({ knex: opened.knex, clock, config });
    cleanUps.push(() => app.close());
    return { app, profileId: (await createActiveProfile(app)).id };
  }

  test('an hour back: decisions, sessions, publications, statistics and the audit log go on', async () => {
    const { app, profileId } = await openApp();
    const { submit, update, read, erase, history } = consentCalls(app);
    const asAdmin = await app.asAdmin();
    const admin = (method: 'get' | 'post' | 'put', path: string) =>
      app.request[method](`${app.adminBase}${path}`).set(asAdmin);
    const profilePath = `/profiles/${profileId}`;
    const save = (heading: string) =>
      admin('put', profilePath)
        .send({ profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, heading } }) })
        .expect(200);
    const published = async () =>
      (await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200)).body.mainBanner
        .heading;
    for (const visitorId of ['changes', 'decides again', 'is erased'].map((name) => name.replace(' ', '-')))
      await submit({ visitorId, profileId, consentJson: allGranted }).expect(200);
    await app.service.maintenance();
    expect(await published()).toBe('Your privacy');

    setClock(Date.now() - hour);

    // A visitor's last word counts, whatever the clock says.
    await update('changes', { consentJson: { marketing: 'denied' } }).expect(200);
    expect((await read('changes').expect(200)).body.effectiveConsent).toMatchObject({ marketing: 'denied' });
    expect(await history('changes')).toHaveLength(2);
    await submit({ visitorId: 'decides-again', profileId, consentJson: allDenied }).expect(200);
    expect((await read('decides-again').expect(200)).body.effectiveConsent).toMatchObject(allDenied);
    await erase('is-erased').expect(200);
    await submit({ visitorId: 'is-new', profileId, consentJson: allGranted }).expect(200);
    expect((await read('is-new').expect(200)).body.effectiveConsent).toMatchObject(allGranted);

    // The session from before, and a new one.
    await admin('get', '/auth/me').expect(200);
    const again = await app.request
      .post(`${app.adminBase}/auth/login`)
      .send({ email: 'admin@shop.example', password: 'correct horse battery staple' })
      .expect(200);
    await app.request
      .get(`${app.adminBase}/auth/me`)
      .set('Authorization', `Bearer ${again.body.token}`)
      .expect(200);

    await save('After');
    await admin('post', `${profilePath}/activate`).expect(200);
    expect(await published()).toBe('After');
    await admin('get', '/publications').expect(200);
    for (const path of ['/consents', '/audit', `${profilePath}/versions`, '/stats/overview'])
      await admin('get', path).expect(200);
    await expectWhole(app);
  });

  test('a rate limit that was reached is over after its window, and says so', async () => {
    const { app } = await openApp({ rateLimit: { publicReads: { limit: 2, windowSeconds: 2 } } });
    const ask = () => app.request.get(`${app.publicBase}/resolve-profile`);
    for (const status of [200, 200, 429]) await ask().expect(status);
    setClock(Date.now() - hour);
    const refused = await ask().expect(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(2);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    await ask().expect(200);
  });
});
