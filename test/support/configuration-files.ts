import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { runCliHere } from './cli';
import { createTestApp, type TestApp } from './create-test-app';

/** A server with its database, as staging or production is. */
export interface ConfiguredServer {
  readonly app: TestApp;
  readonly knex: Knex;
  readonly database: string;
}

/** Parsed JSON of any shape. */
export type Json = ReturnType<typeof JSON.parse>;

/** Servers on databases in files, and a folder of configuration files of each test. */
export function useConfigurationFiles() {
  let directory: string;
  let folder: string;
  let count = 0;
  const servers: ConfiguredServer[] = [];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_configuration_`));
  });
  afterAll(async () => {
    for (const { app, knex } of servers) {
      await app.close();
      await knex.destroy();
    }
    await rm(directory, { recursive: true, force: true });
  });
  beforeEach(() => {
    count += 1;
    folder = join(directory, `files-${count}`);
  });

  const pathOf = (path: string) => join(folder, path);
  const read = async (path: string): Promise<Json> => JSON.parse(await readFile(pathOf(path), 'utf8'));
  const write = (path: string, content: Json) =>
    writeFile(pathOf(path), `${JSON.stringify(content, null, 2)}\n`);
  return {
    async openServer(): Promise<ConfiguredServer> {
      const database = join(directory, `server-${servers.length}.sqlite`);
      const knex = createKnex({
        client: 'better-sqlite3',
        connection: { filename: database },
        useNullAsDefault: true,
      });
      const app = await createTestApp({ knex });
      await app.service.start();
      const server = { app, knex, database };
      servers.push(server);
      return server;
    },
    pull: ({ database }: ConfiguredServer, ...args: string[]) =>
      runCliHere(['pull', '--database', database, '--dir', folder, ...args]),
    push: ({ database }: ConfiguredServer, ...args: string[]) =>
      runCliHere(['push', '--database', database, '--dir', folder, ...args]),
    pathOf,
    read,
    write,
    async edit(path: string, change: (content: Json) => void): Promise<void> {
      const content = await read(path);
      change(content);
      await write(path, content);
    },
  };
}

/** Calls the admin API of a server as its administrator. Returns the answer's body. */
export async function callApi(
  { app }: ConfiguredServer,
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  body?: object,
): Promise<Json> {
  const request = app.request[method](`${app.adminBase}${path}`).set(await app.asAdmin());
  const reply = await (body === undefined ? request : request.send(body));
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body;
}
