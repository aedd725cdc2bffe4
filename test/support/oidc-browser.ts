import type { Response } from 'supertest';
import type { TestApp } from './create-test-app';

/** The cookies that an answer sets, as a browser would send them back. */
function cookiesOf(answer: Response): Record<string, string> {
  const set = (answer.headers['set-cookie'] ?? []) as unknown as string[];
  return Object.fromEntries(
    set.map((cookie) => {
      const [pair = ''] = cookie.split(';');
      return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    }),
  );
}

export interface Visit {
  /** Where the service sent the browser. */
  readonly authorizeUrl: URL;
  /** Where the provider sent it back to: path and query below the app's root. */
  readonly callback: string;
  readonly cookie: string;
  readonly setCookie: string;
}

/** A person's browser: goes to the provider, signs in there, and comes back as far as the callback. */
export async function visitProvider(app: TestApp, query = ''): Promise<Visit> {
  const begun = await app.request.get(`${app.adminBase}/auth/oidc/authorize${query}`).expect(302);
  const authorizeUrl = new URL(begun.headers.location as string);
  const atProvider = await fetch(authorizeUrl, { redirect: 'manual' });
  const back = new URL(atProvider.headers.get('location') ?? 'about:blank');
  const cookie = Object.entries(cookiesOf(begun))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  return {
    authorizeUrl,
    callback: `${app.adminBase}/auth/oidc/callback${back.search}`,
    cookie,
    setCookie: String(begun.headers['set-cookie']),
  };
}

/** The whole way; the answer is the callback's. */
export async function signInThroughProvider(app: TestApp, query = ''): Promise<Response> {
  const { callback, cookie } = await visitProvider(app, query);
  return app.request.get(callback).set('Cookie', cookie);
}
