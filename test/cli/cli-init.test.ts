import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type hostExpress from 'express';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { readDatabaseOf } from '#cli/init/choices';
import { run } from '#cli/run';
import { type CliResult, runCli, runCliHere } from '../support/cli';
import { freePort } from '../support/free-port';
import { createInitProject, readIn } from '../support/init-project';
import { describeInAll, describeInDeep } from '../support/scope';

jest.setTimeout(90_000);

const projects: string[] = [];
async function createProject(...args: Parameters<typeof createInitProject>): Promise<string> {
  const project = await createInitProject(...args);
  projects.push(project);
  return project;
}
afterAll(() => Promise.all(projects.map((project) => rm(project, { recursive: true, force: true }))));

const init = (project: string, ...args: string[]) => runCliHere(['init', project, '--no-install', ...args]);

/** Runs `init` on a terminal; what it asked is in `stderr`. */
async function initOnTerminal(
  project: string,
  args: readonly string[],
  lines: readonly string[],
): Promise<CliResult> {
  const printed: string[] = [];
  const stdin = Object.assign(Readable.from(lines.map((line) => `${line}\n`)), { isTTY: true });
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const code = await run(['init', project, '--no-install', ...args], {
      environment: {},
      out: (line) => printed.push(line),
      err: (line) => printed.push(line),
      stdin,
      stdout: new PassThrough(),
    });
    const asked = write.mock.calls.map(([text]) => String(text));
    return { code, stdout: printed.join('\n'), stderr: asked.join('') };
  } finally {
    write.mockRestore();
  }
}

/** Every file of a project with its content, except packages and the database. */
async function readAll(project: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(project, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile() && !/node_modules|\.sqlite/.test(join(entry.parentPath, entry.name)))
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readIn(project, file)])),
  );
}

const manifest = (fields: object) => `${JSON.stringify({ name: 'shop', ...fields }, null, 2)}\n`;
const page =
  '<!doctype html>\n<html lang="de">\n<head>\n  <meta charset="utf-8">\n  <title>Shop</title>\n</head>\n';

/** Apps as people write them, by the kind of their modules. */
const apps = {
  esm: {
    'package.json': manifest({
      type: 'module',
      scripts: { start: 'node server.js' },
      dependencies: { express: '*' },
    }),
    'server.js': `import express from 'express';\n\nconst app = express();\napp.use(express.static('public'));\napp.listen(process.env.PORT || 4000);\n`,
    'public/index.html': page,
  },
  cjs: {
    'package.json': manifest({
      main: 'index.js',
      scripts: { start: 'node index.js' },
      dependencies: { express: '*' },
    }),
    'index.js': `"use strict"\nconst express = require("express")\nconst path = require("path")\n\nconst app = express()\napp.use(express.static(path.join(__dirname, "public")))\napp.listen(process.env.PORT || 4000)\n`,
    'public/index.html': page,
  },
  ts: {
    'package.json': manifest({
      scripts: { dev: 'tsx watch src/main.ts' },
      dependencies: { express: '*' },
      devDependencies: { typescript: '*' },
    }),
    'tsconfig.json': '{}\n',
    'src/main.ts': `import express, { type Request } from 'express';\nimport { shop } from './shop';\n\nexport const app: express.Express = express();\napp.get('/shop', (_req: Request, res) => void res.send(shop));\napp.use(express.static('public'));\napp.listen(process.env.PORT || 4000);\n`,
    'src/shop.ts': `export const shop = 'Mugs';\n`,
    'public/index.html': page,
  },
} as const;
const entries = { esm: 'server.js', cjs: 'index.js', ts: 'src/main.ts' } as const;
const services = { esm: 'consent.mjs', cjs: 'consent.cjs', ts: 'src/consent.ts' } as const;
const mounts = {
  esm: "import { consent } from './consent.mjs';",
  cjs: 'const { consent } = require("./consent.cjs")\n',
  ts: "import { consent } from './consent';",
} as const;
const kinds = ['esm', 'cjs', 'ts'] as const;
const versions = ['express', 'express4'] as const;

describe.each(versions)('with %s', (express) => {
  test.each(kinds)('an app in %s gets the mount, secrets and the tag, once', async (kind) => {
    const project = await createProject(express, apps[kind]);
    const first = await init(project, '--yes', '--database', 'postgres');
    expect(first.stdout).toContain(`Found: Express ${express === 'express' ? 5 : 4}, `);
    expect(first.stdout).toContain('such as in production, start without it');

    const entry = await readIn(project, entries[kind]);
    expect(entry).toContain(mounts[kind]);
    expect(entry).toMatch(/express\(\);?\napp\.use\(consent\.publicRouter, consent\.adminRouter\);?\n/);
    // Nothing but the two lines was touched.
    const own = new Set(apps[kind][entries[kind] as keyof (typeof apps)[typeof kind]].toString().split('\n'));
    expect(entry.split('\n').filter((line) => !own.has(line))).toHaveLength(2);
    expect(await readIn(project, services[kind])).toContain('process.env.EXPRESS_CONSENT_DATABASE');
    expect(await readIn(project, 'package.json')).toMatch(/"(?:node|tsx watch) --env-file=\.env /);
    expect(await readIn(project, '.gitignore')).toContain('.env\n');
    expect(await readIn(project, 'public/index.html')).toContain(
      '<meta charset="utf-8">\n  <script src="/svc/widget.js" async></script>\n',
    );
    const env = await readIn(project, '.env');
    expect(env).toMatch(/^EXPRESS_CONSENT_MASTER_SECRET="[\w-]{43}"$/m);
    expect((await stat(join(project, '.env'))).mode & 0o077).toBe(0);
    // No secret is on the screen.
    for (const [, value = ''] of env.matchAll(/(?:SECRET|HASH|PASSWORD)="([^"]+)"/g))
      expect(first.stdout).not.toContain(value);

    const before = await readAll(project);
    const second = await init(project, '--yes');
    expect(second.stdout).toContain('No change needed');
    expect(second.stdout).not.toContain('+++');
    expect(await readAll(project)).toEqual(before);
  });
});

describe('the SQLite file', () => {
  test.each(versions)('is not served by %s with the folder of the app', async (version) => {
    const project = await createProject(version, apps.cjs);
    await init(project, '--yes');
    const { address } = readDatabaseOf(await readIn(project, 'consent.cjs')) ?? {};
    const file = join(project, address ?? '');
    await mkdir(dirname(file), { recursive: true });
    for (const ending of ['', '-wal', '-shm']) await writeFile(file + ending, 'SQLite format 3');
    const express: typeof hostExpress = require(version);
    const server = express().use(express.static(project)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const statusOf = async (path: string) =>
      (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`)).status;
    try {
      expect(await statusOf('index.js')).toBe(200);
      for (const path of [`${address}`, `${address}-wal`, `${address}-shm`, address?.replaceAll('.', '%2e')])
        expect(await statusOf(path ?? '')).toBe(404);
      expect(await readIn(project, '.gitignore')).toMatch(/^\.consent\/$/m);
    } finally {
      server.close();
    }
  });

  test('of an earlier run stays the database, with and without its module', async () => {
    const earlier = `import { createConsentService } from 'express-consent';
const { EXPRESS_CONSENT_MASTER_SECRET: masterSecret } = process.env;
export const config = {
  knex: knex({ client: 'better-sqlite3', connection: { filename: 'consent.sqlite' }, useNullAsDefault: true }),
};
`;
    const files = { ...apps.esm, 'consent.mjs': earlier, 'consent.sqlite': '' };
    const project = await createProject('express', files);
    const made = await init(project, '--yes', '--dry-run');
    expect(made.stdout).toContain('+ consent.sqlite*');
    expect(made.stdout).not.toContain('+++ consent.mjs');

    const without = await createProject('express', { ...apps.esm, 'consent.sqlite': '' });
    await init(without, '--yes');
    expect(await readIn(without, 'consent.mjs')).toContain(
      "const filename = join(folder, 'consent.sqlite');",
    );
    expect(await readIn(without, 'consent.mjs')).not.toContain('mkdirSync');
  });

  test('can have an absolute path, which is written as it is', async () => {
    const project = await createProject('express', apps.cjs);
    await init(project, '--yes', '--database', '/var/lib/shop/own.sqlite');
    expect(await readIn(project, 'consent.cjs')).toContain(
      "connection: { filename: '/var/lib/shop/own.sqlite' }",
    );
  });
});

/** Starts the app as its script does, and waits until the page answers. */
async function startApp(
  project: string,
  args: readonly string[],
  node = ['--env-file=.env'],
  cwd: string = project,
) {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [...node, ...args], {
    cwd,
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const origin = `http://localhost:${port}`;
  while (!(await fetch(origin).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(printed);
    await pause(20);
  }
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { origin, stop };
}

/** Listens on every address of this machine, as an app does. */
async function listenSomewhere(): Promise<[server: Server, port: number]> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  return [server, (server.address() as AddressInfo).port];
}

const bootstrap = async (origin: string, timezone: string) =>
  (await fetch(`${origin}/svc/api/v1/bootstrap?tz=${timezone}`)).json() as Promise<{
    readonly found: boolean;
    readonly locale: string;
  }>;

describeInAll('the app that init leaves behind', () => {
  test('a new folder has a banner after empty answers and start', async () => {
    const project = join(await createProject('express', {}), 'My pots!');
    const named = ['--groups', 'europe', '--controller', 'Pots Ltd'];
    const made = await initOnTerminal(project, named, ['', '', '', '']);
    expect(made.code).toBe(0);
    expect(made.stderr).toMatch(/Publish the starter texts at once, .*\[Y\/n\] Write these changes\?/);
    expect(made.stdout).toContain('Published for opt-in, ');
    expect(made.stdout).toContain(`Start the app with cd "${project}" && npm start`);
    expect(JSON.parse(await readIn(project, 'package.json'))).toEqual({
      name: 'my-pots',
      private: true,
      type: 'module',
      scripts: { start: 'node --env-file=.env app.mjs' },
      allowScripts: { 'better-sqlite3': true },
    });
    const app = await startApp(project, ['app.mjs']);
    try {
      expect(await (await fetch(app.origin)).text()).toContain('<script src="/svc/widget.js" async>');
      expect((await fetch(`${app.origin}/svc/widget.js`)).status).not.toBe(404);
      const answer = await fetch(`${app.origin}/svc/api/v1/bootstrap?tz=Europe/Berlin`);
      expect(await answer.text()).toContain('Pots Ltd');
      expect((await bootstrap(app.origin, 'America/Los_Angeles')).found).toBe(false);
    } finally {
      await app.stop();
    }
    const [busy, busyPort] = await listenSomewhere();
    try {
      const second = spawn(process.execPath, ['--env-file=.env', 'app.mjs'], {
        cwd: project,
        env: { PATH: process.env.PATH, PORT: String(busyPort) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = once(second, 'close');
      const [printed, fault] = await Promise.all([text(second.stdout), text(second.stderr)]);
      expect(await ended).toEqual([1, null]);
      expect(fault).toContain('EADDRINUSE');
      expect(printed).not.toContain('Page:');
    } finally {
      busy.close();
    }
    const before = await readAll(project);
    const again = await init(project, '--yes', '--publish', '--groups', 'europe');
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toContain('There is a profile already for opt-in, ');
    expect(again.stdout).not.toContain('Published for');
    expect(await readAll(project)).toEqual(before);
  });

  test.each(kinds)(
    'an app in %s opens one database, wherever it is started, and serves none',
    async (kind) => {
      const text = apps[kind][entries[kind] as keyof (typeof apps)[typeof kind]].toString();
      const project = await createProject(kind === 'cjs' ? 'express4' : 'express', {
        ...apps[kind],
        [entries[kind]]: text.replace(/express\.static\(.*\)/, "express.static('.'))").replace(')))', '))'),
        'index.html': page,
        'elsewhere/index.html': page,
      });
      const made = await init(project, '--yes', '--groups', 'opt-in', '--publish');
      expect(made).toMatchObject({ code: 0, stderr: '' });
      expect((await stat(join(project, '.consent'))).mode & 0o077).toBe(0);
      const loader = kind === 'ts' ? ['-r', join(__dirname, '../support/typescript.js')] : [];
      const args = [...loader, join(project, entries[kind])];
      const variables = [`--env-file=${join(project, '.env')}`];
      for (const cwd of [project, join(project, 'elsewhere')]) {
        const app = await startApp(project, args, variables, cwd);
        try {
          expect((await bootstrap(app.origin, 'Europe/Berlin')).found).toBe(true);
          for (const file of ['.consent/.consent.sqlite', '.consent.sqlite', 'consent.sqlite'])
            expect((await fetch(`${app.origin}/${file}`)).status).toBe(404);
        } finally {
          await app.stop();
        }
      }
      const files = await readdir(project, { recursive: true });
      expect(files.filter((file) => /^(?!node_modules).*\.sqlite$/.test(file))).toEqual([
        join('.consent', '.consent.sqlite'),
      ]);
    },
  );

  test.each(['module', 'commonjs'] as const)(
    'a module in TypeScript that a compiler has written as %s finds the same folder',
    async (type) => {
      const { devDependencies, dependencies } = JSON.parse(apps.ts['package.json']);
      const project = await createProject('express', {
        ...apps.ts,
        'package.json': manifest({ type, dependencies, devDependencies }),
      });
      await init(project, '--yes', '--no-install');
      await rm(join(project, '.consent'), { recursive: true, force: true });
      const { outputText } = transpileModule(await readIn(project, 'src/consent.ts'), {
        compilerOptions: {
          module: type === 'module' ? ModuleKind.ESNext : ModuleKind.CommonJS,
          target: ScriptTarget.ES2023,
          esModuleInterop: true,
        },
      });
      const compiled = join(project, 'dist/app/src/consent.js');
      await mkdir(dirname(compiled), { recursive: true });
      await writeFile(compiled, outputText);
      const load = `import(${JSON.stringify(compiled)}).then(({ consent }) => consent.start()).then(() => process.exit());`;
      execFileSync(process.execPath, [`--env-file=${join(project, '.env')}`, '-e', load], {
        cwd: dirname(compiled),
        env: { PATH: process.env.PATH },
      });
      expect(await readdir(join(project, '.consent'))).toContain('.consent.sqlite');
      expect(await readdir(dirname(compiled))).toEqual(['consent.js']);
    },
  );

  describeInDeep('in an app that is there already', () => {
    test.each([
      ['cjs', 'express4', ['index.js']],
      ['ts', 'express', ['-r', join(__dirname, '../support/typescript.js'), 'src/main.ts']],
    ] as const)(
      'an app in %s on %s runs with unpublished texts in its language',
      async (kind, express, args) => {
        const project = await createProject(express, apps[kind]);
        const made = await init(project, '--yes', '--groups', 'opt-in', '--database', 'own.sqlite');
        expect(made).toMatchObject({ code: 0, stderr: '' });
        expect(made.stdout).toContain('Starter texts created for opt-in.');
        expect(made.stdout).toContain('The new texts are not published yet');
        const app = await startApp(project, args);
        try {
          expect(await (await fetch(app.origin)).text()).toContain('/svc/widget.js');
          expect((await bootstrap(app.origin, 'Europe/Berlin')).found).toBe(false);
          const env = await readIn(project, '.env');
          const [, password = ''] = /PASSWORD="([^"]+)"/.exec(env) ?? [];
          const headers = { 'Content-Type': 'application/json' };
          const body = JSON.stringify({ email: 'admin@example.com', password });
          const admin = `${app.origin}/svc/admin/v1`;
          const { token } = await (
            await fetch(`${admin}/auth/login`, { method: 'POST', headers, body })
          ).json();
          const profiles = await fetch(`${admin}/profiles`, {
            headers: { Authorization: `Bearer ${token}` },
          });
          expect(await profiles.json()).toMatchObject([{ defaultLocale: 'de', isActive: false }]);
          if (kind === 'cjs') {
            const options = ['--database', join(project, 'own.sqlite')];
            for (const [argument, message] of [
              ['--tenant=other', 'Tenant not found'],
              ['--groups=nowhere', 'no region or group "nowhere"'],
              ['--controller= ', '--controller must be a name'],
            ] as const)
              expect(await runCliHere(['starter-texts', argument, ...options])).toMatchObject({
                code: 2,
                stdout: '',
                stderr: expect.stringContaining(message),
              });
            // The module and the secrets of the folder are found.
            const published = await runCli(['starter-texts', '--publish', '--groups', 'opt-in'], {
              cwd: project,
            });
            expect(published).toEqual({
              code: 0,
              stdout: 'There is a profile already for opt-in.\nPublished for opt-in.\n',
              stderr: '',
            });
          }
        } finally {
          await app.stop();
        }
      },
    );
  });

  test.each([
    ['app.cjs', 'consent.cjs', "require('./consent.cjs')"],
    ['app.ts', 'consent.ts', "from './consent.ts'"],
  ])('--file %s makes a new app of that kind', async (file, service, reference) => {
    const project = await createProject('express4', {});
    await init(project, '--yes', '--file', file, '--database', 'mysql');
    expect(await readIn(project, file)).toContain(reference);
    expect(await readIn(project, service)).toContain("client: 'mysql2'");
  });
});

describe('the check of the installation that a service in TypeScript gets', () => {
  const check = (stdout: string) =>
    /^Check the installation with npx express-consent doctor(.*)$/m.exec(stdout)?.[1];

  test.each([
    ['the usual SQLite file', 'sqlite', ' --database .consent/.consent.sqlite'],
    ['a SQLite file', 'own.sqlite', ' --database own.sqlite'],
    // `.env` has the address in the variable that the command reads.
    ['a database server', 'postgres', ''],
  ])('names %s', async (_kind, database, options) => {
    const project = await createProject('express', apps.ts);
    const { stdout } = await init(project, '--yes', '--database', database);
    expect(check(stdout)).toBe(options);
  });

  test('reads the address in a variable of the app', async () => {
    const address = 'postgres://shop:a%20b@db.internal/shop';
    const project = await createProject('express', { ...apps.ts, '.env': `DATABASE_URL="${address}"\n` });
    const { stdout } = await init(project, '--yes', '--database', 'postgres');
    const [, line = ''] = /^Check the installation with (.*)$/m.exec(stdout) ?? [];
    // The address would be in the list of processes as an argument.
    await writeFile(join(project, 'npx'), '#!/bin/sh\nprintf "%s\\n" "$*" "$EXPRESS_CONSENT_DATABASE"\n', {
      mode: 0o755,
    });
    const printed = execFileSync('sh', ['-c', line], {
      cwd: project,
      env: { PATH: `${project}:${process.env.PATH}` },
      encoding: 'utf8',
    });
    expect(printed).toBe(`express-consent doctor\n${address}\n`);
  });
});

describe('how the app gets its variables', () => {
  const server = apps.esm['server.js'];
  const withScripts = (scripts: object, dependencies: object = {}) => ({
    'package.json': manifest({ type: 'module', scripts, dependencies: { express: '*', ...dependencies } }),
    'server.js': server,
    'public/index.html': page,
  });
  const scriptsOf = async (project: string) =>
    (JSON.parse(await readIn(project, 'package.json')) as { scripts: Record<string, string> }).scripts;
  /** Sentences below "Left to do". */
  const leftToDo = (stdout: string) => /Left to do:\n(.*?)\n\S/s.exec(stdout)?.[1] ?? '';

  test('every script that starts the app is changed, or is left to do', async () => {
    const scripts = {
      start: 'node server.js',
      dev: 'nodemon server.js',
      'start:prod': 'cross-env NODE_ENV=production node server.js',
      'dev:other': 'ts-node server.ts',
      serve: 'vite',
      watch: 'npm run dev',
    };
    const project = await createProject('express', withScripts(scripts));
    const { code, stdout } = await init(project, '--yes', '--database', 'postgres');
    expect(await scriptsOf(project)).toEqual({
      ...scripts,
      start: 'node --env-file=.env server.js',
      dev: 'nodemon --env-file=.env server.js',
      'start:prod': 'cross-env NODE_ENV=production node --env-file=.env server.js',
    });
    expect(code).toBe(1);
    expect(leftToDo(stdout)).toContain(
      `The script "dev:other" starts the app without .env: ts-node server.ts. Let it pass --env-file=.env to Node, or install dotenv and write import 'dotenv/config'; as the first line of consent.mjs.`,
    );
    expect(leftToDo(stdout)).not.toMatch(/"(?:start|dev|start:prod|serve|watch)"/);
  });

  test.each([
    ['node -r ./tracing.cjs server.js', 'node --env-file=.env -r ./tracing.cjs server.js'],
    ['node --watch server.js', 'node --env-file=.env --watch server.js'],
    ['nodemon --inspect server.js', 'nodemon --env-file=.env --inspect server.js'],
    ['tsx watch --inspect src/main.ts', 'tsx watch --env-file=.env --inspect src/main.ts'],
    ['node migrate.js && node server.js', null],
    ['node migrate.js&&./server.js', null],
    ['node server.js | pino-pretty', null],
    ['node migrate.js; node server.js', null],
    ['node worker.js & node server.js', null],
    // Runs ts-node, which refuses the option.
    ['nodemon src/index.ts', null],
    ['nodemon -r ./tracing.cjs src/index.ts', null],
  ])('%s gets the option behind its program, or is left to do', async (start, changed) => {
    const project = await createProject('express', withScripts({ start }));
    const { stdout } = await init(project, '--yes', '--database', 'postgres');
    expect(await scriptsOf(project)).toEqual({ start: changed ?? start });
    expect(leftToDo(stdout).includes('The script "start" starts the app without .env')).toBe(
      changed === null,
    );
  });

  test.each([
    ['esm', server.replace('\n\n', "\nimport dotenv from 'dotenv';\n\ndotenv.config();\n")],
    ['cjs', apps.cjs['index.js'].replace('\n\n', '\nrequire("dotenv").config()\n\n')],
  ] as const)('with dotenv in %s the module of the service loads .env itself', async (kind, text) => {
    const scripts = { start: 'nodemon app.js' };
    const project = await createProject('express', {
      'package.json': manifest({
        ...(kind === 'esm' && { type: 'module' }),
        scripts,
        dependencies: { express: '*', dotenv: '*' },
      }),
      'app.js': text,
      'public/index.html': page,
      'node_modules/dotenv/package.json':
        '{ "main": "index.js", "exports": { ".": "./index.js", "./config": "./config.js" } }',
      'node_modules/dotenv/index.js': "exports.config = () => process.loadEnvFile('.env');",
      'node_modules/dotenv/config.js': "require('.').config();",
    });
    const made = await init(project, '--yes', '--database', 'postgres');
    expect(await scriptsOf(project)).toEqual(scripts);
    expect(leftToDo(made.stdout)).not.toContain('"start"');
    await writeFile(join(project, services[kind]), sqliteInMemory(await readIn(project, services[kind])));
    const app = await startApp(project, ['app.js'], []);
    try {
      expect((await fetch(`${app.origin}/svc/widget.js`)).status).not.toBe(404);
    } finally {
      await app.stop();
    }
  });

  test('dotenv of development only is not enough', async () => {
    const project = await createProject('express', {
      ...apps.esm,
      'package.json': manifest({
        type: 'module',
        scripts: { start: 'node server.js' },
        dependencies: { express: '*' },
        devDependencies: { dotenv: '*' },
      }),
    });
    await init(project, '--yes', '--database', 'postgres');
    expect(await scriptsOf(project)).toEqual({ start: 'node --env-file=.env server.js' });
  });
});

/** Lets the module of the service use a database that needs no server. */
const sqliteInMemory = (module: string) =>
  module.replace(
    /client: 'pg', connection: [\w.]+/,
    "client: 'better-sqlite3', connection: ':memory:', useNullAsDefault: true",
  );

describe('an app that has the service', () => {
  const service = [
    "import { createConsentService } from 'express-consent';",
    "import knex from 'knex';",
    "export const consent = createConsentService({ knex: knex({ client: 'better-sqlite3', connection: { filename: 'own.sqlite' } }) });",
    '',
  ].join('\n');
  const server = apps.esm['server.js'];
  const mounted = server.replace('express();\n', 'express();\napp.use(consent.publicRouter);\n');

  test.each<[string, Readonly<Record<string, string>>]>([
    ['server.js', { 'server.js': service + mounted }],
    [
      'consent.mjs',
      { 'server.js': `import { consent } from './consent.mjs';\n${server}`, 'consent.mjs': service },
    ],
    [
      'src/legal.js',
      { 'server.js': `import { consent } from './src/legal.js';\n${server}`, 'src/legal.js': service },
    ],
    // Without a line that makes the app and nothing else.
    [
      'server.js',
      {
        'server.js': `import express from 'express';\n${service}express().use(consent.publicRouter, consent.adminRouter).listen(3000);\n`,
      },
    ],
    [
      'src/legal.js',
      {
        'server.js': `import express from 'express';\nimport { consent } from './src/legal.js';\nexpress().use(consent.all).listen(3000);\n`,
        'src/legal.js': service,
      },
    ],
    [
      'server.js',
      { 'server.js': `${service}${mounted}const escape = (text) => text.replace(/"/g, '&quot;');\n` },
    ],
  ])('in %s gets no second one', async (file, files) => {
    const project = await createProject('express', { ...apps.esm, ...files });
    const before = await readAll(project);
    const { code, stdout, stderr } = await init(project, '--yes');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`${file} has the service already, so nothing was changed.`);
    expect(stdout).toContain('npx express-consent doctor --database own.sqlite');
    expect(stdout).not.toMatch(/first operator|not published|Write this tag/);
    expect(await readAll(project)).toEqual(before);
  });

  test('a page without <head> that has the tag is found', async () => {
    const tag = '<!doctype html>\n<script src="/svc/widget.js" async></script>\n';
    const project = await createProject('express', { ...apps.esm, 'public/index.html': tag });
    const { stdout } = await init(project, '--yes', '--database', 'postgres');
    expect(stdout).not.toContain('Write this tag');
    expect(await readIn(project, 'public/index.html')).toBe(tag);
  });
});

describe('what init leaves alone', () => {
  const mounted = 'const app = express();\n';
  test.each([
    [
      'an app that a chain makes',
      `import express from 'express';\nconst app = express()\n  .use(express.json());\n`,
    ],
    ['two apps', `import express from 'express';\n${mounted}const admin = express();\n`],
    [
      'an app in a comment',
      `import express from 'express';\n/*\n${mounted}*/\nconst x = require('express')();\n`,
    ],
    ['an unclosed comment', `import express from 'express';\n${mounted}/* …\n`],
    ['an import that goes on', `import express from 'express'; import path from 'path';\n${mounted}`],
  ])('%s: the lines to add are printed', async (_name, text) => {
    const project = await createProject('express', {
      'package.json': manifest({ type: 'module', dependencies: { express: '*' } }),
      'app.js': text,
    });
    const { code, stdout } = await init(project, '--yes', '--database', 'postgres', '--file', 'app.js');
    expect(code).toBe(1);
    expect(stdout).toContain('app.js was left alone');
    expect(stdout).toContain("import { consent } from './consent.mjs';");
    expect(stdout).toContain('app.use(consent.publicRouter, consent.adminRouter);');
    expect(await readIn(project, 'app.js')).toBe(text);
  });

  test('NestJS is mounted in src/main.ts, and line breaks of Windows stay', async () => {
    const main = [
      "import { NestFactory } from '@nestjs/core';",
      "import { AppModule } from './app.module';",
      '',
      'async function bootstrap() {',
      '  const app = await NestFactory.create<NestExpressApplication>(AppModule, { bufferLogs: true });',
      '  await app.listen(3000);',
      '}',
      'bootstrap();',
      '',
    ].join('\r\n');
    const project = await createProject('express', {
      'package.json': manifest({ dependencies: { '@nestjs/core': '^11', pg: '^8' } }),
      'src/main.ts': main,
      '.env': 'DATABASE_URL=postgres://shop@127.0.0.1/shop',
    });
    const { stdout } = await init(project, '--yes');
    expect(stdout).toContain('Found: NestJS, TypeScript, src/main.ts, pg.');
    const lines = main.split('\r\n');
    lines.splice(5, 0, '  app.use(consent.publicRouter, consent.adminRouter);');
    lines.splice(1, 0, "import { consent } from './consent';");
    expect(await readIn(project, 'src/main.ts')).toBe(lines.join('\r\n'));
    expect(await readIn(project, 'src/consent.ts')).toContain(
      "client: 'pg', connection: process.env.DATABASE_URL",
    );
    expect(await readIn(project, '.env')).toMatch(/^DATABASE_URL=postgres:\/\/shop@127\.0\.0\.1\/shop\n# /);
  });

  test.each<[string, Readonly<Record<string, string>>, string[], string]>([
    ['a damaged package.json', { 'package.json': '{' }, [], 'package.json is not valid JSON'],
    [
      'another framework',
      { 'package.json': manifest({ dependencies: { fastify: '5' } }) },
      [],
      'uses fastify',
    ],
    ['a program without Express', { 'package.json': '{}', 'index.js': '1;' }, [], 'does not list express'],
    [
      'Express 3',
      {
        'package.json': manifest({ dependencies: { express: '3.21.2' } }),
        'app.js': "const app = require('express')()",
      },
      [],
      'Express 3',
    ],
    [
      'other modules of our names',
      { 'consent.mjs': '1', 'consent-service.mjs': '2' },
      [],
      'nothing was changed',
    ],
    ['an unknown region', {}, ['--groups', 'eurpe'], 'did you mean europe?'],
    ['an unknown language', {}, ['--locales', 'tlh'], 'no starter texts in "tlh"'],
    ['an unknown database', {}, ['--database', 'oracle://db'], 'not oracle://'],
    ['no terminal and no --yes', {}, ['--no-yes'], 'add --yes'],
  ])('%s: nothing is written', async (name, files, args, message) => {
    const project = await createProject('express', files);
    if (name === 'Express 3') await rm(join(project, 'node_modules/express'));
    const before = await readAll(project);
    const flags = args.includes('--no-yes') ? [] : ['--yes', ...args];
    expect(await init(project, ...flags)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
    expect(await readAll(project)).toEqual(before);
  });

  test('existing secrets, variables and a tag stay as they are', async () => {
    const project = await createProject('express', {
      ...apps.esm,
      '.env': 'PORT=1\nEXPRESS_CONSENT_MASTER_SECRET=mine-since-2024-0123456789abcdef',
      '.gitignore': 'node_modules\n.env*',
      'public/index.html': page.replace('<title>', '<script src="/svc/widget.js" defer></script><title>'),
    });
    const before = await readAll(project);
    const made = await init(project, '--yes', '--database', 'mysql://root:p"w$@127.0.0.1/shop');
    expect(made.stdout).not.toMatch(/root:p|w\$/);
    const after = await readAll(project);
    expect(after['public/index.html']).toBe(before['public/index.html']);
    expect(after['.gitignore']).toBe(before['.gitignore']);
    expect(after['.env']?.startsWith(`${before['.env']}\n`)).toBe(true);
    expect(after['.env']?.match(/MASTER_SECRET/g)).toHaveLength(1);
    expect(after['.env']).toContain('EXPRESS_CONSENT_DATABASE="mysql://root:p%22w%24@127.0.0.1/shop"');
  });
});

describe('the secrets in .env', () => {
  const git = (project: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Shop', '-c', 'user.email=shop@example.com', ...args], {
      cwd: project,
      stdio: 'pipe',
    });
  const allNames = /^EXPRESS_CONSENT_(?:ADMIN_PASSWORD|MASTER_SECRET|DATA_SIGNING_HASH)="[^"]+"$/gm;

  test('are not written while git tracks the file', async () => {
    const project = await createProject('express', { ...apps.esm, '.env': 'PORT=4000\n' });
    git(project, 'init', '--quiet');
    git(project, 'add', '.env');
    git(project, 'commit', '--quiet', '-m', 'Start');
    const refused = await init(project, '--yes', '--database', 'sqlite');
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/Left to do:\n {2}\.env is in version control, .*`git rm --cached \.env`/);
    expect(refused.stdout).not.toContain('operator is in .env');
    expect(await readIn(project, '.env')).toBe('PORT=4000\n');
    expect(await readdir(project)).not.toContain('.consent');

    git(project, 'rm', '--quiet', '--cached', '.env');
    const made = await init(project, '--yes');
    expect(made.stdout).not.toContain('version control, so');
    expect((await readIn(project, '.env')).match(allNames)).toHaveLength(3);

    git(project, 'add', '--force', '.env');
    const committed = await init(project, '--yes');
    expect(committed.code).toBe(1);
    expect(committed.stdout).toContain('and replace the secrets.');
  });

  test('fill empty variables, and are not shown', async () => {
    const before = [
      'EXPRESS_CONSENT_ADMIN_PASSWORD=',
      'export EXPRESS_CONSENT_MASTER_SECRET="" # signs sessions',
      'EXPRESS_CONSENT_DATA_SIGNING_HASH= # signs proofs',
      'EXPRESS_CONSENT_DATABASE=',
      'OTHER=their-secret',
      '',
    ].join('\n');
    const project = await createProject('express', { ...apps.esm, '.env': before });
    const { stdout } = await init(project, '--yes', '--database', 'postgres://shop:mug@db.internal/shop');
    const env = await readIn(project, '.env');
    expect(env).toMatch(
      /^EXPRESS_CONSENT_ADMIN_PASSWORD="[\w-]{20}"\nexport EXPRESS_CONSENT_MASTER_SECRET="([\w-]{43})" # signs sessions\nEXPRESS_CONSENT_DATA_SIGNING_HASH="[\w-]{43}" # signs proofs\nEXPRESS_CONSENT_DATABASE="postgres:\/\/shop:mug@db\.internal\/shop"\nOTHER=their-secret\n/,
    );
    for (const [, value = ''] of env.matchAll(/(?:SECRET|HASH|PASSWORD)="([^"]+)"/g))
      expect(stdout).not.toContain(value);
    expect(stdout).not.toMatch(/their-secret|shop:mug/);
    expect((await init(project, '--yes')).stdout).toMatch(/No change needed:.* \.env/);
    expect(await readIn(project, '.env')).toBe(env);
  });

  test('that are too short are left to do', async () => {
    const project = await createProject('express', {
      ...apps.esm,
      '.env': "EXPRESS_CONSENT_MASTER_SECRET=short\nEXPRESS_CONSENT_ADMIN_PASSWORD='elevenchars'\n",
    });
    const { code, stdout } = await init(project, '--yes');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ {2}EXPRESS_CONSENT_MASTER_SECRET in \.env is too short: .* 32 characters/m);
    expect(stdout).toMatch(/^ {2}EXPRESS_CONSENT_ADMIN_PASSWORD in \.env is too short: .* 12 characters/m);
    expect(stdout).not.toContain('DATA_SIGNING_HASH in .env');
    expect(await readIn(project, '.env')).toContain('MASTER_SECRET=short\n');
  });
});

describe('what is only in a comment', () => {
  const server = apps.esm['server.js'];

  test('the mount and the tag are added, the import is not doubled', async () => {
    const project = await createProject('express', {
      ...apps.esm,
      'public/index.html': page.replace('<title>', '<!-- <script src="/svc/widget.js"></script> --><title>'),
    });
    await init(project, '--yes', '--database', 'postgres');
    const mounted = await readIn(project, 'server.js');
    const commented = mounted.replace('app.use(consent.', '// app.use(consent.');
    await writeFile(join(project, 'server.js'), commented);
    const { stdout } = await init(project, '--yes');
    expect(stdout).toContain('Changed server.js');
    expect(await readIn(project, 'server.js')).toBe(
      commented.replace('express();\n', 'express();\napp.use(consent.publicRouter, consent.adminRouter);\n'),
    );
    expect(await readIn(project, 'public/index.html')).toContain('  <script src="/svc/widget.js" async>');
  });

  test('an import, a service and a port are passed over', async () => {
    const project = await createProject('express', {
      ...apps.esm,
      'server.js': `// import { consent } from './legal.mjs';\n// app.listen(8080);\n${server}`,
      'legal.mjs': "export { createConsentService } from 'express-consent';\n",
      'consent.mjs': "// createConsentService will be here.\nexport const banner = 'ours';\n",
    });
    const { stdout } = await init(project, '--yes', '--database', 'postgres');
    expect(stdout).toContain('Created consent-service.mjs');
    expect(stdout).toContain('http://localhost:4000/');
  });
});

test('a later run finds the database file of an earlier one, whatever its name', async () => {
  const { serviceModule } = await import('#cli/init/templates');
  const database = { driver: 'better-sqlite3', address: "Anna's.db" } as const;
  const module = {
    file: 'consent.mjs',
    database,
    databaseVariable: 'UNUSED',
    usesDotenv: false,
    isModule: true,
  };
  expect(readDatabaseOf(serviceModule('esm', module))).toEqual(database);
});

test('on a terminal, three questions and a yes; a no writes nothing', async () => {
  const project = await createProject('express', {});
  const answer = (...lines: string[]) => initOnTerminal(project, [], lines);
  const refused = await answer('europa', 'europe', 'de, en', 'postgres', 'n');
  expect(refused).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was written.') });
  expect(refused.stderr).toContain('did you mean europe?');
  expect(refused.stderr.match(/\] /g)).toHaveLength(5);
  expect(await readAll(project)).toEqual({});

  await answer('', '', 'postgres', '');
  expect(await readIn(project, 'consent.mjs')).toContain("client: 'pg'");

  for (const noFolder of ['consent.mjs', 'consent.mjs/shop'])
    expect(await init(join(project, noFolder), '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${noFolder} is not a folder`),
    });
  const dry = await init(await createProject('express', {}), '--dry-run');
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('+++ consent.mjs') });
});

test('a file that changes while init waits for its answer is not overwritten', async () => {
  const project = await createProject('express', apps.esm);
  const { writeChanges } = await import('#cli/init/write-changes');
  const change = { file: 'server.js', before: apps.esm['server.js'], after: 'ours' };
  await writeFile(join(project, 'server.js'), 'theirs');
  await expect(writeChanges(project, [{ file: 'new.js', before: null, after: '1' }, change])).rejects.toThrow(
    'server.js has changed',
  );
  expect(await readIn(project, 'server.js')).toBe('theirs');
  expect(await readdir(project)).not.toContain('new.js');
});
