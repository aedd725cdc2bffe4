import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { globalTables, tenantTables } from '#platform/database/tables';
import { getErrorCodes } from '#platform/http/openapi';
import type { RouteDescription } from '#platform/http/route';
import { describedRoutes } from '../../scripts/generate-api';
import type { Schema } from '../../scripts/schema-text';
import { badValues, bodyWith, placesOf, sample } from '../support/bad-values';
import { allGranted, cookieOf } from '../support/consent';
import { adminEmail, adminPassword, createTestApp, type TestApp } from '../support/create-test-app';
import { createFakeRegistry, type FakeRegistry } from '../support/fake-registry';
import { createFinding } from '../support/findings';
import { createActiveProfile, createProfile } from '../support/profiles';
import { type RawAnswer, type RawRequest, type RawServer, serveRaw } from '../support/raw-http';
import { byScope, isDeep, pickSome, testInAll } from '../support/scope';
import { untilWritten } from '../support/until-written';
import { createWebhook } from '../support/webhooks';

/**
 * Everything here is made from the tables of routes: a new route is tried as soon as it is in its table.
 * Bodies of the public API have tests of their own beside the consent feature.
 */
const all = describedRoutes();
const isOfMode = ({ modes }: RouteDescription) => modes === undefined || modes.includes('local');
/** The service below has local sign-in; what other modes take is tried beside them. */
const tables = { public: all.public, admin: all.admin.filter(isOfMode) };
const named = (routes: readonly RouteDescription[]) =>
  routes.map((route) => [`${route.method} ${route.path}`, route] as const);
const withJson = tables.admin.filter(({ body, bodyType }) => body !== undefined && bodyType === undefined);

let app: TestApp;
let registry: FakeRegistry;
let server: RawServer;
let authorization: string;
/** Existing records, by their names in paths. */
let known: Readonly<Record<string, string>>;
/** One of each collection, for `/<collection>/:id`. */
const existing: Record<string, string> = {};
const visitorId = 'visitor-1';

beforeAll(async () => {
  registry = await createFakeRegistry();
  // Every feature is on, so that no route hides behind being off.
  app = await createTestApp({
    config: {
      rateLimit: false,
      tenancy: { enabled: true },
      limits: { importBytes: 1024 },
      tcf: registry.tcf,
      gpp: { enabled: true },
    },
  });
  server = await serveRaw(app.app);
  ({ Authorization: authorization } = await app.asAdmin());
  const active = await createActiveProfile(app);
  const { id } = await createProfile(app, { name: 'Draft' });
  await app.request
    .post(`${app.publicBase}/consent`)
    .send({ visitorId, profileId: active.id, consentJson: allGranted })
    .expect(200);
  existing.profiles = id;
  existing.findings = await createFinding(app);
  existing.webhooks = (await createWebhook(app)).id;
  const requested = await app.request
    .post(`${app.adminBase}/profiles/${id}/publication-request`)
    .set('Authorization', authorization)
    .expect(201);
  existing['publication-requests'] = requested.body.id;
  await app.request
    .post(`${app.publicBase}/consent`)
    .send({ visitorId: 'leaving', profileId: active.id, consentJson: allGranted })
    .expect(200);
  const erased = await app.request
    .delete(`${app.adminBase}/visitors/leaving`)
    .set('Authorization', authorization)
    .expect(200);
  for (const collection of new Set(
    tables.admin.flatMap(({ path }) => /^\/([\w-]+)\/:id\b/.exec(path)?.[1] ?? []),
  ))
    existing[collection] ??= await createIn(collection);
  await app.request
    .post(`${app.adminBase}/auth/login`)
    .send({ email: adminEmail, password: adminPassword })
    .expect(200);
  const sessions = await app.request
    .get(`${app.adminBase}/auth/sessions`)
    .set('Authorization', authorization)
    .expect(200);
  existing.auth = sessions.body.find(({ current }: { current: boolean }) => !current).id;
  const link = await app.request
    .post(`${app.adminBase}/users/${existing.users}/reset-link`)
    .set('Authorization', authorization)
    .expect(201);
  const fixed = {
    visitorId,
    linkId: link.body.id,
    subjectId: 'user-1',
    a: '1',
    b: '1',
    entryId: '1',
    locale: 'en',
    tenantId: 'default',
    complianceGroup: 'opt-in',
    permId: 'profiles:read',
  };
  // What happens in its own time has happened.
  await app.service.maintenance();
  known = {
    ...fixed,
    erasureId: erased.body.certificate.id,
    version: '100',
    lang: 'en',
    profileId: id,
    ...(existing.roles === undefined ? {} : { roleId: existing.roles }),
  };
});

/** Makes the smallest thing that the collection takes. */
async function createIn(collection: string): Promise<string> {
  const route = tables.admin.find(({ method, path }) => method === 'POST' && path === `/${collection}`);
  // The shortest password of the right length is one that anybody would guess.
  const body = {
    ...(sample(route?.body as Schema) as object),
    ...(collection === 'users' ? { password: 'correct horse battery staple' } : {}),
  };
  const { status, text } = await server.send({
    method: 'POST',
    path: `${app.adminBase}/${collection}`,
    body: JSON.stringify(body),
    headers: { Authorization: authorization },
  });
  if (status !== 201)
    throw new Error(`make something in ${collection} for this test by hand: ${status} ${text}`);
  return JSON.parse(text).id;
}

afterAll(async () => {
  await server.close();
  await app.close();
  await registry.close();
});

/** Written by deliveries, which go on while the next request is answered. */
const deliveryColumns = ['last_success_at', 'failing_since', 'last_error', 'lost_at'];

const hashOf = untilWritten(
  () => app,
  async (tables) => {
    const rows = await Promise.all(tables.split(',').map((table) => app.knex(`svc_${table}`)));
    const isStated = (key: string) => !deliveryColumns.includes(key);
    const text = JSON.stringify(rows, (key, value) => (isStated(key) ? value : undefined));
    return createHash('sha256').update(text).digest('hex');
  },
);

/** A hash over every row of every table, published files among them, except messages to webhooks. */
const state = (tables: readonly string[] = [...tenantTables, ...globalTables]) =>
  hashOf(tables.filter((table) => table !== 'webhook_messages').join());

function pathOf(route: RouteDescription, values: Readonly<Record<string, string>> = {}): string {
  const collection = route.path.split('/')[1] ?? '';
  return route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name] ?? (name === 'id' ? existing[collection] : known[name]);
    if (value === undefined) throw new Error(`name something for :${name} in this test`);
    return value;
  });
}

const isAdmin = (route: RouteDescription) => (tables.admin as readonly RouteDescription[]).includes(route);
const base = (route: RouteDescription) => (isAdmin(route) ? app.adminBase : app.publicBase);

/** The route called by someone who may, with one thing wrong. */
function call(
  route: RouteDescription,
  { path = pathOf(route), query = '', ...rest }: Partial<RawRequest> & { query?: string } = {},
): Promise<RawAnswer> {
  const headers = { Authorization: authorization, Cookie: cookieOf(visitorId), ...rest.headers };
  return server.send({ ...rest, method: route.method, path: `${base(route)}${path}${query}`, headers });
}

const short = (value: unknown) =>
  (JSON.stringify(typeof value === 'string' ? value.slice(0, 60) : value) ?? 'nothing').slice(0, 60);

/** A refusal of the input in the one form of errors, with a code that the route declares. */
function isDeclaredRefusal(route: RouteDescription, { status, code }: RawAnswer): boolean {
  return status >= 400 && status < 500 && code !== null && (getErrorCodes(route) as string[]).includes(code);
}

/** Tells the inputs that were neither taken nor refused as they should be. */
async function wronglyAnswered<T>(
  route: RouteDescription,
  inputs: readonly T[],
  send: (input: T) => Promise<RawAnswer>,
  { mayBeTaken }: { mayBeTaken: boolean },
): Promise<string[]> {
  const wrong: string[] = [];
  for (const input of inputs) {
    const answer = await send(input);
    const taken = answer.status >= 200 && answer.status < 300;
    // An input that is refused whatever there is must not be refused for what there is not.
    const missed = !mayBeTaken && answer.status === 404;
    if (!(mayBeTaken && taken) && (missed || !isDeclaredRefusal(route, answer)))
      wrong.push(`${short(input)}: ${answer.status} ${answer.text.slice(0, 100)}`);
  }
  return wrong;
}

const failedAttempts = new Set(['invalid_account_link', 'wrong_password', 'invalid_totp_code']);

/** The schemas of bodies and parameters of queries that were tried with every bad value in one place. */
const tried = new Set<string>();
let furtherPlaces = 0;

/**
 * Returns all values in the first place of what `parts` describe, and in each further place a few of them, each time
 * others: many routes have the same fields and parameters.
 */
function valuesToTry<Value>(parts: unknown, values: readonly Value[], fewer: number): readonly Value[] {
  const key = JSON.stringify(parts, (name, part) =>
    name === 'description' && typeof part === 'string' ? undefined : part,
  );
  if (!tried.has(key)) {
    tried.add(key);
    return values;
  }
  furtherPlaces += 1;
  return values.filter((_value, index) => (index + furtherPlaces) % fewer === 0);
}

/** As `valuesToTry`, except in `npm run test:deep`: code that all routes share handles these values. */
const fewerUnlessDeep = <Value>(part: string, values: readonly Value[]) =>
  isDeep ? values : valuesToTry(part, values, 5);

const tooMuch = Buffer.alloc(6_000_000, 'x');
const bomb = gzipSync(Buffer.alloc(60_000_000));

describe.each(named(withJson))('the body of %s', (_name, route) => {
  const schema = route.body as Schema;

  test('is refused, and nothing is changed, when any field has a value that it cannot have', async () => {
    const before = await state();
    for (const { place, schemas } of pickSome(placesOf(schema), 3)) {
      const send = (value: unknown) => call(route, { body: JSON.stringify(bodyWith(schema, place, value)) });
      const values = valuesToTry(schemas, badValues(schemas).refused, 7);
      expect([place, await wronglyAnswered(route, values, send, { mayBeTaken: false })]).toEqual([place, []]);
    }
    expect(await state()).toBe(before);
  });

  testInAll('is accepted or refused, but never a 500, when a field has an unusual value', async () => {
    for (const { place, schemas } of pickSome(placesOf(schema), 4)) {
      const send = (value: unknown) => call(route, { body: JSON.stringify(bodyWith(schema, place, value)) });
      expect([
        place,
        await wronglyAnswered(route, badValues(schemas).doubtful, send, { mayBeTaken: true }),
      ]).toEqual([place, []]);
    }
  });

  test('is taken or refused whatever it is', async () => {
    const places = placesOf(schema).map(({ place }) => place);
    // What an accepted request has left for later is done before the next one is judged.
    const settled = async () => {
      await app.service.maintenance();
      return state();
    };
    let known = await settled();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.jsonValue({ maxDepth: 4 }), async (place, value) => {
        const answer = await call(route, { body: JSON.stringify(bodyWith(schema, place, value)) });
        const before = known;
        known = await (answer.status < 300 ? settled() : state());
        if (answer.status < 300) return answer.status >= 200;
        // A failed sign-in, proof or use of a link is counted and told to the log, and so is one too many of them.
        const isLogged =
          answer.status === 401 || answer.status === 429 || failedAttempts.has(answer.code ?? '');
        return isDeclaredRefusal(route, answer) && (isLogged || known === before);
      }),
      { numRuns: byScope({ core: 2, all: 3, deep: 100 }) },
    );
  });

  test('is refused when it is not JSON, too deep, too large, or in an encoding or type that we do not accept', async () => {
    const valid = JSON.stringify(sample(schema));
    // As deep as the route's own bound on bodies lets it come.
    const depth = route.bodyBytes === undefined ? 100_000 : Math.floor(route.bodyBytes / 7);
    const inputs: readonly (Partial<RawRequest> & { expect: [number, string] })[] = [
      ...[
        '{',
        '[',
        'nonsense',
        "{'a':1}",
        '{"a":1}}',
        '{"a":NaN}',
        '{"a":1,}',
        '\u0000',
        '\ufeff\ufeff{}',
        '"',
      ].map((body) => ({
        body,
        expect: [400, 'malformed_json'] as [number, string],
      })),
      ...[
        'null',
        '5',
        '"x"',
        '[]',
        'true',
        '{"__proto__":{"name":"x"}}',
        '{"constructor":{}}',
        '['.repeat(1000) + ']'.repeat(1000),
      ].map((body) => ({
        body,
        expect: [400, 'validation_failed'] as [number, string],
      })),
      { body: '['.repeat(2 * depth), expect: [400, 'validation_failed'] },
      { body: `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`, expect: [400, 'validation_failed'] },
      { body: Buffer.from([0x7b, 0x22, 0xff, 0xfe]), expect: [400, 'malformed_json'] },
      { body: tooMuch, expect: [413, 'payload_too_large'] },
      { body: bomb, headers: { 'Content-Encoding': 'gzip' }, expect: [413, 'payload_too_large'] },
      {
        body: gzipSync(valid).subarray(0, -9),
        headers: { 'Content-Encoding': 'gzip' },
        expect: [400, 'malformed_json'],
      },
      { body: valid, headers: { 'Content-Encoding': 'gzip' }, expect: [400, 'malformed_json'] },
      { body: valid, headers: { 'Content-Encoding': 'zstd' }, expect: [415, 'unsupported_media_type'] },
      { body: valid, headers: { 'Content-Type': 'text/plain' }, expect: [415, 'unsupported_media_type'] },
      {
        body: valid,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        expect: [415, 'unsupported_media_type'],
      },
      {
        body: valid,
        headers: { 'Content-Type': 'application/json; charset=latin1' },
        expect: [415, 'unsupported_media_type'],
      },
      { body: valid, headers: { 'Content-Type': '' }, expect: [415, 'unsupported_media_type'] },
      ...(route.bodyOptional
        ? []
        : [{ headers: { 'Content-Length': '0' }, expect: [400, 'validation_failed'] as [number, string] }]),
    ];
    const before = await state();
    const wrong: unknown[] = [];
    for (const { expect: expected, ...input } of fewerUnlessDeep(`body of ${route.bodyBytes}`, inputs)) {
      const { status, code } = await call(route, input);
      if (status !== expected[0] || code !== expected[1])
        wrong.push([
          short(input.body?.slice(0, 60).toString()),
          input.headers,
          status,
          code,
          'not',
          expected,
        ]);
    }
    expect(wrong).toEqual([]);
    expect(await state()).toBe(before);
  });
});

const withText = tables.admin.filter(({ bodyType }) => bodyType !== undefined);

test.each(named(withText))('the text of %s is taken or refused whatever it is', async (_name, route) => {
  const headers = { 'Content-Type': route.bodyType ?? '' };
  const inputs = [
    'a\u0000b',
    '"',
    '"\n"',
    ',,,\n,,',
    'x'.repeat(1_048_576),
    '\ufeff',
    ' ',
    'a,b\n'.repeat(50_000),
    '=cmd()',
    '__proto__,constructor\n1,2',
    'locale\n',
  ];
  const before = await state();
  expect(
    await wronglyAnswered(route, inputs, (body) => call(route, { headers, body }), { mayBeTaken: false }),
  ).toEqual([]);
  expect(
    await wronglyAnswered(
      route,
      [Buffer.from([0xff, 0xfe, 0x00]), Buffer.alloc(6_000_000, 'x')],
      (body) => call(route, { headers, body }),
      {
        mayBeTaken: false,
      },
    ),
  ).toEqual([]);
  expect(
    await wronglyAnswered(route, ['locale,x\nen,y\n'], (body) => call(route, { body }), {
      mayBeTaken: false,
    }),
  ).toEqual([]);
  expect(await state()).toBe(before);
});

const both = [...tables.public, ...tables.admin];
const withParams = both.filter(({ params }) => params !== undefined);
const oddSegments = [
  '%00',
  '%0a',
  '%ff',
  '%',
  '%zz',
  '%ED%A0%80',
  '%2e%2e',
  '%2F',
  '%5c',
  '..%2f..%2fetc%2fpasswd',
  '%F0%9F%92%A9',
  '%E2%80%AE',
  'a'.repeat(6000),
  '%27%3B--',
  '__proto__',
  'constructor',
  'toString',
  '-1',
  '0',
  '1.5',
  '1e9',
  '99999999999999999999',
  'null',
  'undefined',
  '%20',
  '*',
  ':id',
  '(x)',
];

test.each(named(withParams))('no path parameter of %s makes more than a refusal', async (_name, route) => {
  // The evidence that a group was shown nothing is evidence too, and the audit log says who took it.
  const isExport = route.id === 'getPublicationEvidence';
  const kept = [...tenantTables, ...globalTables].filter((table) => !isExport || !table.startsWith('audit'));
  const before = await state(kept);
  const body = route.bodyType ? 'locale\n' : route.body && JSON.stringify(sample(route.body as Schema));
  const headers: Record<string, string> = route.bodyType ? { 'Content-Type': route.bodyType } : {};
  for (const name of Object.keys(route.params?.properties ?? {})) {
    const send = (segment: string) =>
      call(route, {
        path: pathOf(route, { [name]: segment }),
        headers,
        ...(body === undefined ? {} : { body }),
      });
    const odd: string[] = [];
    for (const segment of fewerUnlessDeep(`segment ${name}`, oddSegments)) {
      const { status, code, text } = await send(segment);
      // A segment may lead to another route, or be a locale that nobody has: both are answered in order.
      if (status < 200 || status >= 500 || (status >= 400 && code === null))
        odd.push(`${segment}: ${status} ${text.slice(0, 100)}`);
    }
    expect([name, odd]).toEqual([name, []]);
  }
  expect(await state(kept)).toBe(before);
});

test.each(pickSome(named(both), 30))(
  'no query of %s makes more than a refusal',
  async (_name, route) => {
    const names = Object.keys(route.query?.properties ?? {});
    const refused = [
      ...pickSome(names, 3).flatMap((name) => [`?${name}=1&${name}=2`, `?${name}=a%00b`]),
      '?x=1&x=2',
      '?%00=1',
    ];
    const odd = [
      '?',
      '?&&&',
      '?=',
      '?x',
      '?x[]=1&x[y]=2',
      '?__proto__=1',
      '?constructor=1',
      '?%ff=%ff',
      '?%',
      `?x=${'a'.repeat(6000)}`,
      `?${Array.from({ length: 1000 }, (_, n) => `k${n}`).join('&')}`,
    ];
    const oddValues = pickSome([
      '',
      '%ff',
      '%ED%A0%80',
      '-1',
      '1e400',
      '[]',
      '{}',
      'null',
      '%F0%9F%92%A9',
      'a'.repeat(6000),
      '%E2%80%AE',
      '../..',
      "'%3B--",
      '%25',
    ]);
    const isRead = route.method === 'GET';
    const queries = [
      ...odd,
      ...pickSome(isRead ? names : [], 3).flatMap((name) =>
        valuesToTry([name, route.query?.properties?.[name]], oddValues, 4).map(
          (value) => `?${name}=${value}`,
        ),
      ),
    ];
    const before = await state();
    if (!route.path.startsWith('/profiles/:tenantId/')) {
      expect(
        await wronglyAnswered(route, refused, (query) => call(route, { query }), { mayBeTaken: false }),
      ).toEqual([]);
    }
    expect(await state()).toBe(before);
    const wrong: string[] = [];
    // Each workbook is written by a thread that is started for it.
    const sent = route.id === 'exportConsentsXlsx' ? pickSome(queries, 4) : queries;
    for (const query of isRead ? sent : []) {
      const { status, text } = await call(route, { query });
      if (status < 200 || status >= 500) wrong.push(`${query}: ${text}`);
    }
    expect(wrong).toEqual([]);
  },
  120_000,
);

test.each(named(all.admin.filter((route) => !isOfMode(route))))(
  '%s of another sign-in mode is 404 whatever is sent',
  async (_name, route) => {
    const before = await state();
    const inputs = ['', '?x=1&x=2', '?code=a%00b', '?%00=1', '?x=%ff'].map((query) => ({ query }));
    for (const input of [...inputs, ...(route.method === 'GET' ? [] : [{ body: '{' }, { body: tooMuch }])]) {
      const { status, code } = await server.send({
        method: route.method,
        path: `${app.adminBase}${pathOf(route)}${'query' in input ? input.query : ''}`,
        ...input,
      });
      const what = 'query' in input ? input.query : input.body.length;
      expect([what, status, code]).toEqual([what, 404, 'auth_mode_disabled']);
    }
    expect(await state()).toBe(before);
  },
);
