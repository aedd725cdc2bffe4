import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { freePort } from './free-port';
import { createDirectory, ownerOf } from './server-process';
import { findPostgresPrograms, galeraFiles } from './services';
import { until } from './webhook-receiver';

/** A database server of a test's own, which it can stop, start and reconfigure. */
export interface OwnServer {
  /** The connection of a pool to its database. */
  readonly config: Knex.Config;
  start(): Promise<void>;
  /** Stops at once, as a failover or an impatient operator does: open connections are cut. */
  stop(): Promise<void>;
  /** Makes every write fail, as on a node that is no longer the primary one; or allows writes again. */
  setReadOnly(isReadOnly: boolean): Promise<void>;
  remove(): Promise<void>;
}

/** How to run one kind of server in a directory. */
interface Kind {
  /** The user that the server runs as when the tests run as root, which servers refuse. */
  readonly user: string;
  readonly client: 'pg' | 'mysql2';
  /** Fills an empty directory. */
  readonly create: (directory: string) => readonly [command: string, ...args: string[]];
  readonly run: (directory: string, port: number) => readonly [command: string, ...args: string[]];
  /** Ends the process without waiting for its connections. */
  readonly stopSignal: NodeJS.Signals;
  /** A user that the service connects as. */
  readonly connection: { readonly user: string; readonly database: string };
  readonly prepare: readonly string[];
  readonly readOnly: (isReadOnly: boolean) => readonly string[];
}

const kinds = {
  postgres: {
    user: 'postgres',
    client: 'pg',
    create: (directory) => [
      join(findPostgresPrograms(), 'initdb'),
      '-D',
      directory,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-N',
      '-E',
      'UTF8',
    ],
    run: (directory, port) => [
      join(findPostgresPrograms(), 'postgres'),
      '-D',
      directory,
      '-p',
      String(port),
      '-k',
      directory,
      '-h',
      '127.0.0.1',
      '-F',
    ],
    stopSignal: 'SIGINT',
    connection: { user: 'postgres', database: 'postgres' },
    prepare: [],
    readOnly: (isReadOnly) => [
      `alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
      'select pg_reload_conf()',
    ],
  },
  mysql: {
    user: 'mysql',
    client: 'mysql2',
    create: (directory) => [
      galeraFiles.install,
      '--no-defaults',
      `--datadir=${directory}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    run: (directory, port) => [
      galeraFiles.server,
      '--no-defaults',
      `--datadir=${directory}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${directory}/own.sock`,
      `--pid-file=${directory}/own.pid`,
      '--innodb-flush-log-at-trx-commit=2',
      '--innodb-buffer-pool-size=32M',
    ],
    stopSignal: 'SIGKILL',
    // `read_only` does not bind administrators such as root.
    connection: { user: 'service', database: 'service' },
    prepare: [
      'create database service character set utf8mb4',
      "create user service@'127.0.0.1'",
      "grant all on service.* to service@'127.0.0.1'",
    ],
    readOnly: (isReadOnly) => [`set global read_only = ${isReadOnly ? 1 : 0}`],
  },
} as const satisfies Record<string, Kind>;

const env = { ...process.env, LC_ALL: 'C' };

/** Opens a pool that does not write on the console that connections were lost. */
export function connectQuietly(config: Knex.Config): Knex {
  const quiet = () => {};
  return createKnex({ ...config, log: { warn: quiet, error: quiet, debug: quiet, deprecate: quiet } });
}

/** Creates and starts a server in a directory of its own. */
export async function createOwnServer(dialect: keyof typeof kinds): Promise<OwnServer> {
  const kind: Kind = kinds[dialect];
  const owner = ownerOf(kind.user);
  const directory = await createDirectory('server', owner);
  const [command, ...args] = kind.create(directory);
  execFileSync(command, args, { ...owner, env, cwd: directory, stdio: 'ignore' });
  const port = await freePort();
  let child: ChildProcess | undefined;

  const poolOf = (connection: object): Knex.Config => ({
    client: kind.client,
    connection: { host: '127.0.0.1', port, ...connection },
    pool: { min: 0, max: 5 },
  });
  const root = dialect === 'mysql' ? { user: 'root' } : kind.connection;

  async function asRoot(statements: readonly string[]): Promise<void> {
    const knex = connectQuietly(poolOf(root));
    try {
      for (const statement of statements) await knex.raw(statement);
    } finally {
      await knex.destroy();
    }
  }

  async function start(): Promise<void> {
    const [program, ...options] = kind.run(directory, port);
    child = spawn(program, options, { ...owner, env, cwd: directory, stdio: 'ignore' });
    await until(
      () =>
        asRoot(['select 1']).then(
          () => true,
          () => false,
        ),
      `${program}`,
      60_000,
    );
  }

  async function stop(): Promise<void> {
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill(kind.stopSignal);
    await ended;
    child = undefined;
  }

  await start();
  await asRoot(kind.prepare);
  return {
    config: poolOf(kind.connection),
    start,
    stop,
    setReadOnly: (isReadOnly) => asRoot(kind.readOnly(isReadOnly)),
    async remove() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
