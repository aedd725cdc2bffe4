import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createBalancer, probeEveryMs } from '../support/balancer';
import { allDenied, allGranted } from '../support/consent';
import { adminEmail, adminPassword } from '../support/create-test-app';
import { eachDialect, type OpenDatabase } from '../support/databases';
import { profileJson } from '../support/profiles';
import { toRun } from '../support/programs';
import { isDeep } from '../support/scope';
import { until } from '../support/webhook-receiver';

/** Time from SIGTERM to the end of service, long enough for the balancer's probes on a busy machine. */
const noticedMs = 10 * probeEveryMs;

const login = { email: adminEmail, password: adminPassword };

// Each process has the whole service, and a busy machine takes its time.
jest.setTimeout(240_000);

eachDialect(
  (database) => {
    let opened: OpenDatabase;
    let processes: { port: number; child: ChildProcess }[] = [];
    let balancer: Awaited<ReturnType<typeof createBalancer>> | undefined;

    async function startProcess(port = 0): Promise<{ port: number; child: ChildProcess }> {
      const child = spawn(
        process.execPath,
        [...toRun('restarting'), JSON.stringify(opened.config), String(port), String(noticedMs)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      return { child, port: Number(line) };
    }

    afterEach(async () => {
      await balancer?.close();
      for (const { child } of processes) child.kill('SIGKILL');
    });

    test('processes that are restarted one after the other fail no request and lose nothing', async () => {
      opened = await database.open();
      // In the shorter run one process serves alone while the other restarts.
      processes = [await startProcess(), await startProcess()];
      if (isDeep) processes.push(await startProcess());
      balancer = await createBalancer(
        processes.map(({ port }) => port),
        '/svc/admin/v1/health',
      );
      const { origin, isUp } = balancer;
      const counts = new Map<string, number>();

      async function ask(name: string, path: string, init: RequestInit & { json?: unknown } = {}) {
        const { json, headers, ...options } = init;
        const answer = await fetch(`${origin}/svc${path}`, {
          ...options,
          headers: { 'Content-Type': 'application/json', ...headers },
          ...(json !== undefined && { body: JSON.stringify(json) }),
        });
        const text = await answer.text();
        counts.set(name, (counts.get(name) ?? 0) + 1);
        if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${text.slice(0, 300)}`);
        return { headers: answer.headers, body: JSON.parse(text) };
      }
      const signIn = () => ask('sign-in', '/admin/v1/auth/login', { method: 'POST', json: login });
      const admin = { Authorization: `Bearer ${(await signIn()).body.token}` };
      const asAdmin = (name: string, method: string, path: string, json?: unknown) =>
        ask(name, `/admin/v1${path}`, { method, headers: admin, json });
      const profile = { name: 'Shop EU', defaultLocale: 'en', profileJson: profileJson() };
      const { id: profileId } = (await asAdmin('profile', 'POST', '/profiles', profile)).body;
      await asAdmin('publication', 'POST', `/profiles/${profileId}/activate`);

      const answered = new Map<string, string>();
      const traffic: Record<string, (number: number) => Promise<unknown>> = {
        resolve: () => ask('resolve', '/api/v1/resolve-profile?tz=Europe/Berlin'),
        bootstrap: () => ask('bootstrap', '/api/v1/bootstrap?lang=en&tz=Europe/Berlin'),
        file: () => ask('file', '/api/v1/profiles/default/opt-in/en'),
        /** A visitor decides, and changes the decision. */
        async visitor() {
          const decision = { profileId, consentJson: allGranted };
          const { body, headers } = await ask('decision', '/api/v1/consent', {
            method: 'POST',
            json: decision,
          });
          answered.set(body.visitorId, 'granted');
          const cookie = headers
            .getSetCookie()
            .map((line) => line.split(';', 1)[0])
            .join('; ');
          await ask('change', `/api/v1/consent/${body.visitorId}`, {
            method: 'PUT',
            headers: { Cookie: cookie },
            json: { consentJson: allDenied },
          });
          answered.set(body.visitorId, 'denied');
        },
        signIn,
        list: () => asAdmin('list', 'GET', '/consents?limit=10'),
        async editor(number) {
          const heading = `Version ${number}`;
          const changed = profileJson({ mainBanner: { ...profileJson().mainBanner, heading } });
          await asAdmin('version', 'PUT', `/profiles/${profileId}`, { profileJson: changed });
          await asAdmin('publication', 'POST', `/profiles/${profileId}/activate`);
        },
      };
      let isOver = false;
      const clients = Object.values(traffic).map(async (task) => {
        for (let number = 1; !isOver; number += 1) await task(number);
      });
      const enough = async () => {
        const before = new Map(counts);
        await until(
          () =>
            [...before].every(([name, count]) => name === 'profile' || (counts.get(name) ?? 0) >= count + 3),
          'traffic',
          60_000,
        );
      };

      const work = (async () => {
        await until(() => counts.size === 10, 'every kind of request', 60_000);
        for (const [index, { child, port }] of processes.entries()) {
          await enough();
          child.kill('SIGTERM');
          expect(await once(child, 'exit')).toEqual([0, null]);
          await until(() => !isUp(port), 'the end of the process');
          await enough();
          processes[index] = await startProcess(port);
          await until(() => isUp(port), 'the process to be ready');
        }
        await enough();
      })();
      await Promise.race([work, ...clients]).finally(() => {
        isOver = true;
      });
      await Promise.all([work, ...clients]);

      const stored = await opened.knex('svc_consents').select('visitor_id', 'consent_json');
      expect(
        Object.fromEntries(
          stored.map(({ visitor_id, consent_json }) => [visitor_id, JSON.parse(consent_json).marketing]),
        ),
      ).toEqual(Object.fromEntries(answered));
    });
  },
  'mysql',
  'postgres',
);
