import createKnex, { type Knex } from 'knex';
import { configOf, type PostgresPair, startPostgresPair } from '../support/postgres-pair';
import { describeWith } from '../support/services';
import { endAll, type ServingProcess, startServing } from '../support/serving-process';
import { createTcpGate, type TcpGate } from '../support/tcp-gate';
import { expectIntact, prepareTraffic, startTraffic, type Traffic } from '../support/traffic';
import { until } from '../support/webhook-receiver';

jest.setTimeout(180_000);

describeWith('own-postgres', 'PostgreSQL with a standby, behind one address', () => {
  let pair: PostgresPair;
  let gate: TcpGate;
  let knex: Knex;
  let processes: ServingProcess[] = [];
  let traffic: Traffic;

  beforeAll(async () => {
    pair = await startPostgresPair();
    knex = createKnex(pair.standby.config);
    gate = await createTcpGate({ host: '127.0.0.1', port: pair.primary.port });
    processes = await Promise.all([1, 2].map(() => startServing(configOf(gate.port))));
    traffic = startTraffic(
      processes.map(({ ask }) => ask),
      await prepareTraffic((processes[0] as ServingProcess).ask),
    );
  });
  afterAll(async () => {
    await endAll(processes);
    await gate?.shut();
    await knex?.destroy();
    await pair?.close();
  });

  const count = (what: 'done' | 'unavailable') => traffic.answered.map((answers) => answers[what]);
  /** Waits until every process has given `more` of these answers. */
  async function expectMore(what: 'done' | 'unavailable', more: number): Promise<void> {
    const before = count(what);
    const isSo = () => {
      traffic.check();
      return count(what).every((now, index) => now >= Number(before[index]) + more);
    };
    await until(isSo, `${more} answers of each process that are ${what}`, 60_000);
  }

  /** The answers of every process to visitors and probes while nothing can be written. */
  async function expectUnavailable(): Promise<void> {
    await expectMore('unavailable', 5);
    const [, other] = processes as [ServingProcess, ServingProcess];
    expect((await other.ask('/api/v1/profiles/default/opt-in/en')).status).toBe(200);
    for (const { ask } of processes) {
      expect((await ask('/api/v1/health')).status).toBe(200);
      const probe = await ask('/admin/v1/health');
      expect([probe.status, probe.body.checks.database]).toEqual([503, 'degraded']);
      expect(Number(probe.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  }

  test('while the primary runs, every request gets an answer', async () => {
    await expectMore('done', 40);
    expect(count('unavailable')).toEqual([0, 0]);
  });

  test('after the primary was killed, requests get 503 with Retry-After and published files are served', async () => {
    await pair.killPrimary();
    await expectUnavailable();
  });

  test('so they do when the address leads to the standby before it accepts writes', async () => {
    gate.lead({ host: '127.0.0.1', port: pair.standby.port });
    await expectUnavailable();
    const visitorId = 'first-0-1';
    const read = await (processes[0] as ServingProcess).ask(`/api/v1/consent/${visitorId}`, {
      headers: { Cookie: `svc_vid=${visitorId}` },
    });
    expect([read.status, read.body.visitorId]).toEqual([200, visitorId]);
  });

  test('once the standby is promoted, the same processes write again, and nothing answered is lost', async () => {
    await pair.promoteStandby();
    await expectMore('done', 40);
    for (const { ask } of processes)
      await until(async () => (await ask('/admin/v1/health')).status === 200, 'health');
    await traffic.stop();
    await endAll(processes);
    await expectIntact(knex, traffic);
  });
});
