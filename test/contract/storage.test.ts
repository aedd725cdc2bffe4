import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { createDatabase } from '#platform/database/database';
import { migrateUp } from '#platform/database/migrate';
import { databaseStorage } from '#platform/storage/database/database-storage';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import { storageContract } from '#platform/storage/storage-contract';
import { eachDatabase, type OpenDatabase } from '../support/databases';

/** A file system of a chosen size needs a mount; in a namespace of its own it leaves nothing behind. */
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

let directory: string;

async function makeDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'express-consent-storage-'));
}

describe('the storage contract holds for the disk adapter', () => {
  const cases = storageContract(async () => {
    const directory = await makeDirectory();
    return {
      open: () => diskStorage({ directory: join(directory, 'data') }),
      remove: () => rm(directory, { recursive: true }),
    };
  });
  for (const { name, run } of cases) it(name, run);
});

eachDatabase((database) => {
  describe('the storage contract holds for the database adapter', () => {
    let opened: OpenDatabase;

    beforeAll(async () => {
      opened = await database.open();
      await migrateUp(createDatabase(opened.knex, { tablePrefix: 'svc_', timeoutMs: 20_000 }));
    });

    const cases = storageContract(async () => {
      const pools: Knex[] = [];
      return {
        open() {
          const pool = opened.reopen();
          pools.push(pool);
          return databaseStorage(pool, { timeoutMs: 20_000 });
        },
        async remove() {
          await Promise.all(pools.map((pool) => pool.destroy()));
          await opened.knex('svc_files').delete();
        },
      };
    });
    for (const { name, run } of cases) it(name, run);
  });
});

describe('the disk adapter', () => {
  beforeEach(async () => {
    directory = await makeDirectory();
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function connected(path = directory) {
    const storage = diskStorage({ directory: path });
    await storage.connect();
    return storage;
  }

  test('keeps objects as plain files under their keys, so that operators can read and back them up', async () => {
    const storage = await connected();
    await storage.write('default/opt-in/en.json', Buffer.from('{}'));
    expect(await readdir(join(directory, 'default/opt-in'))).toEqual(['en.json']);
  });

  test('follows no symbolic link below its directory: not to read, write, remove or list', async () => {
    const outside = await makeDirectory();
    await writeFile(join(outside, 'secret.json'), 'secret');
    const storage = await connected();
    await storage.write('tenant/real.json', Buffer.from('real'));
    await symlink(outside, join(directory, 'tenant/elsewhere'));
    await symlink(join(outside, 'secret.json'), join(directory, 'tenant/link.json'));

    expect(await storage.read('tenant/elsewhere/secret.json')).toBeNull();
    expect(await storage.read('tenant/link.json')).toBeNull();
    await storage.remove('tenant/elsewhere/secret.json');
    await expect(storage.write('tenant/elsewhere/new.json', Buffer.from('x'))).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect((await storage.list('tenant')).map(({ key }) => key)).toEqual(['tenant/real.json']);
    expect(await storage.listDirectories('tenant')).toEqual([]);
    await storage.write('tenant/link.json', Buffer.from('own'));
    expect(String((await storage.read('tenant/link.json'))?.body)).toBe('own');
    expect(await readdir(outside)).toEqual(['secret.json']);
    await rm(outside, { recursive: true });
  });

  test('works when its directory itself is a symbolic link', async () => {
    const target = await makeDirectory();
    await symlink(target, join(directory, 'data'));
    const storage = await connected(join(directory, 'data'));
    await storage.write('a/b.json', Buffer.from('x'));
    expect(String((await storage.read('a/b.json'))?.body)).toBe('x');
    expect(await readdir(join(target, 'a'))).toEqual(['b.json']);
    await rm(target, { recursive: true });
  });

  test('removes what killed writes left behind on connect, but nothing that may still be written', async () => {
    await mkdir(join(directory, '~tmp'));
    await writeFile(join(directory, '~tmp/old'), 'half');
    await writeFile(join(directory, '~tmp/young'), 'half');
    const twoHoursAgo = Date.now() / 1000 - 7200;
    await utimes(join(directory, '~tmp/old'), twoHoursAgo, twoHoursAgo);
    await connected();
    expect(await readdir(join(directory, '~tmp'))).toEqual(['young']);
  });

  test('leaves no temporary file behind, whether writing works or not', async () => {
    const storage = await connected();
    await storage.write('a/b', Buffer.from('x'));
    await expect(storage.write('a', Buffer.from('a directory is in the way'))).rejects.toMatchObject({
      code: 'unavailable',
    });
    await storage.check();
    expect(await readdir(join(directory, '~tmp'))).toEqual([]);
  });

  test('removes directories with their last object and passes over empty ones that a crash left', async () => {
    const storage = await connected();
    await storage.write('t/p/1/en.json', Buffer.from('x'));
    await storage.remove('t/p/1/en.json');
    expect(await readdir(directory)).toEqual(['~tmp']);
    await mkdir(join(directory, 't/p/2'), { recursive: true });
    expect(await storage.listDirectories('t')).toEqual([]);
  });

  test.each(['moved away', 'hidden by an empty mount'])(
    'is unavailable, not empty, while its directory is %s, and works again once it is back',
    async (how) => {
      const data = join(directory, 'data');
      const storage = await connected(data);
      await storage.write('a/b', Buffer.from('x'));
      await rename(data, join(directory, 'elsewhere'));
      if (how === 'hidden by an empty mount') await mkdir(data);
      for (const attempt of [
        storage.read('a/b'),
        storage.list('a'),
        storage.listDirectories('a'),
        storage.write('a/c', Buffer.from('y')),
        storage.remove('a/b'),
        storage.check(),
      ]) {
        await expect(attempt).rejects.toMatchObject({ code: 'unavailable' });
      }
      if (how === 'hidden by an empty mount') await rm(data, { recursive: true });
      await rename(join(directory, 'elsewhere'), data);
      expect(String((await storage.read('a/b'))?.body)).toBe('x');
      expect(await storage.read('a/c')).toBeNull();
    },
  );

  test('refuses work before connect and after disconnect', async () => {
    const storage = diskStorage({ directory });
    await expect(storage.read('a')).rejects.toMatchObject({ code: 'unavailable' });
    await storage.connect();
    await storage.disconnect();
    await expect(storage.write('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('fails to connect where a file is in the way', async () => {
    await writeFile(join(directory, 'file'), '');
    await expect(connected(join(directory, 'file'))).rejects.toMatchObject({
      code: 'unavailable',
      cause: { code: 'EEXIST' },
    });
  });

  test('answers unavailable, without telling the path, where it may not read or write', async () => {
    await chmod(directory, 0o555);
    // root may do everything, so the attempt is made as nobody.
    const output = await inChild(`
      if (process.getuid() === 0) process.setuid(65534);
      report(() => diskStorage({ directory: process.argv[1] }).connect());
    `);
    expect(output).toEqual([
      {
        code: 'unavailable',
        message: 'The storage for locale files cannot be used right now.',
        cause: 'EACCES',
      },
    ]);
  });

  (canMount ? test : test.skip)(
    'answers unavailable on a full disk, keeps what was there and works again when there is room',
    async () => {
      const output = await inChild(
        `
      const storage = diskStorage({ directory: process.argv[1] });
      report(
        () => storage.connect(),
        () => storage.write('kept', Buffer.from('kept')),
        () => storage.write('kept', Buffer.alloc(2_000_000)),
        () => storage.write('big', Buffer.alloc(2_000_000)),
        async () => String((await storage.read('kept')).body),
        () => storage.read('big'),
        () => storage.write('small', Buffer.alloc(500_000)),
      );`,
        ['unshare', '-rm', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"', directory],
      );
      const full = { code: 'unavailable', message: expect.any(String), cause: 'ENOSPC' };
      expect(output).toEqual([null, null, full, full, 'kept', null, null]);
    },
  );
});

/**
 * Runs \`body\` in a process of its own; gives what each function passed to \`report\` resolved or rejected
 * with.
 */
function inChild(body: string, wrapper: readonly string[] = []): Promise<unknown> {
  const script = `
    const { diskStorage } = require(${JSON.stringify(join(__dirname, '../../src/server/platform/storage/disk/disk-storage.ts'))});
    async function report(...actions) {
      const results = [];
      const failed = ({ code, message, cause }) => ({ code, message, cause: cause.code });
      for (const action of actions) results.push((await action().catch(failed)) ?? null);
      console.log(JSON.stringify(results));
    }
    ${body}`;
  const [command = '', ...args] = [
    ...wrapper,
    process.execPath,
    '-r',
    join(__dirname, '../support/typescript.js'),
    '-e',
    script,
    directory,
  ];
  return new Promise((resolve, reject) => {
    execFile(command, args, (error, stdout) => (error ? reject(error) : resolve(JSON.parse(stdout))));
  });
}
