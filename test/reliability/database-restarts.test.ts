import type { Knex } from 'knex';
import { allGranted } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { connectQuietly, createOwnServer, type OwnServer } from '../support/own-servers';
import { createActiveProfile } from '../support/profiles';
import { isDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { type Answer, type ServingProcess, startServing } from '../support/serving-process';
import { until } from '../support/webhook-receiver';
import { expectWhole } from '../support/whole-data';

/** A service on a database server that restarts and changes its role while requests run. */

const timeoutMs = 2000;
jest.setTimeout(120_000);

function restarting(dialect: 'mysql' | 'postgres'): void {
  let server: OwnServer;
  let knex: Knex;
  let observer: TestApp;
  let served: ServingProcess;
  let profileId: string;

  beforeAll(async () => {
    server = await createOwnServer(dialect);
    knex = connectQuietly(server.config);
    observer = await createTestApp({ knex, config: { rateLimit: false } });
    profileId = (await createActiveProfile(observer)).id;
    served = await startServing(server.config, { database: { timeoutMs } });
    expect((await file()).status).toBe(200);
  });
  afterAll(async () => {
    await served.end();
    await observer.close();
    await knex.destroy();
    await server.remove();
  });

  const file = () => served.ask('/api/v1/profiles/default/opt-in/en');
  const health = () => served.ask('/admin/v1/health');
  const submit = (visitorId: string) =>
    served.ask('/api/v1/consent', {
      method: 'POST',
      body: { visitorId, profileId, consentJson: allGranted },
    });

  async function inTime(asked: Promise<Answer>): Promise<Answer> {
    const startedAt = performance.now();
    const answer = await asked;
    expect(performance.now() - startedAt).toBeLessThan(3 * timeoutMs);
    if (answer.status !== 200) {
      expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    return answer;
  }

  test('restarts: every answered decision is there, others got 503, and the service goes on', async () => {
    const before = await served.countDescriptors();
    const stored: string[] = [];
    let refusals = 0;
    let isOver = false;
    const visitors = Array.from({ length: 4 }, async (_item, visitor) => {
      for (let number = 0; !isOver; number += 1) {
        const id = `visitor-${visitor}-${number}`;
        const { status } = await inTime(submit(id));
        if (status === 200) stored.push(id);
        else refusals += 1;
        expect((await file()).status).toBe(200);
      }
    });
    for (let restart = 1; restart <= 2; restart += 1) {
      const count = stored.length;
      await until(() => stored.length > count + 20, 'decisions');
      await server.stop();
      await until(() => refusals >= restart * 4, 'refusals');
      const { status, body } = await health();
      expect([status, body.checks.database]).toEqual([503, 'degraded']);
      await server.start();
    }
    const count = stored.length;
    await until(() => stored.length > count + 20, 'decisions after the restarts');
    isOver = true;
    await Promise.all(visitors);
    await until(async () => (await health()).status === 200, 'health');
    expect(await knex('svc_consents').pluck('visitor_id')).toEqual(expect.arrayContaining(stored));
    await until(async () => (await served.countDescriptors()) <= before + 10, 'closed descriptors');
    await expectWhole(observer);
  });

  test('becomes read-only: writes get 503, reads and files are answered, health says so, until it can be written', async () => {
    await submit('known');
    await server.setReadOnly(true);
    await until(async () => (await health()).body.checks.database === 'degraded', 'a degraded database');
    expect((await inTime(submit('meanwhile'))).status).toBe(503);
    expect((await file()).status).toBe(200);
    const read = await served.ask('/api/v1/consent/known', { headers: { Cookie: 'svc_vid=known' } });
    expect(read.status).toBe(200);

    await server.setReadOnly(false);
    await until(async () => (await inTime(submit('after'))).status === 200, 'a decision');
    await until(async () => (await health()).status === 200, 'health');
    expect(await knex('svc_consents').where({ visitor_id: 'meanwhile' })).toEqual([]);
  });
}

if (isDeep) describeWith('own-mariadb', 'mysql', () => restarting('mysql'));
describeWith('own-postgres', 'postgres', () => restarting('postgres'));
