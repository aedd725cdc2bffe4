import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { ConfigError } from '#platform/config/resolve-config';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import { allGranted } from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';

const cleanUps: (() => unknown)[] = [];
let directory: string;
let knex: Knex;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ec_test_repair_'));
  cleanUps.push(() => rm(directory, { recursive: true, force: true }));
  knex = newDatabase();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function newDatabase(): Knex {
  const made = createKnex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
  });
  cleanUps.push(() => made.destroy());
  return made;
}

async function open(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp({
    knex,
    directory,
    ...options,
    config: { rateLimit: false, ...options.config },
  });
  cleanUps.push(() => app.close());
  return app;
}

async function startAgain(app: TestApp, options: TestAppOptions = {}): Promise<TestApp> {
  await app.service.close();
  const again = await open(options);
  await again.service.start();
  return again;
}

const file = (app: TestApp, path: string) => app.request.get(`${app.publicBase}/profiles/default/${path}`);
const inGroup = (complianceGroup: 'opt-in' | 'opt-out') => ({
  profileJson: profileJson({ complianceGroup }),
});
const put = async (app: TestApp, id: string, body: object) =>
  app.request
    .put(`${app.adminBase}/profiles/${id}`)
    .set(await app.asAdmin())
    .send(body);
const act = async (app: TestApp, id: string, deed: 'activate' | 'deactivate') =>
  app.request.post(`${app.adminBase}/profiles/${id}/${deed}`).set(await app.asAdmin());

describe('a storage that lost its files', () => {
  test('is filled again at start with the very bytes: what is published, and every version', async () => {
    const app = await open();
    const { id } = await createActiveProfile(app);
    await put(app, id, { name: 'Second' });
    await act(app, id, 'activate');
    await put(app, id, { name: 'Third, a draft' });
    const before = [
      await file(app, 'opt-in/en'),
      await file(app, `${id}/1/de`),
      await file(app, `${id}/2/en`),
    ];
    await rm(directory, { recursive: true });

    const again = await startAgain(app);
    const after = [
      await file(again, 'opt-in/en'),
      await file(again, `${id}/1/de`),
      await file(again, `${id}/2/en`),
    ];
    expect(after.map(({ status, text, headers }) => [status, text, headers.etag])).toEqual(
      before.map(({ text, headers }) => [200, text, headers.etag]),
    );
    await act(again, id, 'activate');
    await file(again, `${id}/3/en`).expect(200);
    expect((await again.service.health()).status).toBe('ok');
  });

  test('is filled to the end by the next start when the first was killed half-way', async () => {
    const app = await open();
    const { id } = await createActiveProfile(app);
    await put(app, id, { name: 'Second' });
    await act(app, id, 'activate');
    const [binding = ''] = await readdir(join(directory, '_binding'));
    await rm(join(directory, '_binding', binding, 'ready.json'));
    await rm(join(directory, 'default', id, '1'), { recursive: true });
    await file(await startAgain(app), `${id}/1/en`).expect(200);
  });

  test('has one snapshot made again when a publication needs it', async () => {
    const app = await open();
    const { id } = await createActiveProfile(app);
    await rm(join(directory, 'default', id, '1', 'de.json'));
    await rm(join(directory, 'default', 'opt-in'), { recursive: true });
    expect((await act(app, id, 'activate')).status).toBe(200);
    await file(app, 'opt-in/de').expect(200);
  });

  test('may be in the database: files that somebody removed there come back at start', async () => {
    const app = await open({ directory: '' });
    const { id } = await createActiveProfile(app);
    await knex('svc_files').delete();
    const again = await startAgain(app, { directory: '' });
    await file(again, 'opt-in/en').expect(200);
    await file(again, `${id}/1/de`).expect(200);
  });

  test('of another kind is filled from the database too: from disk to the database and back', async () => {
    const onDisk = await open();
    const { id } = await createActiveProfile(onDisk);
    const inDatabase = await startAgain(onDisk, { directory: '' });
    await put(inDatabase, id, { name: 'Second' });
    await act(inDatabase, id, 'activate');
    await file(inDatabase, `${id}/1/en`).expect(200);
    const back = await startAgain(inDatabase);
    const published = await file(back, 'opt-in/en').expect(200);
    expect((await file(back, `${id}/2/en`).expect(200)).text).toBe(published.text);
  });
});

describe('a start that finds everything in place', () => {
  test.each(['on disk', 'in the database'])('writes nothing for it, with files %s', async (place) => {
    const options = place === 'on disk' ? {} : { directory: '' };
    const app = await open(options);
    await createActiveProfile(app, inGroup('opt-in'));
    const { id } = await createActiveProfile(app, inGroup('opt-out'));
    await act(app, id, 'deactivate');
    const draft = await createProfile(app, inGroup('opt-in'));
    const between = await startAgain(app, options);
    // What publishes nothing leaves the number of the group's publication as it is.
    await act(between, draft.id, 'deactivate');
    await between.service.close();

    const written: string[] = [];
    knex.on('query', ({ sql }) => {
      if (/^(insert|update|delete) .*svc_(publications|revisions|files|purges)/.test(sql)) written.push(sql);
    });
    const again = await open(options);
    await again.service.start();
    expect(written).toEqual([]);
    await file(again, 'opt-in/en').expect(200);
    await file(again, 'opt-out/en').expect(404);
  });
});

describe('a published profile whose version is missing from the database and from storage', () => {
  let app: TestApp;
  let lost: string;
  let whole: string;

  beforeEach(async () => {
    const first = await open();
    lost = (await createActiveProfile(first, { name: 'Lost banner', ...inGroup('opt-in') })).id;
    whole = (await createActiveProfile(first, inGroup('opt-out'))).id;
    await first.service.close();
    await knex('svc_profile_versions').where({ profile_id: lost }).delete();
    await rm(directory, { recursive: true });
    app = await open();
  });

  test('does not keep others from being served nor operators from signing in, and health tells', async () => {
    await file(app, 'opt-out/en').expect(200);
    await file(app, `${whole}/1/en`).expect(200);
    await file(app, 'opt-in/en').expect(404);
    const submission = {
      visitorId: 'visitor',
      profileId: whole,
      consentJson: { necessary: 'granted', analytics: 'denied', marketing: 'denied' },
    };
    await app.request.post(`${app.publicBase}/consent`).send(submission).expect(200);
    await app.request
      .get(`${app.adminBase}/profiles`)
      .set(await app.asAdmin())
      .expect(200);

    await app.request.get(`${app.publicBase}/health`).expect(200, { status: 'ok' });
    const probe = await app.request.get(`${app.adminBase}/health`).expect(503);
    expect(probe.body).toMatchObject({
      status: 'degraded',
      checks: { database: 'ok', storage: 'ok', start: 'ok', publications: 'degraded' },
    });
    expect(Number(probe.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('is named in the log, with its tenant, the storage and what to do', async () => {
    await app.service.start();
    const line = app.logger.lines.find((text) => text.includes('"level":"error"'));
    for (const fact of [
      'Lost banner',
      lost,
      '"tenantId":"default"',
      '"group":"opt-in"',
      directory,
      'Restore a backup',
    ])
      expect(line).toContain(fact);
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      'saves and publishes it',
      async () => {
        expect((await put(app, lost, { profileJson: profileJson() })).status).toBe(200);
        expect((await act(app, lost, 'activate')).status).toBe(200);
        await file(app, 'opt-in/en').expect(200);
      },
    ],
    ['withdraws it', async () => expect((await act(app, lost, 'deactivate')).status).toBe(200)],
    [
      'deletes it',
      async () =>
        app.request
          .delete(`${app.adminBase}/profiles/${lost}`)
          .set(await app.asAdmin())
          .expect(200),
    ],
  ])('is well again once an operator %s', async (_deed, perform) => {
    await perform();
    await app.request.get(`${app.adminBase}/health`).expect(200);
  });
});

describe('after a backup of the database was restored', () => {
  test.each(['on disk', 'in the database'])(
    'what it does not know is no longer published, with files %s',
    async (place) => {
      const options = place === 'on disk' ? {} : { directory: '' };
      const app = await open(options);
      await createProfile(app);
      await app.service.start();
      const pointer = JSON.stringify({
        profileId: 'lost',
        version: 1,
        revision: 1,
        defaultLocale: 'en',
        locales: ['en'],
        publishedAt: '2026-11-22',
      });
      const files = { 'published.json': pointer, 'lost.1.1/en.json': '{}', 'lost.1.1/default.json': '{}' };
      for (const group of ['default/opt-in', 'tenant-that-came-later/opt-out']) {
        for (const [name, body] of Object.entries(files)) {
          if (place === 'in the database')
            await knex('svc_files').insert({
              object_key: `${group}/${name}`,
              body: Buffer.from(body),
              modified_at: 1,
            });
          await mkdir(join(directory, group, 'lost.1.1'), { recursive: true });
          await writeFile(join(directory, group, name), body);
        }
      }
      await file(app, 'opt-in/en').expect(200);
      const again = await startAgain(app, options);
      await file(again, 'opt-in/en').expect(404);
      await again.request.get(`${again.publicBase}/profiles/tenant-that-came-later/opt-out/en`).expect(404);
    },
  );

  test('a version number that visitors have seen is not used again for another text', async () => {
    const app = await open();
    const { id } = await createActiveProfile(app);
    const backup = {
      profile: await knex('svc_profiles').first(),
      versions: await knex('svc_profile_versions'),
    };
    await put(app, id, {
      profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, heading: 'Seen' } }),
    });
    await act(app, id, 'activate');
    await app.service.close();
    await knex('svc_profiles').where({ id }).update(backup.profile);
    await knex('svc_profile_versions').delete();
    await knex('svc_profile_versions').insert(backup.versions);

    const again = await open();
    expect((await file(again, 'opt-in/en').expect(200)).body.mainBanner.heading).toBe('Your privacy');
    expect((await put(again, id, { name: 'After the restore' })).body.profile.version).toBe(3);
    expect((await file(again, `${id}/2/en`).expect(200)).body.mainBanner.heading).toBe('Seen');
  });
});

describe('a storage belongs to one database', () => {
  test('a service on another database refuses it, naming both, and changes nothing of the first', async () => {
    const app = await open();
    await createActiveProfile(app);
    const before = (await readdir(directory, { recursive: true })).sort();
    const other = await open({ knex: newDatabase(), config: { database: { tablePrefix: 'other_' } } });
    const refusal = await other.service.start().catch((error) => error);
    expect(refusal).toBeInstanceOf(ConfigError);
    for (const fact of [directory, 'tables svc_*', 'tables other_*', 'its own storage'])
      expect(refusal.message).toContain(fact);
    await other.request.get(`${other.publicBase}/resolve-profile`).expect(503);
    expect((await other.request.get(`${other.adminBase}/health`).expect(503)).body.checks).toMatchObject({
      storage: 'ok',
      start: 'degraded',
    });
    expect((await readdir(directory, { recursive: true })).sort()).toEqual(before);
    await file(app, 'opt-in/en').expect(200);
  });

  test('of services on two databases that start at once on an empty one, at most one gets it', async () => {
    const [one, two] = [await open(), await open({ knex: newDatabase() })];
    const results = await Promise.allSettled([one.service.start(), two.service.start()]);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2);
    await Promise.allSettled([one.service.start(), two.service.start()]);
    const owners = await readdir(join(directory, '_binding')).catch(() => []);
    expect(owners.length).toBeLessThan(2);
  });

  test('services on one database share it', async () => {
    const [one, two] = [await open(), await open()];
    await createActiveProfile(one);
    await file(two, 'opt-in/en').expect(200);
  });

  test('an old one that no database has bound is taken over when every published file is of this database', async () => {
    const app = await open();
    await createActiveProfile(app);
    await rm(join(directory, '_binding'), { recursive: true });
    const again = await startAgain(app);
    await file(again, 'opt-in/en').expect(200);
    expect(await readdir(join(directory, '_binding'))).toHaveLength(1);
  });

  test('one with published files of something else is refused with what to do, and left as it is', async () => {
    const app = await open();
    const { id } = await createActiveProfile(app);
    await app.service.close();
    await rm(join(directory, '_binding'), { recursive: true });
    await writeFile(join(directory, 'default', 'opt-in', `${id}.1.1`, 'en.json'), '{"other":"text"}');
    const again = await open();
    await expect(again.service.start()).rejects.toThrow(/default\/opt-in.*Use an empty storage/s);
    expect(await readdir(directory)).not.toContain('_binding');
    const elsewhere = await mkdtemp(join(tmpdir(), 'ec_test_repair_'));
    cleanUps.push(() => rm(elsewhere, { recursive: true }));
    await cp(directory, elsewhere, { recursive: true });
    const stranger = await open({ knex: newDatabase(), directory: elsewhere });
    await expect(stranger.service.start()).rejects.toThrow(/do not belong to this database/);
  });
});

describe('a storage with damaged files', () => {
  const changed = '{"mainBanner":{"heading":"Changed by hand"}}';

  test('has the snapshot made again at start, and never publishes the damage', async () => {
    const app = await open();
    const { id } = await createActiveProfile(app);
    const before = (await file(app, 'opt-in/en').expect(200)).text;
    await app.service.close();
    await writeFile(join(directory, 'default', id, '1', 'en.json'), changed);
    const again = await open();
    expect((await file(again, 'opt-in/en').expect(200)).text).toBe(before);
    expect((await file(again, `${id}/1/en`).expect(200)).text).toBe(before);
    expect(again.logger.lines.join()).toContain('damaged and has been recreated');
  });

  test('has what is published made again at start', async () => {
    const app = await open();
    await createActiveProfile(app);
    const before = (await file(app, 'opt-in/en').expect(200)).text;
    await app.service.close();
    const group = join(directory, 'default', 'opt-in');
    const [revision = ''] = (await readdir(group)).filter((name) => name !== 'published.json');
    await writeFile(join(group, revision, 'en.json'), changed);
    expect((await file(await open(), 'opt-in/en').expect(200)).text).toBe(before);
  });

  test('has the snapshot made again by an activation', async () => {
    const app = await open();
    const { id } = await createActiveProfile(app);
    const before = (await file(app, 'opt-in/en').expect(200)).text;
    await writeFile(join(directory, 'default', id, '1', 'en.json'), changed);
    expect((await act(app, id, 'activate')).status).toBe(200);
    expect((await file(app, 'opt-in/en').expect(200)).text).toBe(before);
  });

  test('whose manifest was cut off serves its version again after a start', async () => {
    const app = await open();
    const { id } = await createProfile(app);
    await file(app, `${id}/1/en`).expect(200);
    await app.service.close();
    await writeFile(join(directory, 'default', id, '1', '_manifest.json'), '{"defaul');
    await file(await open(), `${id}/1/en`).expect(200);
  });
});

describe('two processes of one database that have a storage each', () => {
  test('both serve what the database says once health was asked, which warns', async () => {
    const own = await mkdtemp(join(tmpdir(), 'ec_test_repair_'));
    cleanUps.push(() => rm(own, { recursive: true, force: true }));
    const one = await open();
    const { id } = await createActiveProfile(one);
    const other = await open({ directory: own, clock: one.clock });
    await file(other, 'opt-in/en').expect(200);
    await put(one, id, {
      profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, heading: 'New' } }),
    });
    await act(one, id, 'activate');
    one.clock.advance(10_000);
    await other.request.get(`${other.adminBase}/health`).expect(200);
    expect((await file(other, 'opt-in/en').expect(200)).body.mainBanner.heading).toBe('New');
    expect(other.logger.lines.join()).toContain('do not share one storage');

    await act(one, id, 'deactivate');
    one.clock.advance(10_000);
    await other.request.get(`${other.adminBase}/health`).expect(200);
    await file(other, 'opt-in/en').expect(404);
    expect(one.logger.lines.join()).not.toContain('do not share one storage');
  });
});

test('a storage that takes long to tell what each group serves does not make the service look broken', async () => {
  const disk = diskStorage({ directory });
  let waiting = 0;
  let release = () => {};
  let slow: Promise<void> | null = null;
  const read: typeof disk.read = async (key) => {
    if (slow !== null && key.endsWith('/published.json')) {
      waiting += 1;
      await slow;
    }
    return disk.read(key);
  };
  const app = await open({ directory: '', config: { storage: { ...disk, read } } });
  await createActiveProfile(app);
  slow = new Promise((resolve) => {
    release = resolve;
  });
  for (let probe = 0; probe < 2; probe += 1) {
    app.clock.advance(6000);
    expect((await app.service.health()).checks.publications).toBe('ok');
  }
  // The second probe has not begun another comparison beside the first.
  expect(waiting).toBe(1);
  release();
});

describe('files that a storage loses while the service runs or is stopped', () => {
  const bootstrap = (app: TestApp) => app.request.get(`${app.publicBase}/bootstrap?tz=Europe/Berlin`);

  async function openWithTwoVersions(): Promise<{ app: TestApp; id: string }> {
    const app = await open();
    const { id } = await createActiveProfile(app);
    await put(app, id, { profileJson: profileJson({ expiryDays: 90 }) });
    await act(app, id, 'activate');
    return { app, id };
  }

  test('of an archived version are written again by whoever asks for them first', async () => {
    const { app, id } = await openWithTwoVersions();
    const before = await file(app, `${id}/1/en`).expect(200);
    await app.request
      .post(`${app.publicBase}/consent`)
      .send({ visitorId: 'ann', profileId: id, profileVersion: 1, locale: 'de', consentJson: allGranted })
      .expect(200);
    await rm(join(directory, 'default', id, '1'), { recursive: true });

    const again = await startAgain(app);
    const evidence = await again.request
      .get(`${again.adminBase}/consents/ann/evidence`)
      .set(await again.asAdmin())
      .expect(200);
    expect(evidence.body.notices).toMatchObject([{ profileVersion: 1, locale: 'de', status: 'included' }]);
    expect(evidence.body.receipt.noticeStatus).toBe('saved');
    expect(again.logger.lines.join()).toContain('missing from storage');
    await rm(join(directory, 'default', id, '1', 'en.json'));
    again.clock.advance(10_000);
    expect((await file(again, `${id}/1/en`).expect(200)).text).toBe(before.text);
    // What the database does not know either stays unknown.
    await file(again, `${id}/9/en`).expect(404);
  });

  test('of the live publication are written again at the next request, and by the upkeep', async () => {
    const { app, id } = await openWithTwoVersions();
    const again = await startAgain(app);
    const published = join(directory, 'default', 'opt-in');
    const removeLive = async () => {
      const [name = ''] = (await readdir(published)).filter((entry) => entry.startsWith(`${id}.2.`));
      await rm(join(published, name), { recursive: true });
    };
    await removeLive();
    expect((await bootstrap(again).expect(200)).body.profile.id).toBe(id);
    await file(again, 'opt-in/de').expect(200);

    await removeLive();
    again.clock.advance(600_000);
    await again.service.maintenance();
    expect(await readdir(published)).toContainEqual(expect.stringMatching(`^${id}.2.`));
  });

  test('of the live publication that the database lacks too: no answer says that nothing is published', async () => {
    const { app, id } = await openWithTwoVersions();
    const again = await startAgain(app);
    const published = join(directory, 'default', 'opt-in');
    for (const name of await readdir(published))
      if (name !== 'published.json') await rm(join(published, name), { recursive: true });
    await rm(join(directory, 'default', id), { recursive: true });
    await knex('svc_profile_versions').where({ profile_id: id }).delete();
    await bootstrap(again).expect(503);
    for (const locale of ['en', 'de', 'default']) await file(again, `opt-in/${locale}`);
    await bootstrap(again).expect(503);
    expect(again.logger.lines.join()).not.toContain('no profile is active');
  });
});
