import express from 'express';
import type { Knex } from 'knex';
import supertest from 'supertest';
import { type AuthOptions, createAuth } from '../../src/auth';
import { createDatabase } from '../../src/database/database';
import { migrateUp } from '../../src/database/migrate';
import { createUnitOfWork } from '../../src/database/unit-of-work';
import { writeAudit } from '../../src/features/audit';
import { createClientFacts } from '../../src/http/client-facts';
import { createSurface } from '../../src/http/surface';
import { anonymous } from '../../src/kernel/caller';
import { ServiceEventEmitter } from '../../src/kernel/events';
import { defaultTenantId } from '../../src/kernel/ids';

export const adminEmail = 'Admin@Example.com';
export const adminPassword = 'correct horse battery';
export const masterSecret = 'a master secret of thirty-two characters or more';

const standardAuth: AuthOptions['config']['auth'] = {
  mode: 'local',
  adminEmail,
  adminPassword,
  masterSecret,
  defaultRole: 'viewer',
  sessionMinutes: 30,
  maxSessionHours: 12,
  totp: 'optional',
  claimsMapping: { email: 'email', roles: 'roles' },
};

const rateLimitOff = { consume: async () => ({}) };

/** A clock that stands still until it is told to move on. */
export function createTestClock(start = Date.parse('2026-03-01T12:00:00.250Z')) {
  let now = start;
  return {
    now: () => now,
    moveOn(milliseconds: number) {
      now += milliseconds;
    },
  };
}

interface SignInAppOptions {
  readonly knex: Knex;
  readonly auth?: Partial<typeof standardAuth>;
  readonly clock?: AuthOptions['clock'];
  readonly passwordHashing?: AuthOptions['passwordHashing'];
}

/** The sign-in routes alone behind a real admin surface: clock and hashing can be chosen, which no host may do. */
export async function createSignInApp({ knex, auth: authConfig, clock = createTestClock(), passwordHashing = { cost: 4 } }: SignInAppOptions) {
  const logs: string[] = [];
  const note = (facts: object, message?: string) => void logs.push(`${message} ${JSON.stringify(facts)}`);
  const logger = { debug: note, info: note, warn: note, error: note };
  const database = createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 5000 });
  const events = new ServiceEventEmitter((error, event) => note({ event, error: String(error) }, 'A listener threw'));
  const runUnit = createUnitOfWork({ database, events, writeAudit: (connection, entries) => writeAudit(connection, entries, clock) });
  const config = { ...standardAuth, ...authConfig };
  const auth = createAuth({ config: { auth: config }, database, runUnit, clock, logger, passwordHashing });
  await migrateUp(database);

  const app = express();
  app.use(
    createSurface({
      base: '/svc/admin/v1',
      routes: auth.routes,
      rules: {
        ready: () => undefined,
        cors: async () => ({}),
        authenticate: async ({ req, route }) => ('public' in route.access ? anonymous : auth.authenticate(req.headers.authorization)),
        authorize: () => {},
        resolveTenant: async () => ({ tenantId: defaultTenantId, named: false }),
        defaultBucket: 'admin',
        headers: { 'Cache-Control': 'no-store' },
        everyFault: true,
        bodyBytes: 5_242_880,
      },
      clientFacts: createClientFacts(true),
      rateLimiter: rateLimitOff,
      logger,
    }),
  );
  const base = '/svc/admin/v1/auth';
  const withToken = (test: supertest.Test, token: string) => test.set('Authorization', `Bearer ${token}`);
  return {
    app,
    auth,
    database,
    events,
    logs,
    runUnit,
    login: (email: unknown = adminEmail, password: unknown = adminPassword, ip = '192.0.2.1') =>
      supertest(app)
        .post(`${base}/login`)
        .set('X-Forwarded-For', ip)
        .send({ email, password } as object),
    me: (token: string) => withToken(supertest(app).get(`${base}/me`), token),
    refresh: (token: string) => withToken(supertest(app).post(`${base}/refresh`), token),
    logout: (token: string) => withToken(supertest(app).post(`${base}/logout`), token),
    post: (path: string) => supertest(app).post(`${base}${path}`),
    audit: () =>
      knex('svc_audit').orderBy('sequence').select('action', 'resource_type', 'resource_id', 'user_id', 'user_email', 'changes', 'request_id', 'tenant_id'),
  };
}
