import { describedRoutes } from '../../scripts/generate-api';
import { allGranted, cookieOf } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';
import { type RawRequest, type RawServer, serveRaw } from '../support/raw-http';

/**
 * No answer of the public API may be taken for another type, shown in a frame, run anything, or be loaded by another
 * site except as CORS allows. Published files, which every site may load, are tested with hot-serve.
 */
const demanded = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
const exceptions: Readonly<Record<string, object>> = {
  // Every site may load what a page needs first, as it may load a published file.
  '/bootstrap': { 'cross-origin-resource-policy': 'cross-origin' },
  // A page with a style and a form, which has to say where it comes from.
  '/preferences': {
    'referrer-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    ),
  },
};
const routes = describedRoutes().public.filter(({ path }) => !path.startsWith('/profiles/:tenantId'));

let app: TestApp;
let server: RawServer;
let profileId: string;
const visitorId = 'visitor-1';
beforeAll(async () => {
  app = await createTestApp({ config: { rateLimit: false } });
  server = await serveRaw(app.app);
  ({ id: profileId } = await createActiveProfile(app));
  await app.request
    .post(`${app.publicBase}/consent`)
    .send({ visitorId, profileId, consentJson: allGranted })
    .expect(200);
});
afterAll(async () => {
  await server.close();
  await app.close();
});

test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s says so whatever comes of it',
  async (_name, { method, path }) => {
    const known = path.replace(':visitorId', visitorId).replace(':id', profileId).replace(':locale', 'en');
    const requests: readonly RawRequest[] = [
      { method, path: known, headers: { Cookie: cookieOf(visitorId) } },
      { method, path: known },
      { method, path: path.replace(/:\w+/g, 'unknown') },
      { method, path: `${known}?a=1&a=2` },
      { method, path: known, body: '{"broken' },
      { method: 'OPTIONS', path: known, headers: { Origin: 'https://elsewhere.example' } },
      { method: 'PATCH', path: known },
    ];
    for (const request of requests) {
      const { status, headers } = await server.send({ ...request, path: app.publicBase + request.path });
      const found = Object.fromEntries(Object.keys(demanded).map((name) => [name, headers[name]]));
      const expected = status === 200 ? { ...demanded, ...exceptions[path] } : demanded;
      expect([request, status, found]).toEqual([request, status, expected]);
    }
  },
);
