import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { createDatabase } from '#platform/database/database';
import { migrateUp } from '#platform/database/migrate';
import { isDeep } from './scope';
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
  /** Opens a database with the service's empty tables (prefix `svc_`). */
  open(): Promise<OpenDatabase>;
  /** Opens a database without tables. */
  openEmpty(): Promise<OpenDatabase>;
}

interface Driver {
  readonly name: string;
  readonly service: Service;
  readonly dialect: TestDatabase['dialect'];
  /** Makes an empty database, or a copy of a template. */
  create(template?: string): Promise<{ config: Knex.Config; drop(): Promise<void> }>;
  /**
   * Makes a template of a database that no pool uses any more, and returns what `create` needs to copy it: copying the
   * service's tables takes a fraction of migrating.
   */
  saveTemplate(config: Knex.Config): Promise<string>;
  removeTemplate(template: string): Promise<void>;
}

const prefix = 'ec_test_';
/** Names a database or folder that a later run may remove. */
export const newName = () => `${prefix}${Math.floor(Date.now() / 1000)}_${randomBytes(5).toString('hex')}`;

const createDirectory = () => mkdtemp(join(tmpdir(), `${newName()}_`));
const removeDirectory = (directory: string) => rm(directory, { recursive: true, force: true });

/** Small pools, as many test files run against one server. */
const pool = { min: 0, max: 5 };

function sqliteDriver(client: 'better-sqlite3' | 'sqlite3'): Driver {
  return {
    name: client,
    service: client,
    dialect: 'sqlite',
    async create(template) {
      const directory = await createDirectory();
      const filename = join(directory, 'test.sqlite');
      if (template !== undefined) await copyFile(template, filename);
      return {
        config: { client, connection: { filename }, useNullAsDefault: true },
        drop: () => removeDirectory(directory),
      };
    },
    async saveTemplate({ connection }) {
      const template = join(await createDirectory(), 'template.sqlite');
      await copyFile((connection as { filename: string }).filename, template);
      return template;
    },
    removeTemplate: (template) => removeDirectory(dirname(template)),
  };
}

interface Server {
  readonly client: 'mysql2' | 'pg';
  readonly address: string;
  /** Makes a database; with a template a copy of it. */
  readonly create: (admin: Knex, name: string, template?: string) => Promise<unknown>;
  readonly drop: (admin: Knex, name: string) => Promise<unknown>;
  readonly list: (admin: Knex) => Promise<string[]>;
  readonly saveTemplate: (admin: Knex, name: string) => Promise<string>;
  readonly removeTemplate: (admin: Knex, template: string) => Promise<unknown>;
}

/** A connection may end by itself between being seen and being cut. */
function isGone(error: { code?: string }): void {
  if (error.code !== 'ER_NO_SUCH_THREAD') throw error;
}

/** Returns the statements that make the tables, rows and triggers of a database again. */
async function dumpMysql(admin: Knex, name: string): Promise<string> {
  const first = async (statement: string) => (await admin.raw(statement))[0];
  const statements = ['set foreign_key_checks = 0'];
  for (const { table_name: table } of await admin('information_schema.tables')
    .where({ table_schema: name, table_type: 'BASE TABLE' })
    .select(admin.raw('table_name as table_name'))) {
    statements.push((await first(`show create table ${name}.${table}`))[0]['Create Table']);
    for (const row of await admin(`${name}.${table}`)) statements.push(admin(table).insert(row).toQuery());
  }
  for (const { view, definition } of await admin('information_schema.views')
    .where({ table_schema: name })
    .select(admin.raw('table_name as view, view_definition as definition')))
    statements.push(`create view ${view} as ${definition.replaceAll(`\`${name}\`.`, '')}`);
  for (const { Trigger: trigger } of await first(`show triggers from ${name}`))
    statements.push((await first(`show create trigger ${name}.${trigger}`))[0]['SQL Original Statement']);
  return [...statements, 'set foreign_key_checks = 1'].join(';\n');
}

const mysql: Server = {
  client: 'mysql2',
  address: serviceAddresses.mysql,
  async create(admin, name, template) {
    await admin.raw(`create database ${name} character set utf8mb4`);
    if (template === undefined) return;
    await admin.raw(`use ${name}`);
    await admin.raw(await readFile(template, 'utf8'));
  },
  async drop(admin, name) {
    // An open transaction's lock would block the drop forever.
    for (const id of await admin('information_schema.processlist').where({ db: name }).pluck('id'))
      await admin.raw(`kill ${id}`).catch(isGone);
    await admin.raw(`drop database if exists ${name}`);
  },
  list: (admin) => admin('information_schema.schemata').pluck('schema_name'),
  async saveTemplate(admin, name) {
    const file = join(await createDirectory(), 'template.sql');
    await writeFile(file, await dumpMysql(admin, name));
    return file;
  },
  removeTemplate: (_admin, file) => removeDirectory(dirname(file)),
};

const postgres: Server = {
  client: 'pg',
  address: serviceAddresses.postgres,
  create: (admin, name, template) =>
    admin.raw(
      template === undefined
        ? // Nobody can be connected to template0, which would make the copy fail. Most hosts' databases order texts
          // by a language.
          `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'`
        : `create database ${name} template ${template}`,
    ),
  drop: (admin, name) => admin.raw(`drop database if exists ${name} with (force)`),
  list: (admin) => admin('pg_database').pluck('datname'),
  async saveTemplate(admin, name) {
    // A connection pooler keeps its connections to a database that no client uses any more.
    await admin.raw(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = ? and pid <> pg_backend_pid()',
      [name],
    );
    const template = newName();
    await postgres.create(admin, template, name);
    return template;
  },
  removeTemplate: (admin, template) => postgres.drop(admin, template),
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
  const connection = connectionTo(address, new URL(address).pathname.slice(1));
  const knex = createKnex({
    client,
    connection: client === 'mysql2' ? { ...connection, multipleStatements: true } : connection,
    pool: { min: 0, max: 1 },
    acquireConnectionTimeout: 10_000,
    // Knex also prints what it throws.
    log: { error: () => {}, warn: () => {} },
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
    async create(template) {
      const database = newName();
      await asAdmin(server, async (admin) => void (await server.create(admin, database, template)));
      return {
        config: { client: server.client, connection: connectionTo(server.address, database), pool },
        drop: () => asAdmin(server, async (admin) => void (await server.drop(admin, database))),
      };
    },
    saveTemplate: ({ connection }) =>
      asAdmin(server, (admin) => server.saveTemplate(admin, (connection as { database: string }).database)),
    removeTemplate: (template) =>
      asAdmin(server, async (admin) => void (await server.removeTemplate(admin, template))),
  };
}

const drivers: readonly Driver[] = [
  sqliteDriver('better-sqlite3'),
  sqliteDriver('sqlite3'),
  serverDriver('mysql2 (MariaDB)', 'mysql', mysql),
  serverDriver('pg (PostgreSQL)', 'postgres', postgres),
];

async function openEmptyDatabase(driver: Driver, template?: string): Promise<OpenDatabase> {
  const { config, drop } = await driver.create(template);
  const pools: Knex[] = [];
  const connect = () => {
    const knex = createKnex(config);
    pools.push(knex);
    return knex;
  };
  let closing: Promise<void> | undefined;
  const close = async () => {
    // A failed test can keep a connection forever: connections that are open after a while are closed by the
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

const templatesVariable = 'EXPRESS_CONSENT_TEST_TEMPLATES';
type Templates = Readonly<Record<string, string>>;
const readTemplates = (): Templates => JSON.parse(process.env[templatesVariable] ?? '{}');

const migrate = (knex: Knex) => migrateUp(createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 20_000 }));

/** Migrates one database of each kind that is there, from which those of the tests are copied. */
export async function createTemplates(available: (service: Service) => boolean): Promise<void> {
  const templates = await Promise.all(
    drivers
      .filter(({ service }) => available(service))
      .map(async (driver) => {
        const { knex, config, close } = await openEmptyDatabase(driver);
        await migrate(knex);
        await knex.destroy();
        const template = await driver.saveTemplate(config);
        await close();
        return [driver.name, template] as const;
      }),
  );
  process.env[templatesVariable] = JSON.stringify(Object.fromEntries(templates));
}

/** Removes what `createTemplates` has made. */
export async function removeTemplates(): Promise<void> {
  const templates = readTemplates();
  await Promise.all(
    drivers.map(({ name, removeTemplate }) =>
      templates[name] === undefined ? undefined : removeTemplate(templates[name]),
    ),
  );
}

async function openDatabase(driver: Driver): Promise<OpenDatabase> {
  const template = readTemplates()[driver.name];
  const database = await openEmptyDatabase(driver, template);
  if (template === undefined) await migrate(database.knex);
  return database;
}

/**
 * Declares `define`'s tests once for each supported driver, each call of `database.open()` with a database of its
 * own. Drivers whose server is not there are skipped with the reason, or fail in CI.
 * `only` names the dialects that the tests are about; default: all.
 */
export function eachDatabase(
  define: (database: TestDatabase) => void,
  ...only: readonly TestDatabase['dialect'][]
): void {
  declareOn(driversFor(only), define);
}

const driversFor = (only: readonly TestDatabase['dialect'][]) =>
  drivers.filter(({ dialect }) => only.length === 0 || only.includes(dialect));

function declareOn(chosen: readonly Driver[], define: (database: TestDatabase) => void): void {
  for (const driver of chosen) {
    describeWith(driver.service, driver.name, () => {
      const opened: OpenDatabase[] = [];
      const keep = (database: OpenDatabase) => {
        opened.push(database);
        return database;
      };
      define({
        name: driver.name,
        dialect: driver.dialect,
        open: () => openDatabase(driver).then(keep),
        openEmpty: () => openEmptyDatabase(driver).then(keep),
      });
      // Declared last, so that it runs after the suite's own: services are closed before their databases go.
      afterAll(() => Promise.all(opened.map((database) => database.close())));
    });
  }
}

/**
 * Declares tests as `eachDatabase` does, for kills, faults and races, which take long. `npm run test:all` uses one
 * database, which the name of the file decides; `npm run test:deep` uses every driver.
 */
export function eachDialect(
  define: (database: TestDatabase) => void,
  ...only: readonly TestDatabase['dialect'][]
): void {
  const possible = driversFor(only).filter(({ name }) => isDeep || name !== 'sqlite3');
  const letters = [...basename(expect.getState().testPath ?? '')];
  const chosen = letters.reduce((sum, letter) => sum + letter.charCodeAt(0), 2) % possible.length;
  declareOn(isDeep ? possible : possible.slice(chosen, chosen + 1), define);
}

/**
 * Declares tests as `eachDatabase` does, for features that depend on the database but not on the driver: `npm run
 * test:all` leaves out `sqlite3`, `npm run test:deep` uses every driver.
 */
export function eachDatabaseSystem(define: (database: TestDatabase) => void): void {
  declareOn(
    drivers.filter(({ name }) => isDeep || name !== 'sqlite3'),
    define,
  );
}

/**
 * Declares tests as `eachDatabase` does, for features that do not depend on the database: `npm run test:all` uses
 * `better-sqlite3` only, `npm run test:deep` uses every driver.
 */
export function eachDatabaseInDeep(define: (database: TestDatabase) => void): void {
  declareOn(
    drivers.filter(({ name }) => isDeep || name === 'better-sqlite3'),
    define,
  );
}

/**
 * Creates a database on a server and drops it.
 * @throws Error of the driver when the server does not answer, or lets this user create none
 */
export async function tryServer(client: 'mysql2' | 'pg'): Promise<void> {
  const server = client === 'pg' ? postgres : mysql;
  const name = newName();
  await asAdmin(server, async (admin) => {
    await server.create(admin, name);
    await server.drop(admin, name);
  });
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
