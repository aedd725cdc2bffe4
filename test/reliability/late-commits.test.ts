import { allDenied, allGranted, cookieOf } from '../support/consent';
import { createTestApp } from '../support/create-test-app';
import { eachDialect } from '../support/databases';
import { holdAnswer } from '../support/held-answers';
import { createActiveProfile, createProfile } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { until } from '../support/webhook-receiver';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

eachDialect((driver) => {
  testInDeep(
    'a change whose commit takes longer than a request waits is reported to listeners, once',
    async () => {
      const { knex } = await driver.open();
      const app = await createTestApp({ knex, config: { database: { timeoutMs: 2000 } } });
      cleanUps.push(() => app.close());
      const { id: profileId } = await createActiveProfile(app);
      const { id: nextId } = await createProfile(app, { name: 'Next' });
      const admin = await app.asAdmin();
      await app.request
        .post(`${app.publicBase}/consent`)
        .send({ visitorId: 'ann', profileId, consentJson: allGranted })
        .expect(200);
      const seen: string[] = [];
      const record = `${app.publicBase}/consent/ann`;
      const withdraw = () =>
        app.request.put(record).set('Cookie', cookieOf('ann')).send({ consentJson: allDenied });
      const erase = () => app.request.delete(record).set('Cookie', cookieOf('ann'));
      const activate = () => app.request.post(`${app.adminBase}/profiles/${nextId}/activate`).set(admin);

      const changes = [
        { request: withdraw, event: 'consent.updated', write: /^update .svc_consents/ },
        { request: erase, event: 'consent.erased', write: /^delete from .svc_consents/ },
        { request: activate, event: 'profile.activated', write: /^update .svc_profiles/ },
      ] as const;
      for (const { request, event, write } of changes) {
        app.service.events.on(event, () => void seen.push(event));
        const held = holdAnswer(knex, /^commit/i, write);
        await request().expect(503);
        expect(seen).not.toContain(event);
        held.release();
        await until(() => seen.includes(event), event);
      }
      expect(seen).toEqual(changes.map(({ event }) => event));
    },
  );
});
