import createKnex, { type Knex } from 'knex';
import { cookieOf } from '../support/consent';
import { type GaleraCluster, type GaleraNode, startGaleraCluster } from '../support/galera-cluster';
import { describeInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { endAll, type ServingProcess, startServing } from '../support/serving-process';
import { expectIntact, prepareTraffic, startTraffic, type Traffic } from '../support/traffic';
import { until } from '../support/webhook-receiver';

// Three servers and three processes, which start one after the other.
jest.setTimeout(180_000);

/** A node that has just lost the others keeps transactions waiting: this is how long visitors wait with them. */
const timeoutMs = 5000;

describeInDeep('a cluster', () => {
  describeWith('galera', 'three nodes of Galera, with a process on each', () => {
    let cluster: GaleraCluster;
    let nodes: [GaleraNode, GaleraNode, GaleraNode];
    let knexes: Knex[] = [];
    let processes: ServingProcess[] = [];
    let prepared: Awaited<ReturnType<typeof prepareTraffic>>;
    let traffic: Traffic;

    /** Waits until each of these processes has written several times more. */
    async function writeOn(indexes: readonly number[]): Promise<void> {
      const before = traffic.answered.map(({ done }) => done);
      const isSo = () => {
        traffic.check();
        return indexes.every((index) => Number(traffic.answered[index]?.done) > Number(before[index]) + 20);
      };
      await until(isSo, 'an answer of each process', 60_000);
    }

    beforeAll(async () => {
      cluster = await startGaleraCluster();
      nodes = cluster.nodes as typeof nodes;
      knexes = nodes.map(({ config }) => createKnex(config));
    });
    afterAll(async () => {
      await endAll(processes);
      await Promise.all(knexes.map((knex) => knex.destroy()));
      await cluster?.close();
    });

    test('processes that start together on an empty database migrate it once, whichever node they use', async () => {
      processes = await Promise.all(
        nodes.map(({ config }) => startServing(config, { database: { timeoutMs } })),
      );
      for (const knex of knexes) {
        expect(await knex('svc_migrations').pluck('name')).toEqual(['001-initial']);
        expect(await knex('svc_users')).toHaveLength(1);
      }
    });

    test('visitors and operators at all nodes get answers, although their changes conflict', async () => {
      prepared = await prepareTraffic((processes[0] as ServingProcess).ask);
      traffic = startTraffic(
        processes.map(({ ask }) => ask),
        prepared,
      );
      await writeOn([0, 1, 2]);
      const conflicts = async (knex: Knex) => {
        const [rows] = await knex.raw(
          `show global status where variable_name in ('wsrep_local_cert_failures', 'wsrep_local_bf_aborts')`,
        );
        return rows.reduce((sum: number, row: { Value: string }) => sum + Number(row.Value), 0);
      };
      expect(Math.max(...(await Promise.all(knexes.map(conflicts))))).toBeGreaterThan(0);
    });

    test('a node that is cut off answers 503 and serves published files, and writes again once it is back', async () => {
      const [, , cutOff] = processes as [ServingProcess, ServingProcess, ServingProcess];
      const read = () =>
        cutOff.ask('/api/v1/consent/first-2-1', { headers: { Cookie: cookieOf('first-2-1') } });
      expect((await read()).status).toBe(200);
      const before = Number(traffic.answered[2]?.unavailable);
      await nodes[2].setIsolated(true);
      await until(async () => (await read()).status === 503, 'the refusal');
      expect(Number((await read()).headers.get('retry-after'))).toBeGreaterThan(0);
      await until(() => Number(traffic.answered[2]?.unavailable) > before, 'an answer 503');
      expect((await cutOff.ask('/admin/v1/health')).body.checks).toMatchObject({ database: 'degraded' });
      expect((await cutOff.ask('/api/v1/health')).status).toBe(200);
      expect((await cutOff.ask('/api/v1/profiles/default/opt-in/en')).status).toBe(200);
      await writeOn([0, 1]);
      await nodes[2].setIsolated(false);
      await writeOn([0, 1, 2]);
    });

    test('a node that is killed does not stop the others, and its process writes again once it is back', async () => {
      await nodes[1].kill();
      await writeOn([0, 2]);
      await nodes[1].start();
      await writeOn([0, 1, 2]);
    });

    test('afterwards nothing answered is lost, nothing is half done, and all nodes have the same rows', async () => {
      await traffic.stop();
      await expectIntact(knexes[0] as Knex, traffic);
      await endAll(processes);
      const checksums = async (knex: Knex) => {
        const tables = await knex('information_schema.tables')
          .where({ table_schema: 'consent' })
          .pluck('table_name');
        const [rows] = await knex.raw(`checksum table ${tables.join(', ')}`);
        return rows.map((row: { Table: string; Checksum: number }) => [row.Table, row.Checksum]);
      };
      const [first, ...others] = await Promise.all(knexes.map(checksums));
      expect(first.length).toBeGreaterThan(30);
      for (const other of others) expect(other).toEqual(first);
    });
  });
});
