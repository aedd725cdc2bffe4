import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Knex } from 'knex';
import { createTestApp } from '../support/create-test-app';
import { eachDialect, type OpenDatabase } from '../support/databases';
import { toRun } from '../support/programs';
import { pickSome } from '../support/scope';

const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex');

/** Saves and publishes in another process until `versions` of them are published, and kills it at once. */
async function saveUntilKilled(
  { config }: OpenDatabase,
  directory: string,
  versions: number,
): Promise<{ id: string; published: number }> {
  const args = [...toRun('saving'), JSON.stringify(config), directory];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const id = (await lines.next()).value;
  let published = 0;
  while (published < versions) published = Number((await lines.next()).value);
  child.kill('SIGKILL');
  await once(child, 'exit');
  return { id, published };
}

/**
 * Whatever is in the database storage belongs to a row that was committed with it, and every row has its
 * files.
 */
async function expectFilesAndRowsTogether(knex: Knex, id: string): Promise<void> {
  const bodies = new Map((await knex('svc_files')).map((row) => [row.object_key, row.body as Buffer]));
  const versions = await knex('svc_profile_versions').where({ profile_id: id });
  const expected = versions.flatMap(({ version, files }) => {
    for (const [locale, hash] of Object.entries(JSON.parse(files))) {
      expect(sha256(bodies.get(`default/${id}/${version}/${locale}.json`) as Buffer)).toBe(hash);
    }
    return ['_manifest', 'default', ...Object.keys(JSON.parse(files))].map(
      (name) => `default/${id}/${version}/${name}.json`,
    );
  });
  expect([...bodies.keys()].filter((key) => key.startsWith(`default/${id}/`)).sort()).toEqual(
    expected.sort(),
  );
  const [profile] = await knex('svc_profiles').where({ id });
  expect(JSON.parse(String(bodies.get('default/opt-in/published.json')))).toMatchObject({
    profileId: id,
    version: profile.published_version,
  });
  expect(versions).toHaveLength(profile.version);
}

// A process with the whole service takes its time on a busy machine.
jest.setTimeout(120_000);

eachDialect((database) => {
  test.each(pickSome(['in the database', 'on disk'], 1))(
    'a process killed while it saves and publishes leaves what the next one serves and saves on, with files %s',
    async (place) => {
      const opened = await database.open();
      const directory = place === 'on disk' ? await mkdtemp(join(tmpdir(), 'ec_test_saving_')) : '';
      const { id, published } = await saveUntilKilled(opened, directory, 3);
      if (directory === '') await expectFilesAndRowsTogether(opened.knex, id);

      const app = await createTestApp({ knex: opened.knex, directory, config: { rateLimit: false } });
      const { status, checks } = await app.service.health();
      expect({ status, checks }).toMatchObject({ status: 'ok' });
      const path = `${app.adminBase}/profiles/${id}`;
      const asAdmin = await app.asAdmin();
      const versions = (await app.request.get(`${path}/versions`).set(asAdmin).expect(200)).body as {
        version: number;
        published: boolean;
      }[];
      const live = versions.find((version) => version.published)?.version ?? 0;
      expect(live).toBeGreaterThanOrEqual(published);
      const file = (group: string) =>
        app.request.get(`${app.publicBase}/profiles/default/${group}/en`).expect(200);
      expect((await file('opt-in')).text).toBe((await file(`${id}/${live}`)).text);
      for (const { version } of versions) {
        const { heading } = (await file(`${id}/${version}`)).body.mainBanner;
        expect(heading).toBe(version === 1 ? 'Your privacy' : `Version ${version}`);
      }
      expect(
        (await app.request.put(path).set(asAdmin).send({ name: 'Saved on' }).expect(200)).body.profile
          .version,
      ).toBe((versions[0]?.version ?? 0) + 1);
      await app.close();
      if (directory !== '') await rm(directory, { recursive: true });
    },
  );
});
