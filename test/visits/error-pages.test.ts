import { parse } from 'parse5';
import { pageWords } from '#content/page-words/index';
import { widgetWords } from '#content/widget-words/index';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';
import { tenancy } from '../support/tenants';

let app: TestApp;
let profileId: string;

async function open(config: TestAppOptions['config'] = {}): Promise<void> {
  app = await createTestApp({ config: { rateLimit: false, ...config } });
  profileId = (await createActiveProfile(app)).id;
}
afterEach(() => app.close());

/** Headers of a browser that sends a form or opens a link. */
const navigation = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'same-origin',
  Host: 'shop.example',
};
const fields = (more: Record<string, string> = {}) => ({
  profileId,
  profileVersion: '1',
  layer: 'banner',
  form: 'AAAAAAAAAAAAAAAAAAAAAA',
  accept: '*',
  ...more,
});
const send = (body: object | string, headers: Record<string, string> = {}, query = '') =>
  app.request
    .post(`${app.publicBase}/preferences${query}`)
    .set({ 'Content-Type': 'application/x-www-form-urlencoded', ...navigation, ...headers })
    .send(body);
const see = (path: string, headers: Record<string, string> = {}) =>
  app.request.get(`${app.publicBase}${path}`).set({ ...navigation, ...headers });

type Answer = Awaited<ReturnType<typeof see>>;
/** The words of a page, its links, and its language. */
function read({ text, headers }: Answer) {
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(() =>
    parse(text, {
      onParseError: ({ code }) => {
        throw new Error(code);
      },
    }),
  ).not.toThrow();
  const words = text
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replace(/&amp;/g, '&'));
  return { words, links, start: /<html[^>]*>/.exec(text)?.[0] };
}

const notSaved = 'Your choice could not be saved. You may be asked again.';
const later = 'Please try again later.';

describe('a form that fails', () => {
  const tooLarge = () => `accept=*&profileId=${'x'.repeat(70_000)}`;
  const failures: [code: string, status: number, passes: boolean, fail: () => Promise<Answer>][] = [
    ['validation_failed', 400, false, async () => send(fields({ profileVersion: '7' }))],
    ['validation_failed', 400, false, async () => send(fields({ form: 'short' }))],
    ['origin_not_allowed', 403, false, async () => send(fields(), { 'Sec-Fetch-Site': 'cross-site' })],
    ['tenant_not_found', 404, false, async () => send(fields(), {}, '?tenantId=nobody')],
    ['payload_too_large', 413, false, async () => send(tooLarge())],
    ['unsupported_media_type', 415, false, async () => send('{}', { 'Content-Type': 'application/json' })],
    [
      'unavailable',
      503,
      true,
      async () => {
        await app.service.drain();
        await app.service.close();
        return send(fields());
      },
    ],
  ];
  test.each(failures)('with %s is answered by a page that says so', async (code, status, passes, fail) => {
    await open({ tenancy });
    const answer = await fail();
    expect(answer.status).toBe(status);
    const { words, links, start } = read(answer);
    expect(words).toContain(passes ? `${notSaved} ${later} ` : `${notSaved} `);
    expect(words.includes(later)).toBe(passes);
    expect(words).toContain(code);
    expect(links.filter((link) => link.startsWith('/svc/api/v1/preferences'))).toHaveLength(1);
    expect(start).toBe('<html lang="en" dir="ltr">');
    expect(answer.headers['retry-after']).toBe(passes ? '5' : undefined);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(answer.headers['referrer-policy']).toBe('same-origin');
  });

  test('at a rate limit says when to come back', async () => {
    await open({ rateLimit: { consentWrites: { limit: 1, windowSeconds: 60 } } });
    await send(fields()).expect(303);
    const answer = await send(fields()).expect(429);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(read(answer).words).toContain(`${notSaved} ${later} `);
    const japanese = await send(fields(), { 'Accept-Language': 'ja' }).expect(429);
    expect(read(japanese).words).toContain(widgetWords('ja').saveFailed + pageWords('ja').tryLater);
  });

  test.each([
    ['a program', { Accept: '*/*' }],
    ['a client of the API', { Accept: 'application/json, text/html;q=0.5' }],
    ['a script that wants HTML', { 'Sec-Fetch-Mode': 'cors' }],
  ])('by %s is answered as JSON', async (_name, headers) => {
    await open();
    const { body } = await send(fields({ profileVersion: '7' }), headers as Record<string, string>).expect(
      400,
    );
    expect(body.code).toBe('validation_failed');
  });

  test('leads back to the page with the banner, but not to one of another site', async () => {
    await open();
    const wrong = { profileVersion: '7' };
    const linksTo = async (body: Record<string, string>, headers: Record<string, string>) =>
      read(await send(fields({ ...wrong, ...body }), headers)).links;
    const preferences = '/svc/api/v1/preferences';
    expect(await linksTo({}, { Referer: 'http://shop.example/deep?x=1' })).toEqual([
      '/deep?x=1',
      `${preferences}?return=%2Fdeep%3Fx%3D1`,
    ]);
    expect(await linksTo({ return: '/shop' }, {})).toEqual(['/shop', `${preferences}?return=%2Fshop`]);
    const sameSite = { 'Sec-Fetch-Site': 'same-site', Referer: 'https://www.shop.example/page' };
    expect(await linksTo({}, sameSite)).toEqual(['https://www.shop.example/page', preferences]);
    const foreign = { 'Sec-Fetch-Site': 'cross-site', Referer: 'https://evil.example/page' };
    expect(await linksTo({}, foreign)).toEqual([preferences]);
    expect(await linksTo({ return: '//evil.example' }, {})).toEqual([preferences]);
  });

  test('of the page of preferences leads back to it, and to the page before, in its language', async () => {
    await open();
    const Referer =
      'http://shop.example/svc/api/v1/preferences?tenantId=default&locale=de&return=%2Fshop&saved=1';
    // Refused before the form was read.
    const answer = await send('{}', { Referer, 'Content-Type': 'application/json' }).expect(415);
    const { words, links, start } = read(answer);
    expect(start).toBe('<html lang="de" dir="ltr">');
    expect(words).toContain('Ihre Auswahl konnte nicht gespeichert werden.');
    expect(links).toEqual(['/shop', '/svc/api/v1/preferences?tenantId=default&locale=de&return=%2Fshop']);
  });

  test('speaks the language of the form, else of the browser, in its direction', async () => {
    await open();
    const start = async (body: Record<string, string>, language: string) =>
      read(await send(fields({ profileVersion: '7', ...body }), { 'Accept-Language': language })).start;
    expect(await start({ locale: 'ar' }, 'fr')).toBe('<html lang="ar" dir="rtl">');
    expect(await start({}, 'cy, fr;q=0.8')).toBe('<html lang="fr" dir="ltr">');
    expect(await start({}, 'cy')).toBe('<html lang="en" dir="ltr">');
  });

  test('keeps what the request says as text', async () => {
    await open();
    const attack = '"><script>alert(1)</script>';
    const { text } = await send(fields({ profileVersion: attack, locale: attack, return: `/${attack}` }));
    expect(text).not.toMatch(/<script/);
  });
});

test('a link that fails is answered by a page, and as JSON to programs', async () => {
  await open();
  for (const [path, status, code] of [
    ['/preferences?saved=2', 400, 'validation_failed'],
    ['/preferences?locale=de&locale=en', 400, 'validation_failed'],
    ['/consent/somebody/receipt', 403, 'visitor_cookie_required'],
    ['/erasures/unknown?code=x', 404, 'erasure_not_found'],
  ] as const) {
    const { words } = read(await see(path).expect(status));
    expect(words).toContain('That did not work. ');
    expect(words).toContain(code);
    expect((await see(path, { Accept: 'application/json' }).expect(status)).body.code).toBe(code);
  }
  const { words, start } = read(await see('/erasures/unknown?code=x&lang=de').expect(404));
  expect([words.includes('Das hat nicht funktioniert.'), start]).toEqual([
    true,
    '<html lang="de" dir="ltr">',
  ]);
  // A part of a page, which servers put into their own.
  const { body } = await see('/declaration/en?group=none').expect(404);
  expect(body.code).toBe('profile_not_found');
});

test('a fault of the service is shown with the id under which the log has it', async () => {
  await open();
  await app.knex.schema.renameTable('svc_consents', 'gone');
  const answer = await send(fields()).expect(500);
  expect(read(answer).words).toContain(`internal_error ${answer.headers['x-request-id']}`);
  expect(app.logger.lines.join()).toContain(String(answer.headers['x-request-id']));
});
