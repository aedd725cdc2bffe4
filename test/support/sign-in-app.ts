import type { Knex } from 'knex';
import { adminEmail, adminPassword, createTestApp, type TestAppOptions } from './create-test-app';

export { adminEmail, adminPassword, createTestClock } from './create-test-app';

export const masterSecret = 'a master secret of thirty-two characters or more';

type Config = NonNullable<TestAppOptions['config']>;

interface SignInAppOptions extends Pick<TestAppOptions, 'clock' | 'passwordHashing'> {
  readonly knex: Knex;
  readonly auth?: Config['auth'];
  readonly database?: Config['database'];
}

/**
 * A service behind a proxy, so that tests choose the client's address, without rate limits, so that only
 * sign-in's own count; and short ways to its sign-in routes. Not started.
 */
async function createSignInApp({ auth, database = {}, ...options }: SignInAppOptions) {
  const config = {
    trustProxy: true,
    rateLimit: false,
    database,
    auth: { mode: 'local', adminEmail, adminPassword, masterSecret, ...auth },
  } as const;
  const app = await createTestApp({ ...options, config });
  const base = `${app.adminBase}/auth`;
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  return {
    ...app,
    login: (email: string = adminEmail, password: string = adminPassword, ip = '192.0.2.1') =>
      app.request.post(`${base}/login`).set('X-Forwarded-For', ip).send({ email, password }),
    postLogin: () => app.request.post(`${base}/login`),
    me: (token: string) => app.request.get(`${base}/me`).set(bearer(token)),
    refresh: (token: string) => app.request.post(`${base}/refresh`).set(bearer(token)),
    logout: (token: string) => app.request.post(`${base}/logout`).set(bearer(token)),
    audit: () => app.knex('svc_audit').orderBy('sequence').select(),
  };
}

export type SignInApp = Awaited<ReturnType<typeof createSignInApp>>;

/** Makes apps for the tests of the surrounding describe and closes each after its test. */
export function signInApps(): { make: typeof createSignInApp; start: typeof createSignInApp } {
  const made: SignInApp[] = [];
  afterEach(() => Promise.all(made.splice(0).map((app) => app.close())));
  const make: typeof createSignInApp = async (options) => {
    const app = await createSignInApp(options);
    made.push(app);
    return app;
  };
  return {
    make,
    async start(options) {
      const app = await make(options);
      await app.service.start();
      return app;
    },
  };
}
