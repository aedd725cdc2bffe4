import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import type { CachePurge } from '#platform/kernel/host-types';
import { databaseStorage } from '#platform/storage/database/database-storage';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import { syncedStorage } from '#platform/storage/synced/synced-storage';
import { openDevice } from '../support/account-devices';
import { runCliHere } from '../support/cli';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { quickly } from '../support/mirrors';
import { createActiveProfile, profileJson } from '../support/profiles';
import { until } from '../support/webhook-receiver';

/** A version is published and visitors decide after a backup, to which the database then goes back. */

let directory: string;
let clock: ReturnType<typeof createTestClock>;
let knex: Knex;
let app: TestApp;
let profileId: string;
let purges: CachePurge[];
let device: ReturnType<typeof openDevice>;
/** A visitor who decides for the first time after the backup, where nobody is asked first. */
let newcomer: ReturnType<typeof openDevice>;
let optOutId: string;

const file = (name: string) => join(directory, name);
const mirrored = async () =>
  JSON.parse(await readFile(file('mirror/default/opt-in/published.json'), 'utf8').catch(() => '{}'));
const heading = (text: string) => ({
  profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, heading: text } }),
});
const published = (path: string) => app.request.get(`${app.publicBase}/profiles/default/${path}`).expect(200);

async function open(name: string): Promise<void> {
  knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: file(name) },
    useNullAsDefault: true,
  });
  app = await createTestApp({
    knex,
    clock,
    purgeTimes: { marginMs: 10, firstRetryMs: 10 },
    config: {
      rateLimit: false,
      storage: syncedStorage(databaseStorage(knex), diskStorage({ directory: file('mirror') }), quickly),
      hotServe: { revalidateMs: 10, purge: (purge) => void purges.push(purge) },
    },
  });
  await app.service.start();
}
async function close(): Promise<void> {
  await app.close();
  await knex.destroy();
}
async function publishNext(text: string): Promise<number> {
  const admin = await app.asAdmin();
  const path = `${app.adminBase}/profiles/${profileId}`;
  const { body } = await app.request.put(path).set(admin).send(heading(text)).expect(200);
  await app.request.post(`${path}/activate`).set(admin).expect(200);
  return body.profile.version;
}
/** Writes a configuration that purges, and knows no mirror. */
async function writeConfig(): Promise<string> {
  const knexModule = JSON.stringify(require.resolve('knex'));
  const options = JSON.stringify({
    client: 'better-sqlite3',
    connection: { filename: file('backup.sqlite') },
    useNullAsDefault: true,
  });
  const text = `module.exports = { knex: require(${knexModule})(${options}), hotServe: { purge() {} }, logger: { warn() {}, error() {} } };`;
  await writeFile(file('consent.config.cjs'), text);
  return file('consent.config.cjs');
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_restored_`));
  clock = createTestClock();
  purges = [];
  await open('lost.sqlite');
  profileId = (await createActiveProfile(app)).id;
  optOutId = (
    await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-out' }),
      localeContent: {},
    })
  ).id;
  device = openDevice(app);
  await device.decide(profileId, allGranted);
  await until(async () => (await mirrored()).version === 1, 'the mirror');
  await knex.raw('vacuum into ?', [file('backup.sqlite')]);
  clock.advance(3_600_000);
  await publishNext('Lost');
  expect((await device.decide(profileId, allDenied, { profileVersion: 2 })).status).toBe(200);
  newcomer = openDevice(app);
  await newcomer.decide(optOutId, allDenied);
  await until(async () => (await mirrored()).version === 2, 'the mirror');
  await close();
  clock.advance(3_600_000);
});
afterEach(async () => {
  await close();
  await rm(directory, { recursive: true, force: true });
});

/** The same browser, at the restored service. */
function reopen({ jar }: typeof device) {
  const again = openDevice(app);
  for (const [name, value] of jar) again.jar.set(name, value);
  return again;
}

test('a browser learns that the record lacks its withdrawal, and sends it again', async () => {
  await open('backup.sqlite');
  const again = reopen(device);
  const { body } = await again.follow();
  expect(body).toMatchObject({ record: { consentJson: allGranted }, sendAgain: true });
  expect(again.states).toEqual({ analytics: 'denied', marketing: 'denied' });
  const { profileVersion, decidedAt } = again.choice ?? { profileVersion: 0, decidedAt: 0 };
  const sent = await again.decide(profileId, allDenied, { profileVersion, decidedAt: new Date(decidedAt) });
  expect(sent.body).toMatchObject({
    consentJson: allDenied,
    profileVersion: 1,
    updatedAt: new Date(decidedAt).toISOString(),
  });
  expect(await again.follow()).toMatchObject({ body: { record: { consentJson: allDenied } } });
  expect((await again.follow()).body).not.toHaveProperty('sendAgain');
});

test('a browser without the proof, or with a decision from the future, does not send it again', async () => {
  await open('backup.sqlite');
  const again = reopen(device);
  clock.advance(-2 * 3_600_000);
  expect((await again.follow()).body).not.toHaveProperty('sendAgain');
  clock.advance(2 * 3_600_000);
  again.jar.delete('svc_own');
  expect((await again.follow()).body).not.toHaveProperty('sendAgain');
});

describe('a decision about the lost version', () => {
  const decide = (consentJson: object, more: object = {}) =>
    consentCalls(app).submit({ profileId, consentJson, profileVersion: 2, ...more });
  beforeEach(() => open('backup.sqlite'));

  test('is recorded as a refusal when it refuses anything, and the answer says so', async () => {
    const { body } = await decide({ ...allGranted, marketing: 'denied', renamed: 'objected' }).expect(200);
    expect(body).toMatchObject({ consentJson: { ...allDenied, renamed: 'objected' }, profileVersion: 1 });
    expect(body.warnings).toEqual([
      {
        code: 'unknown_version',
        reason: 'unknown_version',
        path: 'profileVersion',
        message: 'does not match a published version of this profile',
      },
    ]);
  });

  test('is recorded by an update too', async () => {
    await decide(allGranted, { visitorId: 'v', profileVersion: 1 }).expect(200);
    const { body } = await consentCalls(app)
      .update('v', { consentJson: allDenied, profileVersion: 2 })
      .expect(200);
    expect(body).toMatchObject({ consentJson: allDenied, profileVersion: 1 });
    expect(body.warnings).toMatchObject([{ code: 'unknown_version' }]);
  });

  test('is not recorded when it refuses nothing: no grant is invented', async () => {
    const { body } = await decide(allGranted).expect(400);
    expect(body.details).toMatchObject([{ path: 'profileVersion' }]);
  });

  test('is reported in the log once an hour', async () => {
    const warnings = () => app.logger.lines.filter((line) => line.includes('express-consent restored'));
    const before = warnings().length;
    await decide(allDenied);
    await decide(allDenied);
    expect(
      warnings()
        .slice(before)
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ profileId, version: 2 }]);
    clock.advance(3_600_000);
    await decide(allDenied);
    expect(warnings().length).toBe(before + 2);
  });
});

test('the mirror drops the lost publication by itself', async () => {
  await open('backup.sqlite');
  expect((await published('opt-in/en')).body.mainBanner.heading).toBe('Your privacy');
  await until(async () => (await mirrored()).version === 1, 'the mirror');
});

test('`express-consent restored` skips numbers, publishes again and purges', async () => {
  const { stdout } = await runCliHere(['restored', '--config', await writeConfig()], {}, '');
  expect(stdout).toContain('2 profiles prepared; their next versions skip 1,000 numbers or more.');
  expect(stdout).toContain('The app calls `hotServe.purge` for every group while it runs.');
  purges = [];
  await open('backup.sqlite');
  await until(() => {
    clock.advance(1000);
    return new Set(purges.map(({ complianceGroup }) => complianceGroup)).size === 2;
  }, 'the purges');
  expect((await published('opt-in/en')).body.mainBanner.heading).toBe('Your privacy');
  const { revision } = await knex('svc_publications').where({ group_id: 'opt-in' }).first();
  expect(revision).toBeGreaterThan(1000);
  await until(async () => (await mirrored()).revision === revision, 'the mirror');

  const next = await publishNext('After the restore');
  expect(next).toBeGreaterThan(1000);
  await consentCalls(app).submit({ profileId, consentJson: allGranted, profileVersion: 2 }).expect(400);
  await app.request.get(`${app.publicBase}/profiles/default/${profileId}/2/en`).expect(404);
  expect(await publishNext('As always')).toBe(next + 1);
  const { body } = await app.request
    .get(`${app.adminBase}/audit?action=database:restored`)
    .set(await app.asAdmin());
  expect(body.items[0].changes.skippedNumbers).toBeGreaterThanOrEqual(1000);
});

test('where nobody is asked first, a browser whose record is lost can send its opt-out again', async () => {
  await open('backup.sqlite');
  const again = reopen(newcomer);
  expect((await again.follow()).status).toBe(404);
  expect(again.states).toEqual({ analytics: 'denied', marketing: 'denied' });
  const decidedAt = new Date(again.choice?.decidedAt ?? 0);
  const sent = await again.decide(optOutId, allDenied, { profileVersion: 1, decidedAt });
  expect(sent).toMatchObject({ status: 200, body: { consentJson: allDenied } });
  expect((await again.follow()).status).toBe(200);
});
