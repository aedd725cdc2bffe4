import { createApiKey } from '../support/accounts';
import { allGranted, consentTables } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';

let app: TestApp;
let profileId: string;
let listed: string;

beforeAll(async () => {
  app = await createTestApp({ config: { rateLimit: false } });
  profileId = (await createActiveProfile(app)).id;
  const other = profileJson({ complianceGroup: 'opt-out', allowedOrigins: ['https://shop.example'] });
  listed = (await createProfile(app, { profileJson: other })).id;
});
afterAll(() => app.close());

const decision = (id = profileId) => JSON.stringify({ profileId: id, consentJson: allGranted });
const send = (text: string, headers: Record<string, string>) =>
  app.request
    .post(`${app.publicBase}/consent`)
    .set({ 'Content-Type': 'text/plain', ...headers })
    .send(text);
const own = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors', Origin: 'https://shop.example' };

describe('a decision sent as text', () => {
  test.each(['text/plain', 'text/plain;charset=UTF-8', 'Text/Plain; charset="utf-8"'])(
    'is accepted from a page of the same site as %s',
    async (type) => {
      const { body } = await send(decision(), { ...own, 'Content-Type': type }).expect(200);
      expect(body.consentJson).toEqual(allGranted);
    },
  );

  test.each<Record<string, string>>([
    { ...own, 'Sec-Fetch-Mode': 'no-cors' },
    { ...own, 'Sec-Fetch-Site': 'same-site' },
    // A script of another site, which CORS has accepted: no list restricts anything here.
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors', Origin: 'https://other.example' },
  ])('is accepted from a script: %j', (headers) => send(decision(), headers).expect(200));

  test.each<Record<string, string>>([
    // A form of another site, and of this one: scripts submit decisions, never forms.
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', Origin: 'https://evil.example' },
    { ...own, 'Sec-Fetch-Mode': 'navigate' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' },
    // Sandboxed frames, and pages that hide where they are.
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors', Origin: 'null' },
    { Origin: 'null' },
    // Browsers without these headers.
    { Origin: 'https://evil.example' },
    {},
    { 'Sec-Fetch-Mode': 'cors' },
  ])('is refused, and writes nothing: %j', async (headers) => {
    const before = await consentTables(app);
    const { body, headers: answered } = await send(decision(), headers).expect(403);
    expect(body.code).toBe('origin_not_allowed');
    expect(answered['set-cookie']).toBeUndefined();
    expect(answered['access-control-allow-origin']).toBeUndefined();
    expect(await consentTables(app)).toEqual(before);
  });

  test('follows the list of the profile, for all kinds of requests', async () => {
    const from = (Origin: string) => send(decision(listed), { Origin });
    await from('https://shop.example').expect(200);
    await from('https://evil.example').expect(403);
    await send(decision(listed), { ...own, Origin: 'https://evil.example' }).expect(403);
  });

  test('is accepted from a browser without fetch metadata on the service’s own origin', async () => {
    const { host } = new URL(app.request.get('/').url);
    await send(decision(), { Origin: `http://${host}`, Host: host }).expect(200);
  });

  test('is accepted from a server with an API key', async () => {
    const { key } = await createApiKey(app);
    await send(decision(), { 'X-API-Key': key }).expect(200);
  });

  test.each([
    ['another charset', 'text/plain; charset=utf-16', decision(), 415],
    ['no JSON', 'text/plain', 'analytics=granted', 400],
    ['what a form makes of JSON', 'text/plain', '{"a":"="}\r\n', 400],
    ['a list', 'text/plain', '[]', 400],
    ['null', 'text/plain', 'null', 400],
    ['a text', 'text/plain', '"x"', 400],
    ['a key of the prototype', 'text/plain', '{"__proto__":{"a":1},"profileId":"x","consentJson":{}}', 400],
    ['a constructor', 'text/plain', '{"profileId":"x","consentJson":{"constructor":{"prototype":1}}}', 400],
    ['too much', 'text/plain', ' '.repeat(70_000), 413],
    ['nothing', 'text/plain', '', 400],
  ])('%s is refused', async (_what, type, text, status) => {
    const before = await consentTables(app);
    await send(text, { ...own, 'Content-Type': type }).expect(status);
    expect(await consentTables(app)).toEqual(before);
  });

  test.each(['text/plain', 'application/json'])(
    'bytes that are not UTF-8 are refused as %s',
    async (type) => {
      const before = await consentTables(app);
      const bytes = Buffer.from(`{"profileId":"${profileId}","consentJson":{"a\xff":"granted"}}`, 'latin1');
      const answer = await app.request
        .post(`${app.publicBase}/consent`)
        .set({ ...own, 'Content-Type': type })
        .serialize((sent) => sent)
        .send(bytes);
      expect([answer.status, answer.body]).toMatchObject([400, { code: 'malformed_json' }]);
      expect(await consentTables(app)).toEqual(before);
    },
  );

  test('no other route accepts text', async () => {
    await app.request
      .post(`${app.publicBase}/consent/parental-consent-request`)
      .set({ ...own, 'Content-Type': 'text/plain' })
      .send(JSON.stringify({ profileId }))
      .expect(415);
  });

  test('preflights of other requests are kept for two hours', async () => {
    const { headers } = await app.request
      .options(`${app.publicBase}/consent`)
      .set({ Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' })
      .expect(204);
    expect(headers['access-control-max-age']).toBe('7200');
  });
});
