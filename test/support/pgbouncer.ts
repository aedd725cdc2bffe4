import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port';
import { createDirectory, ownerOf, startServer } from './server-process';
import { pgbouncerFile, serviceAddresses } from './services';

export interface PgBouncer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts PgBouncer in front of the tests' PostgreSQL, for every database. Connections to PostgreSQL are few, belong to a
 * client for one transaction, and lose everything that a session can keep after each.
 */
export async function startPgBouncer(): Promise<PgBouncer> {
  const owner = ownerOf('postgres');
  const directory = await createDirectory('pgbouncer', owner);
  const { hostname, port: serverPort, username } = new URL(serviceAddresses.postgres);
  const port = await freePort();
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 4,
    max_client_conn: 200,
    server_reset_query: 'DISCARD ALL',
    server_reset_query_always: 1,
  };
  const file = join(directory, 'pgbouncer.ini');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await writeFile(
    file,
    `[databases]\n* = host=${hostname} port=${serverPort} user=${username}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  await chmod(file, 0o644);
  const server = await startServer(pgbouncerFile, [file], { port, log: join(directory, 'log'), owner });
  return {
    port,
    async close() {
      await server.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
