import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import createKnex, { type Knex } from 'knex';
import { run } from '#cli/run';
import { runCliHere } from './cli';
import { createTestApp, type TestApp, testSigningHash } from './create-test-app';

/** A server with its database, as staging or production is. */
export interface ConfigurationServer {
  readonly app: TestApp;
  readonly knex: Knex;
  readonly database: string;
}

/** The variables with the secrets of every server. */
export const secretsOfServers = { EXPRESS_CONSENT_DATA_SIGNING_HASH: testSigningHash };

/** Parsed JSON of any shape. */
export type Json = ReturnType<typeof JSON.parse>;

/** Gives each test of a file a folder of its own, which `pull` and `push` use, and servers. */
export function useConfigurationFolder() {
  let directory: string;
  let folder: string;
  let count = 0;
  const servers: ConfigurationServer[] = [];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_configuration_`));
  });
  beforeEach(() => {
    count += 1;
    folder = join(directory, `files-${count}`);
  });
  afterAll(async () => {
    for (const { app, knex } of servers) {
      await app.close();
      await knex.destroy();
    }
    await rm(directory, { recursive: true, force: true });
  });

  const pathOf = (path = '') => join(folder, path);
  const argsFor = ({ database }: ConfigurationServer, args: readonly string[]) => [
    ...['--database', database, '--dir', folder],
    ...args,
  ];

  async function openServer(name: string): Promise<ConfigurationServer> {
    const database = join(directory, `${count}-${name}.sqlite`);
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
  }

  async function api(
    { app }: ConfigurationServer,
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object,
  ): Promise<Json> {
    const request = app.request[method](`${app.adminBase}${path}`).set(await app.asAdmin());
    const reply = await (body === undefined ? request : request.send(body));
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.body;
  }

  const read = async (path: string): Promise<Json> => JSON.parse(await readFile(pathOf(path), 'utf8'));
  const write = (path: string, content: Json) =>
    writeFile(pathOf(path), `${JSON.stringify(content, null, 2)}\n`);

  return {
    openServer,
    api,
    pathOf,
    read,
    write,
    pull: (server: ConfigurationServer, ...args: string[]) => runCliHere(['pull', ...argsFor(server, args)]),
    push: (server: ConfigurationServer, ...args: string[]) =>
      runCliHere(['push', ...argsFor(server, args)], secretsOfServers),
    /** Pushes without the secrets of the server. */
    pushWithoutSecrets: (server: ConfigurationServer, ...args: string[]) =>
      runCliHere(['push', ...argsFor(server, args)]),

    /** Pushes at a terminal whose operator reads the plan for a while before the answer is yes. */
    async pushMeanwhile(server: ConfigurationServer, args: string[], meanwhile: () => Promise<unknown>) {
      const lines: string[] = [];
      async function* answer() {
        server.app.clock.advance(1000);
        await meanwhile();
        yield 'yes\n';
      }
      const asked = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
      try {
        const code = await run(['push', ...argsFor(server, args)], {
          environment: secretsOfServers,
          out: (line) => lines.push(line),
          err: (line) => lines.push(line),
          stdin: Object.assign(Readable.from(answer()), { isTTY: true }),
          stdout: process.stdout,
        });
        return { code, text: lines.join('\n') };
      } finally {
        asked.mockRestore();
      }
    },

    async edit(path: string, change: (content: Json) => void) {
      const content = await read(path);
      change(content);
      await write(path, content);
    },

    /** The file that visitors of a group get; null: none. */
    async served({ app }: ConfigurationServer, group = 'opt-in'): Promise<string | null> {
      app.clock.advance(2000);
      const { status, text } = await app.request.get(`${app.publicBase}/profiles/default/${group}/en`);
      return status === 200 ? text : null;
    },
  };
}
