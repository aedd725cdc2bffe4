import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { type ConsentService, diskStorage } from 'express-consent';
import createKnex, { type Knex } from 'knex';
import { createService } from '#service/create-consent-service';
import { allGranted } from '../support/consent';
import { adminEmail, adminPassword } from '../support/create-test-app';
import { germanContent, profileJson } from '../support/profiles';
import { silentLogger } from '../support/published-files';
import { type RawAnswer, type RawRequest, type RawServer, serveRaw } from '../support/raw-http';

// No types are installed for it; the parts that hosts use are the same.
const express4 = require('express4') as typeof express;

type Express = typeof express;

interface Mount {
  readonly name: string;
  readonly basePath?: string;
  /** The part of the client's address before `basePath`. */
  readonly root?: string;
  /** The host parses JSON itself, so that what it refuses never reaches us. */
  readonly parsesBodies?: true;
  readonly trustsProxy?: true;
  /** The service answers for published files before the app. */
  readonly wrapsApp?: true;
  readonly mount: (app: ReturnType<Express>, service: ConsentService, host: Express) => void;
}

const together = (app: express.IRouter, service: ConsentService, path = '/') => {
  app.use(path, service.publicRouter);
  app.use(path, service.adminRouter);
};

const mounts: readonly Mount[] = [
  { name: 'at the root', mount: (app, service) => together(app, service) },
  { name: "at the root with basePath ''", basePath: '', mount: (app, service) => together(app, service) },
  {
    name: 'at the root with basePath /a/b',
    basePath: '/a/b',
    mount: (app, service) => together(app, service),
  },
  { name: 'below a prefix', root: '/privacy', mount: (app, service) => together(app, service, '/privacy') },
  {
    name: "below a prefix with basePath ''",
    root: '/privacy',
    basePath: '',
    mount: (app, service) => together(app, service, '/privacy'),
  },
  {
    name: 'in a router in a router',
    root: '/outer/inner',
    mount(app, service, host) {
      const inner = host.Router();
      together(inner, service);
      const outer = host.Router();
      outer.use('/inner', inner);
      app.use('/outer', outer);
    },
  },
  {
    name: 'in an app in an app',
    root: '/sub',
    mount(app, service, host) {
      const sub = host();
      together(sub, service);
      app.use('/sub', sub);
    },
  },
  {
    name: 'after express.json()',
    parsesBodies: true,
    mount(app, service, host) {
      app.use(host.json(), host.urlencoded({ extended: true }));
      together(app, service);
    },
  },
  {
    name: 'on a host that trusts its proxy',
    trustsProxy: true,
    mount(app, service) {
      app.set('trust proxy', 1);
      together(app, service);
    },
  },
  { name: 'around the app', wrapsApp: true, mount: (app, service) => together(app, service) },
  {
    name: 'around an app with a prefix',
    root: '/privacy',
    wrapsApp: true,
    mount: (app, service) => together(app, service, '/privacy'),
  },
];

describe.each([
  ['Express 5', express],
  ['Express 4', express4],
])('%s', (_version, host) => {
  describe.each(mounts)('$name', ({ basePath, root = '', parsesBodies, trustsProxy, wrapsApp, mount }) => {
    let knex: Knex;
    let directory: string;
    let service: ConsentService;
    let server: RawServer;
    const seenByHost: unknown[] = [];

    beforeAll(async () => {
      knex = createKnex({
        client: 'better-sqlite3',
        connection: { filename: ':memory:' },
        useNullAsDefault: true,
      });
      directory = await mkdtemp(join(tmpdir(), 'ec_test_mounting_'));
      service = createService(
        {
          knex,
          storage: diskStorage({ directory }),
          logger: silentLogger,
          auth: { adminEmail, adminPassword, masterSecret: 'a master secret for the mounting contract' },
          compliance: { dataSigningHash: 'a data signing hash for the mounting contract' },
          ...(basePath === undefined ? {} : { basePath }),
        },
        { passwordHashing: { log2N: 4 } },
      );
      const app = host();
      app.get('/before', (_req, res) => void res.send('before'));
      mount(app, service, host);
      app.get('/after', (_req, res) => void res.send('after'));
      app.get(`${root}/page`, (_req, res) => void res.send('page'));
      app.post('/form', host.json(), (req, res) => void res.json({ got: req.body }));
      app.use(
        (req: express.Request, res: express.Response) =>
          void res.status(404).send(`host: ${req.originalUrl}`),
      );
      app.use((error: unknown, _req: express.Request, res: express.Response, _next: express.NextFunction) => {
        seenByHost.push(error);
        res.status(500).send('host error');
      });
      server = await serveRaw(wrapsApp ? service.wrap(app as RequestListener) : (app as RequestListener));
    });
    afterAll(async () => {
      await server.close();
      await service.close();
      await knex.destroy();
      await rm(directory, { recursive: true });
    });

    const publicBase = `${root}${basePath ?? '/svc'}/api/v1`;
    const adminBase = `${root}${basePath ?? '/svc'}/admin/v1`;
    const get = (path: string, headers: Record<string, string> = {}) => server.send({ path, headers });
    const send = (method: string, path: string, body: unknown, rest: Partial<RawRequest> = {}) =>
      server.send({ method, path, body: JSON.stringify(body), ...rest });
    const bodyOf = ({ text }: RawAnswer) => JSON.parse(text);
    const failureOf = ({ status, code }: RawAnswer) => [status, code];

    let authorization: Record<string, string>;
    let profileId: string;

    test('an operator signs in, creates a profile and publishes it', async () => {
      const login = await send('POST', `${adminBase}/auth/login`, {
        email: adminEmail,
        password: adminPassword,
      });
      expect(login.status).toBe(200);
      authorization = { Authorization: `Bearer ${bodyOf(login).token}` };
      const profile = {
        name: 'Shop',
        defaultLocale: 'en',
        profileJson: profileJson(),
        localeContent: { de: germanContent() },
      };
      const created = await send('POST', `${adminBase}/profiles`, profile, { headers: authorization });
      expect(created.status).toBe(201);
      profileId = bodyOf(created).id;
      const activated = await server.send({
        method: 'POST',
        path: `${adminBase}/profiles/${profileId}/activate`,
        headers: authorization,
      });
      expect([activated.status, bodyOf(activated).isActive]).toEqual([200, true]);
    });

    test('a browser is sent to the locale file that it then gets', async () => {
      const data = Buffer.from(JSON.stringify({ timezone: 'Europe/Berlin', languages: ['de-AT'] })).toString(
        'base64',
      );
      const resolved = bodyOf(await get(`${publicBase}/resolve-profile?data=${encodeURIComponent(data)}`));
      expect(resolved).toMatchObject({
        found: true,
        path: `${publicBase}/profiles/default/opt-in/de`,
        profileId,
        country: 'DE',
      });
      const file = await get(resolved.path, {
        Origin: 'https://shop.example',
        'Accept-Encoding': 'identity',
      });
      expect([file.status, bodyOf(file).currentLocale]).toEqual([200, 'de']);
      expect(file.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=3600, stale-while-revalidate=60',
      });
      expect(
        (
          await get(resolved.path, {
            'If-None-Match': String(file.headers.etag),
            'Accept-Encoding': 'identity',
          })
        ).status,
      ).toBe(304);

      const missing = await get(`${publicBase}/profiles/default/opt-in/fr`);
      expect([missing.status, missing.headers.location]).toEqual([
        303,
        `${publicBase}/profiles/default/opt-in/default`,
      ]);
      expect(bodyOf(await get(String(missing.headers.location))).currentLocale).toBe('en');
    });

    test('a visitor submits, reads, changes and erases consent from another site', async () => {
      const origin = { Origin: 'https://shop.example' };
      const preflight = await server.send({
        method: 'OPTIONS',
        path: `${publicBase}/consent`,
        headers: { ...origin, 'Access-Control-Request-Method': 'POST' },
      });
      expect([
        preflight.status,
        preflight.headers['access-control-allow-origin'],
        preflight.headers['access-control-allow-credentials'],
      ]).toEqual([204, 'https://shop.example', 'true']);
      const submitted = await send(
        'POST',
        `${publicBase}/consent`,
        { profileId, consentJson: allGranted },
        { headers: origin },
      );
      expect([submitted.status, submitted.headers['access-control-allow-origin']]).toEqual([
        200,
        'https://shop.example',
      ]);
      const { visitorId } = bodyOf(submitted);
      const [cookie = ''] = submitted.headers['set-cookie'] ?? [];
      expect(cookie).toContain(`svc_vid=${visitorId}`);

      const own = { ...origin, Cookie: cookie.split(';', 1)[0] ?? '' };
      expect(bodyOf(await get(`${publicBase}/consent/${visitorId}`, own)).consentJson).toEqual(allGranted);
      expect(
        (await send('PUT', `${publicBase}/consent/${visitorId}`, { consentJson: {} }, { headers: own }))
          .status,
      ).toBe(200);
      expect(bodyOf(await get(`${publicBase}/consent/${visitorId}/verify`, own))).toMatchObject({
        valid: true,
      });
      expect(failureOf(await get(`${publicBase}/consent/${visitorId}`))).toEqual([
        403,
        'visitor_cookie_required',
      ]);
      expect(
        (await server.send({ method: 'DELETE', path: `${publicBase}/consent/${visitorId}`, headers: own }))
          .status,
      ).toBe(200);
      expect(failureOf(await get(`${publicBase}/consent/${visitorId}`, own))).toEqual([
        404,
        'consent_not_found',
      ]);
    });

    test('the Secure attribute of the cookie depends only on the proxy that the host trusts', async () => {
      const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.7' };
      const { headers: answered } = await send(
        'POST',
        `${publicBase}/consent`,
        { profileId, consentJson: {} },
        { headers },
      );
      expect(/; Secure/.test(answered['set-cookie']?.[0] ?? '')).toBe(trustsProxy === true);
    });

    test('health answers GET and HEAD, with a slash at its end or not', async () => {
      for (const path of [`${publicBase}/health`, `${publicBase}/health/`, `${adminBase}/health`]) {
        expect(bodyOf(await get(path)).status).toBe('ok');
        const head = await server.send({ method: 'HEAD', path });
        expect([head.status, head.text, Number(head.headers['content-length']) > 0]).toEqual([200, '', true]);
      }
      const hot = await server.send({ method: 'HEAD', path: `${publicBase}/profiles/default/opt-in/en` });
      expect([hot.status, hot.text]).toEqual([200, '']);
    });

    test('the description contains the address where the client found it', async () => {
      expect(bodyOf(await get(`${publicBase}/openapi.json`)).servers).toEqual([{ url: publicBase }]);
      expect(bodyOf(await get(`${adminBase}/openapi.json`)).servers).toEqual([{ url: adminBase }]);
    });

    test('a request target in absolute form, as proxies send it, means the same', async () => {
      for (const authority of ['http://shop.example', 'https://shop.example:8443', 'HTTP://SHOP.EXAMPLE']) {
        const at = (path: string, headers: Record<string, string> = {}) =>
          get(`${authority}${path}`, headers);
        expect(bodyOf(await at(`${publicBase}/profiles/default/opt-in/en`)).currentLocale).toBe('en');
        const missing = await at(`${publicBase}/profiles/default/opt-in/fr`);
        expect([missing.status, missing.headers.location]).toEqual([
          303,
          `${publicBase}/profiles/default/opt-in/default`,
        ]);
        expect(bodyOf(await at(`${publicBase}/resolve-profile?tz=Europe/Berlin`))).toMatchObject({
          found: true,
          path: `${publicBase}/profiles/default/opt-in/en`,
        });
        expect(failureOf(await at(`${publicBase}/resolve-profile?tz=a&tz=b`))).toEqual([
          400,
          'validation_failed',
        ]);
        expect(failureOf(await at(`${adminBase}/profiles`))).toEqual([401, 'unauthenticated']);
        expect((await at(`${adminBase}/profiles`, authorization)).status).toBe(200);
        expect(failureOf(await at(`${adminBase}/nothing`))).toEqual([404, 'route_not_found']);
        expect((await at('/before')).text).toBe('before');
      }
    });

    test('the base addresses answer links that lead on', async () => {
      for (const base of [publicBase, adminBase]) {
        const { links } = JSON.parse((await get(base)).text);
        expect((await get(links.health)).status).toBe(200);
      }
    });

    test('paths may end with a slash; they are case-sensitive, spelled out and without empty parts', async () => {
      for (const path of ['/health', '/health/', '/health?x'])
        expect([path, (await get(publicBase + path)).status]).toEqual([path, 200]);
      for (const path of ['/Health', '/health//', '//health', '/profiles//en', '/healthy', '/%68ealth', '//'])
        expect([path, ...failureOf(await get(publicBase + path))]).toEqual([path, 404, 'route_not_found']);
      const long = 'a'.repeat(5000);
      expect(failureOf(await get(`${publicBase}/profiles/${long}`))).toEqual([404, 'profile_not_found']);
      // Not below the base path, so the host answers.
      expect((await get(`${publicBase}x/health`)).headers['x-request-id']).toBeUndefined();
    });

    test('refusals below the base path use the common error format', async () => {
      expect(failureOf(await get(`${publicBase}/nothing/here`))).toEqual([404, 'route_not_found']);
      expect(failureOf(await get(`${adminBase}/nothing`))).toEqual([404, 'route_not_found']);
      const wrongMethod = await server.send({ method: 'PATCH', path: `${publicBase}/consent` });
      expect([...failureOf(wrongMethod), wrongMethod.headers.allow]).toEqual([
        405,
        'method_not_allowed',
        'GET, DELETE, POST, HEAD, OPTIONS',
      ]);
      expect(failureOf(await get(`${adminBase}/profiles`))).toEqual([401, 'unauthenticated']);
      expect(failureOf(await get(`${publicBase}/profiles/%E0%A4%A`))).toEqual([400, 'malformed_url']);
      expect(failureOf(await get(`${publicBase}/profiles/default/opt-in/%E0%A4%A`))).toEqual([
        404,
        'locale_file_not_found',
      ]);
      expect(failureOf(await get(`${publicBase}/profiles/..%2f..%2fadmin/x`))).toEqual([
        404,
        'profile_not_found',
      ]);
      expect(failureOf(await get(`${publicBase}/health?a=1&a=2`))).toEqual([400, 'validation_failed']);
    });

    test('a body that cannot be read is refused before it is looked at', async () => {
      const post = (body: string, headers: Record<string, string> = {}) =>
        server.send({ method: 'POST', path: `${publicBase}/consent`, body, headers });
      expect(failureOf(await post('{}'))).toEqual([400, 'validation_failed']);
      expect(failureOf(await post('<xml/>', { 'Content-Type': 'application/xml' }))).toEqual([
        415,
        'unsupported_media_type',
      ]);
      expect(failureOf(await server.send({ method: 'POST', path: `${publicBase}/consent` }))).toEqual([
        400,
        'validation_failed',
      ]);
      if (parsesBodies) return;
      expect(failureOf(await post('{"profileId":'))).toEqual([400, 'malformed_json']);
      expect(failureOf(await post(JSON.stringify({ profileId, locale: 'x'.repeat(70_000) })))).toEqual([
        413,
        'payload_too_large',
      ]);
    });

    test("the host's own routes are served by the host, before and after ours", async () => {
      expect((await get('/before')).text).toBe('before');
      expect((await get('/after')).text).toBe('after');
      expect((await get(`${root}/page`)).text).toBe('page');
      expect(bodyOf(await send('POST', '/form', { a: [1] }))).toEqual({ got: { a: [1] } });
      for (const path of [
        '/',
        '/nothing',
        `${root}/svcs`,
        `${publicBase.replace('/v1', '/v2')}/health`,
        publicBase.toUpperCase(),
        `${publicBase}x/health`,
        '/%E0%A4%A',
      ]) {
        expect(await get(path)).toMatchObject({ status: 404, text: `host: ${path}` });
      }
    });

    test("none of our errors reached the host's error handler", () => {
      expect(seenByHost).toEqual([]);
    });
  });
});
