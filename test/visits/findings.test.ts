import fc from 'fast-check';
import { createUser, type SignedIn } from '../support/accounts';
import { allDenied } from '../support/consent';
import { createTestApp } from '../support/create-test-app';
import { decide, type GuardedHost, openGuardedHost, setCookies } from '../support/guarded-host';
import { createActiveProfile, profileJson } from '../support/profiles';
import { byScope, testInAll } from '../support/scope';
import { createTenant, tenancy } from '../support/tenants';
import { until } from '../support/webhook-receiver';

const open: Pick<GuardedHost, 'close'>[] = [];
afterEach(async () => {
  for (const host of open.splice(0).reverse()) await host.close();
});

async function openHost(options: Partial<Parameters<typeof openGuardedHost>[0]> = {}): Promise<GuardedHost> {
  const host = await openGuardedHost({
    routes: (app) => {
      app.get('/shop/:id', (_req, res) => void res.cookie('_ga', '1').cookie('basket_12', '1').end());
      app.get('/page', (_req, res) => void res.type('html').end('<p>'));
    },
    ...options,
    config: { rateLimit: false, ...options.config },
  });
  open.push(host);
  return host;
}

const report = (host: GuardedHost, body: unknown, type = 'application/json') =>
  host.request
    .post(`${host.publicBase}/reports`)
    .set('Content-Type', type)
    .send(typeof body === 'string' ? body : JSON.stringify(body));

const violation = (fields: object = {}) => ({
  'csp-report': {
    'document-uri': 'https://shop.example/orders/4711?token=secret',
    'blocked-uri': 'https://ads.example/pixel?visitor=4711',
    'effective-directive': 'img-src',
    ...fields,
  },
});
const sendViolation = (host: GuardedHost, fields: object = {}) =>
  report(host, violation(fields), 'application/csp-report').expect(204);

async function list(host: GuardedHost, query = '') {
  await host.service.maintenance();
  const { body } = await host.request
    .get(`${host.adminBase}/findings${query}`)
    .set(await host.asAdmin())
    .expect(200);
  return body;
}

const post = async (host: GuardedHost, path: string, body: object) =>
  host.request
    .post(`${host.adminBase}/findings/${path}`)
    .set(await host.asAdmin())
    .send(body);

const decideAbout = (host: GuardedHost, findingId: string, status: string) =>
  post(host, 'decide', {
    findingIds: [findingId],
    status,
    ...(status === 'ignored' && { reason: 'Staging only' }),
  });

const listIn = (host: GuardedHost, findingId: string, profileId: string, more: object) =>
  post(host, 'list', { items: [{ findingId, ...more }], profileIds: [profileId] });

describe('what the guard finds', () => {
  test('is counted for every answer, by cookie and route, without data of the visitor', async () => {
    const host = await openHost();
    for (const id of [1, 2, 3]) await host.request.get(`/shop/${id}`).expect(200);
    const { items, total } = await list(host);
    expect(total).toBe(2);
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: 'cookie_before_consent',
          source: 'guard',
          name: '_ga',
          category: 'analytics',
          page: '/shop/:id',
          directive: null,
          count: 3,
          status: 'open',
          isListed: true,
        }),
        expect.objectContaining({
          code: 'cookie_not_listed',
          name: 'basket_*',
          category: null,
          count: 3,
          isListed: false,
        }),
      ]),
    );

    host.clock.advance(60_000);
    await host.request.get('/shop/4').expect(200);
    const [later] = (await list(host, '?code=cookie_before_consent')).items;
    expect(later.count).toBe(4);
    expect(Date.parse(later.lastSeenAt) - Date.parse(later.firstSeenAt)).toBe(60_000);
  });

  test('is written some seconds later without anybody asking, and when the service is closed', async () => {
    const host = await openHost();
    await host.request.get('/shop/1').expect(200);
    await host.service.close();
    expect(await host.knex('svc_findings').count({ rows: '*' })).toEqual([{ rows: 2 }]);
  });

  test('is removed when it was not seen for 90 days', async () => {
    const host = await openHost();
    await host.request.get('/shop/1').expect(200);
    expect((await list(host)).total).toBe(2);
    host.clock.advance(89 * 86_400_000);
    expect((await list(host)).total).toBe(2);
    host.clock.advance(2 * 86_400_000);
    expect((await list(host)).total).toBe(0);
  });
});

describe('what browsers report', () => {
  test('counts in all three forms', async () => {
    const host = await openHost();
    await sendViolation(host);
    await report(
      host,
      [
        {
          type: 'csp-violation',
          url: 'https://shop.example/',
          body: {
            documentURL: 'https://shop.example/orders/4712',
            blockedURL: 'https://ads.example/other',
            effectiveDirective: 'img-src',
          },
        },
        {
          type: 'deprecation',
          body: { documentURL: 'https://shop.example/', blockedURL: 'https://x.example' },
        },
      ],
      'application/reports+json',
    ).expect(204);
    await report(
      host,
      {
        reports: [
          { page: '/orders/1', cookie: 'promo_20261' },
          { page: '/', cookie: 'sid' },
        ],
      },
      'text/plain',
    ).expect(204);
    expect((await list(host)).items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: 'host_not_listed',
          source: 'browser',
          name: 'ads.example',
          directive: 'img-src',
          page: '/orders/*',
          count: 2,
        }),
        expect.objectContaining({ code: 'cookie_not_listed', name: 'promo_*', page: '/orders/*', count: 1 }),
      ]),
    );
    expect((await list(host)).total).toBe(2);
    expect(JSON.stringify(await host.knex('svc_findings'))).not.toMatch(/4711|4712|20261|secret/);
  });

  test('makes no finding of the service’s own cookies, whatever their names', async () => {
    const host = await openHost({
      config: { visitorCookie: { name: 'cmp_vid' }, choiceCookie: { name: 'cmp_choice' } },
    });
    const reports = ['cmp_vid', 'cmp_choice', 'cmp_other'].map((cookie) => ({ page: '/page', cookie }));
    await report(host, { reports }).expect(204);
    expect((await list(host)).items).toMatchObject([{ name: 'cmp_other' }]);
  });

  test('is judged by the choice of the browser', async () => {
    const content = profileJson();
    Object.assign(content.cookies?.pixel ?? {}, { domains: ['ads.example'] });
    const host = await openHost({ profile: content });
    const sendAs = (cookie: string) =>
      report(host, violation({ 'blocked-uri': 'https://cdn.ads.example/' }), 'application/csp-report')
        .set('Cookie', cookie)
        .expect(204);
    await sendAs('');
    await sendAs(await decide(host, { ...allDenied }));
    await sendAs(await decide(host, { ...allDenied, marketing: 'granted' }));
    const { items } = await list(host);
    expect(
      items
        .map(({ code, name, category, count }: Record<string, unknown>) => [code, name, category, count])
        .sort(),
    ).toEqual([
      ['host_after_refusal', 'ads.example', 'marketing', 1],
      ['host_before_consent', 'ads.example', 'marketing', 1],
    ]);
  });

  test.each([
    ['of an extension', { 'source-file': 'chrome-extension://abcdef/content.js' }],
    ['of an extension in Firefox', { 'blocked-uri': 'moz-extension://abcdef/x.js' }],
    ['of an extension in Safari', { 'blocked-uri': 'safari-web-extension' }],
    ['about a script in the page', { 'blocked-uri': 'inline' }],
    ['about eval', { 'blocked-uri': 'eval' }],
    ['about an empty page', { 'blocked-uri': 'about' }],
    ['about data in an address', { 'blocked-uri': 'data' }],
    ['about the page’s own host', { 'blocked-uri': 'https://shop.example/x.js' }],
    ['without an address', { 'blocked-uri': '' }],
  ])('leaves out a report %s', async (_name, fields) => {
    const host = await openHost();
    await sendViolation(host, fields);
    expect((await list(host)).total).toBe(0);
  });

  test('is accepted from allowed origins only, and refused when it is not JSON or is too large', async () => {
    const host = await openHost();
    await host.request
      .patch(`${host.adminBase}/settings`)
      .set(await host.asAdmin())
      .send({ allowedOrigins: ['https://shop.example'] })
      .expect(200);
    const answer = await report(host, violation()).set('Origin', 'https://elsewhere.example');
    expect([answer.status, answer.body.code]).toEqual([403, 'origin_not_allowed']);
    await report(host, violation()).set('Origin', 'https://shop.example').expect(204);
    // Some browsers hide the origin under `Referrer-Policy: no-referrer`; `Sec-Fetch-Site` compares the true one.
    const hidden = (site: string, name: string) =>
      report(host, violation()).set({ Host: name, Origin: 'null', 'Sec-Fetch-Site': site });
    expect((await hidden('cross-site', 'shop.example')).status).toBe(403);
    expect((await hidden('same-origin', 'elsewhere.example')).status).toBe(403);
    await host.request
      .patch(`${host.adminBase}/settings`)
      .set(await host.asAdmin())
      .send({ allowedOrigins: ['http://shop.example', 'https://shop.example'] })
      .expect(200);
    await hidden('same-origin', 'shop.example').expect(204);
    expect((await report(host, '{')).body.code).toBe('malformed_json');
    expect((await report(host, JSON.stringify('x'.repeat(70_000)))).body.code).toBe('payload_too_large');
    expect((await report(host, violation(), 'text/html')).body.code).toBe('unsupported_media_type');
    expect((await list(host)).total).toBe(1);
  });

  testInAll('never makes an error, whatever the JSON is', async () => {
    const host = await openHost();
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('https://a.example/', 'inline', 'https://[::1]', 'http://', '\u0000', '*', 'img-src'),
    );
    const fields = fc.record(
      Object.fromEntries(
        [
          'document-uri',
          'blocked-uri',
          'effective-directive',
          'source-file',
          'documentURL',
          'blockedURL',
          'page',
          'cookie',
          'blocked',
          'directive',
        ].map((name) => [name, fc.oneof({ weight: 5, arbitrary: text }, fc.jsonValue({ maxDepth: 1 }))]),
      ),
      { requiredKeys: [] },
    );
    const body = fc.oneof(
      fields.map((each) => ({ 'csp-report': each })),
      fc.array(fields).map((reports) => ({ reports })),
      fc.array(fields.map((each) => ({ type: 'csp-violation', body: each }))),
      fc.jsonValue({ maxDepth: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const { status } = await report(host, JSON.stringify(sent), 'application/csp-report');
        return status === 204;
      }),
      { numRuns: byScope({ core: 60, all: 60, deep: 1000 }) },
    );
    await list(host);
  });

  test('stays bounded in a flood, and leaves room for what the guard finds', async () => {
    const host = await openHost();
    for (let page = 0; page < 30; page += 1)
      await report(host, {
        reports: Array.from({ length: 50 }, (_item, index) => ({
          page: '/',
          blocked: `https://h${page}x${index}.example/`,
        })),
      }).expect(204);
    await host.request.get('/shop/1').expect(200);
    expect((await list(host)).total).toBe(202);
    expect((await list(host, '?source=guard')).total).toBe(2);
    await host.knex('svc_findings').where({ source: 'guard' }).delete();
    expect((await host.knex('svc_findings')).length).toBe(200);
  });
});

describe('a decision of an operator', () => {
  const guard = { mode: 'enforce', undeclared: 'block' } as const;
  const routes = (app: GuardedHost['app']) => {
    app.get(
      '/shop/:id',
      ({ params }, res) => void res.cookie('_ga', '1').cookie(`basket_${params.id}`, '1').end(),
    );
    app.get('/other', (_req, res) => void res.cookie('_gcl_au', '1').cookie('_ga', '1').end());
  };
  const enforced = () => openHost({ guard, routes });
  const namesOf = async (host: Pick<GuardedHost, 'request'>, path: string, cookie = '') =>
    setCookies(await host.request.get(path).set('Cookie', cookie).expect(200)).map(
      (line) => line.split('=', 1)[0],
    );
  const idOf = async (host: GuardedHost, name: string) =>
    (await list(host)).items.find((item: { name: string }) => item.name === name).id;

  test('that a cookie is necessary lets it pass on every page at once, and no other cookie', async () => {
    const host = await enforced();
    expect(await namesOf(host, '/shop/1')).toEqual([]);
    expect(await namesOf(host, '/other')).toEqual([]);
    const basket = await idOf(host, 'basket_*');
    expect((await decideAbout(host, basket, 'necessary')).status).toBe(200);
    expect(await namesOf(host, '/shop/2')).toEqual(['basket_2']);
    expect((await decideAbout(host, await idOf(host, '_ga'), 'necessary')).status).toBe(200);
    expect(await namesOf(host, '/shop/2', await decide(host, allDenied))).toEqual(['_ga', 'basket_2']);
    expect(await namesOf(host, '/other')).toEqual(['_ga']);
    // Both findings of `_ga`, on two pages, are decided.
    expect((await list(host, '?status=open')).items).toMatchObject([{ name: '_gcl_au' }]);
    expect((await list(host, '?status=necessary')).total).toBe(3);
    await report(host, { reports: [{ page: '/new', cookie: 'basket_9' }] }).expect(204);
    expect((await list(host)).total).toBe(4);

    // The cookie is not reported any more, and still the decision stays.
    host.clock.advance(100 * 86_400_000);
    expect((await list(host)).items).toHaveLength(3);
    expect(await namesOf(host, '/shop/3')).toEqual(['_ga', 'basket_3']);

    expect((await decideAbout(host, basket, 'open')).status).toBe(200);
    expect(await namesOf(host, '/shop/3')).toEqual(['_ga']);
  });

  test('that a cookie is necessary reaches other processes within two seconds, and no request reads it', async () => {
    const host = await enforced();
    const { knex, clock } = host;
    const other = await createTestApp({
      knex,
      clock,
      config: { rateLimit: false, compliance: { type: 'opt-in' } },
    });
    open.push(other);
    other.app.use(other.service.guard(guard));
    await other.service.start();
    routes(other.app);
    expect(await namesOf(other, '/shop/1')).toEqual([]);
    await host.request.get('/shop/1').expect(200);
    await decideAbout(host, await idOf(host, 'basket_*'), 'necessary');
    expect(await namesOf(other, '/shop/1')).toEqual([]);
    clock.advance(1000);
    // The rules are read again in the background.
    await until(async () => (await namesOf(other, '/shop/1')).includes('basket_1'), 'the decision');
    const queries: string[] = [];
    knex.on('query', ({ sql }: { readonly sql: string }) => void queries.push(sql));
    for (let count = 0; count < 20; count += 1) await namesOf(other, '/shop/1');
    expect(queries.filter((sql) => /select.*findings/.test(sql))).toEqual([]);
  });

  test('to ignore it changes nothing but the list; to list it takes effect with the publication', async () => {
    const host = await enforced();
    await host.request.get('/shop/1').expect(200);
    const id = await idOf(host, 'basket_*');
    await decideAbout(host, id, 'ignored');
    expect(await namesOf(host, '/shop/1')).toEqual([]);
    expect((await list(host, '?status=ignored')).items).toMatchObject([{ id, count: 2 }]);

    const { profileId } = host;
    const more = { category: 'necessary', description: 'Keeps the basket.' };
    expect((await listIn(host, id, profileId, more)).status).toBe(200);
    expect(await namesOf(host, '/shop/1')).toEqual([]);
    await host.request
      .post(`${host.adminBase}/profiles/${profileId}/activate`)
      .set(await host.asAdmin())
      .expect(200);
    expect(await namesOf(host, '/shop/1')).toEqual(['basket_1']);
    expect((await list(host)).items[0].isListed).toBe(true);
  });

  describe('that a cookie is necessary is as much as a publication, so it', () => {
    const decideAs = (host: GuardedHost, as: SignedIn, findingId: string, status: string) =>
      host.request
        .post(`${host.adminBase}/findings/decide`)
        .set(as)
        .send({ findingIds: [findingId], status, ...(status === 'ignored' && { reason: 'Ours' }) });

    test('needs the permission to publish, and so does taking it back', async () => {
      const host = await enforced();
      const editor = await createUser(host, { role: ['profiles:read', 'profiles:update'] });
      const { body } = await host.request
        .post(`${host.adminBase}/apikeys`)
        .set(await host.asAdmin())
        .send({ name: 'Drafts', scopes: ['profiles:read', 'profiles:update'] })
        .expect(201);
      await host.request.get('/shop/1').expect(200);
      const id = await idOf(host, '_ga');
      const refused = { code: 'forbidden', error: expect.stringContaining('profiles:activate') };
      expect((await decideAs(host, editor.as, id, 'necessary').expect(403)).body).toMatchObject(refused);
      const byKey = await host.request
        .post(`${host.adminBase}/findings/decide`)
        .set('X-API-Key', body.key)
        .send({ findingIds: [id], status: 'necessary' })
        .expect(403);
      expect(byKey.body).toMatchObject(refused);
      expect(await namesOf(host, '/shop/1')).toEqual([]);

      expect((await decideAbout(host, id, 'necessary')).status).toBe(200);
      for (const status of ['open', 'ignored'])
        expect((await decideAs(host, editor.as, id, status).expect(403)).body).toMatchObject(refused);
      expect(await namesOf(host, '/shop/1')).toEqual(['_ga']);
      // To ignore findings changes nothing for visitors.
      await decideAs(host, editor.as, await idOf(host, 'basket_*'), 'ignored').expect(200);
    });

    test('is refused where a second person approves publications, who can approve the same in the banner', async () => {
      const host = await enforced();
      const editor = await createUser(host, { role: 'editor' });
      await host.request.get('/shop/1').expect(200);
      const [ga, basket] = [await idOf(host, '_ga'), await idOf(host, 'basket_*')];
      await decideAs(host, editor.as, basket, 'necessary').expect(200);
      await host.request
        .patch(`${host.adminBase}/settings`)
        .set(await host.asAdmin())
        .send({ approvalRequired: true })
        .expect(200);
      for (const as of [editor.as, await host.asAdmin()])
        expect((await decideAs(host, as, ga, 'necessary').expect(409)).body.code).toBe('approval_required');
      expect(await namesOf(host, '/shop/1')).toEqual(['basket_1']);
      expect(await host.knex('svc_findings').where({ name: '_ga', status: 'necessary' })).toEqual([]);
      // As taking a banner offline.
      await decideAs(host, editor.as, basket, 'open').expect(200);
      expect(await namesOf(host, '/shop/1')).toEqual([]);
    });
  });

  test('that a host is necessary is refused: the option of the guard names it', async () => {
    const host = await openHost();
    await sendViolation(host);
    const answer = await decideAbout(host, await idOf(host, 'ads.example'), 'necessary');
    expect([answer.status, answer.body.details[0].path]).toEqual([400, 'status']);
  });
});

describe('operators', () => {
  test('decide about findings, which the audit log tells and later visits do not change', async () => {
    const host = await openHost();
    await host.request.get('/shop/1').expect(200);
    const [{ id }] = (await list(host, '?code=cookie_not_listed')).items;
    expect((await decideAbout(host, id, 'necessary')).body).toEqual({ changed: 1 });
    expect((await list(host, '?status=necessary')).items).toMatchObject([{ id }]);
    expect((await decideAbout(host, id, 'ignored')).body).toEqual({ changed: 1 });
    await host.request.get('/shop/1').expect(200);
    expect((await list(host, '?status=ignored')).items).toMatchObject([
      { id, count: 2, reason: 'Staging only' },
    ]);
    expect((await decideAbout(host, id, 'ignored')).body).toEqual({ changed: 0 });
    expect((await decideAbout(host, id, 'open')).body).toEqual({ changed: 1 });
    expect((await list(host, '?status=open')).items.map((item: { id: string }) => item.id)).toContain(id);
    const { body } = await host.request
      .get(`${host.adminBase}/audit?resourceType=finding`)
      .set(await host.asAdmin());
    expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
      'finding:reopened',
      'finding:ignored',
      'finding:necessary',
    ]);
    expect(body.items[0]).toMatchObject({ resourceName: 'basket_*', resourceId: id });
    expect(body.items[1].changes).toMatchObject({ reason: 'Staging only', code: 'cookie_not_listed' });
  });

  test('ignore what was found on every page, for good', async () => {
    const host = await openHost();
    const send = (page: string, name: string) =>
      report(host, { reports: [{ page, blocked: `https://${name}/` }] }).expect(204);
    await send('/a/1', 'cdn.example');
    await send('/b/1', 'cdn.example');
    await send('/a/1', 'other.example');
    const [{ id }] = (await list(host)).items.filter(({ name }: { name: string }) => name === 'cdn.example');
    expect((await decideAbout(host, id, 'ignored')).body).toEqual({ changed: 2 });
    await send('/c/1', 'cdn.example');
    host.clock.advance(100 * 86_400_000);
    await send('/d/1', 'cdn.example');
    const later = await list(host);
    expect(later.items.map(({ page, status }: Record<string, string>) => `${page} ${status}`).sort()).toEqual(
      ['/a/* ignored', '/b/* ignored'],
    );
    expect((await decideAbout(host, id, 'open')).body).toEqual({ changed: 2 });
    await send('/c/1', 'cdn.example');
    expect((await list(host, '?status=open')).items).toMatchObject([{ page: '/c/*', reason: null }]);
  });

  test('learn why a decision is refused', async () => {
    const host = await openHost();
    await host.request.get('/shop/1').expect(200);
    const [{ id }] = (await list(host)).items;
    expect((await decideAbout(host, 'none', 'open')).body.code).toBe('finding_not_found');
    expect((await decideAbout(host, id, 'listed')).body.code).toBe('validation_failed');
    const blank = await post(host, 'decide', { findingIds: [id], status: 'ignored', reason: ' ' });
    expect([blank.status, blank.body.details[0].path]).toEqual([400, 'reason']);
    const both = await post(host, 'decide', { findingIds: [id, 'none'], status: 'ignored', reason: 'x' });
    expect([both.status, both.body.code]).toEqual([404, 'finding_not_found']);
    expect((await list(host, '?status=ignored')).total).toBe(0);
    const { as } = await createUser(host, { role: 'viewer' });
    const refused = await host.request
      .post(`${host.adminBase}/findings/decide`)
      .set(as)
      .send({ findingIds: [id], status: 'open' });
    expect(refused.body.code).toBe('forbidden');
  });

  test('are about a tenant whose reports no flood of another one displaces', async () => {
    const host = await openHost({ config: { tenancy } });
    const north = await createTenant(host, 'north');
    await createActiveProfile(host, {}, north.id);
    for (let page = 0; page < 21; page += 1)
      await report(host, {
        reports: Array.from({ length: 50 }, (_item, index) => ({
          page: '/',
          blocked: `https://h${page}x${index}.example/`,
        })),
      }).expect(204);
    await report(host, { reports: [{ page: '/', cookie: 'promo' }] })
      .query({ tenantId: north.id })
      .expect(204);
    await host.service.maintenance();
    expect(await host.knex('svc_findings').where({ tenant_id: north.id }).pluck('name')).toEqual(['promo']);
  });

  test('are written although those of another tenant cannot be', async () => {
    const host = await openHost({ config: { tenancy } });
    const north = await createTenant(host, 'north');
    await createActiveProfile(host, {}, north.id);
    await host.knex.raw(
      `create trigger failing before insert on svc_findings when new.tenant_id = '${north.id}' begin select raise(fail, 'no'); end`,
    );
    for (const tenantId of [north.id, 'default'])
      await report(host, { reports: [{ page: '/', cookie: 'promo' }] })
        .query({ tenantId })
        .expect(204);
    expect(await host.service.maintenance()).toBe('failed');
    expect(await host.knex('svc_findings').pluck('tenant_id')).toEqual(['default']);
  });

  test('of another tenant see and change nothing', async () => {
    const host = await openHost({ config: { tenancy } });
    const north = await createTenant(host, 'north');
    await createActiveProfile(host, {}, north.id);
    await report(host, { reports: [{ page: '/', cookie: 'promo' }] })
      .query({ tenantId: north.id })
      .expect(204);
    expect((await list(host)).total).toBe(0);
    const as = { ...(await host.asAdmin()), ...north.header };
    const { body } = await host.request.get(`${host.adminBase}/findings`).set(as).expect(200);
    expect(body.items).toMatchObject([{ name: 'promo' }]);
    const [{ id }] = body.items;
    expect((await decideAbout(host, id, 'ignored')).body.code).toBe('finding_not_found');
    await host.request
      .post(`${host.adminBase}/findings/decide`)
      .set(as)
      .send({ findingIds: [id], status: 'ignored', reason: 'A test' })
      .expect(200);
  });
});

test.each(['report', 'enforce'] as const)(
  'policies of the guard in mode %s say where to report',
  async (mode) => {
    const host = await openHost({
      guard: { mode, csp: { hosts: { marketing: ['ads.example'] }, others: ['https://cdn.shop.example'] } },
    });
    const { headers } = await host.request.get('/page').expect(200);
    const name = mode === 'enforce' ? 'content-security-policy' : 'content-security-policy-report-only';
    expect(headers[name]).toMatch(/; report-uri \/svc\/api\/v1\/reports$/);
  },
);
