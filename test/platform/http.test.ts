import { rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import express from 'express';
import supertest from 'supertest';
import { ServiceError, unavailable } from '#platform/kernel/errors';
import { allGranted } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createProfile, germanContent } from '../support/profiles';
import { type RawServer, serveRaw } from '../support/raw-http';

let app: TestApp;
let server: RawServer;
let admin: { Authorization: string };
let profileId: string;

async function open(): Promise<void> {
  app = await createTestApp({ onDisk: true, config: { rateLimit: false } });
  server = await serveRaw(app.app);
  admin = await app.asAdmin();
  profileId = (await createProfile(app)).id;
}
async function close(): Promise<void> {
  await server.close();
  await app.close();
}

const put = (path: string, body: string, headers: Record<string, string> = admin) =>
  server.send({ method: 'PUT', path: `${app.adminBase}${path}`, body, headers });
const submit = (body: string | Buffer, headers: Record<string, string> = {}) =>
  server.send({ method: 'POST', path: `${app.publicBase}/consent`, body, headers });
const detailsOf = ({ text }: { text: string }) => JSON.parse(text).details;

describe('checks come in one order', () => {
  beforeAll(open);
  afterAll(close);

  const broken = '{"name":';

  test('checks identity, permission and existence before it validates the body', async () => {
    const unknown = '/profiles/unknown?a=1&a=2';
    expect((await put(unknown, broken, {})).code).toBe('unauthenticated');

    const roles = await app.knex('svc_user_roles');
    await app.knex('svc_user_roles').delete();
    expect((await put(unknown, broken)).code).toBe('forbidden');
    await app.knex('svc_user_roles').insert(roles);

    expect((await put('/profiles/unknown', broken)).code).toBe('profile_not_found');
    expect((await put(`/profiles/${profileId}?a=1&a=2`, broken)).code).toBe('validation_failed');
    expect((await put(`/profiles/${profileId}`, broken)).code).toBe('malformed_json');
    expect((await put(`/profiles/${profileId}`, '{"name":5}')).code).toBe('validation_failed');
    expect((await put(`/profiles/${profileId}`, '{"profileJson":{}}')).status).toBe(422);
  });

  test('a forbidden tenant is reported before faults of the request', async () => {
    expect((await put(`/profiles/${profileId}`, broken, { ...admin, 'X-Tenant-Id': 'elsewhere' })).code).toBe(
      'tenant_not_found',
    );
  });
});

describe('faults of a body', () => {
  beforeAll(open);
  afterAll(close);

  test('are reported all at once to an operator, each with its path', async () => {
    const body = {
      name: 5,
      defaultLocale: 'e',
      profileJson: {
        expiryDays: 0,
        gpcMode: 'never',
        mainBanner: { buttons: [{ text: 'ok' }, { text: 1 }] },
        cookies: { 'a/b~c': { purpose: 'other', listenGpc: true } },
      },
    };
    const refused = await server.send({
      method: 'POST',
      path: `${app.adminBase}/profiles`,
      body: JSON.stringify(body),
      headers: admin,
    });
    expect(refused.code).toBe('validation_failed');
    expect(
      detailsOf(refused)
        .map(({ path }: { path: string }) => path)
        .sort(),
    ).toEqual([
      'defaultLocale',
      'name',
      'profileJson.cookies.a/b~c.purpose',
      'profileJson.expiryDays',
      'profileJson.gpcMode',
      'profileJson.mainBanner.buttons[1].text',
    ]);
  });

  test('are reported one by one to a visitor', async () => {
    expect(detailsOf(await submit('{"locale":5,"source":"elsewhere"}'))).toHaveLength(1);
  });

  test('fill no more than a page, however many there are', async () => {
    const cookies = Object.fromEntries(
      Array.from({ length: 1500 }, (_, index) => [`cookie-${index}`, { purpose: 5, listenGpc: 5 }]),
    );
    const refused = await put(`/profiles/${profileId}`, JSON.stringify({ profileJson: { cookies } }));
    expect([refused.status, detailsOf(refused).length]).toEqual([400, 100]);
    expect(refused.text.length).toBeLessThan(20_000);
  });

  test('do not include optional fields that are null or unknown keys', async () => {
    expect((await put(`/profiles/${profileId}`, '{"name":null,"somethingNew":{"deep":[1]}}')).status).toBe(
      200,
    );
    expect(
      (
        await submit(
          JSON.stringify({ profileId, consentJson: {}, locale: null, visitorId: null, unknown: true }),
        )
      ).status,
    ).toBe(200);
    expect(detailsOf(await submit(JSON.stringify({ profileId, consentJson: null })))).toEqual([
      { path: 'consentJson', message: 'must be an object' },
    ]);
  });

  test('name the rule that a value breaks, and its limit', async () => {
    const faultsOf = async (body: object) =>
      detailsOf(await put(`/profiles/${profileId}`, JSON.stringify(body)));
    expect(
      await faultsOf({ name: 'x'.repeat(201), profileJson: { expiryDays: 5000, countries: ['Bayern'] } }),
    ).toEqual([
      { path: 'name', message: 'must have at most 200 characters', rule: 'max_length', limit: 200 },
      { path: 'profileJson.expiryDays', message: 'must be 3650 or less', rule: 'maximum', limit: 3650 },
      expect.objectContaining({ path: 'profileJson.countries[0]', rule: 'country_or_region' }),
    ]);
    expect(await faultsOf({ name: ' ' })).toMatchObject([{ path: 'name', rule: 'required' }]);
    expect(await faultsOf({ name: 5 })).toEqual([{ path: 'name', message: 'must be a string' }]);
  });

  test('treat null inside a nullable object as omitted', async () => {
    const german = germanContent();
    const de = { ...german, gpcBanner: null, preferenceModal: { ...german.preferenceModal, htmlText: null } };
    const saved = await put(`/profiles/${profileId}`, JSON.stringify({ localeContent: { de } }));
    expect([saved.status, JSON.parse(saved.text).warnings]).toEqual([200, []]);
    const removed = await put(`/profiles/${profileId}`, JSON.stringify({ localeContent: { de: null } }));
    expect(JSON.parse(removed.text).profile.profileJson.locales).toEqual(['en']);
  });

  test('of a nullable object describe what is wrong inside; of another type only that the type is wrong', async () => {
    const localeContent = {
      de: { gpcBanner: { heading: 5, buttons: [{ cookies: [''] }] }, mainBanner: 'x' },
      fr: {},
      it: 'x',
    };
    const faults = detailsOf(await put(`/profiles/${profileId}`, JSON.stringify({ localeContent })));
    expect(
      faults.filter(
        ({ path }: { path: string }) => path.startsWith('localeContent.de') && !path.includes('cookies'),
      ),
    ).toEqual([
      { path: 'localeContent.de.mainBanner', message: 'must be an object' },
      { path: 'localeContent.de.gpcBanner.heading', message: 'must be a string' },
    ]);
    expect(faults.filter(({ path }: { path: string }) => path.startsWith('localeContent.it'))).toContainEqual(
      {
        path: 'localeContent.it',
        message: 'must match one of the accepted schemas',
      },
    );
  });
});

describe('bodies', () => {
  beforeAll(open);
  afterAll(close);

  const valid = () => JSON.stringify({ profileId, consentJson: allGranted });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
    'application/vnd.shop+json',
  ])('are taken as %s', async (type) => {
    expect((await submit(valid(), { 'Content-Type': type })).status).toBe(200);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('are taken in %s', async (coding, compress) => {
    const body = compress(valid());
    expect(
      (await submit(body, { 'Content-Encoding': coding, 'Content-Length': String(body.length) })).status,
    ).toBe(200);
  });

  test('are accepted in chunks, without a Content-Length', async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${app.publicBase}/consent`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: new Blob([valid()]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(200);
  });

  test.each([
    ['no type', { 'Content-Type': '' }, 'The body has no Content-Type: send it as application/json.'],
    ['another type', { 'Content-Type': 'Text/CSV' }, 'The body is `text/csv`: send it as application/json.'],
    [
      'another charset',
      { 'Content-Type': 'application/json; charset=ISO-8859-1' },
      '`charset=iso-8859-1` is not supported: send it in UTF-8.',
    ],
    [
      'UTF-16',
      { 'Content-Type': 'application/json; charset="utf-16"' },
      '`charset="utf-16"` is not supported: send it in UTF-8.',
    ],
    [
      'another encoding',
      { 'Content-Encoding': 'zstd' },
      'The Content-Encoding `zstd` is not supported: send it with gzip, deflate or br, or without an encoding.',
    ],
    [
      'several encodings',
      { 'Content-Encoding': 'gzip, br' },
      'The Content-Encoding `gzip, br` is not supported: send it with gzip, deflate or br, or without an encoding.',
    ],
    [
      'an unreadable type',
      { 'Content-Type': `te\u00fct/"\`${'x'.repeat(100)}` },
      `The body is \`te??t/"?${'x'.repeat(52)}\`: send it as application/json.`,
    ],
  ] as const)(
    'with %s are refused, and the message names it and what to send',
    async (_what, headers, error) => {
      const { status, text } = await submit(valid(), headers);
      expect([status, JSON.parse(text)]).toEqual([415, { error, code: 'unsupported_media_type' }]);
    },
  );

  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  test.each([
    ['nested too deeply', `{"x":${deep(64)}}`, 'must not be nested deeper than 64 levels'],
    ['nested without an end', '['.repeat(30_000), 'must not be nested deeper than 64 levels'],
    [
      'of too many values',
      `[${`[${'1,'.repeat(9_998)}1],`.repeat(10)}[1,1,1]]`,
      'must not have more than 100000 values',
    ],
    [
      'with too long a list',
      `{"x":[${'1,'.repeat(10_000)}1]}`,
      'must not have more than 10000 entries in one object or list',
    ],
    [
      'with too many fields',
      `{${Array.from({ length: 10_001 }, (_field, n) => `"f${n}":{}`).join()}}`,
      'must not have more than 10000 entries in one object or list',
    ],
  ])('%s are refused before they are parsed', async (_what, body, message) => {
    const { status, text } = await server.send({
      method: 'POST',
      path: `${app.adminBase}/roles`,
      headers: { ...admin, 'Content-Type': 'application/json' },
      body,
    });
    expect([status, JSON.parse(text).details]).toEqual([400, [{ path: '', message }]]);
  });

  test.each([
    ['as many levels as are allowed', `{"name":"deep","x":${deep(63)}}`],
    ['brackets and commas in its texts', JSON.stringify({ name: 'text', x: '[{,\\"'.repeat(40_000) })],
    [
      'as many values as are allowed',
      `{"name":"many","x":[[${'1,'.repeat(9_999)}1],${'[0,{}],'.repeat(9_998)}[]],"y":[[],{}]}`,
    ],
  ])('with %s are read', async (_what, body) => {
    const { status } = await server.send({
      method: 'POST',
      path: `${app.adminBase}/roles`,
      headers: { ...admin, 'Content-Type': 'application/json' },
      body,
    });
    expect(status).toBe(201);
  });

  test('that the host has parsed are bounded too', async () => {
    const host = express();
    host.use(express.json({ limit: '5mb' }), app.app);
    const { status, body } = await supertest(host)
      .post(`${app.adminBase}/roles`)
      .set(admin)
      .send({ name: 'parsed', x: Array.from({ length: 20 }, () => Array.from({ length: 6000 }, () => 1)) });
    expect([status, body.details[0].message]).toEqual([400, 'must not have more than 100000 values']);
  });

  test('that are refused unread leave the connection as good as new', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect((await submit('x'.repeat(30_000), { 'Content-Type': 'text/csv' })).status).toBe(415);
      expect((await submit('x'.repeat(200_000))).status).toBe(413);
      expect((await server.send({ path: `${app.publicBase}/health` })).status).toBe(200);
    }
  });

  test('that break off have no effect and are not logged as failures', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      `POST ${app.publicBase}/consent HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"profileId":`,
    );
    const before = await app.knex('svc_consents');
    await new Promise((resolve) => socket.once('ready', resolve));
    // Once this is answered, the server has seen what was sent before on the other connection.
    await server.send({ path: `${app.publicBase}/resolve-profile` });
    socket.destroy();
    expect((await submit(valid())).status).toBe(200);
    expect(await app.knex('svc_consents')).toHaveLength(before.length + 1);
    expect(app.logger.lines.filter((line) => line.includes('"error"'))).toEqual([]);
  });
});

describe('answers', () => {
  beforeEach(open);
  afterEach(close);

  test('carry a request id, another one each time', async () => {
    const ids = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (await server.send({ path: `${app.publicBase}/nothing` })).headers['x-request-id'],
      ),
    );
    expect(new Set(ids).size).toBe(5);
  });

  test('to HEAD are those to GET without a body, errors too', async () => {
    for (const [path, headers] of [
      [`${app.adminBase}/profiles/${profileId}`, admin],
      [`${app.adminBase}/profiles/unknown`, admin],
      [`${app.publicBase}/profiles/${profileId}`, {}],
      [`${app.publicBase}/nothing`, {}],
    ] as const) {
      const get = await server.send({ path, headers });
      const head = await server.send({ method: 'HEAD', path, headers });
      expect([path, head.status, head.text, head.headers['content-length'], head.headers.etag]).toEqual([
        path,
        get.status,
        '',
        get.headers['content-length'],
        get.headers.etag,
      ]);
    }
  });

  test('to unexpected errors contain only the request id, under which the log has the details', async () => {
    await app.knex.schema.dropTable('svc_statistics_changes');
    const failed = await submit(
      JSON.stringify({ visitorId: 'visitor-1', profileId, consentJson: { secretCategory: 'granted' } }),
    );
    const requestId = failed.headers['x-request-id'];
    expect([failed.status, JSON.parse(failed.text)]).toEqual([
      500,
      { error: 'Something went wrong on our side.', code: 'internal_error', requestId },
    ]);
    const lines = app.logger.lines.filter((line) => line.includes(String(requestId)));
    expect(lines).toEqual([expect.stringContaining('A request failed unexpectedly')]);
    // What the database says of an error holds the statement with its values.
    expect(app.logger.lines.join()).not.toMatch(/visitor-1|secretCategory|insert into/i);
    expect(await app.knex('svc_consents')).toEqual([]);
  });

  test('while the database cannot be reached are 503 with Retry-After', async () => {
    await app.knex.destroy();
    const refused = await submit(JSON.stringify({ profileId, consentJson: {} }));
    expect([refused.status, refused.code, Number(refused.headers['retry-after']) > 0]).toEqual([
      503,
      'unavailable',
      true,
    ]);
    expect((await server.send({ path: `${app.adminBase}/profiles`, headers: admin })).code).toBe(
      'unavailable',
    );
    const probe = await server.send({ path: `${app.adminBase}/health` });
    expect([probe.status, Number(probe.headers['retry-after']) > 0]).toEqual([503, true]);
  });

  test('while storage cannot be used are 503 with Retry-After', async () => {
    await rm(app.directory, { recursive: true });
    await writeFile(app.directory, 'a file, not a directory');
    const refused = await server.send({
      method: 'POST',
      path: `${app.adminBase}/profiles/${profileId}/activate`,
      headers: admin,
    });
    expect([refused.status, refused.code, Number(refused.headers['retry-after']) > 0]).toEqual([
      503,
      'unavailable',
      true,
    ]);
  });

  test('with status 503 always have Retry-After, regardless of their origin', () => {
    for (const error of [
      new ServiceError('unavailable'),
      new ServiceError('unavailable', { headers: { Vary: 'Origin' } }),
      unavailable(),
    ])
      expect([error.status, error.headers['Retry-After']]).toEqual([503, '5']);
    expect(unavailable({ retryAfterSeconds: 30 }).headers).toEqual({ 'Retry-After': '30' });
  });
});
