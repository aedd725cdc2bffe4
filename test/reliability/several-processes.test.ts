import { once } from 'node:events';
import { allDenied, allGranted, cookieOf } from '../support/consent';
import { adminEmail, adminPassword, createTestApp } from '../support/create-test-app';
import { eachDialect, type OpenDatabase } from '../support/databases';
import { profileJson } from '../support/profiles';
import { type Request, type ServingProcess, startServing } from '../support/serving-process';
import { recount, statisticsCalls } from '../support/statistics';
import { until } from '../support/webhook-receiver';

const login = { method: 'POST', body: { email: adminEmail, password: adminPassword } };

// Each process has the whole service, and a busy machine takes its time.
jest.setTimeout(120_000);

eachDialect((database) => {
  let opened: OpenDatabase;
  let processes: ServingProcess[];
  let admin: { Authorization: string };
  let turn = 0;

  /** Asks one process after the other, as a load balancer does. */
  const ask = (path: string, request?: Request) => {
    turn += 1;
    return (processes[turn % processes.length] as ServingProcess).ask(path, request);
  };
  const asAdmin = (path: string, request: Request = {}) =>
    ask(`/admin/v1${path}`, { ...request, headers: { ...admin, ...request.headers } });
  /** Asks every process. */
  const everywhere = (path: string, request?: Request) =>
    Promise.all(processes.map((one) => one.ask(path, request)));
  const create = async (name: string) => {
    const body = {
      name,
      defaultLocale: 'en',
      profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, heading: name } }),
    };
    return (await asAdmin('/profiles', { method: 'POST', body })).body.id as string;
  };

  beforeAll(async () => {
    opened = await database.openEmpty();
    processes = await Promise.all([1, 2, 3].map(() => startServing(opened.config)));
    admin = { Authorization: `Bearer ${(await ask('/admin/v1/auth/login', login)).body.token}` };
  });
  afterAll(async () => {
    for (const { child } of processes) {
      if (child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  test('they start together on an empty database, which is migrated once', async () => {
    for (const { status, body } of await everywhere('/admin/v1/health'))
      expect([status, body.status]).toEqual([200, 'ok']);
    expect(await opened.knex('svc_users').pluck('email')).toEqual([adminEmail]);
  });

  test('a session that one of them ends has ended for all', async () => {
    const { body } = await ask('/admin/v1/auth/login', login);
    const own = { Authorization: `Bearer ${body.token}` };
    const statuses = async () =>
      (await everywhere('/admin/v1/auth/me', { headers: own })).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await ask('/admin/v1/auth/logout', { method: 'POST', headers: own })).status).toBe(200);
    expect(await statuses()).toEqual([401, 401, 401]);
  });

  test('wrong passwords are counted together', async () => {
    const wrong = { method: 'POST', body: { email: 'nobody@shop.example', password: 'a wrong password' } };
    const statuses: number[] = [];
    while (!statuses.includes(429) && statuses.length < 60)
      statuses.push((await ask('/admin/v1/auth/login', wrong)).status);
    expect(statuses.at(-1)).toBe(429);
    for (const { status } of await everywhere('/admin/v1/auth/login', wrong)) expect(status).toBe(429);
  });

  test('an API key works everywhere at once, and is refused everywhere soon after it is revoked', async () => {
    const { body } = await asAdmin('/apikeys', { method: 'POST', body: { name: 'Server' } });
    const statuses = async () =>
      (await everywhere('/api/v1/resolve-profile', { headers: { 'X-API-Key': body.key } })).map(
        ({ status }) => status,
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await asAdmin(`/apikeys/${body.id}`, { method: 'DELETE' })).status).toBe(200);
    await until(async () => (await statuses()).every((status) => status === 401), 'the refusal');
  });

  test('an origin that one of them has taken off the list is soon refused by all', async () => {
    const statuses = async (origin: string) =>
      (await everywhere('/api/v1/consent/somebody', { headers: { Origin: origin } })).map(
        ({ body }) => body.code,
      );
    const allow = (allowedOrigins: readonly string[]) =>
      asAdmin('/settings', { method: 'PATCH', body: { allowedOrigins } });
    await allow(['https://shop.example']);
    await until(
      async () => (await statuses('https://evil.example')).every((code) => code === 'origin_not_allowed'),
      'the refusal',
    );
    expect(await statuses('https://shop.example')).not.toContain('origin_not_allowed');
    await allow([]);
  });

  test('of profiles that are activated at once one is active, and all of them soon serve it', async () => {
    const ids = await Promise.all(['One', 'Two', 'Three'].map(create));
    const answers = await Promise.all(
      [...ids, ...ids].map((id) => asAdmin(`/profiles/${id}/activate`, { method: 'POST' })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      [],
    );
    const active = await opened.knex('svc_profiles').where({ active_group: 'opt-in' });
    expect(active).toHaveLength(1);
    await until(
      async () =>
        (await everywhere('/api/v1/profiles/default/opt-in/en')).every(
          ({ body }) => body.id === active[0].id && body.mainBanner.heading === active[0].name,
        ),
      'the active profile',
    );
  });

  test('versions that are saved at once have numbers of their own, without a gap', async () => {
    const id = await create('Versions');
    const saves = Array.from({ length: 12 }, (_item, index) => {
      const heading = `Version of save ${index}`;
      return asAdmin(`/profiles/${id}`, {
        method: 'PUT',
        body: { profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, heading } }) },
      });
    });
    const saved = (await Promise.all(saves)).filter(({ status }) => status === 200);
    const numbers = saved.map(({ body }) => body.profile.version).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: saved.length }, (_item, index) => index + 2));
    expect(await opened.knex('svc_profile_versions').where({ profile_id: id })).toHaveLength(
      saved.length + 1,
    );
  });

  test('one that is killed takes nothing with it that was answered, and does not disturb the others', async () => {
    const [{ id: profileId }] = await opened.knex('svc_profiles').where({ active_group: 'opt-in' });
    const [gone, ...others] = processes as [ServingProcess, ...ServingProcess[]];
    const answered: string[] = [];
    /** Visitors of one process, who decide twice until there are no more of them or the process is gone. */
    async function visit(one: ServingProcess, name: string): Promise<void> {
      for (let number = 1; number <= 40; number += 1) {
        const visitorId = `${name}-${number}`;
        const first = { visitorId, profileId, consentJson: allGranted };
        const statuses = [(await one.ask('/api/v1/consent', { method: 'POST', body: first })).status];
        answered.push(visitorId);
        const change = {
          method: 'PUT',
          body: { consentJson: allDenied },
          headers: { Cookie: cookieOf(visitorId) },
        };
        statuses.push((await one.ask(`/api/v1/consent/${visitorId}`, change)).status);
        expect([visitorId, ...statuses]).toEqual([visitorId, 200, 200]);
        if (one === gone && number === 10) gone.child.kill('SIGKILL');
      }
    }
    await Promise.all([
      expect(visit(gone, 'gone')).rejects.toThrow('fetch failed'),
      ...others.map((one, index) => visit(one, `other-${index}`)),
    ]);
    processes = others;
    expect(answered.length).toBeGreaterThanOrEqual(others.length * 40 + 10);
    expect(await opened.knex('svc_consents').pluck('visitor_id')).toEqual(expect.arrayContaining(answered));
    for (const { status, body } of await everywhere('/admin/v1/health'))
      expect([status, body.status]).toEqual([200, 'ok']);
  });

  test('a visitor who decides everywhere at once has one record, with a state for each answer', async () => {
    const [{ id: profileId }] = await opened.knex('svc_profiles').where({ active_group: 'opt-in' });
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_item, index) =>
        ask('/api/v1/consent', {
          method: 'POST',
          body: { visitorId: 'everywhere', profileId, consentJson: index % 2 ? allGranted : allDenied },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200));
    const [record, ...more] = await opened.knex('svc_consents').where({ visitor_id: 'everywhere' });
    expect([record.revision, more]).toEqual([15, []]);
    const states = await opened.knex('svc_consent_history').where({ consent_id: record.id });
    expect(states.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 15 }, (_item, index) => index + 1),
    );
  });

  test('statistics are exact, and the chain of the audit log is whole', async () => {
    const app = await createTestApp({ knex: opened.knex, config: { rateLimit: false } });
    await app.service.maintenance();
    expect(await statisticsCalls(app).current()).toEqual(await recount(opened.knex));
    expect(await app.service.operations.audit.verify('default')).toMatchObject({ valid: true });
    await app.service.close();
  });
});
