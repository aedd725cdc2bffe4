import express from 'express';
import supertest from 'supertest';
import { declarationWords } from '#content/declaration-words/index';
import { widgetWordLocales } from '#content/widget-words/index';
import { type Choice, encodeChoice } from '#standards/choice/index';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';

const clock = createTestClock();
let app: TestApp;
let profileId: string;

beforeAll(async () => {
  app = await createTestApp({ clock });
  ({ id: profileId } = await createActiveProfile(app, { localeContent: { de: germanContent() } }));
});
afterAll(() => app.close());

const get = (path: string, accept = 'application/json') =>
  app.request.get(`${app.publicBase}/declaration/${path}`).set('Accept', accept);

describe('GET /declaration/:locale', () => {
  test('lists the cookies of the visitor’s group by category, in the wanted language', async () => {
    const { body, headers } = await get('de-AT?tz=Europe/Vienna').expect(200);
    expect(body).toMatchObject({
      profileId,
      profileVersion: 1,
      complianceGroup: 'opt-in',
      locale: 'de',
      dir: 'ltr',
      lastChanged: new Date(clock.now()).toISOString(),
      heading: 'Cookies und ähnliche Technologien',
    });
    const [necessary, analytics, marketing, ...others] = body.categories;
    expect(others).toEqual([]);
    expect(necessary).toMatchObject({
      id: 'necessary',
      alwaysOn: true,
      cookies: [{ name: 'sid', kind: 'cookie' }],
    });
    expect(analytics.cookies).toEqual([
      {
        name: '_ga',
        kind: 'cookie',
        provider: 'Google',
        providerContact: 'https://policies.google.com/privacy',
        providerCountry: 'US',
        duration: '13 Monate',
      },
    ]);
    expect(marketing).toMatchObject({ alwaysOn: false, cookies: [{ duration: '90 Tage' }] });
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=60');
    expect(headers.vary).toMatch(/^Accept, /);
  });

  test('is HTML for a client that prefers it: a table with headers for each category', async () => {
    const { text, type } = await get('en?group=opt-in', 'text/html').expect(200);
    expect(type).toBe('text/html');
    expect(text).toMatch(/^<section class="svc-declaration" lang="en" dir="ltr">/);
    expect(text.match(/<table>/g)).toHaveLength(3);
    expect(text).toContain('<th scope="row"><code dir="ltr">_ga</code></th>');
    expect(text).toContain('<button type="button" data-consent-open>Privacy settings</button>');
    expect(text).toContain('<a href="https://policies.google.com/privacy" rel="noopener noreferrer">');
    expect(text).not.toMatch(/<(style|script)|style=/);
  });

  test('reads the language of the headers for `auto`, and says so to caches', async () => {
    const { body, headers } = await get('auto?group=opt-in').set('Accept-Language', 'de').expect(200);
    expect(body.locale).toBe('de');
    expect(headers.vary).toContain('Accept-Language');
    expect((await get('fr?group=opt-in')).body.locale).toBe('en');
  });

  test('answers 304 to a client that has it, apart for each form', async () => {
    const { headers } = await get('en?group=opt-in');
    await get('en?group=opt-in')
      .set('If-None-Match', headers.etag ?? '')
      .expect(304);
    await get('en?group=opt-in', 'text/html')
      .set('If-None-Match', headers.etag ?? '')
      .expect(200);
  });

  test('is 404 for a group without an active profile', async () => {
    const { body } = await get('en?group=opt-out').expect(404);
    expect(body.code).toBe('profile_not_found');
    await get('en?tz=America/Los_Angeles').expect(404);
  });

  test.each(['en?group=A', 'en?group=..%2F', `${'x'.repeat(65)}?group=opt-in`])(
    'refuses %s',
    async (path) => {
      const { body } = await get(path).expect(400);
      expect(body.code).toBe('validation_failed');
    },
  );

  test('lists categories as the banner does: by their place, those without one last', async () => {
    const target = await createTestApp({ clock });
    const { preferenceModal } = profileJson();
    const { marketing, ...others } = preferenceModal?.categories ?? {};
    await createActiveProfile(target, {
      profileJson: profileJson({
        preferenceModal: {
          ...preferenceModal,
          categories: { ...others, marketing: { ...marketing, order: 1 } },
        },
      }),
    });
    const { body } = await target.request
      .get(`${target.publicBase}/declaration/en?group=opt-in`)
      .set('Accept', 'application/json');
    const { text } = await target.request.get(`${target.publicBase}/preferences`);
    expect(body.categories.map(({ id }: { id: string }) => id)).toEqual([
      'marketing',
      'necessary',
      'analytics',
    ]);
    expect(text.match(/(Necessary|Analytics|Marketing)(?=<)/g)).toEqual([
      'Marketing',
      'Necessary',
      'Analytics',
    ]);
    await target.close();
  });

  test('shows texts of operators as text', async () => {
    const target = await createTestApp({ clock });
    const attack = '<img src=x onerror=alert(1)>"\'';
    const json = profileJson();
    await createActiveProfile(target, {
      profileJson: profileJson({
        cookies: {
          ...json.cookies,
          ga: {
            purpose: 'analytics',
            listenGpc: true,
            name: '_ga',
            provider: attack,
            description: attack,
            duration: attack,
            domains: [attack],
            providerContact: `https://x.example/"onclick="alert(1)`,
            providerCountry: 'US',
          },
        },
      }),
    });
    const { text } = await target.request
      .get(`${target.publicBase}/declaration/en?group=opt-in`)
      .set('Accept', 'text/html');
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toContain('<img');
    expect(text).not.toContain('"onclick');
    await target.close();
  });

  test('changes with the next publication', async () => {
    const target = await createTestApp({ clock });
    const { id } = await createActiveProfile(target);
    const path = `${target.publicBase}/declaration/en?group=opt-in`;
    expect((await target.request.get(path)).body.profileVersion).toBe(1);
    clock.advance(86_400_000);
    const json = profileJson();
    const { session } = json.cookies ?? {};
    const changed = { ...json, cookies: { ...json.cookies, session: { ...session, name: 'sid2' } } };
    await target.request
      .put(`${target.adminBase}/profiles/${id}`)
      .set(await target.asAdmin())
      .send({ profileJson: changed })
      .expect(200);
    await target.request
      .post(`${target.adminBase}/profiles/${id}/activate`)
      .set(await target.asAdmin())
      .expect(200);
    const { body } = await target.request.get(path);
    expect(body.lastChanged).toBe(new Date(clock.now()).toISOString());
    expect(body.categories[0].cookies[0].name).toBe('sid2');
    await target.close();
  });
});

describe('consent.declaration(req)', () => {
  const category = { mandatory: false, preGranted: false, listensToGpc: false, purposes: '' } as const;
  const choice = (categories: Choice['categories']) =>
    `svc_choice=${encodeChoice({
      profileId,
      profileVersion: 1,
      decidedAt: clock.now() - 3_600_000,
      expiresAt: clock.now() + 3_600_000,
      gpcMode: 'strict',
      gpcDetected: false,
      gpcOverride: false,
      asksFirst: true,
      submissionId: null,
      categories,
    })}`;
  const write = (headers: Record<string, string>, options = {}) =>
    app.service.declaration({ headers, socket: { remoteAddress: '203.0.113.9' } } as never, {
      complianceGroup: 'opt-in',
      ...options,
    });

  test('contains the visitor’s choice', async () => {
    const cookie = choice([
      { ...category, id: 'analytics', state: 'granted' },
      { ...category, id: 'marketing', state: 'denied' },
    ]);
    const { html, vary } = await write({ cookie }, { locale: 'en' });
    expect(html).toMatch(/^<svc-declaration><section .*<\/section><\/svc-declaration>$/s);
    expect(html).toContain('data-svc-state="analytics" data-on="On" data-off="Off">(On)');
    expect(html).toContain('data-svc-state="marketing" data-on="On" data-off="Off">(Off)');
    expect(vary).toMatch(/^Cookie, Sec-GPC/);
  });

  test('shows what applies before a choice, and follows the browser’s language', async () => {
    const { html, vary } = await write({ 'accept-language': 'de' });
    expect(html).toContain('data-svc-state="analytics" data-on="Ein" data-off="Aus">(Aus)');
    expect(vary).toContain('Accept-Language');
  });

  describe('that cannot be read', () => {
    /** Asks a page of the host for its declaration. */
    const askHost = async ({ service }: TestApp, options: object) => {
      const host = express();
      host.get('/cookies', async (req, res) => {
        const { html, vary } = await service.declaration(req, options);
        res.vary(vary).send(html);
      });
      return supertest(host).get('/cookies').expect(200);
    };
    const warning = expect.stringContaining('The cookie declaration could not be read for a page');

    test('does not fail the page: the widget loads it, and no cache keeps the page', async () => {
      const other = await createTestApp({ clock });
      await createActiveProfile(other);
      await other.knex.destroy();
      const { text, headers } = await askHost(other, { locale: 'de, en', complianceGroup: '"><b>' });
      expect(text).toBe('<svc-declaration lang="de" group="&quot;&gt;&lt;b&gt;"></svc-declaration>');
      expect(headers.vary).toBe('*');
      expect((await askHost(other, {})).text).toBe('<svc-declaration></svc-declaration>');
      expect(other.logger.lines.filter((line) => line.includes('"warn"'))).toContainEqual(warning);
      await other.close();
    });

    test('because tenancy.resolve throws, does not fail the page either', async () => {
      const resolve = () => {
        throw new Error('no database of tenants');
      };
      const other = await createTestApp({ clock, config: { tenancy: { enabled: true, resolve } } });
      expect((await askHost(other, {})).text).toBe('<svc-declaration></svc-declaration>');
      expect(other.logger.lines).toContainEqual(warning);
      await other.close();
    });

    test('in time, does not delay the page for longer than a second', async () => {
      const resolve = () => new Promise<string>(() => {});
      const other = await createTestApp({ clock, config: { tenancy: { enabled: true, resolve } } });
      expect((await askHost(other, {})).text).toBe('<svc-declaration></svc-declaration>');
      expect(other.logger.lines).toContainEqual(expect.stringContaining('took longer than 1000 ms'));
      await other.close();
    });
  });

  test('is empty where no profile is active', async () => {
    expect((await write({}, { complianceGroup: 'opt-out' })).html).toBe('');
  });
});

test.each(widgetWordLocales)('the words of %s are complete', (locale) => {
  const words = declarationWords(locale);
  expect(Object.values(words).every((word) => word.trim() !== '')).toBe(true);
  expect(words.lastChanged).toContain('{date}');
});

test('every language of the widget has words for the declaration', () => {
  const headings = widgetWordLocales.map((locale) => declarationWords(locale).heading);
  // Portuguese has one heading for both of its locales.
  expect(new Set(headings).size).toBe(widgetWordLocales.length - 1);
});
