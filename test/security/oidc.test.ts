import { createHash, createHmac } from 'node:crypto';
import { exportSPKI, importJWK, type JWK } from 'jose';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import {
  type FakeOidcProvider,
  type Misbehaviour,
  newSigningKey,
  sign,
  startFakeOidcProvider,
} from '../support/fake-oidc-provider';
import { signInThroughProvider, type Visit, visitProvider } from '../support/oidc-browser';
import { masterSecret } from '../support/sign-in-app';

let provider: FakeOidcProvider;
let app: TestApp;
const clock = createTestClock();
const heard: unknown[] = [];

beforeAll(async () => {
  provider = await startFakeOidcProvider(clock);
  app = await createTestApp({
    clock,
    config: {
      rateLimit: false,
      trustProxy: true,
      auth: { mode: 'oidc', masterSecret, oidc: { ...provider.config, claimsMapping: { roles: 'roles' } } },
    },
  });
  app.service.events.on('auth.loginFailed', ({ email, reason }) => heard.push([email, reason]));
  await app.service.start();
});
beforeEach(() => {
  provider.misbehave({});
  provider.signInAs({
    sub: 'mallory',
    email: 'mallory@shop.example',
    email_verified: true,
    roles: ['superadmin'],
  });
  heard.length = 0;
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const seconds = (offset: number) => Math.floor(clock.now() / 1000) + offset;
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const rows = async () =>
  JSON.stringify(
    await Promise.all(['users', 'user_roles', 'sessions'].map((table) => app.knex(`svc_${table}`))),
  );
const lastEntry = async () => {
  const entry = await app.knex('svc_audit').orderBy('sequence', 'desc').first();
  return { action: entry.action, ...JSON.parse(entry.changes) };
};

/** Nobody came in, and log and listeners say why. */
async function expectRefused(
  answer: { status: number; body: { code?: string } },
  before: string,
  reason: string,
  email: string | null = null,
): Promise<void> {
  expect([answer.status, answer.body]).toEqual([401, { error: expect.any(String), code: 'unauthenticated' }]);
  expect(await rows()).toBe(before);
  expect(await lastEntry()).toEqual({ action: 'auth:loginFailed', email, reason });
  expect(heard).toEqual([[email, reason]]);
}

describe('an ID token', () => {
  const publicPem = async () =>
    exportSPKI((await importJWK(provider.currentKey().publicJwk, 'RS256')) as CryptoKey);
  const hmacSigned = (header: object, claims: object, key: string) => {
    const text = `${part(header)}.${part(claims)}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };

  test.each<[string, Misbehaviour, string?]>([
    [
      'with a forged signature',
      {
        idToken: async (claims) =>
          sign(claims, { ...(await newSigningKey()), kid: provider.currentKey().kid }),
      },
    ],
    [
      'with another’s claims under a true signature',
      {
        idToken: async (claims, key) =>
          (await sign(claims, key)).replace(/\.[^.]+\./, `.${part({ ...claims, sub: 'root' })}.`),
      },
    ],
    [
      'without its signature',
      { idToken: async (claims, key) => (await sign(claims, key)).replace(/[^.]+$/, '') },
    ],
    ['with alg none', { idToken: (claims) => `${part({ alg: 'none' })}.${part(claims)}.` }],
    [
      'with alg None and a signature',
      {
        idToken: async (claims, key) =>
          `${part({ alg: 'None' })}.${part(claims)}.${(await sign(claims, key)).split('.')[2]}`,
      },
    ],
    [
      'signed HS256 with the public key',
      { idToken: async (claims, { kid }) => hmacSigned({ alg: 'HS256', kid }, claims, await publicPem()) },
    ],
    [
      'signed HS256 with the public key’s modulus',
      {
        idToken: (claims, { kid, publicJwk }) =>
          hmacSigned({ alg: 'HS256', kid }, claims, String(publicJwk.n)),
      },
    ],
    [
      'signed HS256 with the client secret',
      { idToken: (claims) => hmacSigned({ alg: 'HS256' }, claims, provider.config.clientSecret) },
    ],
    [
      'signed PS256',
      { idToken: async (claims, { kid, publicJwk }) => sign(claims, await rsaPss(kid, publicJwk)) },
    ],
    [
      'that brings its own key',
      {
        async idToken(claims) {
          const own = await newSigningKey();
          return sign(claims, own, { jwk: own.publicJwk });
        },
      },
    ],
    ['of an unknown key', { idToken: async (claims) => sign(claims, await newSigningKey()) }],
    [
      'with an extension that must be understood',
      { idToken: (claims, key) => sign(claims, key, { crit: ['urn:x'], 'urn:x': 1 }) },
    ],
    ['that is none', { idToken: () => 'nonsense' }],
    ['that has expired', { claims: { iat: seconds(-600), exp: seconds(0) } }],
    ['without an expiry', { claims: { exp: undefined } }],
    ['whose time has not come', { claims: { nbf: seconds(120) } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }, 'wrong_issuer'],
    ['without an issuer', { claims: { iss: undefined } }],
    ['for another audience', { claims: { aud: 'another service' } }],
    [
      'for several audiences, authorised for another',
      { claims: { aud: ['consent service', 'another service'], azp: 'another service' } },
    ],
    ['without an audience', { claims: { aud: undefined } }],
    ['with another nonce', { claims: { nonce: 'another nonce' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
  ])('%s is refused', async (_name, misbehaviour, reason = 'invalid_id_token') => {
    const before = await rows();
    provider.misbehave(misbehaviour);
    await expectRefused(await signInThroughProvider(app), before, reason);
  });

  async function rsaPss(kid: string, publicJwk: JWK) {
    const { generateKeyPair } = await import('jose');
    const { privateKey } = await generateKeyPair('PS256');
    return { kid, alg: 'PS256' as 'RS256', privateKey, publicJwk };
  }

  test('that is missing is refused', async () => {
    const before = await rows();
    provider.misbehave({ idToken: () => '' });
    await expectRefused(await signInThroughProvider(app), before, 'invalid_id_token');
  });

  test.each<[string, object, string, string | null]>([
    ['is not verified', { email_verified: false }, 'email_not_verified', 'mallory@shop.example'],
    ['is not verified, as a text', { email_verified: 'false' }, 'email_not_verified', 'mallory@shop.example'],
    [
      'is not verified, as a text in other case',
      { email_verified: 'False' },
      'email_not_verified',
      'mallory@shop.example',
    ],
    ['is missing', { email: undefined }, 'email_missing', null],
    ['is empty', { email: '' }, 'email_missing', null],
    ['is a list', { email: ['root@shop.example'] }, 'email_missing', null],
    ['is none', { email: 'root' }, 'invalid_identity', 'root'],
    [
      'looks like another',
      { email: 'mallor\u212a@shop.example' },
      'invalid_identity',
      'mallor\u212a@shop.example',
    ],
    ['has NUL', { email: 'a\u0000@shop.example' }, 'invalid_identity', 'a\u0000@shop.example'],
    ['is endless', { email: `${'x'.repeat(300)}@shop.example` }, 'invalid_identity', 'x'.repeat(254)],
  ])('whose e-mail address %s is refused', async (_name, claims, reason, email) => {
    const before = await rows();
    provider.misbehave({ claims: claims as Misbehaviour['claims'] & object });
    await expectRefused(await signInThroughProvider(app), before, reason, email);
  });

  test.each([
    ['a subject with NUL', { sub: 'a\u0000b' }],
    ['a subject that is too long', { sub: 'x'.repeat(256) }],
  ])('with %s is refused', async (_name, claims) => {
    const before = await rows();
    provider.misbehave({ claims });
    await expectRefused(await signInThroughProvider(app), before, 'invalid_identity', 'mallory@shop.example');
  });
});

describe('coming back from the provider', () => {
  const finish = ({ callback, cookie }: Pick<Visit, 'callback' | 'cookie'>) =>
    app.request.get(callback).set('Cookie', cookie);
  const changed = (visit: Visit, change: (query: URLSearchParams) => void): Visit => {
    const [path, query] = visit.callback.split('?');
    const parameters = new URLSearchParams(query);
    change(parameters);
    return { ...visit, callback: `${path}?${parameters}` };
  };

  test.each<[string, (visit: Visit, other: Visit) => Pick<Visit, 'callback' | 'cookie'>]>([
    ['without the cookie', (visit) => ({ ...visit, cookie: '' })],
    ['with the cookie of another sign-in', (visit, other) => ({ ...visit, cookie: other.cookie })],
    [
      'with the cookie of another sign-in under this one’s name',
      (visit, other) => ({ ...visit, cookie: `${visit.cookie.split('=')[0]}=${other.cookie.split('=')[1]}` }),
    ],
    [
      'with a changed cookie',
      (visit) => ({
        ...visit,
        cookie: visit.cookie.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')).replace(/(.{20}).$/, 'x$1'),
      }),
    ],
    [
      'with a cookie of our own making',
      (visit) => ({ ...visit, cookie: `${visit.cookie.split('=')[0]}=master.${part({ state: 'x' })}` }),
    ],
    ['with another state', (visit) => changed(visit, (query) => query.set('state', 'another'))],
    ['without a state', (visit) => changed(visit, (query) => query.delete('state'))],
    [
      'with nothing',
      (visit) => changed(visit, (query) => [...query.keys()].forEach((name) => void query.delete(name))),
    ],
  ])('%s is refused', async (_name, make) => {
    const before = await rows();
    const asked = provider.count('/token');
    await expectRefused(
      await finish(make(await visitProvider(app), await visitProvider(app))),
      before,
      'state_mismatch',
    );
    expect(provider.count('/token')).toBe(asked);
  });

  test('twice with one state is refused, also at one moment', async () => {
    provider.misbehave({ careless: true });
    const visit = await visitProvider(app);
    const answers = await Promise.all([finish(visit), finish(visit), finish(visit)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const before = await rows();
    heard.length = 0;
    await expectRefused(await finish(visit), before, 'state_replayed');
  });

  test('after the time for it is refused', async () => {
    const before = await rows();
    const visit = await visitProvider(app);
    clock.advance(10 * 60_000);
    await expectRefused(await finish(visit), before, 'login_expired');
  });

  test('with a code that was used before is refused', async () => {
    const [used, own] = [await visitProvider(app), await visitProvider(app)];
    await finish(used).expect(200);
    const before = await rows();
    const code = new URLSearchParams(used.callback.split('?')[1]).get('code') ?? '';
    await expectRefused(
      await finish(changed(own, (query) => query.set('code', code))),
      before,
      'code_refused',
    );
  });

  test('with the code of another browser is refused, for its verifier and its nonce are missing', async () => {
    const [victim, attacker] = [await visitProvider(app), await visitProvider(app)];
    const code = new URLSearchParams(victim.callback.split('?')[1]).get('code') ?? '';
    const before = await rows();
    await expectRefused(
      await finish(changed(attacker, (query) => query.set('code', code))),
      before,
      'code_refused',
    );
    // A provider that forgets PKCE does not make it work: the token carries the other sign-in's nonce.
    provider.misbehave({ careless: true });
    heard.length = 0;
    const another = await visitProvider(app);
    await expectRefused(
      await finish(changed(another, (query) => query.set('code', code))),
      before,
      'invalid_id_token',
    );
  });

  test('the verifier that is sent belongs to the challenge, and each sign-in has its own', async () => {
    const visit = await visitProvider(app);
    await finish(visit).expect(200);
    const verifier =
      provider.asked
        .filter(({ path }) => path === '/token')
        .at(-1)
        ?.body.get('code_verifier') ?? '';
    expect(verifier).toMatch(/^[\w.~-]{43,128}$/);
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(
      visit.authorizeUrl.searchParams.get('code_challenge'),
    );
    const next = await visitProvider(app);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(next.authorizeUrl.searchParams.get(name)).not.toBe(visit.authorizeUrl.searchParams.get(name));
  });

  test('with another provider’s name (RFC 9207) is refused', async () => {
    const before = await rows();
    const visit = changed(await visitProvider(app), (query) => query.set('iss', 'https://evil.example'));
    await expectRefused(await finish(visit), before, 'invalid_id_token');
  });

  test.each([
    ['access_denied', 'The identity provider refused the sign-in (access_denied).'],
    ['server_error', 'The identity provider refused the sign-in (server_error).'],
    ['<script>alert(1)</script>', 'The identity provider refused the sign-in.'],
  ])('with the error %s is a clean 401', async (error, message) => {
    const before = await rows();
    const visit = changed(await visitProvider(app), (query) => {
      query.delete('code');
      query.set('error', error);
      query.set('error_description', '<b>No</b>');
    });
    const answer = await finish(visit);
    expect(answer.body.error).toBe(message);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    await expectRefused(answer, before, 'provider_refused');
  });

  test('with an error that nobody asked for says nothing of it', async () => {
    const before = await rows();
    await expectRefused(
      await finish({ callback: `${app.adminBase}/auth/oidc/callback?error=access_denied`, cookie: '' }),
      before,
      'state_mismatch',
    );
  });

  test.each([
    ['a repeated parameter', '?code=1&code=2'],
    ['NUL in a value', '?state=a%00b'],
    ['NUL in a name', '?%00=1'],
    ['an endless state', `?state=${'x'.repeat(5000)}`],
  ])('with %s is malformed', async (_name, query) => {
    const { status, body } = await app.request.get(`${app.adminBase}/auth/oidc/callback${query}`);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  test.each(['code', 'state', 'iss', 'error', 'error_description', 'x'])(
    'with any %s makes no more than a refusal',
    async (name) => {
      for (const value of [
        '',
        '%ff',
        '[]',
        '__proto__',
        'toString',
        '../..',
        "'--",
        '%F0%9F%92%A9',
        'x'.repeat(4096),
      ]) {
        const visit = await visitProvider(app);
        const { status } = await app.request
          .get(`${visit.callback.replace(new RegExp(`([?&])${name}=[^&]*`), '$1y=1')}&${name}=${value}`)
          .set('Cookie', visit.cookie);
        expect([value, [200, 400, 401].includes(status)]).toEqual([value, true]);
      }
    },
  );

  test('a secret of the sign-in is in no log and no entry of the audit log', async () => {
    const visit = await visitProvider(app);
    await finish(visit).expect(200);
    await finish(visit).expect(401);
    const told = JSON.stringify([
      app.logger.lines,
      await app.knex('svc_audit'),
      await app.knex('svc_sso_requests'),
    ]);
    const { searchParams } = new URL(visit.callback, 'http://consent.example');
    const verifier = provider.asked
      .filter(({ path }) => path === '/token')
      .at(-1)
      ?.body.get('code_verifier');
    for (const secret of [
      searchParams.get('code'),
      searchParams.get('state'),
      verifier,
      provider.config.clientSecret,
      visit.cookie.split('=')[1],
    ])
      expect(told).not.toContain(String(secret));
  });
});

test('failures of one network are recorded a hundred times in a quarter of an hour, and then once more as locked', async () => {
  const fail = (ip: string) =>
    app.request.get(`${app.adminBase}/auth/oidc/callback`).set('X-Forwarded-For', ip);
  const recorded = () =>
    app.knex('svc_audit').where({ action: 'auth:loginFailed' }).count({ count: '*' }).first();
  const before = Number((await recorded())?.count);
  for (let sent = 0; sent < 105; sent += 1) await fail('203.0.113.9').expect(401);
  expect(Number((await recorded())?.count) - before).toBe(101);
  expect(await lastEntry()).toEqual({ action: 'auth:loginFailed', email: null, reason: 'locked' });
  await fail('203.0.113.10').expect(401);
  expect(await lastEntry()).toMatchObject({ reason: 'state_mismatch' });
  clock.advance(15 * 60_000);
  await fail('203.0.113.9').expect(401);
  expect(await lastEntry()).toMatchObject({ reason: 'state_mismatch' });
});
