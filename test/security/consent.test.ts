import fc from 'fast-check';
import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls, consentTables, cookieOf } from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { byScope } from '../support/scope';
import { createTenant, tenancy } from '../support/tenants';

let app: TestApp;
let calls: ReturnType<typeof consentCalls>;
let profileId: string;

async function open(config: TestAppOptions['config'] = {}): Promise<void> {
  app = await createTestApp({ config: { rateLimit: false, ...config } });
  calls = consentCalls(app);
  profileId = (await createActiveProfile(app)).id;
}

const submission = (more: object = {}) => ({ profileId, consentJson: allGranted, ...more });
const raw = (method: 'post' | 'put', path: string, text: string | Buffer) => {
  const request = app.request[method](`${app.publicBase}${path}`)
    .set('Content-Type', 'application/json')
    .set('Cookie', cookieOf('victim'));
  // Sent unchanged: a body that is not JSON must not be turned into JSON.
  return request.serialize((body) => body as string).send(text as string);
};

/** A map that nobody has granted before: faulty optional fields are dropped from all others. */
const newGrant = { consentJson: { fresh: 'granted' } };

describe('bad input', () => {
  beforeAll(async () => {
    await open();
    await calls.submit(submission({ visitorId: 'victim', locale: 'de' })).expect(200);
  });
  afterAll(() => app.close());

  /**
   * Sends it as a new submission, as one for an existing visitor, and as an update where the field is one of
   * the update's.
   */
  async function refusals(fields: object) {
    const before = await consentTables(app);
    const answers = [
      await calls.submit({ ...submission(), ...fields }),
      await calls
        .submit({ ...submission({ visitorId: 'victim' }), ...fields })
        .set('Cookie', cookieOf('victim')),
    ];
    if (
      Object.keys(fields).every((field) =>
        [
          'consentJson',
          'locale',
          'gpcDetected',
          'gpcOverride',
          'tcfString',
          'gppString',
          'subjectId',
        ].includes(field),
      )
    )
      answers.push(await calls.update('victim', { consentJson: {}, ...fields }));
    expect(await consentTables(app)).toEqual(before);
    return answers;
  }

  const category = (id: string, state: unknown = 'granted') => ({ consentJson: { [id]: state } });
  test.each<[string, object, string]>([
    ['no profile', { profileId: undefined }, 'profileId'],
    ['a profile that does not exist', { profileId: 'unknown' }, 'profileId'],
    ['an empty profile id', { profileId: '' }, 'profileId'],
    ['a profile id of 65 characters', { profileId: 'p'.repeat(65) }, 'profileId'],
    ['a profile id with a NUL', { profileId: 'p\u0000' }, 'profileId'],
    ['an empty visitor id', { visitorId: '' }, 'visitorId'],
    ['a visitor id of 129 characters', { visitorId: 'v'.repeat(129) }, 'visitorId'],
    ['a visitor id that is a path step', { visitorId: '..' }, 'visitorId'],
    ['a visitor id with a slash', { visitorId: 'a/b' }, 'visitorId'],
    ['a visitor id with a line feed at its end', { visitorId: 'abc\n' }, 'visitorId'],
    ['a visitor id beyond ASCII', { visitorId: 'vïsitor' }, 'visitorId'],
    ['no consentJson', { consentJson: undefined }, 'consentJson'],
    ['a null consentJson', { consentJson: null }, 'consentJson'],
    ['a list for consentJson', { consentJson: ['granted'] }, 'consentJson'],
    ['a text for consentJson', { consentJson: 'granted' }, 'consentJson'],
    ['an unknown state', category('analytics', 'maybe'), 'consentJson.analytics'],
    ['a state in another case', category('analytics', 'Granted'), 'consentJson.analytics'],
    ['a boolean state', category('analytics', true), 'consentJson.analytics'],
    ['a null state', category('analytics', null), 'consentJson.analytics'],
    ['an unknown state under a key with a line feed', category('a\nb', 'maybe'), 'consentJson'],
    ['an empty category', category(''), 'consentJson'],
    ['a category of 65 UTF-16 units', category('k'.repeat(65)), 'consentJson'],
    ['a category of 33 emoji, which are 66 UTF-16 units', category('🍪'.repeat(33)), 'consentJson'],
    ['a category with a NUL', category('a\u0000'), 'consentJson'],
    ['a category with half an emoji', category('\ud83c'), 'consentJson'],
    [
      '201 categories',
      {
        consentJson: Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`c${index}`, 'granted'])),
      },
      'consentJson',
    ],
    ['a locale that is not a language tag', { locale: 'not a tag' }, 'locale'],
    ['the locale "default"', { locale: 'default' }, 'locale'],
    ['an empty locale', { locale: '' }, 'locale'],
    ['a locale of 36 characters', { locale: `de-x-${'a'.repeat(31)}` }, 'locale'],
    ['a number for locale', { locale: 1 }, 'locale'],
    ['a text for gpcDetected', { gpcDetected: 'true' }, 'gpcDetected'],
    ['a number for gpcDetected', { gpcDetected: 1 }, 'gpcDetected'],
    ['a text for gpcOverride', { gpcOverride: 'true' }, 'gpcOverride'],
    ['a user of the host’s, which no browser may name', { subjectId: 'user-1' }, 'subjectId'],
    ['an unknown source', { source: 'widget' }, 'source'],
    ['a text for ageVerified', { ageVerified: 'yes' }, 'ageVerified'],
    ['a TC string over 16 KiB', { tcfString: 'a'.repeat(16_385), ...newGrant }, 'tcfString'],
    ['a TC string over 16 KiB in bytes only', { tcfString: 'é'.repeat(8193), ...newGrant }, 'tcfString'],
    ['an object for tcfString', { tcfString: {}, ...newGrant }, 'tcfString'],
    ['a GPP string over 16 KiB', { gppString: 'a'.repeat(16_385), ...newGrant }, 'gppString'],
    ['a time zone of 65 characters', { timezone: 'x'.repeat(65) }, 'timezone'],
    ['a list for timezone', { timezone: ['Europe/Paris'] }, 'timezone'],
    ['a number for parentalConsentToken', { parentalConsentToken: 1 }, 'parentalConsentToken'],
  ])('%s is 400, names the field and changes nothing', async (_what, fields, path) => {
    for (const { status, body } of await refusals(fields)) {
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.details).toHaveLength(1);
      expect(body.details[0].path.startsWith(path)).toBe(true);
    }
  });

  test.each(['pcon_forged', '', 'pcon_', 'x'.repeat(10_000)])(
    'a parental token is 400, as none was ever issued (%#)',
    async (parentalConsentToken) => {
      for (const { status, body } of await refusals({ parentalConsentToken, ...newGrant }))
        expect([status, body.code]).toEqual([400, 'invalid_parental_token']);
    },
  );

  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  test.each<[string, () => string | Buffer, number, string]>([
    ['an empty body', () => '', 400, 'validation_failed'],
    ['half a body', () => '{"profileId":', 400, 'malformed_json'],
    ['null', () => 'null', 400, 'validation_failed'],
    ['a list', () => '[]', 400, 'validation_failed'],
    ['a text', () => '"granted"', 400, 'validation_failed'],
    ['bytes that are not UTF-8', () => Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400, 'malformed_json'],
    [
      '1,000 levels of consentJson',
      () => `{"profileId":"${profileId}","consentJson":${nested(1000)}}`,
      400,
      'validation_failed',
    ],
    [
      '1,000 levels of an unknown field',
      () => `{"profileId":"${profileId}","consentJson":{},"more":${nested(1000)}}`,
      400,
      'validation_failed',
    ],
    [
      '__proto__ at the top',
      () => `{"profileId":"${profileId}","consentJson":{},"__proto__":{"source":"import"}}`,
      400,
      'validation_failed',
    ],
    [
      '__proto__ as a category',
      () => `{"profileId":"${profileId}","consentJson":{"__proto__":"granted"}}`,
      400,
      'validation_failed',
    ],
    [
      'constructor as a category',
      () => `{"profileId":"${profileId}","consentJson":{"constructor":"granted"}}`,
      400,
      'validation_failed',
    ],
    [
      'prototype as a category',
      () => `{"profileId":"${profileId}","consentJson":{"prototype":"granted"}}`,
      400,
      'validation_failed',
    ],
    [
      'a megabyte of text',
      () => JSON.stringify({ ...submission(), tcfString: 'x'.repeat(1_000_000) }),
      413,
      'payload_too_large',
    ],
    [
      'a megabyte of white space',
      () => `${JSON.stringify(submission())}${' '.repeat(1_000_000)}`,
      413,
      'payload_too_large',
    ],
  ])('%s is refused and changes nothing', async (_what, text, status, code) => {
    const before = await consentTables(app);
    for (const response of [
      await raw('post', '/consent', text()),
      await raw('put', '/consent/victim', text()),
    ]) {
      expect([response.status, response.body.code]).toEqual([status, code]);
    }
    expect(await consentTables(app)).toEqual(before);
    expect(({} as Record<string, unknown>).source).toBeUndefined();
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a body sent as %s, which needs no preflight, is 415',
    async (type) => {
      for (const [method, path] of [
        // As text, a page's script can submit a decision: see plain-text.test.ts.
        ...(type === 'text/plain' ? [] : [['post', '/consent'] as const]),
        ['put', '/consent/victim'],
      ] as const) {
        const response = await app.request[method](`${app.publicBase}${path}`)
          .set({ 'Content-Type': type, Cookie: cookieOf('victim') })
          .send(JSON.stringify(submission()));
        expect([response.status, response.body.code]).toEqual([415, 'unsupported_media_type']);
      }
    },
  );

  test('whatever the fields hold, the answer is a 200 or a 400 of the table, and a 400 has changed nothing', async () => {
    const wild = fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue(),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom<unknown>(
        '',
        '\u0000',
        '__proto__',
        'constructor',
        '../../etc/passwd',
        "' or 1=1 --",
        '%00',
        '\ud800',
        -1,
        1e308,
        [],
        {},
        true,
        'granted',
        'en',
        'banner',
      ),
      fc.dictionary(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.constantFrom<unknown>('granted', 'denied', 'objected', 'maybe', null, 1),
      ),
    );
    const field = fc.constantFrom(
      'visitorId',
      'profileId',
      'consentJson',
      'locale',
      'gpcDetected',
      'source',
      'ageVerified',
      'parentalConsentToken',
      'gpcOverride',
      'subjectId',
      'tcfString',
      'gppString',
      'timezone',
      'anything',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(field, wild, { minKeys: 1, maxKeys: 3 }),
        fc.constantFrom('post', 'put'),
        async (fields, method) => {
          // A record gets no more than 200 states a day.
          app.clock.advance(10 * 60_000);
          const before = await consentTables(app);
          const text = JSON.stringify({ ...submission(), ...fields });
          const response = await raw(
            method as 'post',
            method === 'post' ? '/consent' : '/consent/victim',
            text,
          );
          expect([200, 400]).toContain(response.status);
          if (response.status === 200) return;
          expect(['validation_failed', 'invalid_parental_token']).toContain(response.body.code);
          expect(await consentTables(app)).toEqual(before);
        },
      ),
      { numRuns: byScope({ core: 30, all: 60, deep: 1500 }) },
    );
  });

  test('every invalid path is answered with a 4xx', async () => {
    const segment = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }).filter((text) => text.isWellFormed()),
      fc.constantFrom('..', '.', '\u0000', 'a/b', 'v'.repeat(129), '%', "'--"),
    );
    await fc.assert(
      fc.asyncProperty(
        segment,
        fc.constantFrom('get', 'put', 'delete'),
        fc.constantFrom('', '/verify'),
        async (text, method, rest) => {
          // Other tests may have made a visitor of this very name.
          fc.pre((await app.knex('svc_consents').where({ visitor_id: text })).length === 0);
          const cookie = /^[\x21-\x7e]*$/.test(text) ? cookieOf(encodeURIComponent(text)) : '';
          const request = app.request[method as 'put'](
            `${app.publicBase}/consent/${encodeURIComponent(text)}${rest}`,
          ).set('Cookie', cookie);
          const { status } = await (method === 'put' ? request.send({ consentJson: {} }) : request);
          expect([400, 403, 404, 405]).toContain(status);
        },
      ),
      { numRuns: byScope({ core: 30, all: 60, deep: 1500 }) },
    );
  });

  test('a query parameter given twice is 400', async () => {
    await app.request
      .get(`${app.publicBase}/consent/victim?tenantId=a&tenantId=b`)
      .set('Cookie', cookieOf('victim'))
      .expect(400);
  });

  test('nothing that a visitor sent is in the log', async () => {
    await calls
      .submit(
        submission({
          visitorId: 'logged-visitor',
          consentJson: { 'logged-category': 'granted' },
          tcfString: 'logged-string',
        }),
      )
      .expect(200);
    await calls
      .submit(submission({ visitorId: 'logged-visitor', consentJson: { 'logged-category': 'maybe' } }))
      .expect(400);
    await app.knex.schema.renameTable('svc_statistics_changes', 'svc_elsewhere');
    const broken = await calls.submit(
      submission({ visitorId: 'logged-visitor', tcfString: 'logged-string' }),
    );
    await app.knex.schema.renameTable('svc_elsewhere', 'svc_statistics_changes');
    expect([broken.status, broken.body.code]).toEqual([500, 'internal_error']);
    expect(broken.text).not.toMatch(/logged|insert|svc_/);
    expect(app.logger.lines.join('\n')).not.toMatch(/logged-/);
  });
});

describe('whose record it is', () => {
  let key: string;
  beforeAll(async () => {
    await open();
    ({ key } = await createApiKey(app));
    await calls.submit(submission({ visitorId: 'owner' })).expect(200);
  });
  afterAll(() => app.close());

  const routes = [
    ['GET', 'get', ''],
    ['PUT', 'put', ''],
    ['DELETE', 'delete', ''],
    ['GET verify', 'get', '/verify'],
  ] as const;
  const proofs: readonly (readonly [string, Record<string, string>])[] = [
    ['no cookie', {}],
    ['another visitor’s cookie', { Cookie: cookieOf('somebody') }],
    ['a cookie of another name', { Cookie: 'vid=owner' }],
    ['a cookie that only starts alike', { Cookie: cookieOf('owner2') }],
    ['an empty cookie', { Cookie: cookieOf('') }],
    ['the id in a header', { 'X-Visitor-Id': 'owner' }],
  ];

  for (const [name, method, rest] of routes) {
    for (const [proof, headers] of proofs) {
      test(`${name} with ${proof} is 403, the same for a visitor who exists and one who does not, whatever the body`, async () => {
        const before = await consentTables(app);
        const call = (visitorId: string) =>
          app.request[method](`${app.publicBase}/consent/${visitorId}${rest}`).set(headers);
        const answers = [await call('owner'), await call('nobody')];
        if (method === 'put')
          answers.push(
            await call('owner').set('Content-Type', 'application/json').send('{"broken'),
            await call('owner').send({ consentJson: 1 }),
          );
        for (const { status, body } of answers) {
          expect(status).toBe(403);
          expect(body).toEqual({
            error: 'The visitor cookie is missing or belongs to another visitor.',
            code: 'visitor_cookie_required',
          });
        }
        expect(await consentTables(app)).toEqual(before);
      });
    }

    test(`${name} of an unknown visitor with its cookie or a key is 404, before the body is looked at`, async () => {
      for (const headers of [{ Cookie: cookieOf('nobody') }, { 'X-API-Key': key }]) {
        const response = await app.request[method](`${app.publicBase}/consent/nobody${rest}`)
          .set(headers)
          .set('Content-Type', 'application/json')
          .send('{"broken');
        expect([response.status, response.body.code]).toEqual([404, 'consent_not_found']);
      }
    });
  }

  test('an API key that nobody issued proves nothing', async () => {
    const response = await app.request
      .get(`${app.publicBase}/consent/owner`)
      .set({ Cookie: cookieOf('owner'), 'X-API-Key': 'svck_forged' });
    expect([response.status, response.body.code]).toEqual([401, 'invalid_api_key']);
  });

  test('a cookie given twice counts by each of its values, while none is proven', async () => {
    for (const cookie of ['svc_vid=owner; svc_vid=other', 'svc_vid=other; svc_vid=owner'])
      await app.request.get(`${app.publicBase}/consent/owner`).set('Cookie', cookie).expect(200);
  });
});

describe('from which site', () => {
  const shop = 'https://shop.example';
  const tenantSite = 'https://www.tenant.example';
  const stranger = 'https://evil.example';
  let listed: string;

  beforeAll(async () => {
    await open();
    listed = (
      await createProfile(app, {
        profileJson: profileJson({ complianceGroup: 'opt-out', allowedOrigins: [shop] }),
      })
    ).id;
    await app.request
      .patch(`${app.adminBase}/settings`)
      .set(await app.asAdmin())
      .send({ allowedOrigins: ['https://*.tenant.example'] })
      .expect(200);
    await calls.submit({ visitorId: 'at-the-shop', profileId: listed, consentJson: allGranted }).expect(200);
    await calls.submit({ visitorId: 'at-the-tenant', profileId, consentJson: allGranted }).expect(200);
  });
  afterAll(() => app.close());

  const verdict = async (request: ReturnType<TestApp['request']['get']>, origin: string | null) => {
    const response = await (origin === null ? request : request.set('Origin', origin));
    if (response.status === 403) {
      expect(response.body.code).toBe('origin_not_allowed');
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(response.headers['set-cookie']).toBeUndefined();
    } else if (origin !== null && response.status === 200) {
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        vary: expect.stringContaining('Origin'),
      });
    }
    return response.status;
  };

  const everyCall = (visitorId: string, profile: () => string) =>
    [
      [
        'POST',
        () =>
          calls
            .submit({ visitorId, profileId: profile(), consentJson: allGranted })
            .set('Cookie', cookieOf(visitorId)),
      ],
      ['GET', () => calls.read(visitorId)],
      ['PUT', () => calls.update(visitorId, { consentJson: allDenied })],
      ['GET verify', () => calls.verify(visitorId)],
    ] as const;

  test.each([
    [shop, 200],
    [tenantSite, 403],
    [stranger, 403],
    ['https://shop.example:8443', 403],
    ['http://shop.example', 403],
    ['https://sub.shop.example', 403],
    ['null', 403],
    [null, 200],
  ])('a profile with a list of its own: %s is %d on every route', async (origin, expected) => {
    const before = await consentTables(app);
    for (const [name, call] of everyCall('at-the-shop', () => listed))
      expect([name, await verdict(call(), origin)]).toEqual([name, expected]);
    if (expected === 403) expect(await consentTables(app)).toEqual(before);
  });

  test.each([
    [tenantSite, 200],
    ['https://a.b.tenant.example', 200],
    ['https://tenant.example', 403],
    [shop, 403],
    [stranger, 403],
    ['null', 403],
    [null, 200],
  ])('a profile without one goes by the tenant’s: %s is %d on every route', async (origin, expected) => {
    for (const [name, call] of everyCall('at-the-tenant', () => profileId))
      expect([name, await verdict(call(), origin)]).toEqual([name, expected]);
  });

  test('a refused site can erase nothing; an allowed one can', async () => {
    await calls.submit({ visitorId: 'leaving', profileId: listed, consentJson: allGranted }).expect(200);
    expect(await verdict(calls.erase('leaving'), tenantSite)).toBe(403);
    await calls.read('leaving').expect(200);
    expect(await verdict(calls.erase('leaving'), shop)).toBe(200);
  });

  test('an unknown visitor or profile is judged by the tenant’s list', async () => {
    expect(await verdict(calls.read('nobody'), shop)).toBe(403);
    expect(await verdict(calls.read('nobody'), tenantSite)).toBe(404);
    expect(await verdict(calls.submit({ profileId: 'unknown', consentJson: {} }), shop)).toBe(403);
    expect(await verdict(calls.submit({ profileId: 'unknown', consentJson: {} }), tenantSite)).toBe(400);
  });

  test('a missing cookie is reported before a refused site', async () => {
    const response = await app.request.get(`${app.publicBase}/consent/at-the-shop`).set('Origin', tenantSite);
    expect([response.status, response.body.code]).toEqual([403, 'visitor_cookie_required']);
  });

  test('an API key replaces the list', async () => {
    const headers = { 'X-API-Key': (await createApiKey(app)).key, Origin: stranger };
    await app.request
      .post(`${app.publicBase}/consent`)
      .set(headers)
      .send({ profileId: listed, consentJson: {} })
      .expect(200);
    await app.request.get(`${app.publicBase}/consent/at-the-shop`).set(headers).expect(200);
  });

  test('with no list anywhere every site may submit', async () => {
    await app.request
      .patch(`${app.adminBase}/settings`)
      .set(await app.asAdmin())
      .send({ allowedOrigins: [] })
      .expect(200);
    expect(await verdict(calls.submit({ profileId, consentJson: {} }), stranger)).toBe(200);
    expect(await verdict(calls.submit({ profileId: listed, consentJson: {} }), stranger)).toBe(403);
  });
});

describe('where browsers send the visitor cookies from other sites', () => {
  const cookies = { sameSite: 'none', secure: true } as const;
  const page = (site: string, origin: string) => ({ 'Sec-Fetch-Site': site, Origin: origin });
  const foreign = page('cross-site', 'https://evil.example');
  let owner: { Cookie: string };
  let visitorId: string;
  beforeEach(async () => {
    await open({ visitorCookie: cookies, tenancy });
    const answer = await calls.submit(submission({ consentJson: allDenied })).expect(200);
    visitorId = answer.body.visitorId;
    owner = {
      Cookie:
        answer
          .get('Set-Cookie')
          ?.map((cookie) => cookie.split(';')[0])
          .join('; ') ?? '',
    };
  });

  afterEach(() => app.close());

  type Request = [method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object];
  const requests = (): Request[] => [
    ['post', '/consent', submission()],
    ['post', '/consent', submission({ visitorId })],
    ['get', '/consent'],
    ['get', `/consent/${visitorId}`],
    ['get', `/consent/${visitorId}/verify`],
    ['get', `/consent/${visitorId}/receipt`],
    ['put', `/consent/${visitorId}`, { consentJson: allGranted }],
    ['post', `/consent/${visitorId}/parental-consent-request`, { profileId }],
    ['post', '/consent/parental-consent-request', { profileId }],
    ['delete', `/consent/${visitorId}`],
    ['delete', '/consent'],
  ];
  const send = ([method, path, body]: Request, headers: object) =>
    app.request[method](`${app.publicBase}${path}`)
      .set({ ...owner, ...headers })
      .send(body);

  test.each([
    ['another site', foreign],
    ['a page without an origin', page('cross-site', 'null')],
    ['another site in a browser that does not name the site', { Origin: 'https://evil.example' }],
  ])('%s that no list names does nothing with them', async (_name, headers) => {
    const before = await consentTables(app);
    for (const request of requests()) {
      const answer = await send(request, headers);
      expect([request, answer.status, answer.body.code]).toEqual([request, 403, 'origin_not_allowed']);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      expect(answer.headers).not.toHaveProperty('set-cookie');
      expect(answer.text).not.toContain(visitorId);
    }
    expect(await consentTables(app)).toEqual(before);
  });

  test('one that the list names, and a page of the same site, act for their visitors', async () => {
    const key = await createApiKey(app);
    await send(['post', '/consent', submission()], page('same-site', 'https://www.127.0.0.1')).expect(200);
    await send(['get', `/consent/${visitorId}`], { ...foreign, 'X-API-Key': key.key }).expect(200);
    await app.request
      .patch(`${app.adminBase}/settings`)
      .set(await app.asAdmin())
      .send({ allowedOrigins: ['https://evil.example'] })
      .expect(200);
    for (const request of requests().slice(0, 5)) await send(request, foreign).expect(200);
    // The list of one tenant opens no other.
    const north = await createTenant(app, 'north');
    const other = await createActiveProfile(app, {}, north.id);
    const theirs = await app.request
      .post(`${app.publicBase}/consent`)
      .query({ tenantId: north.id })
      .set({ ...owner, ...foreign })
      .send(submission({ profileId: other.id }));
    expect([theirs.status, theirs.body.code]).toEqual([403, 'origin_not_allowed']);
  });
});
