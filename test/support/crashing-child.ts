import { once } from 'node:events';
import fs from 'node:fs/promises';
import { createInterface } from 'node:readline';
import createKnex, { type Knex } from 'knex';
import { allGranted, consentCalls } from './consent';
import { createTestApp } from './create-test-app';
import { exportCalls } from './exports';
import { plainMapping } from './imports';
import { profileJson } from './profiles';

/** A database and a storage of their own, with a service on them. */
export interface CrashingPlace {
  readonly config: Knex.Config;
  /** Empty: published files are in the database. */
  readonly directory: string;
  readonly profileId: string;
}

/** The work of the process, which it reads as a line of JSON. */
export interface Assignment {
  readonly places: readonly CrashingPlace[];
  /** Begins the ids of the process's visitors. */
  readonly name: string;
  /** Number of steps at the place with this index until the end. */
  readonly steps: number;
  readonly countedPlace: number;
}

/**
 * A process that kills itself, with a service for each place. It waits for its assignment, and then does what services do,
 * many things at once, until one of them has taken the number of steps: the beginning and the end of each statement and of
 * each change of a file is a step. Prints a line of JSON for each operation when it begins, and again when it has
 * been answered, and one when a service has started.
 */

/** Operations of one subject never overlap. */
export interface Operation {
  readonly what: 'visitor' | 'version' | 'published';
  /** The visitor's id, or the heading of a version. */
  readonly subject: string;
  /** The visitor's decision on marketing once it is done; null when nothing of the visitor is left. */
  readonly state?: 'granted' | 'denied' | null;
}
export type Line =
  | (Operation & { readonly place: number; readonly isDone: boolean })
  | { readonly place: number; readonly startedInMs: number };

let left = Number.POSITIVE_INFINITY;
function step(isCounted: boolean): void {
  if (!isCounted) return;
  left -= 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
}

/** The service looks these functions up when it calls them. */
function countFileChanges(directory: string): void {
  for (const change of ['open', 'mkdir', 'rename', 'rm', 'rmdir', 'unlink'] as const) {
    const original = fs[change] as (...args: unknown[]) => Promise<unknown>;
    const counted = async (...args: unknown[]) => {
      const isCounted = String(args[0]).startsWith(directory);
      step(isCounted);
      return original(...args).finally(() => step(isCounted));
    };
    Object.assign(fs, { [change]: counted });
  }
}

async function serve(
  place: number,
  { config, directory, profileId }: CrashingPlace,
  { name, countedPlace }: Assignment,
): Promise<void> {
  const knex = createKnex(config);
  const isCounted = place === countedPlace;
  knex.on('query', () => step(isCounted)).on('query-response', () => step(isCounted));
  if (isCounted && directory !== '') countFileChanges(directory);
  const app = await createTestApp({ knex, directory, config: { rateLimit: false } });
  const print = (line: object) => process.stdout.write(`${JSON.stringify({ place, ...line })}\n`);
  const begun = performance.now();
  await app.service.start();
  print({ startedInMs: performance.now() - begun });
  const { submit, update, erase } = consentCalls(app);
  const { csv } = exportCalls(app);
  const asAdmin = await app.asAdmin();
  const path = `${app.adminBase}/profiles/${profileId}`;

  async function told(operation: Operation, work: () => PromiseLike<unknown>): Promise<void> {
    print({ ...operation, isDone: false });
    await work();
    print({ ...operation, isDone: true });
  }

  const tasks: Record<string, (number: number) => Promise<unknown>> = {
    /** A visitor decides and changes the decision; every other one is erased. */
    async visitor(number) {
      const subject = `${name}-${number}`;
      const visitor = (state: 'granted' | 'denied' | null) => ({ what: 'visitor' as const, subject, state });
      await told(visitor('granted'), () =>
        submit({ visitorId: subject, profileId, consentJson: allGranted }).expect(200),
      );
      await told(visitor('denied'), () =>
        update(subject, { consentJson: { marketing: 'denied' } }).expect(200),
      );
      if (number % 2 === 0) await told(visitor(null), () => erase(subject).expect(200));
    },

    /** New visitors, whose first decisions share a commit. */
    newVisitors: () =>
      Promise.all([1, 2, 3].map(() => submit({ profileId, consentJson: allGranted }).expect(200))),

    /** An editor saves a version, and publishes it. */
    async editor(number) {
      const subject = `${name} ${number}`;
      const { mainBanner } = profileJson();
      await told({ what: 'version', subject }, () =>
        app.request
          .put(path)
          .set(asAdmin)
          .send({ profileJson: profileJson({ mainBanner: { ...mainBanner, heading: subject } }) })
          .expect(200),
      );
      await told({ what: 'published', subject }, () =>
        app.request.post(`${path}/activate`).set(asAdmin).expect(200),
      );
    },

    /** An import of a visitor's decision. */
    async importer(number) {
      const subject = `${name}-imported-${number}`;
      const decided = new Date(Date.now() - 3_600_000).toISOString();
      const file = `visitor,decided,analytics,ads,country\n${subject},${decided},yes,yes,DE\n`;
      await told({ what: 'visitor', subject, state: 'granted' }, () =>
        app.request
          .post(`${app.adminBase}/imports`)
          .set(asAdmin)
          .send({ file, profileId, mapping: plainMapping })
          .expect(200),
      );
    },

    /** Upkeep, and an export. */
    async upkeep() {
      await app.service.maintenance();
      await csv('/consents');
    },
  };
  const onAndOn = async (task: (number: number) => Promise<unknown>) => {
    for (let number = 1; ; number += 1) await task(number);
  };
  await Promise.all(Object.values(tasks).map(onAndOn));
}

async function run(): Promise<void> {
  const [line] = (await once(createInterface({ input: process.stdin }), 'line')) as [string];
  const assignment = JSON.parse(line) as Assignment;
  left = assignment.steps;
  await Promise.all(assignment.places.map((place, index) => serve(index, place, assignment)));
}

run().catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
