import express from 'express';
import { roleId } from '../support/accounts';
import {
  createTestApp,
  createTestClock,
  type TestApp,
  type TestAppOptions,
} from '../support/create-test-app';
import { eachDatabaseInDeep } from '../support/databases';
import {
  callbackUrl,
  entityId,
  type FakeSamlIdp,
  idpIssuer,
  nameIdFormats,
  startFakeSamlIdp,
} from '../support/fake-saml-idp';
import { beginSaml, postResponse, signInBySaml } from '../support/saml-browser';
import { testInAll } from '../support/scope';
import { newSigningKey } from '../support/self-signed-certificate';
import { totpCode, wrongCode } from '../support/totp';
import { withoutPackage } from '../support/without-package';

// The same package under another name, with no types of its own.
const express4 = require('express4') as typeof express;

let idp: FakeSamlIdp;
const opened: TestApp[] = [];
beforeAll(async () => {
  idp = await startFakeSamlIdp();
});
afterEach(() => Promise.all(opened.splice(0).map((app) => app.close())));
afterAll(() => idp.close());

type Auth = NonNullable<NonNullable<TestAppOptions['config']>['auth']>;

async function open({
  saml = {},
  auth = {},
  ...options
}: TestAppOptions & { saml?: Partial<NonNullable<Auth['saml']>>; auth?: Auth } = {}): Promise<TestApp> {
  const masterSecret = 'a master secret of thirty-two characters or more';
  const config = {
    rateLimit: false,
    ...options.config,
    auth: { mode: 'saml', masterSecret, saml: { ...idp.config, ...saml }, ...auth },
  } as const;
  const app = await createTestApp({ ...options, config });
  opened.push(app);
  return app;
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const audited = async (app: TestApp) =>
  (await app.knex('svc_audit').orderBy('sequence')).map(
    ({ action, changes }) => [action, JSON.parse(changes)] as const,
  );
const rolesOf = (body: { user: { roles: { name: string }[] } }) => body.user.roles.map(({ name }) => name);
const mail = 'urn:oid:0.9.2342.19200300.100.1.3';

eachDatabaseInDeep((database) => {
  test('someone new is made by e-mail at the first sign-in, recognised at the next, and has a session like any other', async () => {
    const { knex } = await database.open();
    const app = await open({ knex });
    const first = await signInBySaml(app, idp);
    expect([first.status, Object.keys(first.body).sort()]).toEqual([200, ['expiresAt', 'token', 'user']]);
    expect(first.body.user).toMatchObject({
      email: 'ada@shop.example',
      provider: 'saml',
      active: true,
      roles: [{ name: 'viewer' }],
    });
    const again = await signInBySaml(app, idp);
    expect(again.body.user.id).toBe(first.body.user.id);

    const me = await app.request.get(`${app.adminBase}/auth/me`).set(bearer(first.body.token)).expect(200);
    expect(me.body.email).toBe('ada@shop.example');
    const refreshed = await app.request
      .post(`${app.adminBase}/auth/refresh`)
      .set(bearer(first.body.token))
      .expect(200);
    await app.request.post(`${app.adminBase}/auth/logout`).set(bearer(refreshed.body.token)).expect(200);
    await app.request.get(`${app.adminBase}/auth/me`).set(bearer(first.body.token)).expect(401);
    await app.request.get(`${app.adminBase}/auth/me`).set(bearer(again.body.token)).expect(200);

    const log = await audited(app);
    expect(log.map(([action]) => action)).toEqual([
      'user:created',
      'auth:login',
      'auth:login',
      'auth:logout',
      'auth:tokenRefused',
    ]);
    expect(log[0]?.[1]).toMatchObject({
      provider: 'saml',
      issuer: idpIssuer,
      subject: 'ada@shop.example',
      roles: ['viewer'],
    });
  });

  test('what one process asked another may take, and of one response sent ten times at once to both, one signs in', async () => {
    const database1 = await database.open();
    const clock = createTestClock();
    const apps = [
      await open({ knex: database1.knex, clock }),
      await open({ knex: database1.reopen(), clock }),
    ] as const;
    await signInBySaml(apps[0], idp);
    const { id } = await beginSaml(apps[0]);
    const response = idp.respond(id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => postResponse(apps[index % 2 === 0 ? 0 : 1], response)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
    expect((await postResponse(apps[1], response)).status).toBe(401);
    expect(await database1.knex('svc_sessions').select('id')).toHaveLength(2);
    expect(await database1.knex('svc_sso_requests').select('id')).toEqual([]);
  });
});

describe('the request', () => {
  test('goes to the identity provider and asks for what we need, and nothing about how people prove who they are', async () => {
    const app = await open();
    const { location, xml, id, relayState, setCookie } = await beginSaml(app);
    expect(location.startsWith(`${idp.config.entryPoint}&SAMLRequest=`)).toBe(true);
    expect(id).toMatch(/^_[0-9a-f]{40}$/);
    for (const part of [
      `AssertionConsumerServiceURL="${callbackUrl}"`,
      'ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"',
      `>${entityId}</saml:Issuer>`,
      `Format="${nameIdFormats.email}"`,
      'Version="2.0"',
    ])
      expect(xml).toContain(part);
    expect(xml).not.toContain('RequestedAuthnContext');
    expect([relayState, setCookie]).toEqual([null, null]);
  });

  test.each([
    [nameIdFormats.persistent, `Format="${nameIdFormats.persistent}"`],
    [null, 'AllowCreate="true"'],
  ])('asks for the configured kind of name id: %s', async (identifierFormat, expected) => {
    const app = await open({ saml: { identifierFormat, emailAttribute: 'contact' } });
    const { xml } = await beginSaml(app);
    expect(xml).toContain(expected);
    if (identifierFormat === null) expect(xml).not.toContain(' Format=');
    const { text } = await app.request.get(`${app.adminBase}/auth/saml/metadata`).expect(200);
    expect([text.includes('NameIDFormat'), text.includes(nameIdFormats.email)]).toEqual([
      identifierFormat !== null,
      false,
    ]);
    // The address is read from the attribute, and the user is known by the name id.
    const sign = (contact: string) =>
      signInBySaml(app, idp, {
        nameId: 'a7f3-persistent',
        nameIdFormat: nameIdFormats.persistent,
        attributes: { contact },
      });
    const { user } = (await sign('ada@shop.example')).body;
    expect([user.email, user.identity.subject]).toEqual(['ada@shop.example', 'a7f3-persistent']);
    expect((await sign('renamed@shop.example')).body.user.id).toBe(user.id);
  });

  test('may be answered for ten minutes', async () => {
    const app = await open();
    const [late, tooLate] = [await beginSaml(app), await beginSaml(app)];
    const respond = (id: string) => idp.respond(id, { notOnOrAfter: 3600, confirmedUntil: 3600 });
    app.clock.advance(10 * 60_000 - 1);
    expect((await postResponse(app, respond(late.id))).status).toBe(200);
    app.clock.advance(1);
    expect((await postResponse(app, respond(tooLate.id))).status).toBe(401);
    await app.service.maintenance();
    expect(await app.knex('svc_sso_requests').select()).toEqual([]);
  });
});

test('metadata say who we are and where assertions go, and that they must be signed', async () => {
  const app = await open();
  const { text, headers } = await app.request.get(`${app.adminBase}/auth/saml/metadata`).expect(200);
  expect(headers['content-type']).toBe('application/samlmetadata+xml');
  expect(text).toMatch(
    /^<\?xml version="1.0"\?>\s*<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"/,
  );
  expect(text).toContain(`entityID="${entityId}"`);
  expect(text).toContain('WantAssertionsSigned="true"');
  expect(text).toMatch(
    new RegExp(
      `<AssertionConsumerService [^>]*Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${callbackUrl}"`,
    ),
  );
});

test('routes of other modes are 404, and these are in them', async () => {
  const saml = await open();
  await saml.request
    .post(`${saml.adminBase}/auth/login`)
    .send({ email: 'a@b.example', password: 'x' })
    .expect(404);
  const local = await createTestApp();
  opened.push(local);
  for (const [method, path] of [
    ['get', 'login'],
    ['get', 'metadata'],
    ['post', 'acs'],
  ] as const) {
    const { status, body } = await local.request[method](`${local.adminBase}/auth/saml/${path}`);
    expect([path, status, body.code]).toEqual([path, 404, 'auth_mode_disabled']);
  }
});

test('a response whose signature covers both it and its assertion is taken too', async () => {
  const app = await open();
  expect((await signInBySaml(app, idp, { sign: 'both' })).status).toBe(200);
});

test('while the provider changes its certificate, both are taken', async () => {
  const next = newSigningKey();
  const app = await open({ saml: { cert: [idp.config.cert, next.certificate] } });
  expect((await signInBySaml(app, idp)).status).toBe(200);
  expect((await signInBySaml(app, idp, { key: next })).status).toBe(200);
  expect((await signInBySaml(app, idp, { key: newSigningKey() })).status).toBe(401);
});

test('every certificate of a text counts, whatever is between them', async () => {
  const [first, second, third] = [newSigningKey(), newSigningKey(), newSigningKey()];
  const bundle = [
    'subject=CN = old signing key',
    first.certificate,
    'Bag Attributes\n    friendlyName: new',
    second.certificate.replaceAll('\n', '\r\n'),
  ].join('\n');
  const app = await open({ saml: { cert: [bundle, third.certificate] } });
  for (const key of [first, second, third]) expect((await signInBySaml(app, idp, { key })).status).toBe(200);
  expect((await signInBySaml(app, idp, { key: newSigningKey() })).status).toBe(401);
});

test('clocks may differ by a minute', async () => {
  const app = await open();
  expect((await signInBySaml(app, idp, { notBefore: 50, notOnOrAfter: 300 })).status).toBe(200);
  expect((await signInBySaml(app, idp, { notOnOrAfter: -50, confirmedUntil: -50 })).status).toBe(200);
  expect((await signInBySaml(app, idp, { notBefore: 70, notOnOrAfter: 300 })).status).toBe(401);
});

test('a session ends no later than the provider wants it to, however often it is refreshed', async () => {
  const app = await open();
  const { token, expiresAt } = (await signInBySaml(app, idp, { sessionUntil: 600 })).body;
  const end = Date.parse(expiresAt);
  expect([end > Date.now() + 580_000, end <= Date.now() + 600_000]).toEqual([true, true]);
  app.clock.advance(300_000);
  const refreshed = await app.request.post(`${app.adminBase}/auth/refresh`).set(bearer(token)).expect(200);
  expect(refreshed.body.expiresAt).toBe(expiresAt);
  app.clock.advance(end - app.clock.now());
  await app.request.get(`${app.adminBase}/auth/me`).set(bearer(refreshed.body.token)).expect(401);
  expect((await signInBySaml(await open(), idp, { sessionUntil: 5 })).status).toBe(401);
});

describe('who somebody is', () => {
  test.each([
    ['the name id', {}, 'ada@shop.example'],
    ['`email`', { email: 'countess@shop.example' }, 'countess@shop.example'],
    ['the OASIS name', { [mail]: 'countess@shop.example' }, 'countess@shop.example'],
    [
      'Microsoft’s name',
      { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'countess@shop.example' },
      'countess@shop.example',
    ],
    ['the first of several', { mail: ['first@shop.example', 'second@shop.example'] }, 'first@shop.example'],
    ['white space around it', { mail: '\n  countess@shop.example\n' }, 'countess@shop.example'],
  ])('has the e-mail address from %s', async (_where, attributes, email) => {
    const app = await open();
    expect((await signInBySaml(app, idp, { attributes })).body.user.email).toBe(email);
  });

  test('has the e-mail address from the attribute that is configured, and from no other', async () => {
    const app = await open({ saml: { emailAttribute: 'workMail' } });
    expect(
      (
        await signInBySaml(app, idp, {
          attributes: { workMail: 'ada@work.example', mail: 'ada@home.example' },
        })
      ).body.user.email,
    ).toBe('ada@work.example');
    expect((await signInBySaml(app, idp, { attributes: { mail: 'ada@home.example' } })).status).toBe(401);
    expect((await audited(app)).at(-1)).toEqual([
      'auth:loginFailed',
      { email: null, reason: 'email_missing' },
    ]);
  });

  test('has a name if the provider tells one', async () => {
    const app = await open();
    expect(
      (await signInBySaml(app, idp, { attributes: { displayName: 'Ada Lovelace' } })).body.user.name,
    ).toBe('Ada Lovelace');
  });

  test('stays the same user while the name id does, whatever becomes of the address; another name id with that address is refused', async () => {
    const app = await open();
    const person = { nameId: '4711', nameIdFormat: nameIdFormats.persistent };
    const first = await signInBySaml(app, idp, { ...person, attributes: { mail: 'ada@shop.example' } });
    const renamed = await signInBySaml(app, idp, {
      ...person,
      attributes: { mail: 'lovelace@shop.example' },
    });
    expect(renamed.body.user.id).toBe(first.body.user.id);
    const other = await signInBySaml(app, idp, {
      ...person,
      nameId: '4712',
      attributes: { mail: 'ada@shop.example' },
    });
    expect([other.status, other.body.code]).toEqual([403, 'identity_conflict']);
    const elsewhere = await signInBySaml(app, idp, {
      ...person,
      issuer: 'https://other.example',
      attributes: { mail: 'ada@shop.example' },
    });
    expect(elsewhere.status).toBe(403);
  });

  test('is the address where the name id is another one each time, or missing', async () => {
    const app = await open();
    const attributes = { mail: 'Ada@shop.example' };
    const first = await signInBySaml(app, idp, {
      nameId: 'x1',
      nameIdFormat: nameIdFormats.transient,
      attributes,
    });
    const second = await signInBySaml(app, idp, {
      nameId: 'x2',
      nameIdFormat: nameIdFormats.transient,
      attributes,
    });
    const third = await signInBySaml(app, idp, { nameId: null, attributes });
    expect([first.status, second.body.user?.id, third.body.user?.id]).toEqual([
      200,
      first.body.user.id,
      first.body.user.id,
    ]);
  });

  test('who is known by address only is not taken for someone whose name id is written like that', async () => {
    const app = await open();
    const attributes = { mail: 'victim@shop.example' };
    const victim = await signInBySaml(app, idp, {
      nameId: 'x1',
      nameIdFormat: nameIdFormats.transient,
      attributes,
    });
    expect(victim.body.user.identity).toEqual({
      issuer: `${idpIssuer}#email`,
      subject: 'victim@shop.example',
    });
    for (const nameId of ['email:victim@shop.example', 'victim@shop.example']) {
      const mallory = await signInBySaml(app, idp, {
        nameId,
        nameIdFormat: nameIdFormats.persistent,
        attributes: { mail: 'mallory@shop.example' },
      });
      expect(mallory.body.user?.id).not.toBe(victim.body.user.id);
      await app.knex('svc_users').where({ email: 'mallory@shop.example' }).delete();
    }
  });

  test('without an address is refused', async () => {
    const app = await open();
    for (const options of [
      { nameId: '4711', nameIdFormat: nameIdFormats.persistent },
      { nameIdFormat: nameIdFormats.transient },
      { nameId: null },
    ])
      expect((await signInBySaml(app, idp, options)).body).toEqual({
        error: 'The sign-in was refused.',
        code: 'unauthenticated',
      });
  });

  test('who is deactivated here stays out', async () => {
    const app = await open();
    await signInBySaml(app, idp);
    await app.knex('svc_users').update({ active: false });
    expect((await signInBySaml(app, idp)).status).toBe(401);
    expect((await audited(app)).at(-1)).toEqual([
      'auth:loginFailed',
      { email: 'ada@shop.example', reason: 'inactive' },
    ]);
  });
});

describe('roles', () => {
  test('come with each sign-in from the attribute that is configured; names of no role grant nothing', async () => {
    const app = await open({ saml: { rolesAttribute: 'groups' } });
    expect(
      rolesOf(
        (await signInBySaml(app, idp, { attributes: { groups: ['editor', 'auditor', 'domain users'] } }))
          .body,
      ),
    ).toEqual(['auditor', 'editor']);
    expect(rolesOf((await signInBySaml(app, idp, { attributes: { groups: 'admin' } })).body)).toEqual([
      'admin',
    ]);
    expect(rolesOf((await signInBySaml(app, idp, { attributes: { groups: 'unknown' } })).body)).toEqual([]);
  });

  test('are the operators’ business where no attribute is configured', async () => {
    const app = await open();
    const { user } = (
      await signInBySaml(app, idp, {
        attributes: { groups: 'superadmin', roles: 'superadmin', Role: 'superadmin' },
      })
    ).body;
    expect(rolesOf({ user })).toEqual(['viewer']);
    await app
      .knex('svc_user_roles')
      .where({ user_id: user.id })
      .update({ role_id: await roleId(app, 'editor') });
    expect(rolesOf((await signInBySaml(app, idp)).body)).toEqual(['editor']);
  });

  test('of which there are two hundred fit into a response', async () => {
    const app = await open({ saml: { rolesAttribute: 'groups' } });
    const groups = [
      ...Array.from({ length: 200 }, (_, index) => `CN=Group ${index},OU=Groups,DC=shop,DC=example`),
      'editor',
    ];
    expect(rolesOf((await signInBySaml(app, idp, { attributes: { groups } })).body)).toEqual(['editor']);
  });
});

describe('restricting who can sign in', () => {
  test('can be limited to an attribute', async () => {
    const app = await open({ saml: { requiredAttribute: { name: 'groups', value: 'consent-operators' } } });
    const others: Record<string, string | string[]>[] = [
      {},
      { groups: ['staff'] },
      { roles: 'consent-operators' },
    ];
    for (const attributes of others) {
      expect((await signInBySaml(app, idp, { attributes })).status).toBe(401);
      expect((await audited(app)).at(-1)).toEqual([
        'auth:loginFailed',
        { email: 'ada@shop.example', reason: 'required_attribute_missing' },
      ]);
    }
    expect(
      (await signInBySaml(app, idp, { attributes: { groups: ['staff', 'consent-operators'] } })).status,
    ).toBe(200);
  });

  test('is not known by an address that the provider does not vouch for', async () => {
    const app = await open({ saml: { trustEmail: false } });
    expect((await signInBySaml(app, idp)).body.user.emailVerified).toBe(false);
    await app
      .knex('svc_users')
      .update({ identity_issuer: null, identity_subject: null, email_verified: true });
    expect((await signInBySaml(app, idp)).body.code).toBe('identity_conflict');
  });

  test('sees the tenants that an attribute names', async () => {
    const app = await open({ saml: { tenantsAttribute: 'shops' }, config: { tenancy: { enabled: true } } });
    expect((await signInBySaml(app, idp)).body.user).toMatchObject({
      tenantAccess: 'none',
      allowedTenants: [],
    });
    expect(
      (await signInBySaml(app, idp, { attributes: { shops: ['default', 'other'] } })).body.user,
    ).toMatchObject({
      tenantAccess: 'listed',
      allowedTenants: ['default'],
    });
  });
});

describe('a sign-in that ends at the dashboard', () => {
  test('goes there with the session in a cookie, wherever the API is mounted', async () => {
    const app = await open({ prefix: '/privacy', config: { basePath: '/consent' } });
    const { status, headers, text } = await signInBySaml(app, idp, {}, '?redirect=dashboard');
    expect([status, text]).toEqual([303, '']);
    const target = new URL(headers.location as string, 'https://shop.example');
    expect([target.host, target.pathname, target.search]).toEqual(['shop.example', '/privacy/consent/', '']);
    expect(target.hash).toBe('#signedIn=1');
    const [cookie = ''] = headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(
      /^svc_admin_\w+=[\w.-]+; Max-Age=1800; Path=\/privacy\/consent\/admin\/v1; HttpOnly; SameSite=Strict$/,
    );
    const me = () => app.request.get(`${app.adminBase}/auth/me`).set('Cookie', cookie.split(';')[0] ?? '');
    await me().set('Sec-Fetch-Site', 'same-origin').expect(200);
    await me().set('Sec-Fetch-Site', 'cross-site').expect(401);
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('is tied to the browser that began it, by a cookie for the one route, which is taken away again', async () => {
    const app = await open();
    const one = await beginSaml(app, '?redirect=dashboard');
    const other = await beginSaml(app, '?redirect=dashboard');
    expect(one.setCookie).toMatch(
      /^svc_saml_[0-9a-f]{16}=[\w-]{43}; Max-Age=600; Path=\/svc\/admin\/v1\/auth\/saml\/acs; HttpOnly$/,
    );
    for (const cookie of ['', other.cookie, `${one.cookie}x`, one.cookie.replace(/=.*/, '=')]) {
      const { status, headers } = await postResponse(app, idp.respond(one.id), cookie);
      expect([status, headers.location, headers['set-cookie']]).toEqual([
        303,
        '/svc/#error=sign_in_expired',
        undefined,
      ]);
      expect((await audited(app)).at(-1)).toEqual([
        'auth:loginFailed',
        { email: null, reason: 'other_browser' },
      ]);
    }
    const { status, headers } = await postResponse(
      app,
      idp.respond(one.id),
      // The first cookie of the same name is planted.
      `${other.cookie}; ${one.cookie.replace(/=.*/, '=planted')}; ${one.cookie}`,
    );
    expect([status, headers['set-cookie']]).toEqual([
      303,
      [
        expect.stringMatching(/^svc_admin_/),
        expect.stringMatching(/^svc_saml_[0-9a-f]{16}=; Max-Age=0; Path=/),
      ],
    ]);
  });

  test('is refused there by a limit of the API, in a browser', async () => {
    const app = await open({ config: { rateLimit: { admin: { limit: 1, windowSeconds: 60 } } } });
    const begin = (query: string, Accept = 'text/html,*/*;q=0.8') =>
      app.request.get(`${app.adminBase}/auth/saml/login${query}`).set({ Accept });
    await begin('?redirect=dashboard').expect(302);
    const { headers } = await begin('?redirect=dashboard').expect(302);
    expect(headers.location).toBe('/svc/#error=rate_limited');
    await begin('?redirect=dashboard', '*/*').expect(429);
    await begin('').expect(429);
  });

  test('is refused there: a repeated or unknown answer, a refusal by the provider, a user who is not allowed', async () => {
    const app = await open({ saml: { requiredAttribute: { name: 'team', value: 'privacy' } } });
    const refusedWith = async (options: Parameters<typeof idp.respond>[1], id?: string) => {
      const begun = await beginSaml(app, '?redirect=dashboard');
      const { status, headers } = await postResponse(app, idp.respond(id ?? begun.id, options), begun.cookie);
      return [status, headers.location];
    };
    expect(await refusedWith({})).toEqual([303, '/svc/#error=not_allowed']);
    expect(await refusedWith({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' })).toEqual([
      303,
      '/svc/#error=provider_refused',
    ]);
    expect(await refusedWith({}, `_dashboard_${'0'.repeat(40)}`)).toEqual([
      303,
      '/svc/#error=sign_in_expired',
    ]);
    const { id, cookie } = await beginSaml(app, '?redirect=dashboard');
    const response = idp.respond(id, { attributes: { team: ['privacy'] } });
    expect((await postResponse(app, response, cookie)).headers.location).toBe('/svc/#signedIn=1');
    expect((await postResponse(app, response, cookie)).headers.location).toBe('/svc/#error=sign_in_expired');
  });

  test('has its cookie sent from another site only over TLS, and may be read by no script', async () => {
    const app = await open({ config: { trustProxy: true } });
    const { headers } = await app.request
      .get(`${app.adminBase}/auth/saml/login?redirect=dashboard`)
      .set('X-Forwarded-Proto', 'https')
      .expect(302);
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-svc_saml_[0-9a-f]{16}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/,
    );
  });

  test('cannot be sent anywhere else', async () => {
    const app = await open();
    for (const query of [
      '?redirect=https://evil.example',
      '?redirect=//evil.example',
      '?redirect=',
      '?redirect=dashboard&redirect=dashboard',
    ])
      await app.request.get(`${app.adminBase}/auth/saml/login${query}`).expect(400);
    const { id, cookie } = await beginSaml(app, '?redirect=dashboard');
    const { headers } = await postResponse(app, idp.respond(id), cookie, {
      RelayState: 'https://evil.example/',
    });
    expect(headers.location).toBe('/svc/#signedIn=1');
    const plain = await beginSaml(app, '?RelayState=https://evil.example/');
    expect(plain.relayState).toBeNull();
    expect(
      (await postResponse(app, idp.respond(plain.id), '', { RelayState: 'https://evil.example/' })).status,
    ).toBe(200);
  });
});

test('the identity provider’s page is not checked against the list of admin origins', async () => {
  const app = await open({ saml: { rolesAttribute: 'groups' } });
  const { token } = (await signInBySaml(app, idp, { attributes: { groups: 'superadmin' } })).body;
  await app.request
    .patch(`${app.adminBase}/settings`)
    .set(bearer(token))
    .send({ adminAllowedOrigins: ['https://admin.shop.example'] })
    .expect(200);
  await app.request
    .get(`${app.adminBase}/auth/me`)
    .set(bearer(token))
    .set('Origin', 'https://idp.example')
    .expect(403);
  const { id } = await beginSaml(app);
  const answer = await postResponse(app, idp.respond(id)).set('Origin', 'https://idp.example');
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

describe('with one-time codes required', () => {
  const withTotp = async (app: TestApp) => {
    const { token } = (await signInBySaml(app, idp)).body;
    const { secret } = (
      await app.request.post(`${app.adminBase}/auth/totp/setup`).set(bearer(token)).expect(200)
    ).body;
    await app.request
      .post(`${app.adminBase}/auth/totp/verify`)
      .set(bearer(token))
      .send({ code: totpCode(secret, app.clock.now()) })
      .expect(200);
    app.clock.advance(30_000);
    return secret as string;
  };
  const answer = (app: TestApp, challenge: string, totp: string) =>
    app.request.post(`${app.adminBase}/auth/totp/login`).send({ challenge, totp });

  test('a sign-in of a user with TOTP returns a challenge, and its code returns the session', async () => {
    const app = await open({ auth: { totp: 'required' } });
    const secret = await withTotp(app);
    const asked = await signInBySaml(app, idp);
    expect(asked.status).toBe(401);
    expect(asked.body).toEqual({
      error: 'Send a code from your authenticator app too.',
      code: 'unauthenticated',
      totpRequired: true,
      challenge: expect.any(String),
      expiresAt: new Date(app.clock.now() + 5 * 60_000).toISOString(),
    });
    const { challenge } = asked.body;
    const wrong = await answer(app, challenge, wrongCode(secret, app.clock.now())).expect(401);
    expect(wrong.body).toEqual({
      error: 'The code is wrong or has already been used.',
      code: 'unauthenticated',
      totpRequired: true,
    });
    const { body } = await answer(app, challenge, totpCode(secret, app.clock.now())).expect(200);
    expect(body.user).toMatchObject({ email: 'ada@shop.example', totpEnabled: true });
    await app.request.get(`${app.adminBase}/auth/me`).set(bearer(body.token)).expect(200);
    await answer(app, challenge, totpCode(secret, app.clock.now())).expect(401);
    expect((await audited(app)).slice(-4).map(([action, { reason }]) => [action, reason])).toEqual([
      ['auth:loginFailed', 'totp_missing'],
      ['auth:loginFailed', 'wrong_totp'],
      ['auth:login', undefined],
      ['auth:loginFailed', 'wrong_totp'],
    ]);
  });

  test('the dashboard gets the challenge in the fragment', async () => {
    const app = await open({ auth: { totp: 'required' } });
    const secret = await withTotp(app);
    const { headers } = await signInBySaml(app, idp, {}, '?redirect=dashboard');
    const told = Object.fromEntries(new URLSearchParams(String(headers.location).split('#')[1]));
    expect(Object.keys(told)).toEqual(['totpChallenge', 'expiresAt']);
    await answer(app, told.totpChallenge ?? '', totpCode(secret, app.clock.now())).expect(200);
  });

  test('a challenge ends after five minutes, is nobody else’s work, and counts wrong codes', async () => {
    const app = await open({ auth: { totp: 'required' } });
    const secret = await withTotp(app);
    const { challenge } = (await signInBySaml(app, idp)).body;
    const changed = challenge.replace(
      /^(.{40})./,
      (_all: string, before: string) => `${before}${challenge[40] === 'A' ? 'B' : 'A'}`,
    );
    for (const forged of ['x', changed, challenge.slice(0, -4), 'master.AAAA', '__proto__.x'])
      expect((await answer(app, forged, totpCode(secret, app.clock.now())).expect(401)).body.error).toBe(
        'This sign-in has expired; start again.',
      );
    for (let attempt = 0; attempt < 5; attempt += 1)
      await answer(app, challenge, wrongCode(secret, app.clock.now())).expect(401);
    await answer(app, challenge, totpCode(secret, app.clock.now())).expect(429);
    app.clock.advance(5 * 60_000);
    await answer(app, challenge, totpCode(secret, app.clock.now())).expect(401);
  });

  test('nobody is asked who has not switched TOTP on, and nobody unless it is required', async () => {
    const app = await open({ auth: { totp: 'required' } });
    expect((await signInBySaml(app, idp)).status).toBe(200);
    const relaxed = await open();
    await withTotp(relaxed);
    expect((await signInBySaml(relaxed, idp)).status).toBe(200);
  });
});

test.each([
  ['Express 5', express],
  ['Express 4', express4],
])('a host that reads forms itself may do so: %s', async (_version, framework) => {
  for (const extended of [true, false]) {
    const host = () => framework().use(framework.urlencoded({ extended })) as ReturnType<typeof express>;
    const app = await open({ host });
    expect((await signInBySaml(app, idp)).status).toBe(200);
    const twice = app.request
      .post(`${app.adminBase}/auth/saml/acs`)
      .type('form')
      .send('SAMLResponse=a&SAMLResponse=b');
    expect((await twice).status).toBe(400);
  }
});

testInAll('without the package the service does not start, and says what to install', async () => {
  const program = `
    const { createTestApp } = require('./test/support/create-test-app');
    (async () => {
      const app = await createTestApp({ config: { auth: { mode: 'saml', saml: ${JSON.stringify(idp.config)} } } });
      const { name, errors } = await app.service.start().catch((error) => error);
      const { status } = await app.request.get(app.adminBase + '/auth/saml/login');
      await app.close();
      console.log(JSON.stringify({ name, errors, status }));
    })();
  `;
  expect(await withoutPackage('@node-saml/passport-saml', program)).toMatchObject({
    name: 'ConfigError',
    errors: [{ path: 'auth.mode', message: expect.stringContaining('npm install @node-saml/passport-saml') }],
    status: 503,
  });
});

test('through the provider’s own page: from our address to its, and back by its form', async () => {
  const app = await open();
  idp.misbehave({ sign: 'both' });
  const { location } = await beginSaml(app);
  const page = await (await fetch(location)).text();
  const [, target, response] = /action="([^"]+)"[\s\S]*name="SAMLResponse" value="([^"]+)"/.exec(page) ?? [];
  expect(target).toBe(callbackUrl);
  expect((await postResponse(app, response ?? '')).status).toBe(200);
  idp.misbehave({});
});
