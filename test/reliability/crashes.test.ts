import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { consentCalls } from '../support/consent';
import type { Line } from '../support/crashing-child';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabase, type OpenDatabase } from '../support/databases';
import { createActiveProfile } from '../support/profiles';
import { recount, statisticsCalls } from '../support/statistics';

/**
 * Processes with the whole service kill themselves at random steps, one after the other, on one database. Whatever they
 * have answered is there afterwards, and nothing is half done. `EXPRESS_CONSENT_TEST_CRASHES` is the number of
 * processes for each place of storage.
 */
const crashes = Number(process.env.EXPRESS_CONSENT_TEST_CRASHES ?? 4);

/** What answers have promised. An operation without an answer may have been done or not. */
interface Promised {
  /** The states that a visitor may be in. */
  readonly visitors: Map<string, readonly (string | null | undefined)[]>;
  /** Headings of versions that are stored, and of versions that may be. */
  readonly versions: Map<string, boolean>;
  /** Headings of which one is published. */
  published: readonly string[];
}

function note(promised: Promised, { what, subject, state, isDone }: Line): void {
  const { visitors, versions } = promised;
  if (what === 'version') versions.set(subject, isDone);
  else if (what === 'published') promised.published = isDone ? [subject] : [...promised.published, subject];
  else visitors.set(subject, isDone ? [state] : [...(visitors.get(subject) ?? [undefined]), state]);
}

/** Runs a process until it kills itself, or else fails with what it wrote. */
async function crash(args: readonly string[], promised: Promised): Promise<void> {
  const support = join(__dirname, '../support');
  const script = ['-r', join(support, 'typescript.js'), join(support, 'crashing-child.ts')];
  const child = spawn(process.execPath, [...script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) note(promised, JSON.parse(line));
  expect(await ended).toEqual([null, 'SIGKILL']);
}

/** The visitor's decision on marketing; null when nothing of the visitor is left. */
async function stateOf(app: TestApp, visitorId: string): Promise<string | null> {
  const { status, body } = await consentCalls(app).read(visitorId);
  if (status === 404) {
    for (const table of ['consents', 'consent_history', 'parental_consents'])
      expect(await app.knex(`svc_${table}`).where({ visitor_id: visitorId })).toEqual([]);
    return null;
  }
  return body.consentJson.marketing;
}

async function expectKept(app: TestApp, profileId: string, promised: Promised): Promise<void> {
  const { status, checks } = await app.service.health();
  expect({ status, checks }).toMatchObject({ status: 'ok' });

  for (const [visitorId, states] of promised.visitors)
    expect([visitorId, states.map((state) => state ?? null)]).toEqual([
      visitorId,
      expect.arrayContaining([await stateOf(app, visitorId)]),
    ]);
  const history = await app.knex('svc_consent_history').select('consent_id', 'revision');
  const revisions = new Map<string, number[]>();
  for (const { consent_id, revision } of history)
    revisions.set(consent_id, [...(revisions.get(consent_id) ?? []), revision]);
  const records = await app.knex('svc_consents').select('id', 'revision');
  expect(new Set(revisions.keys())).toEqual(new Set(records.map(({ id }) => id)));
  for (const { id, revision } of records)
    expect(revisions.get(id)?.sort((a, b) => a - b)).toEqual(
      Array.from({ length: revision }, (_item, index) => index + 1),
    );

  const asAdmin = await app.asAdmin();
  const { body: versions } = await app.request
    .get(`${app.adminBase}/profiles/${profileId}/versions`)
    .query({ limit: 200 })
    .set(asAdmin)
    .expect(200);
  const file = (group: string) =>
    app.request.get(`${app.publicBase}/profiles/default/${group}/en`).expect(200);
  const headings = new Map<string, number>();
  for (const { version } of versions.items ?? versions)
    headings.set((await file(`${profileId}/${version}`)).body.mainBanner.heading, version);
  for (const [heading, isStored] of promised.versions) {
    if (isStored) expect([...headings.keys()]).toContain(heading);
  }
  const live = await file('opt-in');
  expect(promised.published).toContain(live.body.mainBanner.heading);
  expect(live.text).toBe((await file(`${profileId}/${headings.get(live.body.mainBanner.heading)}`)).text);

  await app.service.maintenance();
  expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));
  expect(await app.service.operations.audit.verify('default')).toMatchObject({ valid: true });
}

// Each process has the whole service, and a busy machine takes its time.
jest.setTimeout(60_000 + crashes * 20_000);

eachDatabase((database) => {
  let opened: OpenDatabase;
  let directory = '';
  afterEach(async () => {
    await opened.close();
    if (directory !== '') await rm(directory, { recursive: true });
    directory = '';
  });

  test.each(['in the database', 'on disk'])(
    'processes that are killed lose nothing that they answered, with files %s',
    async (place) => {
      opened = await database.open();
      if (place === 'on disk') directory = await mkdtemp(join(tmpdir(), 'ec_test_crashes_'));
      const open = () => createTestApp({ knex: opened.knex, directory, config: { rateLimit: false } });
      const first = await open();
      const { id } = await createActiveProfile(first);
      await first.service.close();
      const promised: Promised = {
        visitors: new Map(),
        versions: new Map([['Your privacy', true]]),
        published: ['Your privacy'],
      };
      for (let number = 1; number <= crashes; number += 1) {
        // Few steps as often as many: a start alone takes a hundred or two. The last process gets far in any case.
        const steps = number === crashes ? 2000 : Math.round(20 * 150 ** (randomInt(1000) / 1000));
        await crash([JSON.stringify(opened.config), directory, id, `p${number}`, String(steps)], promised);
        // Half of the processes start on what a crash left, without another one between them.
        if (number % 2 === 1 && number < crashes) continue;
        const app = await open();
        try {
          await expectKept(app, id, promised);
        } catch (error) {
          throw new Error(`after process ${number} with ${steps} steps`, { cause: error });
        } finally {
          await app.service.close();
        }
      }
      expect(promised.visitors.size).toBeGreaterThan(4);
      expect(promised.versions.size).toBeGreaterThan(2);
    },
  );
});
