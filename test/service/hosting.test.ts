import express, { type RequestHandler } from 'express';
import supertest from 'supertest';
import { allGranted, choiceAfter } from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile, profileJson } from '../support/profiles';

// Without types of its own.
const express4: typeof express = require('express4');
const profileInput = () => ({ name: 'Shop', defaultLocale: 'en', profileJson: profileJson() });

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function open(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp(options);
  cleanUps.push(() => app.close());
  return app;
}

describe('a host behind a proxy that changes the path', () => {
  /** Answers of the service that contain its own paths. */
  async function pathsOf(app: TestApp) {
    await createActiveProfile(app);
    const resolved = await app.request
      .get(`${app.publicBase}/resolve-profile`)
      .query({ tz: 'Europe/Berlin' })
      .expect(200);
    const missing = await app.request.get(`${app.publicBase}/profiles/default/opt-in/xx`).expect(303);
    const described = await app.request.get(`${app.adminBase}/openapi.json`).expect(200);
    return {
      path: resolved.body.path,
      location: missing.headers.location,
      server: described.body.servers[0].url,
    };
  }

  test('gets paths as Express sees them unless publicPath is set, whatever headers say', async () => {
    const app = await open({ prefix: '/privacy' });
    app.request.get(`${app.publicBase}/resolve-profile`).set('X-Forwarded-Prefix', '/edge');
    expect(await pathsOf(app)).toEqual({
      path: '/privacy/svc/api/v1/profiles/default/opt-in/en',
      location: '/privacy/svc/api/v1/profiles/default/opt-in/default',
      server: '/privacy/svc/admin/v1',
    });
    const forwarded = await app.request
      .get(`${app.publicBase}/resolve-profile`)
      .set('X-Forwarded-Prefix', '/edge')
      .query({ tz: 'Europe/Berlin' });
    expect(forwarded.body.path).toMatch(/^\/privacy\//);
  });

  test.each(['/edge', '/a/b', ''])('gets them below publicPath "%s"', async (publicPath) => {
    expect(await pathsOf(await open({ prefix: '/privacy', config: { publicPath } }))).toEqual({
      path: `${publicPath}/svc/api/v1/profiles/default/opt-in/en`,
      location: `${publicPath}/svc/api/v1/profiles/default/opt-in/default`,
      server: `${publicPath}/svc/admin/v1`,
    });
  });

  test.each(['edge', '/edge/', '//elsewhere.example', '/../x', 'https://shop.example'])(
    'cannot set publicPath to "%s"',
    async (publicPath) => {
      await expect(open({ config: { publicPath } })).rejects.toThrow(
        'publicPath: must be empty or a path that starts with a slash',
      );
    },
  );
});

test('the base addresses answer what the APIs are and where to go on', async () => {
  const app = await open({ prefix: '/privacy' });
  for (const [base, name, further] of [
    [app.publicBase, 'express-consent public API', { resolveProfile: `${app.publicBase}/resolve-profile` }],
    [app.adminBase, 'express-consent admin API', {}],
  ] as const) {
    for (const path of [base, `${base}/`]) {
      const { body } = await app.request.get(path).expect(200);
      expect(body).toEqual({
        name,
        version: expect.any(String),
        links: { description: `${base}/openapi.json`, health: `${base}/health`, ...further },
      });
      for (const link of Object.values<string>(body.links)) await app.request.get(link).expect(200);
    }
  }
});

describe.each([
  ['5', express],
  ['4', express4],
])('bodies that the host has read before us, on Express %s', (_version, framework) => {
  async function behind(handler: RequestHandler) {
    const inner = await open();
    const { id: profileId } = await createActiveProfile(inner);
    const host = framework();
    host.use(handler);
    host.use(inner.service.publicRouter);
    host.use(inner.service.adminRouter);
    const submit = (body: object | string) =>
      supertest(host)
        .post('/svc/api/v1/consent')
        .set('Content-Type', 'application/json')
        .send(typeof body === 'string' ? body : JSON.stringify(body));
    return { inner, host, submit, decision: { profileId, consentJson: allGranted } };
  }

  test.each([
    ['express.json()', framework.json()],
    ['express.raw for every type', framework.raw({ type: '*/*' })],
    ['express.text for every type', framework.text({ type: '*/*' })],
  ])('are accepted from %s', async (_name, parser) => {
    const { submit, decision } = await behind(parser);
    await submit(decision).expect(200);
    expect((await submit({ ...decision, consentJson: 5 }).expect(400)).body.details[0].path).toBe(
      'consentJson',
    );
  });

  test.each([
    ['express.urlencoded()', framework.urlencoded({ extended: false })],
    ['express.raw for every type', framework.raw({ type: '*/*' })],
    ['express.text for every type', framework.text({ type: '*/*' })],
  ])('are accepted from %s as forms and as plain text too', async (_name, parser) => {
    const { host, decision } = await behind(parser);
    const form = { profileId: decision.profileId, profileVersion: '1', locale: 'en', layer: 'banner' };
    const refused = await supertest(host)
      .post('/svc/api/v1/preferences')
      .set('Sec-Fetch-Site', 'same-origin')
      .type('form')
      .send({ ...form, form: 'A'.repeat(22), refuse: '!', return: '/shop' })
      .expect(303);
    expect(choiceAfter(refused)).toMatchObject({ profileId: decision.profileId, profileVersion: 1 });
    await supertest(host)
      .post('/svc/api/v1/consent')
      .set('Sec-Fetch-Site', 'same-origin')
      .type('text/plain')
      .send(JSON.stringify(decision))
      .expect(200);
  });

  test.each([
    ['express.raw', framework.raw({ type: '*/*', limit: '1mb' })],
    ['express.text', framework.text({ type: '*/*', limit: '1mb' })],
  ])('are checked as any other after %s', async (_name, parser) => {
    const { submit } = await behind(parser);
    expect((await submit('{"profileId":').expect(400)).body.code).toBe('malformed_json');
    expect((await submit(`{"profileId":"${'x'.repeat(70_000)}"}`).expect(413)).body.code).toBe(
      'payload_too_large',
    );
  });

  test('and thrown away are an error that says so, in answer and log', async () => {
    const { inner, submit, decision } = await behind((req, _res, next) => {
      req.resume();
      req.once('end', () => next());
    });
    const { body } = await submit(decision).expect(500);
    expect(body).toEqual({
      error: expect.stringContaining('consumed the request body'),
      code: 'body_already_read',
      requestId: expect.any(String),
    });
    expect(inner.logger.lines.filter((line) => line.includes('consumed the request body'))).toHaveLength(1);
  });
});

describe('fields and parameters that a route does not know', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await open();
  });
  const ignored = (response: { headers: Record<string, string> }) => response.headers['x-ignored-fields'];

  test('are named in a header on the public API', async () => {
    const { id: profileId } = await createActiveProfile(app);
    const submitted = await app.request
      .post(`${app.publicBase}/consent?visitor=1`)
      .send({ profileId, consentJson: allGranted, visitorID: 'v', locale: 'en' });
    expect([submitted.status, ignored(submitted)]).toEqual([200, 'visitor, visitorID']);
    expect(
      ignored(
        await app.request.get(`${app.publicBase}/resolve-profile`).query({ timezone: 'Europe/Berlin' }),
      ),
    ).toBe('timezone');
    expect(
      ignored(await app.request.get(`${app.publicBase}/resolve-profile`).query({ tz: 'Europe/Berlin' })),
    ).toBeUndefined();
    // A map's keys are the caller's own.
    expect(
      ignored(
        await app.request
          .post(`${app.publicBase}/consent`)
          .send({ profileId, consentJson: { anything: 'granted' } }),
      ),
    ).toBeUndefined();
  });

  test('are named at every depth on the admin API, also of a request that is refused', async () => {
    const admin = await app.asAdmin();
    const button = { type: 'primary', action: 'custom', cookies: '*', lable: 'x' };
    const template = { name: 'x', nam: 'x', mainBanner: { buttons: { ok: button }, headin: 'x' } };
    const saved = await app.request.post(`${app.adminBase}/ui-templates`).set(admin).send(template);
    expect([saved.status, ignored(saved)]).toEqual([
      201,
      'nam, mainBanner.buttons.ok.lable, mainBanner.headin',
    ]);
    const refused = await app.request.post(`${app.adminBase}/roles`).set(admin).send({ nam: 'Editors' });
    expect([refused.status, ignored(refused)]).toEqual([400, 'nam']);
    expect(ignored(await app.request.get(`${app.adminBase}/consents?pge=2`).set(admin))).toBe('pge');
  });

  test('are stored in a profile, whose warnings name them instead', async () => {
    const input = profileInput();
    const mainBanner = { ...input.profileJson.mainBanner, headin: 'x' };
    const body = { ...input, nam: 'x', profileJson: { ...input.profileJson, mainBanner } };
    const saved = await app.request
      .post(`${app.adminBase}/profiles`)
      .set(await app.asAdmin())
      .send(body);
    expect([saved.status, ignored(saved)]).toEqual([201, 'nam']);
    expect(saved.body.profileJson.mainBanner.headin).toBe('x');
    expect(saved.body.nam).toBeUndefined();
    expect(saved.body.warnings).toContainEqual({
      rule: 'profile/unknown-field',
      message: expect.stringContaining('profileJson.mainBanner.headin'),
    });
  });

  test('cannot make the header long, nor put anything unusual into it', async () => {
    const admin = await app.asAdmin();
    const names = Object.fromEntries(
      Array.from({ length: 50 }, (_item, index) => [`${'x'.repeat(200)}${index}`, 1]),
    );
    const many = await app.request
      .post(`${app.adminBase}/roles`)
      .set(admin)
      .send({ name: 'many', ...names });
    expect(ignored(many)?.split(', ')).toHaveLength(10);
    expect(ignored(many)?.length).toBeLessThan(700);
    const odd = await app.request
      .post(`${app.adminBase}/roles`)
      .set(admin)
      .send({ name: 'odd', 'a\r\nSet-Cookie: b=1, "ü"': 1 });
    expect([odd.status, ignored(odd), odd.headers['set-cookie']]).toEqual([
      201,
      'a??Set-Cookie??b?1?????',
      undefined,
    ]);
  });

  test('can be read by scripts of other origins', async () => {
    const { headers } = await app.request
      .get(`${app.publicBase}/resolve-profile?x=1`)
      .set('Origin', 'https://shop.example');
    expect(headers['access-control-expose-headers']).toContain('X-Ignored-Fields');
  });
});

describe('values that could never work', () => {
  test.each(['english', 'deutsch', 'default', 'en_US'])(
    'such as the default locale "%s" are refused',
    async (defaultLocale) => {
      const app = await open();
      const { body } = await app.request
        .post(`${app.adminBase}/profiles`)
        .set(await app.asAdmin())
        .send({ ...profileInput(), defaultLocale })
        .expect(400);
      expect(body.details).toEqual([
        { path: 'defaultLocale', message: 'must be a BCP 47 language tag such as en or de-AT' },
      ]);
    },
  );

  test.each([true, 1, 'yes', null])(
    'such as the state %j of a category are refused with the states there are',
    async (state) => {
      const app = await open();
      const { body } = await app.request
        .post(`${app.publicBase}/consent`)
        .send({ profileId: 'p', consentJson: { a: state } })
        .expect(400);
      expect(body.details).toEqual([
        { path: 'consentJson.a', message: 'must be one of granted, denied, objected' },
      ]);
    },
  );
});

describe('a wrong configuration', () => {
  test.each([
    [
      { knex: { client: 'pg', connection: {} } },
      'knex: must be an instance of Knex: pass knex({ … }), not its options',
    ],
    [{ knx: 1 }, 'knx: is not a known key; did you mean `knex`?'],
    [
      { auth: { adminPasword: 'x'.repeat(12) } },
      'auth.adminPasword: is not a known key; did you mean `adminPassword`?',
    ],
    [{ something: 1 }, 'something: is not a known key\n'],
    [{ basePath: 5 }, 'basePath: must be a string'],
    [{ auth: { adminPassword: 'short' } }, 'auth.adminPassword: must have at least 12 characters'],
    [{ auth: { mode: 'ldap' } }, 'auth.mode: must be one of "local", "jwt", "oidc", "saml", "custom"'],
    [{ limits: { pageSize: 0 } }, 'limits.pageSize: must be 1 or more'],
  ])('%j is explained', async (wrong, sentence) => {
    await expect(
      open({ config: wrong as never }).catch((error: Error) => `${error.message}\n`),
    ).resolves.toContain(sentence);
  });
});
