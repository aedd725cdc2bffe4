import jwt from 'jsonwebtoken';
import type { SignedIn } from './accounts';
import { createTestApp, type TestApp, type TestAppOptions } from './create-test-app';
import { masterSecret } from './sign-in-app';

/** A service in mode `jwt`. */
export function createJwtApp({ config = {}, ...options }: TestAppOptions = {}): Promise<TestApp> {
  return createTestApp({
    ...options,
    config: { rateLimit: false, ...config, auth: { mode: 'jwt', masterSecret, ...config.auth } },
  });
}

/** A token as the host's own system would make it; a claim of `undefined` is left out. */
export function hostToken(
  app: TestApp,
  claims: Readonly<Record<string, unknown>> = {},
  key: string = masterSecret,
  header: object = {},
): string {
  const given = {
    sub: 'u-1',
    email: 'ada@shop.example',
    roles: ['editor'],
    exp: Math.floor(app.clock.now() / 1000) + 600,
    ...claims,
  };
  const payload = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return jwt.sign(payload, key, {
    algorithm: 'HS256',
    noTimestamp: claims.iat === undefined,
    header: { alg: 'HS256', ...header },
  });
}

export const bearing = (token: string): SignedIn => ({ Authorization: `Bearer ${token}` });

/** Who the service says that the bearer of a token with these claims is. */
export function meWith(app: TestApp, claims: Readonly<Record<string, unknown>> = {}) {
  return app.request.get(`${app.adminBase}/auth/me`).set(bearing(hostToken(app, claims)));
}
