import { parse } from 'parse5';
import {
  allDenied,
  allGranted,
  choiceAfter,
  consentCalls,
  cookiesAfter,
  recordEvents,
} from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile, germanContent, profileJson, serviceProfileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

let app: TestApp;
let profileId: string;

const byHeader = {
  name: 'by header',
  dependsOn: { headers: ['x-country'] },
  locate: ({ headers }: { headers: Record<string, unknown> }) => ({
    country: String(headers['x-country'] ?? 'DE'),
  }),
};

const usual = { rateLimit: false, geo: byHeader } as const;
let shared: TestApp;
beforeAll(async () => {
  shared = await createTestApp({ config: usual });
});
afterAll(() => shared.close());

/** Opens the service that tests share, or one with a configuration of its own, and publishes a profile. */
async function open(
  config: TestAppOptions['config'] = {},
  profile: Parameters<typeof createActiveProfile>[1] = {},
): Promise<void> {
  const isOwn = Object.keys(config).length > 0;
  app = isOwn ? await createTestApp({ config: { ...usual, ...config } }) : shared;
  profileId = (await createActiveProfile(app, profile)).id;
}
afterEach(async () => {
  if (app !== shared) await app.close();
  // The next test counts its own.
  else await app.knex('svc_consents').delete();
});

/** Publishes another version of the profile. */
async function publish(changes: Parameters<typeof profileJson>[0]): Promise<void> {
  const admin = await app.asAdmin();
  const address = `${app.adminBase}/profiles/${profileId}`;
  const { headers } = await app.request.get(address).set(admin).expect(200);
  await app.request
    .put(address)
    .set(admin)
    .set('If-Match', headers.etag ?? '*')
    .send({ profileJson: profileJson(changes) })
    .expect(200);
  await app.request.post(`${address}/activate`).set(admin).send({}).expect(200);
}

const sameOrigin = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate' };
const formId = 'AAAAAAAAAAAAAAAAAAAAAA';
let formNumber = 0;
/** The fields of a page that has just been written. */
const fields = (more: Record<string, string> = {}) => {
  formNumber += 1;
  return {
    profileId,
    profileVersion: '1',
    locale: 'en',
    layer: 'banner',
    form: `${formId.slice(4)}${String(formNumber).padStart(4, '0')}`,
    ...more,
  };
};
const send = (body: Record<string, string>, headers: Record<string, string> = sameOrigin, query = '') =>
  app.request.post(`${app.publicBase}/preferences${query}`).set(headers).type('form').send(body);
const see = (headers: Record<string, string> = {}, query = '') =>
  app.request.get(`${app.publicBase}/preferences${query}`).set(headers);
const records = async () =>
  (await app.knex('svc_consents').orderBy('created_at')).map((row) => ({
    ...row,
    consent: JSON.parse(row.consent_json),
  }));
const states = (analytics: string, marketing: string) => ({ necessary: 'granted', analytics, marketing });
/** Returns the start tags of a page's elements. */
const tagsOf = (html: string, name: string) => html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? [];

describe('a form of the banner', () => {
  test('records what POST /consent records: event, manner, cookies, history', async () => {
    await open();
    const events = recordEvents(app);
    const answer = await send(fields({ refuse: '!', return: '/shop?page=2#top' })).expect(303);
    expect(answer.headers.location).toBe('/shop?page=2#top');
    const Cookie = cookiesAfter(answer);
    expect(Cookie).toMatch(/svc_vid=.+svc_own=/);
    expect(choiceAfter(answer)).toMatchObject({ profileId, profileVersion: 1, submissionId: null });
    const own = await app.request.get(`${app.publicBase}/consent`).set({ Cookie }).expect(200);
    expect(own.body).toMatchObject({
      record: {
        consentJson: states('denied', 'denied'),
        method: 'refuse',
        layer: 'banner',
        by: 'visitor',
        locale: 'en',
      },
      verification: { valid: true },
    });
    expect(events.map(({ name }) => name)).toContain('consent.created');

    await send(fields({ accept: '*' }), { ...sameOrigin, Cookie }).expect(303);
    const [record, ...others] = await records();
    expect(others).toEqual([]);
    expect(record).toMatchObject({ consent: states('granted', 'granted'), revision: 2, method: 'accept' });
  });

  test('grants the categories of a button, in any language of ids', async () => {
    await open();
    await send(fields({ save: 'analytics' })).expect(303);
    expect((await records())[0]).toMatchObject({ consent: states('granted', 'denied'), method: 'save' });
  });

  test('sent twice by a visitor who is known is one decision', async () => {
    await open();
    const body = fields({ accept: '*' });
    const first = await send(body).expect(303);
    const headers = { ...sameOrigin, Cookie: cookiesAfter(first) };
    for (const again of [body, fields({ refuse: '!' })])
      await Promise.all([send(again, headers).expect(303), send(again, headers).expect(303)]);
    const [record, ...others] = await records();
    expect(others).toEqual([]);
    const states = await consentCalls(app).history(record?.visitor_id);
    expect(states.map(({ consentJson }: { consentJson: object }) => consentJson)).toEqual([
      allDenied,
      allGranted,
      allGranted,
    ]);
    app.clock.advance(120_000);
    await send(body, headers).expect(303);
    expect(await consentCalls(app).history(record?.visitor_id)).toHaveLength(4);
  });

  test('sent again after another one is another decision', async () => {
    await open();
    const first = await send(fields({ accept: '*' })).expect(303);
    const headers = { ...sameOrigin, Cookie: cookiesAfter(first) };
    const page = fields();
    for (const [name, value] of [
      ['refuse', '!'],
      ['accept', '*'],
      ['refuse', '!'],
    ] as const)
      await send({ ...page, [name]: value }, headers).expect(303);
    const [record] = await records();
    expect(record).toMatchObject({ consent: states('denied', 'denied'), revision: 4 });
  });

  test.each([{}, { visitorCookie: { requireProof: true } }])(
    'gives nobody the record of another browser that sent the same page: %j',
    async (config) => {
      await open(config);
      const body = fields({ accept: '*' });
      // A cache has given one page to both, and they share an address.
      const [first, second] = await Promise.all([send(body), send(body)]);
      const cookies = [first, second].map((answer) => cookiesAfter(answer).split('; '));
      expect(cookies.flat().filter((pair) => /^svc_(vid|own)=/.test(pair))).toHaveLength(4);
      expect(new Set(cookies.flat().filter((pair) => /^svc_(vid|own)=/.test(pair))).size).toBe(4);
      const planted = {
        ...sameOrigin,
        Cookie: (cookies[0] ?? []).find((pair) => pair.startsWith('svc_vid')),
      };
      const third = await send(body, planted as Record<string, string>).expect(303);
      expect(cookiesAfter(third)).not.toContain(
        (cookies[0] ?? []).find((pair) => pair.startsWith('svc_own')),
      );
    },
  );

  test.each([
    [
      '/\\evil.example',
      '/\t/evil.example',
      '//evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
      '/%0d%0aX:1',
    ],
  ])('leads nowhere else: %s', async (...addresses) => {
    await open();
    for (const address of addresses) {
      const { headers } = await send(fields({ refuse: '!', return: address })).expect(303);
      expect(headers.location).toMatch(/^\/(svc\/api\/v1\/preferences\?|%0d%0aX:1$)/);
    }
    const { headers } = await send(fields({ refuse: '!', return: '/a/../..//evil.example' })).expect(303);
    expect(new URL(headers.location ?? '', 'https://shop.example').host).toBe('shop.example');
  });

  test('returns to the page that sent it, as the browser knows it', async () => {
    await open();
    const to = async (Referer: string, more: Record<string, string> = {}) =>
      (
        await send(fields({ refuse: '!', ...more }), { ...sameOrigin, Host: 'shop.example', Referer }).expect(
          303,
        )
      ).headers.location;
    expect(await to('http://shop.example/deep/page?x=1')).toBe('/deep/page?x=1');
    // Behind a proxy that removes a prefix.
    expect(await to('http://shop.example/prefix/page', { return: '/page' })).toBe('/prefix/page');
    // A policy that tells only the origin.
    expect(await to('http://shop.example/', { return: '/page' })).toBe('/page');
    expect(await to('http://www.shop.example/page')).toBe('http://www.shop.example/page');
  });

  test('of another site, of a sandboxed frame or without any word of the browser changes nothing', async () => {
    await open();
    const refused: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' },
      { 'Sec-Fetch-Site': 'none' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      {},
    ];
    for (const headers of refused) {
      const { body, headers: answered } = await send(fields({ accept: '*' }), headers).expect(403);
      expect(body.code).toBe('origin_not_allowed');
      expect(answered['access-control-allow-origin']).toBeUndefined();
    }
    expect(await records()).toEqual([]);
    await send(fields({ accept: '*' }), { Host: 'shop.example', Origin: 'http://shop.example' }).expect(303);
  });

  test('of a page that the profile’s list excludes is refused', async () => {
    await open({}, { profileJson: profileJson({ allowedOrigins: ['https://www.shop.example'] }) });
    const site = { 'Sec-Fetch-Site': 'same-site' };
    await send(fields({ accept: '*' }), { ...site, Origin: 'https://user.shop.example' }).expect(403);
    await send(fields({ accept: '*' }), { ...site, Origin: 'https://www.shop.example' }).expect(303);
    await send(fields({ accept: '*' })).expect(303);
  });

  test.each<[string, Record<string, string>]>([
    ['a version that was never published', { profileVersion: '7' }],
    ['a profile that does not exist', { profileId: 'nothing' }],
    ['no button', { accept: undefined as never }],
    ['a version that is not a number', { profileVersion: 'new' }],
    ['no random text', { form: 'short' }],
    ['an unknown layer', { layer: 'embed' }],
  ])('with %s is refused', async (_name, wrong) => {
    await open();
    const body = Object.fromEntries(
      Object.entries({ ...fields({ accept: '*' }), ...wrong }).filter(([, value]) => value !== undefined),
    );
    const { body: answer } = await send(body).expect(400);
    expect(answer.code).toBe('validation_failed');
    expect(await records()).toEqual([]);
    await app.request.post(`${app.publicBase}/preferences`).set(sameOrigin).send({}).expect(415);
  });

  test('of an earlier version counts as the decision about that version', async () => {
    await open();
    await publish({ mainBanner: { ...profileJson().mainBanner, heading: 'New words' } });
    await send(fields({ accept: '*' })).expect(303);
    expect((await records())[0]).toMatchObject({ profile_version: 1, consent: states('granted', 'granted') });
  });

  test('of a page that was open before the visitor decided leaves that decision as it is', async () => {
    await open({}, { profileJson: serviceProfileJson(), localeContent: {} });
    const stale = fields({ save: '=' });
    const chosen = fields({ layer: 'preferences', save: '=', 'service.youtube': '1' });
    const Cookie = cookiesAfter(await send(chosen).expect(303));
    const [before] = await records();
    await send(stale, { ...sameOrigin, Cookie }).expect(303);
    const [after, ...others] = await records();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ consent: states('denied', 'denied'), services: before?.services });
  });

  test('that confirms a notice answers nothing, and does not take a refusal back', async () => {
    await open({}, { profileJson: profileJson({ complianceGroup: 'notice-only' } as never) });
    const Cookie = cookiesAfter(await send(fields({ save: '=' })).expect(303));
    await send(fields({ save: '=' }), { ...sameOrigin, Cookie }).expect(303);
    expect((await records())[0]).toMatchObject({ consent: {} });
    await send(fields({ layer: 'preferences', refuse: '!' }), { ...sameOrigin, Cookie }).expect(303);
    await send(fields({ save: '=' }), { ...sameOrigin, Cookie }).expect(303);
    expect((await records())[0]).toMatchObject({ consent: states('denied', 'denied') });
  });

  test('cannot grant what a binding signal denies', async () => {
    await open({}, { profileJson: profileJson({ gpcMode: 'strict' } as never) });
    await send(fields({ accept: '*' }), { ...sameOrigin, 'Sec-GPC': '1' }).expect(303);
    expect((await records())[0]).toMatchObject({ consent: states('denied', 'denied'), gpc_detected: 1 });
  });

  test('is limited as POST /consent is', async () => {
    await open({ rateLimit: { consentWrites: { limit: 1, windowSeconds: 60 } } });
    await send(fields({ accept: '*' })).expect(303);
    await consentCalls(app).submit({ profileId, consentJson: {} }).expect(429);
    await send(fields({ accept: '*' })).expect(429);
  });
});

describe('the page of preferences', () => {
  test('shows the profile’s texts with the visitor’s choice, and changes it', async () => {
    await open(
      {},
      {
        profileJson: profileJson({ privacyUrl: 'https://shop.example/privacy', allowReceipt: true } as never),
      },
    );
    const { text, headers } = await see({}, '?return=/shop').expect(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    for (const shown of [
      'Your choices',
      'Choose what you allow.',
      'Counts visits.',
      '1 cookie',
      '_fbp',
      'Meta',
    ])
      expect(text).toContain(shown);
    expect(text).toContain('<a class="back" href="/shop">');
    expect(tagsOf(text, 'input').filter((tag) => tag.includes(' checked'))).toEqual([]);
    expect(text).not.toContain('role="status"');
    // Of one size and look.
    expect(tagsOf(text, 'button').map((tag) => /class="(\w+)".*name="(\w+)"/.exec(tag)?.slice(1))).toEqual([
      ['primary', 'save'],
      ['primary', 'accept'],
      ['primary', 'refuse'],
    ]);

    const body = { ...fields(), layer: 'preferences', return: '/shop', save: '=', 'category.analytics': '1' };
    const saved = await send(body).expect(303);
    expect(saved.headers.location).toBe('/svc/api/v1/preferences?locale=en&return=%2Fshop&saved=1');
    const Cookie = cookiesAfter(saved);
    const after = await app.request
      .get(saved.headers.location ?? '')
      .set({ Cookie })
      .expect(200);
    expect(after.text).toContain('Your choice has been saved.');
    expect(after.text).toContain('Decided on');
    expect(after.text).toMatch(/href="\/svc\/api\/v1\/consent\/[^"/]+\/receipt" download/);
    const switches = tagsOf(after.text, 'input').filter((tag) => tag.includes('role="switch"'));
    expect(
      switches.map((tag) => [/name="category\.(\w+)"/.exec(tag)?.[1], tag.includes(' checked')]),
    ).toEqual([
      ['analytics', true],
      ['marketing', false],
    ]);
    // Withdrawn.
    await send({ ...fields({ layer: 'preferences', save: '=' }) }, { ...sameOrigin, Cookie }).expect(303);
    expect((await records())[0]).toMatchObject({
      consent: states('denied', 'denied'),
      revision: 2,
      layer: 'preferences',
    });
    // The success is told to the one who decided.
    expect((await see({}, '?saved=1')).text).not.toContain('role="status"');
  });

  test('says how long each cookie is kept, and its name in the browser', async () => {
    const json = profileJson();
    const { ga, pixel } = json.cookies ?? {};
    if (!ga || !pixel) throw new Error('the small profile has other cookies');
    const { duration: _, ...measured } = ga;
    await open(
      {},
      {
        profileJson: profileJson({
          cookies: {
            ...json.cookies,
            ga: { ...measured, maxAgeSeconds: 34_128_000 },
            pixel: { ...pixel, maxAgeSeconds: 'session' },
          },
        }),
        localeContent: { de: { ...germanContent(), cookies: { ga: { name: 'Statistik' } } } },
      },
    );
    const listed = async (locale: string) =>
      (await see({}, `?locale=${locale}`)).text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect(await listed('en')).toMatch(
      /_ga .*?Kept for: 13 months .*?_fbp .*?Kept for: until you close the browser/,
    );
    expect(await listed('de')).toMatch(/_ga .*?: 13 Monate /);
  });

  test('has a policy under which nothing runs, loads or frames it, with its own style', async () => {
    await open();
    const { headers, text } = await see();
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(text).not.toMatch(/<script|style="|\son\w+=/);
  });

  test('speaks the language of the address, else of the browser, in its direction', async () => {
    await open({}, {
      profileJson: profileJson({ languageSwitch: true } as never),
      // What the texts say does not matter here.
      localeContent: { ar: germanContent() },
    } as never);
    const start = async (headers: Record<string, string>, query = '') =>
      /<html[^>]*>/.exec((await see(headers, query)).text)?.[0];
    expect(await start({ 'Accept-Language': 'ar' })).toBe('<html lang="ar" dir="rtl">');
    expect(await start({ 'Accept-Language': 'ar' }, '?locale=en-GB')).toBe('<html lang="en" dir="ltr">');
    expect((await see({}, '?locale=en')).text).toMatch(
      /<a href="[^"]*locale=ar[^"]*" lang="ar" hreflang="ar">العربية<\/a>/,
    );
  });

  test('keeps hostile texts and addresses as texts', async () => {
    const attack = '"><script>alert(1)</script>';
    await open(
      {},
      {
        profileJson: profileJson({ preferenceModal: { ...profileJson().preferenceModal, heading: attack } }),
      },
    );
    const { text } = await see(
      {},
      `?return=${encodeURIComponent(`/x${attack}`)}&locale=${encodeURIComponent(attack)}`,
    );
    expect(text).not.toMatch(/<script/);
    expect(text).toContain('&quot;&gt;&lt;script&gt;');
    expect(() =>
      parse(text, {
        onParseError: ({ code }) => {
          throw new Error(code);
        },
      }),
    ).not.toThrow();
    expect((await see({}, '?return=//evil.example')).text).not.toContain('evil');
  });

  test('can be saved from any page, however long its address', async () => {
    await open();
    const long = { Host: 'shop.example', Referer: `http://shop.example/?q=${'a'.repeat(3000)}` };
    for (const query of ['', `?return=${encodeURIComponent(`/${'日'.repeat(500)}`)}`]) {
      const { text } = await see(long, query).expect(200);
      const hidden = tagsOf(text, 'input').flatMap((tag): [string, string][] => {
        const [, name, value] = /type="hidden" name="(\w+)" value="([^"]*)"/.exec(tag) ?? [];
        return name && value ? [[name, value]] : [];
      });
      await send({ ...Object.fromEntries(hidden), refuse: '!' }).expect(303);
    }
    // The page of the banner's form is where the browser is already.
    const { headers } = await send(fields({ refuse: '!' }), { ...sameOrigin, ...long }).expect(303);
    expect(headers.location).toHaveLength(3004);
  });

  test('says where there is nothing to choose', async () => {
    await open({
      compliance: { dataSigningHash: 'a signing hash, long enough to be valid', type: 'auto' },
    } as never);
    const { text, headers } = await see({ 'X-Country': 'US', 'Accept-Language': 'de' }).expect(404);
    expect(text).toContain('Hier gibt es nichts auszuwählen.');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('asks for the place and in the language that the widget names where it cannot ask itself', async () => {
    await open({ geo: undefined });
    await see({}, '?tz=America/New_York&lang=en').expect(404);
    const { text } = await see({ 'Accept-Language': 'en' }, '?tz=Europe/Berlin&lang=de').expect(200);
    expect(tagsOf(text, 'html')).toEqual(['<html lang="de" dir="ltr">']);
  });

  test('marks what the privacy signal denies, and fixes it where the signal binds', async () => {
    await open({}, { profileJson: profileJson({ gpcMode: 'strict' } as never) });
    const { text } = await see({ 'Sec-GPC': '1' });
    expect(text).toContain('Global Privacy Control');
    expect(tagsOf(text, 'input').filter((tag) => tag.includes(' disabled'))).toHaveLength(2);
    expect((await see()).text).not.toContain('Global Privacy Control');
  });

  test('asks for the age where the profile does, and lets a child only refuse', async () => {
    await open(
      {},
      {
        profileJson: profileJson({ ageGate: { ask: 'birthYear', parental: false, minimumAge: 16 } } as never),
      },
    );
    expect((await see()).text).toMatch(/<input required="" class="field" name="birthYear"/);
    const year = new Date(app.clock.now()).getUTCFullYear();
    const body = { layer: 'preferences', accept: '*' };
    const child = cookiesAfter(await send(fields({ ...body, birthYear: String(year - 12) })).expect(303));
    expect(
      (await records()).map(({ consent, layer, age_verified: isVerified }) => [consent, layer, isVerified]),
    ).toEqual([[states('denied', 'denied'), 'age', 0]]);
    // For a day, no other answer counts.
    const older = fields({ ...body, birthYear: String(year - 30) });
    const { text } = await see({ Cookie: child });
    expect(text).toContain('At your age you cannot agree to this yourself');
    expect(text).not.toContain('birthYear');
    await send(older, { ...sameOrigin, Cookie: child }).expect(303);
    expect(await records()).toMatchObject([{ consent: states('denied', 'denied'), age_verified: 0 }]);
    app.clock.advance(86_400_000);
    expect((await see({ Cookie: child })).text).toContain('birthYear');
    const Cookie = cookiesAfter(await send(older, { ...sameOrigin, Cookie: child }).expect(303));
    expect(await records()).toMatchObject([{ consent: states('granted', 'granted'), age_verified: 1 }]);
    expect((await see({ Cookie })).text).not.toContain('birthYear');
  });

  test('lets a child decide once a parent has agreed', async () => {
    await open(
      {},
      { profileJson: profileJson({ ageGate: { ask: 'yesNo', parental: true, minimumAge: 16 } }) },
    );
    const body = { layer: 'preferences', accept: '*' };
    const Cookie = cookiesAfter(await send(fields({ ...body, age: 'no' })).expect(303));
    const path = `${app.publicBase}/consent/parental-consent`;
    const asked = await app.request
      .post(`${path}-request`)
      .set('Cookie', Cookie)
      .send({ profileId })
      .expect(200);
    app.clock.advance(86_400_000);
    await send(fields({ ...body, age: 'yes' }), { ...sameOrigin, Cookie }).expect(303);
    expect(await records()).toMatchObject([{ consent: states('denied', 'denied'), age_verified: 0 }]);
    await app.request.post(`${path}-resolve`).send({ token: asked.body.token }).expect(200);
    expect((await see({ Cookie })).text).not.toContain('name="age"');
    await send(fields(body), { ...sameOrigin, Cookie }).expect(303);
    expect(await records()).toMatchObject([{ consent: states('granted', 'granted') }]);
  });

  test('asks those who agree on a banner from before the age was asked, and lets them refuse', async () => {
    await open();
    await publish({ ageGate: { ask: 'yesNo', parental: false, minimumAge: 16 } });
    const answer = await send(fields({ accept: '*', return: '/shop' })).expect(303);
    expect(answer.headers.location).toBe('/svc/api/v1/preferences?locale=en&return=%2Fshop');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await see()).text).toContain('name="age"');
    expect(await records()).toEqual([]);
    await send(fields({ refuse: '!', return: '/shop' })).expect(303);
    expect(await records()).toMatchObject([
      { consent: states('denied', 'denied'), layer: 'banner', age_verified: null },
    ]);
  });

  test('asks for the age as the profile does that the form is about, wherever the visitor is', async () => {
    await open({}, { profileJson: profileJson({ complianceGroup: 'opt-in' }) });
    const gated = {
      complianceGroup: 'opt-out-strict',
      ageGate: { ask: 'yesNo', parental: false, minimumAge: 16 },
    };
    const other = await createActiveProfile(app, { profileJson: profileJson(gated as never) });
    const form = () => fields({ accept: '*', layer: 'preferences', profileId: other.id });
    await send(form()).expect(303);
    expect(await records()).toEqual([]);
    await send({ ...form(), age: 'no' }).expect(303);
    await send({ ...form(), age: 'yes' }).expect(303);
    expect((await records()).map(({ consent, age_verified: isVerified }) => [consent, isVerified])).toEqual([
      [states('denied', 'denied'), 0],
      [states('granted', 'granted'), 1],
    ]);
  });

  test('belongs to its tenant: neither shows nor changes the record of another one', async () => {
    await open({ tenancy } as never);
    const { id: tenantId } = await createTenant(app, 'other');
    const heading = 'The other shop';
    const other = await createActiveProfile(
      app,
      { profileJson: profileJson({ preferenceModal: { ...profileJson().preferenceModal, heading } }) },
      tenantId,
    );
    const Cookie = cookiesAfter(
      await send(fields({ accept: '*' }), sameOrigin, '?tenantId=default').expect(303),
    );
    const seen = await see({ Cookie }, `?tenantId=${tenantId}`).expect(200);
    expect(seen.text).toContain('The other shop');
    expect(seen.text).not.toContain(' checked');
    expect(seen.text).toContain(`action="/svc/api/v1/preferences?tenantId=${tenantId}"`);
    const { body } = await send(
      fields({ accept: '*', profileId: other.id }),
      { ...sameOrigin, Cookie },
      '?tenantId=default',
    ).expect(400);
    expect(body.code).toBe('validation_failed');
    await see({}, '?tenantId=nobody').expect(404);
    expect(await records()).toHaveLength(1);
  });
});

describe('the page of a profile that asks about services', () => {
  /** The switches of a page: name, whether it is on, whether it is fixed. */
  const switches = (html: string) =>
    tagsOf(html, 'input')
      .filter((tag) => tag.includes('role="switch"'))
      .map((tag) => [/name="([^"]+)"/.exec(tag)?.[1], tag.includes(' checked'), tag.includes(' disabled')]);
  const ask = (more: Parameters<typeof serviceProfileJson>[0] = {}) =>
    open({}, { profileJson: serviceProfileJson(more), localeContent: {} });
  const last = async () => {
    const { consent, services, ...record } = (await records()).at(-1) ?? {};
    return { consent, services: JSON.parse(services), override: record.gpc_override };
  };
  const own = async (Cookie: string, headers: Record<string, string> = {}) =>
    (await see({ Cookie, ...headers }).expect(200)).text;

  test('has a switch for each service, keeps mixed answers, and grants the category when all are on', async () => {
    await ask();
    const { text } = await see().expect(200);
    expect(switches(text)).toEqual([
      ['service.ga', false, false],
      ['service.youtube', false, false],
      ['service.meta', false, false],
    ]);
    for (const shown of ['YouTube', 'Plays videos.', 'United States', 'https://policies.google.com/privacy'])
      expect(text).toContain(shown);
    const page = { layer: 'preferences', save: '=' };
    const Cookie = cookiesAfter(await send(fields({ ...page, 'service.youtube': '1' })).expect(303));
    expect(await last()).toMatchObject({
      consent: states('denied', 'denied'),
      services: { ga: false, youtube: true, meta: false },
    });
    const shown = switches(await own(Cookie));
    expect(shown.filter(([, isOn]) => isOn)).toEqual([['service.youtube', true, false]]);

    // Saved as it is shown.
    const again = Object.fromEntries(shown.flatMap(([name, isOn]) => (isOn ? [[`${name}`, '1']] : [])));
    await send(fields({ ...page, ...again }), { ...sameOrigin, Cookie }).expect(303);
    expect((await last()).services).toEqual({ ga: false, youtube: true, meta: false });
    await send(fields({ ...page, 'service.youtube': '1', 'service.meta': '1' }), {
      ...sameOrigin,
      Cookie,
    }).expect(303);
    expect(await last()).toMatchObject({
      consent: states('denied', 'granted'),
      services: { ga: false, youtube: true, meta: true },
    });
    await send(fields({ layer: 'preferences', refuse: '!' }), { ...sameOrigin, Cookie }).expect(303);
    expect((await last()).services).toEqual({ ga: false, youtube: false, meta: false });
    await send(fields({ layer: 'preferences', accept: '*' }), { ...sameOrigin, Cookie }).expect(303);
    expect((await last()).services).toEqual({ ga: true, youtube: true, meta: true });
    expect(await records()).toHaveLength(1);
  });

  test('takes the switch of a category for all of its services, and no service that it does not have', async () => {
    await ask();
    const odd = { 'service.nobody': '1', 'service.constructor': '1', 'service.__proto__': '1' };
    const form = { layer: 'preferences', save: '=', 'category.marketing': '1', 'category.__proto__': '1' };
    await send(fields({ ...form, ...odd })).expect(303);
    expect(await last()).toMatchObject({ consent: states('denied', 'granted') });
    expect((await last()).services).toEqual({ ga: false, youtube: true, meta: true });
  });

  test('counts services of the version that the visitor was shown', async () => {
    await open();
    await send(
      fields({ layer: 'preferences', save: '=', 'service.youtube': '1', 'category.marketing': '1' }),
    );
    const [record] = await records();
    expect(record).toMatchObject({ consent: states('denied', 'granted'), services: null });
  });

  test('grants no service that a binding signal denies, and fixes its switch', async () => {
    await ask({ gpcMode: 'strict' } as never);
    const headers = { ...sameOrigin, 'Sec-GPC': '1' };
    expect(switches((await see(headers)).text).map(([, isOn, isFixed]) => [isOn, isFixed])).toEqual([
      [false, true],
      [false, true],
      [false, true],
    ]);
    await send(fields({ layer: 'preferences', save: '=', 'service.youtube': '1' }), headers).expect(303);
    expect(await last()).toMatchObject({
      services: { ga: false, youtube: false, meta: false },
      override: null,
    });
  });

  test('keeps what the visitor confirmed against the signal, and lets them take it back', async () => {
    await ask({ gpcMode: 'strict' } as never);
    const confirmed = await consentCalls(app)
      .submit({
        profileId,
        profileVersion: 1,
        consentJson: states('denied', 'denied'),
        services: { youtube: true },
        gpcOverride: true,
      })
      .set('Sec-GPC', '1')
      .expect(200);
    const headers = { ...sameOrigin, 'Sec-GPC': '1', Cookie: cookiesAfter(confirmed) };
    const text = await own(headers.Cookie, { 'Sec-GPC': '1' });
    expect(switches(text)).toEqual([
      ['service.ga', false, true],
      ['service.youtube', true, false],
      ['service.meta', false, true],
    ]);
    // The signal is not honoured where the visitor has confirmed otherwise.
    expect(text).not.toContain('Global Privacy Control');
    const page = { layer: 'preferences', save: '=' };
    const all = { 'service.ga': '1', 'service.youtube': '1', 'service.meta': '1' };
    await send(fields({ ...page, ...all }), headers).expect(303);
    expect(await last()).toMatchObject({ services: { ga: false, youtube: true, meta: false }, override: 1 });
    expect(switches(await own(headers.Cookie, { 'Sec-GPC': '1' }))[1]).toEqual([
      'service.youtube',
      true,
      false,
    ]);
    await send(fields(page), headers).expect(303);
    expect(await last()).toMatchObject({
      services: { ga: false, youtube: false, meta: false },
      override: null,
    });
  });
});
