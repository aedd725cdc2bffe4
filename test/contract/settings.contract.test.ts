import { createTestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { holdAnswer } from '../support/held-answers';

eachDatabaseSystem((database) => {
  // SQLite has one connection: a read that is held up holds up the change too, so the two cannot overtake
  // each other.
  const overtaking = database.dialect === 'sqlite' ? test.skip : test;

  overtaking('a read that a change overtakes does not bring the old settings back', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex });
    const admin = await app.asAdmin();
    const isAllowed = async (origin: string) =>
      (await app.request.get(`${app.adminBase}/auth/me`).set(admin).set('Origin', origin)).status === 200;
    const change = (origin: string) =>
      app.request
        .patch(`${app.adminBase}/settings`)
        .set(admin)
        .send({ adminAllowedOrigins: [origin] })
        .expect(200);
    await change('https://old.example');

    const held = holdAnswer(knex, /^select.*svc_settings/);
    const slow = isAllowed('https://old.example');
    await held.answered;
    await change('https://new.example');
    await isAllowed('https://new.example');
    held.release();
    await slow;
    expect(await isAllowed('https://new.example')).toBe(true);
    expect(await isAllowed('https://old.example')).toBe(false);
    await app.close();
  });
});
