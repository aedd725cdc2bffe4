/**
 * One server of `bench/submissions.mjs`, in a process of its own: `node bench/submission-server.mjs <name> <address of a
 * database>`. Prints its port, and the id of the profile that submissions name.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import express from 'express';
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

  /** What Express does for a POST of the same size with an answer of the same size, and nothing else. */
  express() {
    const app = express();
    app.disable('x-powered-by');
    app.use(express.json());
    app.post('/svc/api/v1/consent', (req, res) => res.json({ ...req.body, padding: 'x'.repeat(400) }));
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

const { listener, facts = {} } = await servers[name]();
const server = createServer(listener).listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(JSON.stringify({ port: server.address().port, ...facts }));
// Ends by itself, so that `node --cpu-prof` can write its profile.
process.once('SIGTERM', () => process.exit());
