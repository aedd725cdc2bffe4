/**
 * Runs the measurements of the table in `bench/results/README.md`, one after the other: some fifteen minutes on SQLite, and
 * ten more with the servers.
 *
 *     node bench/all.mjs [--servers]
 *
 * Needs `npm run build` and `npm ci --prefix bench/peers`. `npm run bench` runs both, and then this script.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { servers: { type: 'boolean', default: false } } });

const onSqlite = [
  'reads.mjs',
  'submissions.mjs',
  'submissions.mjs --connections 200',
  'submissions.mjs --consents 200000 --rounds 2 --peers c15t',
  'scale.mjs',
  'import.mjs --rows 100000 --databases sqlite',
  'exports.mjs --consents 100000 --databases sqlite',
  'startup.mjs',
  'guard.mjs',
];
const onServers = [
  'submissions.mjs --connections 50 --database postgres',
  'submissions.mjs --connections 50 --database mysql --peers express,inserts',
  'submissions.mjs --connections 50 --database postgres --processes 3 --peers inserts',
  'import.mjs --rows 30000 --databases mysql,postgres',
];

for (const command of values.servers ? [...onSqlite, ...onServers] : onSqlite) {
  const [script, ...args] = command.split(' ');
  console.log(`\n## node bench/${command}\n`);
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
