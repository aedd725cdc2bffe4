import type { AddressInfo } from 'node:net';
import createKnex, { type Knex } from 'knex';
import mysql from 'mysql2';
import { judgeServer, type ServerFacts } from '#platform/database/judge-server';
import { createTestApp } from '../support/create-test-app';
import { eachDatabase } from '../support/databases';
import { describeWith } from '../support/services';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function createApp(knex: Knex) {
  const app = await createTestApp({ knex });
  cleanUps.push(
    () => knex.destroy(),
    () => app.close(),
  );
  return app;
}

eachDatabase((driver) => {
  test('the database of this machine is used without a warning', async () => {
    const { knex } = await driver.openEmpty();
    const app = await createTestApp({ knex });
    await app.service.start();
    expect(app.logger.lines.filter((line) => line.includes('not tested'))).toEqual([]);
    await app.close();
  });
});

eachDatabase((driver) => {
  /** A database whose own `version()` is found before that of the server. */
  async function openWith(version: string) {
    const opened = await driver.openEmpty();
    await opened.knex.raw('create schema ahead');
    await opened.knex.raw(
      `create function ahead.version() returns text language sql as $$ select '${version}' $$`,
    );
    const knex = createKnex({ ...opened.config, searchPath: ['ahead', 'pg_catalog'] });
    return { opened, knex, app: await createApp(knex) };
  }

  test('CockroachDB is refused before anything is written to it', async () => {
    const { knex, app } = await openWith(
      'CockroachDB CCL v25.2.22 (x86_64-pc-linux-gnu, built 2026/07/02 04:00:15, go1.23.12)',
    );
    await expect(app.service.start()).rejects.toThrow(
      /^The database is CockroachDB \(CockroachDB CCL v25\.2\.22.*\), which does not have advisory locks or statement-level triggers\. Use PostgreSQL 15 or newer, or a service that runs it, such as Amazon Aurora, Azure, Cloud SQL, Neon or Supabase\. See docs\/guide\/troubleshooting\.md#database-not-supported$/,
    );
    expect(await knex('pg_tables').where({ schemaname: 'ahead' })).toEqual([]);
    const answer = await app.request.get(`${app.publicBase}/recheck`).expect(503);
    expect(answer.text).not.toContain('Cockroach');
    await expect(app.service.operations.checkConnection()).rejects.toThrow('CockroachDB');
  });

  test('an older PostgreSQL is used with a warning', async () => {
    const { app } = await openWith('PostgreSQL 13.14 (Debian 13.14-1.pgdg120+2) on x86_64-pc-linux-gnu');
    await app.service.start();
    expect(app.logger.lines.join('\n')).toContain(
      'express-consent is not tested on PostgreSQL 13.14 (Debian 13.14-1.pgdg120+2)',
    );
  });

  test('a PostgreSQL without PL/pgSQL is refused', async () => {
    const { knex, config } = await driver.openEmpty();
    await knex.raw('drop extension plpgsql');
    const app = await createApp(createKnex(config));
    await expect(app.service.start()).rejects.toThrow(
      /^The database is PostgreSQL .*, which does not have PL\/pgSQL, in which the triggers of the audit log are written\./,
    );
  });
}, 'postgres');

describeWith('mysql2', 'a server that speaks as MySQL', () => {
  /** A server that signs everybody in, and returns its version. */
  async function openServer(version: string, comment: string): Promise<Knex> {
    const connections: mysql.Connection[] = [];
    const server = mysql.createServer((connection) => {
      connections.push(connection);
      connection.on('error', () => {});
      // Each command of the client starts to count packets again.
      const awaitCommand = () => Object.assign(connection, { sequenceId: 0 });
      connection.serverHandshake({
        protocolVersion: 10,
        serverVersion: version,
        connectionId: 1,
        statusFlags: 2,
        characterSet: 45,
        // Protocol 4.1, transactions and passwords of any length.
        capabilityFlags: 0x0000_a20f,
        authCallback(_parameters: unknown, signIn: (error: null) => void) {
          signIn(null);
          awaitCommand();
        },
      });
      connection.on('query', () => {
        connection.writeTextResult([{ version, comment }], [column('version'), column('comment')]);
        awaitCommand();
      });
    });
    await new Promise<void>((resolve) => {
      (server as unknown as { listen(port: number, host: string, done: () => void): void }).listen(
        0,
        '127.0.0.1',
        resolve,
      );
    });
    const { port } = (server as unknown as { _server: { address(): AddressInfo } })._server.address();
    cleanUps.push(() => {
      for (const connection of connections) connection.destroy();
      server.close(() => {});
    });
    return createKnex({
      client: 'mysql2',
      connection: { host: '127.0.0.1', port, user: 'shop', database: 'shop' },
    });
  }

  const column = (name: string) => ({
    ...{ catalog: 'def', schema: '', table: '', orgTable: '', name, orgName: name },
    ...{ characterSet: 45, columnLength: 400, columnType: 253, flags: 0, decimals: 0 },
  });

  test.each([
    ['8.0.11-TiDB-v8.5.1', 'TiDB Server (Apache License 2.0) Community Edition', 'TiDB', 'triggers'],
    ['8.0.34-Vitess', 'Version: 20.0.4', 'Vitess (PlanetScale)', 'triggers'],
    [
      '5.7.32',
      'SingleStoreDB source distribution (compatible; MySQL Enterprise & MySQL Commercial)',
      'SingleStore',
      'triggers, or unique keys besides the shard key',
    ],
  ])('%s is refused', async (version, comment, name, lacks) => {
    const app = await createApp(await openServer(version, comment));
    await expect(app.service.start()).rejects.toThrow(
      `The database is ${name} (${version}), which does not have ${lacks}. Use MySQL 8.0.17 or newer or MariaDB 10.11 or newer, or a service that runs one, such as Amazon Aurora, Azure or Cloud SQL`,
    );
  });

  test('MySQL 5.7 is refused', async () => {
    const app = await createApp(await openServer('5.7.44-log', 'MySQL Community Server (GPL)'));
    await expect(app.service.start()).rejects.toThrow(
      'The database is MySQL 5.7.44-log, which does not have the collation utf8mb4_0900_bin.',
    );
  });
});

describeWith('better-sqlite3', 'a driver with an old SQLite', () => {
  test('is refused', async () => {
    const knex = createKnex({
      client: 'better-sqlite3',
      connection: { filename: ':memory:' },
      useNullAsDefault: true,
      pool: {
        min: 1,
        max: 1,
        afterCreate(
          connection: { function(name: string, result: () => string): void },
          done: (error: null, connection: unknown) => void,
        ) {
          connection.function('sqlite_version', () => '3.31.1');
          done(null, connection);
        },
      },
    });
    const app = await createApp(knex);
    await expect(app.service.start()).rejects.toThrow(
      'The database is SQLite 3.31.1, which does not have the clause RETURNING. Use a driver with SQLite 3.35 or newer',
    );
  });
});

type Recorded = readonly [of: string, dialect: 'mysql' | 'postgres' | 'sqlite', facts: ServerFacts];

test.each<Recorded>([
  ['PostgreSQL 15', 'postgres', { version: 'PostgreSQL 15.0 on x86_64-pc-linux-gnu, compiled by gcc' }],
  ['Debian', 'postgres', { version: 'PostgreSQL 15.20 (Debian 15.20-0+deb12u1) on x86_64-pc-linux-gnu' }],
  ['Alpine', 'postgres', { version: 'PostgreSQL 16.14 on x86_64-pc-linux-musl, compiled by gcc' }],
  ['Amazon Aurora', 'postgres', { version: 'PostgreSQL 16.4 on aarch64-unknown-linux-gnu, compiled by gcc' }],
  [
    'Neon',
    'postgres',
    { version: 'PostgreSQL 17.5 (6bc9ef8) on aarch64-unknown-linux-gnu, compiled by gcc' },
  ],
  ['Supabase', 'postgres', { version: 'PostgreSQL 15.8 on aarch64-unknown-linux-gnu, compiled by gcc' }],
  [
    'Timescale',
    'postgres',
    { version: 'PostgreSQL 17.2 (Ubuntu 17.2-1.pgdg22.04+1) on aarch64-unknown-linux-gnu' },
  ],
  [
    'EDB',
    'postgres',
    { version: 'PostgreSQL 16.4 (EnterpriseDB Advanced Server 16.4.1) on x86_64-pc-linux-gnu' },
  ],
  ['a beta', 'postgres', { version: 'PostgreSQL 19beta1 on x86_64-pc-linux-gnu, compiled by gcc' }],
  ['MySQL 8.0', 'mysql', { version: '8.0.17', comment: 'MySQL Community Server - GPL' }],
  ['MySQL 9', 'mysql', { version: '9.4.0', comment: 'MySQL Community Server - GPL' }],
  [
    'Percona',
    'mysql',
    { version: '8.0.35-27', comment: 'Percona Server (GPL), Release 27, Revision 2f8eeab2' },
  ],
  ['Amazon Aurora', 'mysql', { version: '8.0.32', comment: 'Source distribution' }],
  [
    'the name of an Aurora version',
    'mysql',
    { version: '8.0.mysql_aurora.3.05.2', comment: 'Source distribution' },
  ],
  ['Azure', 'mysql', { version: '8.0.35-azure', comment: 'MySQL Community Server (GPL)' }],
  ['Cloud SQL', 'mysql', { version: '8.0.31-google', comment: '(Google)' }],
  ['HeatWave', 'mysql', { version: '8.4.3-u1-cloud', comment: 'MySQL Enterprise - Cloud' }],
  ['MariaDB', 'mysql', { version: '10.11.19-MariaDB-0+deb12u1', comment: 'Debian 12' }],
  ['MariaDB 11', 'mysql', { version: '11.8.2-MariaDB-ubu2404', comment: 'mariadb.org binary distribution' }],
  ['a proxy of MariaDB', 'mysql', { version: '5.5.5-10.11.6-MariaDB-log', comment: 'MariaDB Server' }],
  ['SQLite', 'sqlite', { version: '3.35.0' }],
])('%s is used without a word', (_of, dialect, facts) => {
  expect(judgeServer(dialect, facts)).toBeNull();
});

test.each<readonly [...Recorded, string]>([
  [
    'YugabyteDB',
    'postgres',
    { version: 'PostgreSQL 15.12-YB-2.25.2.0-b0 on x86_64-pc-linux-gnu' },
    'YugabyteDB',
  ],
  [
    'Redshift',
    'postgres',
    { version: 'PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2, Redshift 1.0.12103' },
    'Amazon Redshift',
  ],
  ['PostgreSQL 10', 'postgres', { version: 'PostgreSQL 10.23 on x86_64-pc-linux-gnu' }, 'PostgreSQL 10.23'],
  ['PlanetScale', 'mysql', { version: '8.0.23-vitess', comment: '' }, 'Vitess (PlanetScale)'],
  ['MySQL 8.0.16', 'mysql', { version: '8.0.16', comment: 'MySQL Community Server - GPL' }, 'MySQL 8.0.16'],
  [
    'OceanBase',
    'mysql',
    { version: '5.7.25-OceanBase-v4.2.1.8', comment: 'OceanBase_CE' },
    'MySQL 5.7.25-OceanBase',
  ],
  ['MariaDB 10.1', 'mysql', { version: '10.1.48-MariaDB', comment: '' }, '10.1.48-MariaDB'],
  ['SQLite 3.34', 'sqlite', { version: '3.34.1' }, 'SQLite 3.34.1'],
])('%s is refused by its name', (_of, dialect, facts, name) => {
  expect(judgeServer(dialect, facts)).toEqual({
    refusal: expect.stringContaining(`The database is ${name}`),
  });
});

test.each<Recorded>([
  ['PostgreSQL 14', 'postgres', { version: 'PostgreSQL 14.19 on x86_64-pc-linux-gnu' }],
  ['a product with another name', 'postgres', { version: 'Another 2.0' }],
  ['MariaDB 10.6', 'mysql', { version: '10.6.22-MariaDB-log', comment: '' }],
  ['a product without a number', 'mysql', { version: 'another', comment: '' }],
])('%s is used with a warning', (_of, dialect, facts) => {
  expect(judgeServer(dialect, facts)).toEqual({ warning: expect.stringContaining(facts.version) });
});
