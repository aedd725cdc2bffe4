/**
 * One server of `bench/submissions.mjs`, in a process of its own: `node bench/submission-server.mjs <name> <address of a
 * database>`. Prints its port, and the id of the profile that submissions name.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import express from 'express';
import createKnex from 'knex';
import { knexConfig } from './machine.mjs';
import { findActiveProfile, mountService } from './mounted-service.mjs';

const [name, address] = process.argv.slice(2);
const peers = createRequire(new URL('peers/package.json', import.meta.url));
const peer = (specifier) => import(pathToFileURL(peers.resolve(specifier)).href);

const servers = {
  /** The service, mounted in Express. */
  async ours() {
    const { app, knex } = await mountService(address);
    return { listener: app, facts: await findActiveProfile(knex) };
  },

  /** An Express route for a POST and an answer of the same sizes, which does nothing else. */
  express() {
    const app = express();
    app.disable('x-powered-by');
    app.use(express.json());
    app.post('/svc/api/v1/consent', (req, res) => res.json({ ...req.body, padding: 'x'.repeat(400) }));
    return { listener: app };
  },

  /** A route that writes the same rows with the driver, each decision in a separate transaction. */
  async inserts() {
    const app = express();
    app.disable('x-powered-by');
    app.use(express.json());
    const insert = await openInserts();
    app.post('/svc/api/v1/consent', async (req, res) => {
      await insert();
      res.json({ ...req.body, padding: 'x'.repeat(400) });
    });
    return { listener: app };
  },

  async c15t() {
    const [
      { c15tInstance },
      { kyselyAdapter },
      { DB },
      { migrator },
      { Kysely, SqliteDialect, PostgresDialect },
    ] = await Promise.all(
      [
        '@c15t/backend',
        '@c15t/backend/db/adapters/kysely',
        '@c15t/backend/db/schema',
        '@c15t/backend/db/migrator',
        'kysely',
      ].map(peer),
    );
    const isPostgres = address.startsWith('postgres');
    const db = new Kysely({
      dialect: isPostgres
        ? new PostgresDialect({
            pool: new (await import('pg')).default.Pool({ connectionString: address, max: 10 }),
          })
        : new SqliteDialect({ database: await openSqlite() }),
    });
    const adapter = kyselyAdapter({ db, provider: isPostgres ? 'postgresql' : 'sqlite' });
    const migration = await migrator({ db: DB.client(adapter), schema: 'latest' });
    await migration.execute();
    const { handler } = c15tInstance({
      appName: 'bench',
      basePath: '/api/c15t',
      adapter,
      trustedOrigins: ['http://127.0.0.1'],
      logger: { level: 'error' },
    });
    const { getRequestListener } = await peer('@hono/node-server');
    return { listener: getRequestListener(handler) };
  },
};

/** As the service opens its own file. */
async function openSqlite() {
  const { default: Database } = await import('better-sqlite3');
  const database = new Database(address);
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  return database;
}

/** Returns a function that writes a copy of the first record, and the journal of statistics, in one transaction. */
async function openInserts() {
  const config = knexConfig(address);
  const knex = createKnex(config);
  const template = await knex('svc_consents').first();
  await knex.destroy();
  const columns = Object.keys(template);
  const texts = [
    `insert into svc_consents (${columns}) values (${columns.map(() => '?')})`,
    'insert into svc_statistics_changes (tenant_id, changes) values (?, ?)',
  ];
  const journal = ['default', 'x'.repeat(300)];
  const record = () =>
    Object.values({
      ...template,
      id: randomUUID(),
      visitor_id: randomUUID(),
      submission_hash: randomUUID().replaceAll('-', ''),
    });
  if (config.client === 'better-sqlite3') {
    const database = await openSqlite();
    const [consents, changes] = texts.map((text) => database.prepare(text));
    return database.transaction(() => {
      consents.run(record());
      changes.run(journal);
    });
  }
  if (config.client === 'pg') {
    const pool = new (await import('pg')).default.Pool({ connectionString: address, max: 10 });
    const numbered = texts.map((text) => {
      let number = 0;
      return text.replaceAll('?', () => `$${++number}`);
    });
    return async () => {
      const client = await pool.connect();
      await client.query('begin');
      await client.query({ name: 'consents', text: numbered[0], values: record() });
      await client.query({ name: 'changes', text: numbered[1], values: journal });
      await client.query('commit');
      client.release();
    };
  }
  const pool = (await import('mysql2/promise')).default.createPool({ uri: address, connectionLimit: 10 });
  return async () => {
    const connection = await pool.getConnection();
    await connection.query('begin');
    await connection.execute(texts[0], record());
    await connection.execute(texts[1], journal);
    await connection.query('commit');
    connection.release();
  };
}

const { listener, facts = {} } = await servers[name]();
const server = createServer(listener).listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(JSON.stringify({ port: server.address().port, ...facts }));
// Ends by itself, so that `node --cpu-prof` can write its profile.
process.once('SIGTERM', () => process.exit());
