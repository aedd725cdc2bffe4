import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import { allDenied, allGranted, cookieOf } from './consent';
import { adminEmail, adminPassword, createTestApp } from './create-test-app';
import { profileJson } from './profiles';
import type { Answer, Request, ServingProcess } from './serving-process';
import { recount, statisticsCalls } from './statistics';

type Ask = ServingProcess['ask'];
type State = 'granted' | 'denied';

/** Visitors and operators who use all processes at once, while something happens to the database. */
export interface Traffic {
  /** Number of answers 200 and 503 so far, by process. */
  readonly answered: readonly { done: number; unavailable: number }[];
  /** @throws Error when an answer was neither a success nor a proper 503, which stops the traffic */
  check(): void;
  /** Waits for the last answers, and checks them. */
  stop(): Promise<void>;
  /** States that each visitor can be in: one, or more after an operation that was not answered. */
  readonly visitors: ReadonlyMap<string, readonly (State | null)[]>;
  /** Headings of versions whose save was answered. */
  readonly saved: readonly string[];
}

/** Pause before what was not done is tried again (ms). */
const pauseMs = 50;

const headingOf = (name: string) =>
  profileJson({ mainBanner: { ...profileJson().mainBanner, heading: name } });

/** Signs in, creates two profiles of one group, and activates the first. */
export async function prepareTraffic(ask: Ask) {
  const login = { method: 'POST', body: { email: adminEmail, password: adminPassword } };
  const headers = { Authorization: `Bearer ${(await ask('/admin/v1/auth/login', login)).body.token}` };
  const create = async (name: string) => {
    const body = { name, defaultLocale: 'en', profileJson: headingOf(name) };
    return (await ask('/admin/v1/profiles', { method: 'POST', headers, body })).body.id as string;
  };
  const profiles = [await create('One'), await create('Two')] as const;
  await ask(`/admin/v1/profiles/${profiles[0]}/activate`, { method: 'POST', headers });
  return { headers, profiles };
}

/**
 * Starts two visitors at a time and one operator at each process, and one visitor who decides at all of them. Those
 * who get 503 try again. All processes but the first, whose operator activates profiles to the end, must always have a
 * copy of the published file.
 */
export function startTraffic(
  asks: readonly Ask[],
  { headers, profiles }: Awaited<ReturnType<typeof prepareTraffic>>,
): Traffic {
  const answered = asks.map(() => ({ done: 0, unavailable: 0 }));
  const visitors = new Map<string, (State | null)[]>();
  const saved: string[] = [];
  const wrong: string[] = [];
  let isStopping = false;
  const fail = (what: string) => {
    wrong.push(what);
    isStopping = true;
  };

  /** Asks until the answer is a success or until the traffic stops; returns whether it was a success. */
  async function insist(
    index: number,
    path: string,
    request: Request,
    isSuccess = ({ status }: Answer) => status === 200,
  ): Promise<boolean> {
    const count = answered[index] as (typeof answered)[number];
    while (!isStopping) {
      // A process can be gone.
      const answer = await (asks[index] as Ask)(path, request).catch(() => null);
      if (answer !== null && isSuccess(answer)) {
        count.done += 1;
        return true;
      }
      if (answer !== null) {
        count.unavailable += 1;
        const isProper = answer.status === 503 && Number(answer.headers.get('retry-after')) > 0;
        if (!isProper) fail(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      await setTimeout(pauseMs);
    }
    return false;
  }

  async function decide(index: number, visitorId: string, state: State, isFirst: boolean): Promise<void> {
    const before = visitors.get(visitorId) ?? [null];
    visitors.set(visitorId, [...before, state]);
    const consentJson = state === 'granted' ? allGranted : allDenied;
    const request = isFirst
      ? { method: 'POST', body: { visitorId, profileId: profiles[0], consentJson } }
      : { method: 'PUT', body: { consentJson }, headers: { Cookie: cookieOf(visitorId) } };
    const path = isFirst ? '/api/v1/consent' : `/api/v1/consent/${visitorId}`;
    if (await insist(index, path, request)) visitors.set(visitorId, [state]);
  }

  async function visit(index: number, name: string): Promise<void> {
    for (let number = 1; !isStopping; number += 1) {
      const file = await (asks[index] as Ask)('/api/v1/profiles/default/opt-in/en').catch(() => null);
      if (index > 0 && file !== null && file.status !== 200) fail(`the published file: ${file.status}`);
      const visitorId = `${name}-${index}-${number}`;
      await decide(index, visitorId, 'granted', true);
      if (!isStopping) await decide(index, visitorId, 'denied', false);
    }
  }

  async function operate(index: number): Promise<void> {
    for (let number = 1; !isStopping; number += 1) {
      const heading = `Version ${number} of operator ${index}`;
      const path = `/admin/v1/profiles/${profiles[number % profiles.length]}`;
      const body = { profileJson: headingOf(heading) };
      if (await insist(index, path, { method: 'PUT', headers, body })) saved.push(heading);
      // A process that has just activated a profile has no copy of its files yet.
      if (index > 0 && number > 3) continue;
      // Another operator can have activated a profile in the meantime.
      await insist(index, `${path}/activate`, { method: 'POST', headers }, ({ status }) =>
        [200, 409].includes(status),
      );
    }
  }

  let roamed = 0;

  /** One visitor decides at every process, and gives way to another before the limit of a day. */
  async function roam(index: number): Promise<void> {
    while (!isStopping) {
      const visitorId = `everywhere-${Math.floor(roamed / 100)}`;
      roamed += 1;
      const body = { visitorId, profileId: profiles[0], consentJson: allGranted };
      await insist(index, '/api/v1/consent', {
        method: 'POST',
        body,
        headers: { Cookie: cookieOf(visitorId) },
      });
    }
  }

  const running = asks.flatMap((_ask, index) => [
    visit(index, 'first'),
    visit(index, 'second'),
    operate(index),
    roam(index),
  ]);
  return {
    answered,
    visitors,
    saved,
    check() {
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
    },
    async stop() {
      isStopping = true;
      await Promise.all(running);
      this.check();
    },
  };
}

/** The states in the history of a record: none while only the record contains its state. */
const expectedRevisions = (revision: number) =>
  revision === 1 ? undefined : Array.from({ length: revision }, (_item, index) => index + 1);

/** Expects that nothing answered is lost and nothing is half done. */
export async function expectIntact(knex: Knex, { visitors, saved }: Traffic): Promise<void> {
  const records = await knex('svc_consents').select('id', 'visitor_id', 'revision', 'consent_json');
  const states = new Map<string, State>();
  for (const { visitor_id, consent_json } of records)
    states.set(visitor_id, JSON.parse(consent_json).marketing);
  expect(states.size).toBe(records.length);
  const lost = [...visitors].filter(([id, possible]) => !possible.includes(states.get(id) ?? null));
  expect(lost.map(([id, possible]) => [id, possible, states.get(id) ?? null])).toEqual([]);

  const revisions = new Map<string, number[]>();
  for (const { consent_id, revision } of await knex('svc_consent_history').orderBy('revision'))
    revisions.set(consent_id, [...(revisions.get(consent_id) ?? []), revision]);
  for (const { id, revision } of records) expect(revisions.get(id)).toEqual(expectedRevisions(revision));

  const versions = await knex('svc_profile_versions').select('profile_id', 'version', 'content');
  expect(versions.map(({ content }) => JSON.parse(content).profileJson.mainBanner.heading)).toEqual(
    expect.arrayContaining(saved as string[]),
  );
  for (const { id, version } of await knex('svc_profiles'))
    expect(
      versions
        .filter(({ profile_id }) => profile_id === id)
        .map((row) => row.version)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: version }, (_item, index) => index + 1));
  expect(await knex('svc_profiles').where({ active_group: 'opt-in' })).toHaveLength(1);

  const app = await createTestApp({ knex, config: { rateLimit: false } });
  await app.service.maintenance();
  expect(await statisticsCalls(app).current()).toEqual(await recount(knex));
  expect(await app.service.operations.audit.verify('default')).toMatchObject({ valid: true });
  expect((await app.service.health()).status).toBe('ok');
  await app.service.close();
}
