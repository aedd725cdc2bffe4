import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { consentCalls } from '../support/consent';
import type { Assignment, Line } from '../support/crashing-child';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDialect } from '../support/databases';
import { createActiveProfile } from '../support/profiles';
import { toRun } from '../support/programs';
import { byScope } from '../support/scope';
import { recount, statisticsCalls } from '../support/statistics';

/**
 * Processes with the whole service kill themselves at random steps, one after the other, on the same databases.
 * Everything that they have answered is stored afterwards, nothing is half done, and the next service starts soon.
 * `EXPRESS_CONSENT_TEST_CRASHES` is the number of processes for each database: 2 in CI, 50 in `npm run test:deep`.
 */
const crashes = Number(process.env.EXPRESS_CONSENT_TEST_CRASHES ?? byScope({ core: 2, all: 2, deep: 50 }));

/** Longest start of a service on what a crash has left, in milliseconds: five seconds, more on a busy machine. */
const maxStartMs = () => 5000 * Math.max(1, (loadavg()[0] ?? 0) / cpus().length);

type OperationLine = Extract<Line, { isDone: boolean }>;

/** The promises of the answers. An operation without an answer may have been done or not. */
interface Promised {
  /** The states that a visitor may be in. */
  readonly visitors: Map<string, readonly (string | null | undefined)[]>;
  /** Headings of versions that are stored, and of versions that may be. */
  readonly versions: Map<string, boolean>;
  /** Headings of which one is published. */
  published: readonly string[];
}

function note(promised: Promised, { what, subject, state, isDone }: OperationLine): void {
  const { visitors, versions } = promised;
  if (what === 'version') versions.set(subject, isDone);
  else if (what === 'published') promised.published = isDone ? [subject] : [...promised.published, subject];
  else visitors.set(subject, isDone ? [state] : [...(visitors.get(subject) ?? [undefined]), state]);
}

/** A process that has loaded the service, and waits for what it has to do. */
function startChild(): ChildProcess {
  return spawn(process.execPath, toRun('crashing'), { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Lets a process work until it kills itself. Fails when it ends otherwise. */
async function crash(
  child: ChildProcess,
  assignment: Assignment,
  promised: readonly Promised[],
): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin?.end(`${JSON.stringify(assignment)}\n`);
  for await (const text of createInterface({ input: child.stdout as Readable })) {
    const line: Line = JSON.parse(text);
    if ('startedInMs' in line) expect(line.startedInMs).toBeLessThan(maxStartMs());
    else note(promised[line.place] as Promised, line);
  }
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

/**
 * @param visitors those whose states are compared, as there are many more after some hundred crashes
 * @param headings of the versions that have been read before, which never change
 */
async function expectKept(
  app: TestApp,
  profileId: string,
  promised: Promised,
  visitors: Promised['visitors'],
  headings: Map<number, string>,
): Promise<void> {
  const { status, checks } = await app.service.health();
  expect({ status, checks }).toMatchObject({ status: 'ok' });

  for (const [visitorId, states] of visitors)
    expect([visitorId, states.map((state) => state ?? null)]).toEqual([
      visitorId,
      expect.arrayContaining([await stateOf(app, visitorId)]),
    ]);
  const history = await app.knex('svc_consent_history').select('consent_id', 'revision');
  const revisions = new Map<string, number[]>();
  for (const { consent_id, revision } of history)
    revisions.set(consent_id, [...(revisions.get(consent_id) ?? []), revision]);
  // A record that has never changed is its only state.
  const records = await app.knex('svc_consents').whereNot({ revision: 1 }).select('id', 'revision');
  expect(new Set(revisions.keys())).toEqual(new Set(records.map(({ id }) => id)));
  for (const { id, revision } of records)
    expect(revisions.get(id)?.sort((a, b) => a - b)).toEqual(
      Array.from({ length: revision }, (_item, index) => index + 1),
    );

  const asAdmin = await app.asAdmin();
  const { body: versions } = await app.request
    .get(`${app.adminBase}/profiles/${profileId}/versions`)
    .set(asAdmin)
    .expect(200);
  const file = (group: string) =>
    app.request.get(`${app.publicBase}/profiles/default/${group}/en`).expect(200);
  for (const { version } of versions)
    if (!headings.has(version))
      headings.set(version, (await file(`${profileId}/${version}`)).body.mainBanner.heading);
  const stored = new Set(headings.values());
  for (const [heading, isStored] of promised.versions)
    if (isStored) expect([heading, stored.has(heading)]).toEqual([heading, true]);
  const live = await file('opt-in');
  const { heading } = live.body.mainBanner;
  expect(promised.published).toContain(heading);
  const [version] = [...headings].find(([, stated]) => stated === heading) ?? [];
  expect(live.text).toBe((await file(`${profileId}/${version}`)).text);

  await app.service.maintenance();
  expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));
  expect(await app.service.operations.audit.verify('default')).toMatchObject({ valid: true });
}

// Each process has the whole service, and a busy machine takes its time.
jest.setTimeout(180_000 + crashes * 20_000);

eachDialect((database) => {
  const directories: string[] = [];
  let waiting: ChildProcess | undefined;
  afterEach(async () => {
    waiting?.kill('SIGKILL');
    for (const directory of directories.splice(0)) await rm(directory, { recursive: true });
  });

  /** An empty database with an active profile, and its files in it or in a directory. */
  async function createPlace(onDisk: boolean) {
    const { knex, config } = await database.open();
    const directory = onDisk ? await mkdtemp(join(tmpdir(), 'ec_test_crashes_')) : '';
    if (onDisk) directories.push(directory);
    const open = () => createTestApp({ knex, directory, config: { rateLimit: false } });
    const first = await open();
    const { id: profileId } = await createActiveProfile(first);
    await first.service.close();
    const promised: Promised = {
      visitors: new Map(),
      versions: new Map([['Your privacy', true]]),
      published: ['Your privacy'],
    };
    /** Visitors whose states have been compared. */
    const compared: Promised['visitors'] = new Map();
    const headings = new Map<number, string>();
    return {
      place: { config, directory, profileId },
      promised,
      /** Starts a service, and compares what is there with what has been answered. */
      async check(isLast: boolean): Promise<void> {
        // Sign-ins that a crash ended count as failed, and 50 of them in 15 minutes close the account.
        await knex('svc_login_attempts').delete();
        const app = await open();
        try {
          const begun = performance.now();
          await app.service.start();
          expect(performance.now() - begun).toBeLessThan(maxStartMs());
          for (const [visitorId, states] of promised.visitors) compared.set(visitorId, states);
          if (isLast) headings.clear();
          await expectKept(app, profileId, promised, isLast ? compared : promised.visitors, headings);
          promised.visitors.clear();
        } finally {
          await app.service.close();
        }
      },
      counts: () => ({ visitors: compared.size, versions: promised.versions.size }),
    };
  }

  test('processes that are killed lose nothing that they answered, with files in the database and on disk', async () => {
    const places = await Promise.all([createPlace(false), createPlace(true)]);
    for (let number = 1; number <= crashes; number += 1) {
      const child: ChildProcess = waiting ?? startChild();
      // The next one loads the service meanwhile.
      waiting = number < crashes ? startChild() : undefined;
      // Few steps as often as many: a start alone takes a hundred or two. The last processes get far, one at each place.
      const last = crashes - number;
      const isFar = last < places.length;
      const steps = isFar ? 2000 : Math.round(20 * 150 ** (randomInt(1000) / 1000));
      const assignment = {
        places: places.map(({ place }) => place),
        name: `p${number}`,
        steps,
        countedPlace: isFar ? last : randomInt(places.length),
      };
      await crash(
        child,
        assignment,
        places.map(({ promised }) => promised),
      );
      // Half of the processes start on what a crash left, without another one between them.
      if (number % 2 === 1 && number < crashes) continue;
      for (const [index, { check }] of places.entries())
        await check(number === crashes).catch((error) => {
          throw new Error(`at place ${index} after process ${number} with ${steps} steps`, { cause: error });
        });
    }
    for (const { counts } of places) {
      expect(counts().visitors).toBeGreaterThan(4);
      expect(counts().versions).toBeGreaterThan(2);
    }
  });
});
