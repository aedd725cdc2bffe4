import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import createKnex, { type Knex } from 'knex';
import { freePort } from './free-port';
import { createDirectory, type OwnServer, ownerOf, startServer } from './server-process';
import { galeraFiles } from './services';
import { until } from './webhook-receiver';

export interface GaleraNode {
  /** The connection of a process to this node. */
  readonly config: Knex.Config;
  /** Kills the node with SIGKILL. */
  kill(): Promise<void>;
  /** Starts the node again, which joins the others, and waits until it has all rows. */
  start(): Promise<void>;
  /** Cuts the node off from the others, or connects it again. */
  setIsolated(isIsolated: boolean): Promise<void>;
}

export interface GaleraCluster {
  readonly nodes: readonly GaleraNode[];
  close(): Promise<void>;
}

const database = 'consent';

/** Starts three nodes of MariaDB with Galera, and creates an empty database. */
export async function startGaleraCluster(): Promise<GaleraCluster> {
  const owner = ownerOf('mysql');
  const directory = await createDirectory('galera', owner, ['node-0', 'node-1', 'node-2']);
  const servers = new Map<number, OwnServer>();
  const close = async () => {
    await Promise.all([...servers.values()].map((server) => server.kill()));
    await rm(directory, { recursive: true, force: true });
  };
  const addresses = await Promise.all(
    [0, 1, 2].map(async () => ({
      port: await freePort(),
      group: await freePort(),
      // Rows that a node missed come in through these: a few, or all.
      increments: await freePort(),
      snapshot: await freePort(),
    })),
  );

  function createNode(index: number) {
    const { port, group, increments, snapshot } = addresses[index] as (typeof addresses)[number];
    const data = join(directory, `node-${index}`);
    const connection = { host: '127.0.0.1', port, user: 'root' };
    const onNode = async <T>(work: (knex: Knex) => Promise<T>) => {
      const knex = createKnex({ client: 'mysql2', connection, pool: { min: 0, max: 1 } });
      try {
        return await work(knex);
      } finally {
        await knex.destroy();
      }
    };
    const providerOptions = {
      'gmcast.listen_addr': `tcp://127.0.0.1:${group}`,
      'ist.recv_addr': `127.0.0.1:${increments}`,
      'gcache.size': '32M',
    };
    async function launch(isFirst: boolean): Promise<void> {
      const args = {
        datadir: data,
        socket: join(directory, `${index}.sock`),
        'pid-file': join(directory, `${index}.pid`),
        port,
        'bind-address': '127.0.0.1',
        'innodb-buffer-pool-size': '64M',
        'innodb-log-file-size': '16M',
        'innodb-flush-log-at-trx-commit': 0,
        'innodb-autoinc-lock-mode': 2,
        'binlog-format': 'ROW',
        'wsrep-on': 'ON',
        'wsrep-provider': galeraFiles.provider,
        'wsrep-cluster-name': `consent-${addresses[0]?.group}`,
        'wsrep-cluster-address': `gcomm://${addresses.map((node) => `127.0.0.1:${node.group}`).join(',')}`,
        'wsrep-node-name': `node-${index}`,
        'wsrep-node-address': `127.0.0.1:${group}`,
        'wsrep-sst-method': 'rsync',
        'wsrep-sst-receive-address': `127.0.0.1:${snapshot}`,
        'wsrep-slave-threads': 2,
        'wsrep-provider-options': Object.entries(providerOptions)
          .map(([name, value]) => `${name}=${value}`)
          .join(';'),
      };
      const server = await startServer(
        galeraFiles.server,
        [
          '--no-defaults',
          ...Object.entries(args).map(([name, value]) => `--${name}=${value}`),
          ...(isFirst ? ['--wsrep-new-cluster'] : []),
        ],
        { port, log: join(directory, `${index}.log`), owner },
      );
      servers.set(index, server);
      await until(
        () =>
          onNode((knex) => knex.raw(`show status like 'wsrep_local_state_comment'`)).then(
            ([[row]]) => row.Value === 'Synced',
            () => false,
          ),
        'the node to be synced',
        60_000,
      );
    }
    return {
      data,
      launch,
      onNode,
      node: {
        config: {
          client: 'mysql2',
          connection: { ...connection, database },
          pool: { min: 0, max: 5 },
        },
        async kill() {
          await servers.get(index)?.kill();
          servers.delete(index);
        },
        start: () => launch(false),
        setIsolated: (isIsolated: boolean) =>
          onNode(async (knex) => {
            await knex.raw(`set global wsrep_provider_options = 'gmcast.isolate=${Number(isIsolated)}'`);
          }),
      } satisfies GaleraNode,
    };
  }

  type Launch = ReturnType<typeof createNode>;
  try {
    const [first, ...others] = [0, 1, 2].map(createNode) as [Launch, Launch, Launch];
    await promisify(execFile)(
      galeraFiles.install,
      [
        '--no-defaults',
        `--datadir=${first.data}`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
      ],
      { ...owner, cwd: '/' },
    );
    await first.launch(true);
    for (const other of others) await other.launch(false);
    await first.onNode((knex) => knex.raw(`create database ${database} character set utf8mb4`));
    return { nodes: [first, ...others].map(({ node }) => node), close };
  } catch (error) {
    await close();
    throw error;
  }
}
