import { execFile } from 'node:child_process';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Knex } from 'knex';
import { freePort } from './free-port';
import { connectQuietly } from './own-servers';
import { createDirectory, type OwnServer, ownerOf, startServer } from './server-process';
import { findPostgresPrograms } from './services';
import { until } from './webhook-receiver';

const run = promisify(execFile);

export interface PostgresServer {
  readonly port: number;
  /** The connection of a process to it. */
  readonly config: Knex.Config;
}

/** A primary, and a standby that has everything that the primary has committed. */
export interface PostgresPair {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** Kills the primary with SIGKILL. */
  killPrimary(): Promise<void>;
  /** Makes the standby accept writes. */
  promoteStandby(): Promise<void>;
  close(): Promise<void>;
}

const user = 'postgres';

/** Returns the configuration of a Knex that connects to this port. */
export const configOf = (port: number): Knex.Config => ({
  client: 'pg',
  connection: { host: '127.0.0.1', port, user, database: 'postgres' },
  pool: { min: 0, max: 5 },
});

/** Starts a primary, and a standby with synchronous replication. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const owner = ownerOf('postgres');
  const programs = findPostgresPrograms();
  const program = (name: string, args: readonly string[]) =>
    run(join(programs, name), args, { ...owner, cwd: '/' });
  const directory = await createDirectory('postgres', owner);
  const servers: OwnServer[] = [];
  const close = async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await rm(directory, { recursive: true, force: true });
  };
  const data = (name: string) => join(directory, name);

  async function launch(name: string): Promise<PostgresServer & OwnServer> {
    const port = await freePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: directory,
      shared_buffers: '32MB',
      max_connections: 40,
      fsync: 'off',
    };
    const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const server = await startServer(
      join(programs, 'postgres'),
      ['-D', data(name), '-p', String(port), ...args],
      { port, log: join(directory, `${name}.log`), owner },
    );
    servers.push(server);
    const config = configOf(port);
    await until(
      () => onServer(config, (knex) => knex.raw('select 1')).then(Boolean, () => false),
      name,
      60_000,
    );
    return { port, config, kill: server.kill };
  }

  try {
    await program('initdb', [
      '-D',
      data('primary'),
      '-U',
      user,
      '--auth=trust',
      '--encoding=UTF8',
      '--no-sync',
    ]);
    const primary = await launch('primary');
    const address = `host=127.0.0.1 port=${primary.port} user=${user}`;
    await program('pg_basebackup', [
      '-D',
      data('standby'),
      '-d',
      address,
      '-R',
      '--checkpoint=fast',
      '--no-sync',
    ]);
    await appendFile(
      join(data('standby'), 'postgresql.auto.conf'),
      `primary_conninfo = '${address} application_name=standby'\n`,
    );
    const standby = await launch('standby');
    await onServer(primary.config, async (knex) => {
      await knex.raw(`alter system set synchronous_standby_names = 'standby'`);
      await knex.raw('select pg_reload_conf()');
      await until(
        async () => (await knex('pg_stat_replication').where({ sync_state: 'sync' })).length === 1,
        'the synchronous standby',
      );
    });
    return {
      primary,
      standby,
      killPrimary: primary.kill,
      promoteStandby: () =>
        onServer(standby.config, async (knex) => {
          await knex.raw(`select pg_promote()`);
        }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function onServer<T>(config: Knex.Config, work: (knex: Knex) => Promise<T>): Promise<T> {
  // A server that starts refuses connections.
  const knex = connectQuietly({ ...config, pool: { min: 0, max: 1 } });
  try {
    return await work(knex);
  } finally {
    await knex.destroy();
  }
}
