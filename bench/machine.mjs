import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Addresses of the database servers. */
const servers = {
  mysql: process.env.EXPRESS_CONSENT_TEST_MYSQL ?? 'mysql://root@127.0.0.1:3306',
  postgres: process.env.EXPRESS_CONSENT_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres',
};

const readVersion = (command) =>
  run(command, ['--version']).then(
    ({ stdout }) => stdout.trim(),
    () => `${command}: version unknown`,
  );

/** Returns the machine and the versions of a measurement, as a Markdown list. */
export async function describeMachine() {
  const [{ model }] = cpus();
  const versions = await Promise.all(['mariadb', 'psql'].map(readVersion));
  return [
    `- ${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}; client, service and databases on one machine`,
    `- Node ${process.versions.node}, SQLite of better-sqlite3, ${versions.join(', ')}; databases with the default settings of their packages`,
    `- ${new Date().toISOString().slice(0, 10)}`,
  ].join('\n');
}

/** Returns the address of a database of this name, in the form that `--database` accepts. */
export function databaseUrl(kind, name, directory) {
  if (kind === 'sqlite') return `${directory}/${name}.sqlite`;
  const url = new URL(servers[kind]);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates the database unless it exists. */
export async function ensureDatabase(kind, name, createKnex) {
  if (kind === 'sqlite') return;
  const knex = createKnex({ client: kind === 'mysql' ? 'mysql2' : 'pg', connection: servers[kind] });
  try {
    await knex.raw(
      kind === 'mysql'
        ? `create database ${name} character set utf8mb4`
        : `create database ${name} template template0 encoding 'UTF8'`,
    );
  } catch (error) {
    if (!/exists/.test(error.message)) throw error;
  } finally {
    await knex.destroy();
  }
}

/**
 * Collects the table statistics of PostgreSQL, as autovacuum does a minute after a bulk insert. Without them,
 * when autovacuum is off, the planner does not know the tables.
 */
export async function analyzeTables(kind, knex) {
  if (kind === 'postgres') await knex.raw('analyze');
}

/** Removes a database, for measurements that start with an empty one. */
export async function dropDatabase(kind, name, directory, createKnex) {
  if (kind === 'sqlite') {
    for (const end of ['', '-wal', '-shm', '-journal'])
      await rm(`${databaseUrl(kind, name, directory)}${end}`, { force: true });
    return;
  }
  const knex = createKnex({ client: kind === 'mysql' ? 'mysql2' : 'pg', connection: servers[kind] });
  await knex.raw(`drop database if exists ${name}`).finally(() => knex.destroy());
}

/** Returns the median and the 95th percentile of measured durations. */
export function spread(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { median: at(0.5), p95: at(0.95) };
}

/** Returns the middle one of measured numbers; of an even amount, the greater of the two in the middle. */
export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * Starts a server of a script in this directory, in a process that ends with this one. Returns what the server prints once
 * it listens: a line of JSON with its port.
 */
export async function startServer(script, ...args) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  process.once('exit', () => child.kill());
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('{')) return JSON.parse(line);
  throw new Error(`${script} ${args[0]} ended`);
}

/** Returns the Knex configuration for an address. */
export function knexConfig(url) {
  if (url.startsWith('mysql:')) return { client: 'mysql2', connection: url };
  if (url.startsWith('postgres')) return { client: 'pg', connection: url };
  return { client: 'better-sqlite3', connection: { filename: url }, useNullAsDefault: true };
}

const root = fileURLToPath(new URL('..', import.meta.url));
const operator = { email: 'admin@shop.example', password: 'correct horse battery staple' };

/** Builds the package from the current sources. */
const build = () => execFileSync('npm', ['run', 'build', '--silent'], { cwd: root, stdio: 'inherit' });
let isBuilt = false;

/** Starts the command line in a separate process. */
export function cli(args, stdio) {
  if (!isBuilt) build();
  isBuilt = true;
  const env = {
    PATH: process.env.PATH,
    EXPRESS_CONSENT_ADMIN_EMAIL: operator.email,
    EXPRESS_CONSENT_ADMIN_PASSWORD: operator.password,
    EXPRESS_CONSENT_MASTER_SECRET: 'a master secret, long enough to be valid',
    EXPRESS_CONSENT_DATA_SIGNING_HASH: 'a signing hash, long enough to be valid',
  };
  return spawn(process.execPath, ['dist/cli/main.js', ...args], { cwd: root, env, stdio });
}

/**
 * Starts a service on the database in a separate process. Returns functions for requests to its admin API.
 */
export async function serve(url) {
  const child = cli(['serve', '--database', url, '--port', '0'], ['ignore', 'pipe', 'inherit']);
  // Ends the service however the measurement ends.
  process.once('exit', () => child.kill());
  let base;
  for await (const line of createInterface({ input: child.stdout })) {
    base = /^Admin API: +(\S+)/.exec(line)?.[1];
    if (base) break;
  }
  if (base === undefined) throw new Error('the service ended');
  const login = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(operator),
  };
  const { token } = await (await fetch(`${base}/auth/login`, login)).json();
  const headers = { Authorization: `Bearer ${token}` };
  return {
    headers,
    admin: base,
    public: base.replace('/admin/v1', '/api/v1'),
    /** Returns the memory of the process (MiB). */
    async residentMebibytes() {
      // Without /proc a process is started for this, which slows the requests that are measured at the same
      // time.
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => null);
      const kibibytes =
        status === null
          ? (await run('ps', ['-o', 'rss=', '-p', String(child.pid)])).stdout
          : /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
      return Number(kibibytes) / 1024;
    },
    async ask(path) {
      // The server closes a connection that has been idle for five seconds, and a measurement in between can
      // take longer.
      await fetch(`${base}/health`).catch(() => fetch(`${base}/health`));
      const started = performance.now();
      const response = await fetch(base + path, { headers });
      const body = await response.json();
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
      return { body, time: performance.now() - started };
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}
