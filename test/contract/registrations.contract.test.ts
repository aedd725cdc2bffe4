import { createTestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';

eachDatabaseSystem((database) => {
  test('a registration that many confirm at once is confirmed, in one row, with an audit entry for each', async () => {
    const { knex } = await database.open();
    const app = await createTestApp({ knex, config: { gpp: { enabled: true } } });
    const admin = await app.asAdmin();
    const confirm = () =>
      app.request.post(`${app.adminBase}/gpp/confirm-registration`).set(admin).send({ acknowledge: true });
    const answers = await Promise.all(Array.from({ length: 6 }, confirm));
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
      answers.map(() => [200, 'confirmed']),
    );
    const { body } = await app.request.get(`${app.adminBase}/gpp/registration-status`).set(admin).expect(200);
    expect(body).toMatchObject({
      status: 'confirmed',
      changed: false,
      confirmed: { confirmedAt: new Date(app.clock.now()).toISOString() },
    });
    expect(await knex('svc_registrations')).toHaveLength(1);
    expect(await knex('svc_audit').where({ action: 'gpp:confirmed' })).toHaveLength(6);
    await app.close();
  });
});
