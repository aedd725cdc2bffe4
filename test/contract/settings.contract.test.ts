import { createTestApp } from '../support/create-test-app';
import { eachDatabase } from '../support/databases';

eachDatabase((database) => {
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

    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      const query = knex.client._query.bind(knex.client);
      knex.client._query = async (connection: unknown, statement: { sql: string }) => {
        const result = await query(connection, statement);
        if (/^select.*svc_settings/.test(statement.sql)) {
          knex.client._query = query;
          resolve();
          await released;
        }
        return result;
      };
    });
    const slow = origins();
    await reached;
    await change('https://new.example');
    await origins();
    release();
    await slow;
    expect(await origins()).toEqual(['https://new.example']);
    await app.close();
  });
});
