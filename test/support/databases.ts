import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { describeWith, type Service, serviceAddresses } from './services';

/** A database of its own, dropped when the surrounding describe ends, whether or not its tests passed. */
export interface OpenDatabase {
  readonly knex: Knex;
  /** Plain data: what another process needs to connect to the same database. */
  readonly config: Knex.Config;
  /** Another pool on the same database, closed with it. */
  reopen(): Knex;
  /** Closes every pool and drops the database. Closing twice does nothing. */
  close(): Promise<void>;
}

export interface TestDatabase {
  readonly name: string;
  readonly dialect: 'sqlite' | 'mysql' | 'postgres';
  open(): Promise<OpenDatabase>;
}

interface Driver {
  readonly name: string;
  readonly service: Service;
  readonly dialect: TestDatabase['dialect'];
  /** Makes an empty database. */
  create(): Promise<{ config: Knex.Config; drop(): Promise<void> }>;
}

const prefix = 'ec_test_';
/** Names a database or folder that a later run may remove. */
export const newName = () => `${prefix}${Math.floor(Date.now() / 1000)}_${randomBytes(5).toString('hex')}`;

/** Small pools, as many test files run against one server. */
const pool = { min: 0, max: 5 };

function sqliteDriver(client: 'better-sqlite3' | 'sqlite3'): Driver {
  return {
    name: client,
    service: client,
    dialect: 'sqlite',
    async create() {
      const directory = await mkdtemp(join(tmpdir(), `${newName()}_`));
      return {
        config: { client, connection: { filename: join(directory, 'test.sqlite') }, useNullAsDefault: true },
        drop: () => rm(directory, { recursive: true, force: true }),
      };
    },
  };
}

interface Server {
  readonly client: 'mysql2' | 'pg';
  readonly address: string;
  readonly create: (name: string) => string;
  readonly drop: (admin: Knex, name: string) => Promise<unknown>;
  readonly list: (admin: Knex) => Promise<string[]>;
}

/** A connection may end by itself between being seen and being cut. */
function isGone(error: { code?: string }): void {
  if (error.code !== 'ER_NO_SUCH_THREAD') throw error;
}

const mysql: Server = {
  client: 'mysql2',
  address: serviceAddresses.mysql,
  create: (name) => `create database ${name} character set utf8mb4`,
  async drop(admin, name) {
    // An open transaction's lock would hold up the drop for ever.
    for (const id of await admin('information_schema.processlist').where({ db: name }).pluck('id'))
      await admin.raw(`kill ${id}`).catch(isGone);
    await admin.raw(`drop database if exists ${name}`);
  },
  list: (admin) => admin('information_schema.schemata').pluck('schema_name'),
};

const postgres: Server = {
  client: 'pg',
  address: serviceAddresses.postgres,
  // Nobody can be connected to template0, which would make the copy fail. Most hosts' databases order texts
  // by a language.
  create: (name) =>
    `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'`,
  drop: (admin, name) => admin.raw(`drop database if exists ${name} with (force)`),
  list: (admin) => admin('pg_database').pluck('datname'),
};

function connectionTo(address: string, database: string) {
  const url = new URL(address);
  return {
    host: url.hostname,
    port: Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: database || undefined,
  };
}

async function asAdmin<T>({ client, address }: Server, work: (knex: Knex) => Promise<T>): Promise<T> {
  const knex = createKnex({
    client,
    connection: connectionTo(address, new URL(address).pathname.slice(1)),
    pool: { min: 0, max: 1 },
  });
  try {
    return await work(knex);
  } finally {
    await knex.destroy();
  }
}

function serverDriver(name: string, dialect: Driver['dialect'], server: Server): Driver {
  return {
    name,
    service: server.client,
    dialect,
    async create() {
      const database = newName();
      await asAdmin(server, (admin) => admin.raw(server.create(database)));
      return {
        config: { client: server.client, connection: connectionTo(server.address, database), pool },
        drop: () => asAdmin(server, async (admin) => void (await server.drop(admin, database))),
      };
    },
  };
}

const drivers: readonly Driver[] = [
  sqliteDriver('better-sqlite3'),
  sqliteDriver('sqlite3'),
  serverDriver('mysql2 (MariaDB)', 'mysql', mysql),
  serverDriver('pg (PostgreSQL)', 'postgres', postgres),
];

async function openDatabase(driver: Driver): Promise<OpenDatabase> {
  const { config, drop } = await driver.create();
  const pools: Knex[] = [];
  const connect = () => {
    const knex = createKnex(config);
    pools.push(knex);
    return knex;
  };
  let closing: Promise<void> | undefined;
  const close = async () => {
    // A failed test can leave a connection taken for ever: what is still open after a while is cut off by the
    // drop.
    await Promise.race([
      Promise.allSettled(pools.map((knex) => knex.destroy())),
      new Promise((resolve) => setTimeout(resolve, 1000).unref()),
    ]);
    await drop();
  };
  return {
    knex: connect(),
    config,
    reopen: connect,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/**
 * Declares `define`'s tests once for each supported driver, each call of `database.open()` with an empty
 * database of its own. Drivers whose server is not there are skipped with the reason, or fail in CI.
 * `only` names the dialects that the tests are about; default: all.
 */
export function eachDatabase(
  define: (database: TestDatabase) => void,
  ...only: readonly TestDatabase['dialect'][]
): void {
  for (const driver of drivers.filter(({ dialect }) => only.length === 0 || only.includes(dialect))) {
    describeWith(driver.service, driver.name, () => {
      const opened: OpenDatabase[] = [];
      define({
        name: driver.name,
        dialect: driver.dialect,
        async open() {
          const database = await openDatabase(driver);
          opened.push(database);
          return database;
        },
      });
      // Declared last, so that it runs after the suite's own: services are closed before their databases go.
      afterAll(() => Promise.all(opened.map((database) => database.close())));
    });
  }
}

/** Removes what interrupted runs left behind: databases and folders made over an hour ago. */
export async function dropLeftovers(available: (service: Service) => boolean): Promise<void> {
  const isOld = (name: string) =>
    name.startsWith(prefix) && Number(name.slice(prefix.length).split('_')[0]) < Date.now() / 1000 - 3600;
  for (const name of (await readdir(tmpdir())).filter(isOld))
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  for (const server of [mysql, postgres]) {
    if (!available(server.client)) continue;
    await asAdmin(server, async (admin) => {
      for (const name of (await server.list(admin)).filter(isOld)) await server.drop(admin, name);
    });
  }
}
