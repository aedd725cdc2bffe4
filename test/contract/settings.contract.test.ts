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
    const origins = async () =>
      (await app.request.get(`${app.adminBase}/settings`).set(admin).expect(200)).body.allowedOrigins;
    const change = (origin: string) =>
      app.request
        .patch(`${app.adminBase}/settings`)
        .set(admin)
        .send({ allowedOrigins: [origin] })
        .expect(200);
    await change('https://old.example');

    const held = holdAnswer(knex, /^select.*svc_settings/);
    const slow = origins();
    await held.answered;
    await change('https://new.example');
    await origins();
    held.release();
    await slow;
    expect(await origins()).toEqual(['https://new.example']);
    await app.close();
  });
});
