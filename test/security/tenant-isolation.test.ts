import { strFromU8, unzipSync } from 'fflate';
import { tenantTables } from '#platform/database/tables';
import type { RouteDescription } from '#platform/http/route';
import { describedRoutes } from '../../scripts/generate-api';
import { signInAs, userPassword } from '../support/accounts';
import { allDenied, allGranted, cookieOf } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { readWorkbook } from '../support/exports';
import { createFakeRegistry, type FakeRegistry } from '../support/fake-registry';
import {
  createInTenant,
  createVisitor,
  type FilledTenant,
  fillTenant,
  sharedVisitor,
  type TenantIds,
} from '../support/filled-tenant';
import { profileJson } from '../support/profiles';
import { describeInAll, pickSome } from '../support/scope';
import { makeTcString } from '../support/tc-strings';
import { tenancy } from '../support/tenants';
import { untilWritten } from '../support/until-written';

/**
 * Nothing of one tenant is visible or changeable from another. Made from the tables of routes: every route is
 * called in every way in which somebody of tenant "south" can name what "north" has, and then rightly, by
 * south, with its own.
 *
 * A new GET route is tried by itself. Any other needs a line here that makes its call succeed; a route that
 * names what it works on other than by `:id`, `:profileId` or `:visitorId` says in `query` or `body` how.
 */
interface Case {
  /** Makes what a call of the own tenant destroys. */
  readonly own?: () => Promise<Partial<TenantIds>>;
  readonly body?: (ids: TenantIds) => unknown;
  readonly query?: (ids: TenantIds) => string;
  /** Further queries to try, such as another format. */
  readonly also?: readonly string[];
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The visitor is the one of the cookie. */
  readonly byCookie?: true;
  /** How to read a binary answer, so that its contents can be searched. */
  readonly read?: (body: Buffer, headers: Readonly<Record<string, string>>) => string;
  /**
   * Belongs to the installation: who may see every tenant may see and change it, whatever tenant the request
   * is of.
   */
  readonly installation?: true;
  /** Its answer describes the call itself, so no two are the same. */
  readonly tellsOfItself?: true;
  /** Status of the answer to its own tenant. Default: 2xx. */
  readonly answers?: number;
}

const content = (ids: TenantIds) => ({
  ...profileJson(),
  consentTemplateId: ids.consentTemplateId,
  uiTemplateId: ids.uiTemplateId,
});
const cases: Readonly<Record<string, Case>> = {
  createProfile: { body: (ids) => ({ name: 'New', defaultLocale: 'en', profileJson: content(ids) }) },
  createProfileFromTemplate: {
    body: (ids) => ({
      name: 'New',
      defaultLocale: 'en',
      consentTemplateId: ids.consentTemplateId,
      complianceGroup: 'opt-in',
    }),
  },
  updateProfile: { body: (ids) => ({ name: 'Renamed', profileJson: content(ids) }) },
  deleteProfile: {},
  copyProfile: { body: () => ({ name: 'Copy' }) },
  activateProfile: {},
  deactivateProfile: {},
  requestPublication: { tellsOfItself: true },
  approvePublication: {},
  declinePublication: { body: () => ({ reason: 'Not now' }) },
  withdrawPublicationRequest: {},
  // Profiles that are made for each call are not live.
  startExperiment: {
    answers: 409,
    body: () => ({ variants: [{ texts: { en: { mainBanner: { heading: 'Other' } } } }] }),
  },
  endExperiment: { answers: 404, body: () => ({ keep: 'B' }) },
  rollbackProfile: { body: () => ({ version: 1 }) },
  importTranslations: { body: () => 'locale,mainBanner.heading\nen,Other\n', contentType: 'text/csv' },
  validateProfile: { body: () => ({ complianceGroup: 'opt-in', cookies: {}, categories: {} }) },
  makeStarterTexts: { body: (ids) => ({ locale: 'de', profileJson: content(ids) }) },
  // It explains what it is sent and reads no tenant’s data; the test has no function that translates.
  translateTexts: { body: () => ({ from: 'en', to: 'de', texts: {} }), answers: 404 },
  previewProfile: { body: (ids) => ({ defaultLocale: 'en', profileJson: content(ids) }) },

  recheckChoice: { query: ({ profileId }) => `profileId=${profileId}&profileVersion=1` },

  createConsentTemplate: { body: () => ({ name: 'New' }) },
  updateConsentTemplate: { body: () => ({ name: 'Renamed' }) },
  deleteConsentTemplate: {},
  copyConsentTemplate: { body: () => ({}) },
  createUiTemplate: { body: () => ({ name: 'New' }) },
  updateUiTemplate: { body: () => ({ name: 'Renamed' }) },
  deleteUiTemplate: {},
  copyUiTemplate: { body: () => ({}) },

  getOptInRates: {
    query: ({ tenantId, profileId }) => `tenantId=${tenantId}&profileId=${profileId}`,
    installation: true,
  },

  // They explain what they are sent and read no tenant's data.
  decodeTcString: { query: () => `string=${makeTcString()}`, installation: true },
  decodeGppString: { query: () => 'string=DBABBg~BAQAAABA.QA', installation: true },

  // The profiles of both do not ask under the framework.
  previewTcfList: { body: ({ profileId }) => ({ profileId, version: 1, locale: 'en' }), answers: 404 },
  getTcfList: { query: ({ profileId }) => `profileId=${profileId}`, answers: 404 },
  confirmTcfRegistration: { body: () => ({ acknowledge: true }) },
  confirmGppRegistration: { body: () => ({ acknowledge: true }) },

  updateSettings: { body: () => ({ allowedOrigins: [], adminAllowedOrigins: [] }) },
  completeSetup: {},
  getSetupConfig: { answers: 403 },
  importConsents: {
    body: ({ profileId }) => ({
      profileId,
      file: 'visitor,decided,analytics\nanna,2026-01-01,true\n',
      mapping: { visitorId: 'visitor', updatedAt: 'decided', decision: { in: 'columns' } },
    }),
  },
  previewSeed: { body: () => ({ group: 'opt-out' }) },
  seedProfiles: { body: () => ({ groups: ['opt-out'] }) },

  eraseVisitor: { own: async () => ({ visitorId: await createVisitor(app, south) }) },
  eraseSubject: { own: () => createSubject(south) },
  find: { query: ({ visitorId }) => `q=${visitorId}` },
  // Without a certificate, it says that there is none.
  verifyErasureCertificate: {
    body: ({ erasureId }) => ({ certificate: { id: erasureId, code: 'x' } }),
    tellsOfItself: true,
  },
  // As a PDF its words are compressed.
  getErasureCertificate: { query: () => 'format=json' },
  getOwnErasureCertificate: {
    query: ({ erasureCode }) => `format=json&code=${erasureCode}`,
  },
  getVisitorReceipt: { query: () => 'format=json', tellsOfItself: true },

  decideFindings: {
    body: ({ findingId }) => ({ findingIds: [findingId], status: 'ignored', reason: 'A test' }),
    own: async () => ({ findingId: await createInTenant(app, south, 'findings') }),
  },
  // Every tenant has a profile that lists it.
  keepUnseen: { body: () => ({ names: ['_ga'] }), answers: 204 },
  listFound: {
    body: ({ draftId, findingId }) => ({
      profileIds: [draftId],
      items: [{ findingId, category: 'marketing', description: 'Counts visits.' }],
    }),
    own: async () => ({ findingId: await createInTenant(app, south, 'findings') }),
    // Each finding has a name of its own.
    tellsOfItself: true,
  },
  countImpression: {
    body: ({ profileId }) => ({ profileId, profileVersion: 1, locale: 'en', device: 'phone' }),
  },
  // Nothing was published at that time.
  getPublicationEffect: { query: () => 'from=2026-01-01', answers: 404 },
  // Each page has a form of its own.
  showPreferences: { read: (page) => page.toString().replace(/(?<=name="form" value=")[^"]*/g, '') },
  savePreferences: {
    body: ({ profileId }) =>
      `profileId=${profileId}&profileVersion=1&layer=preferences&form=${'A'.repeat(22)}&refuse=!`,
    contentType: 'application/x-www-form-urlencoded',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    byCookie: true,
    // Forms come from browsers, never with a key.
    answers: 403,
  },
  reportFindings: { body: () => ({ reports: [{ page: '/', cookie: 'found-by-a-browser' }] }), answers: 204 },

  createApiKey: { body: () => ({ name: 'New' }) },
  revokeApiKey: {},
  reactivateApiKey: {},
  deleteApiKey: {},

  createWebhook: {
    body: () => ({ name: 'New', url: 'https://hooks.invalid/new', events: ['settings.updated'] }),
  },
  updateWebhook: { body: () => ({ name: 'Renamed' }) },
  deleteWebhook: {},
  rotateWebhookSecret: {},
  testWebhook: {},
  replayWebhook: {},

  listUsers: { installation: true },
  getUser: { installation: true },
  createUser: {
    body: ({ tenantId, roleId }) => ({
      name: 'New',
      email: `new-${Date.now()}@shop.example`,
      password: userPassword,
      roleId,
      allowedTenants: [tenantId],
    }),
    installation: true,
  },
  updateUser: {
    body: ({ tenantId }) => ({ name: 'Renamed', allowedTenants: [tenantId] }),
    installation: true,
  },
  deleteUser: { installation: true },
  assignRole: { body: ({ roleId }) => ({ roleId }), installation: true },
  revokeRole: { installation: true, answers: 404 },
  releaseIdentity: { installation: true, answers: 404 },
  createResetLink: { installation: true },
  listUserLinks: { installation: true },
  revokeUserLink: { installation: true, answers: 404 },
  // Roles are the installation's: all operators share them.
  createRole: { body: () => ({ name: `Role ${Date.now()}` }), installation: true, answers: 403 },
  updateRole: { body: () => ({ description: 'Changed' }), installation: true, answers: 403 },
  deleteRole: { installation: true, answers: 403 },
  assignPermission: { body: () => ({ permissionId: 'stats:read' }), installation: true, answers: 403 },
  revokePermission: { installation: true, answers: 403 },

  createTenant: { body: () => ({ name: 'New', slug: 'new' }), installation: true, answers: 403 },
  getTenant: { installation: true },
  updateTenant: { body: () => ({ name: 'Renamed' }), installation: true },
  deleteTenant: { installation: true, answers: 422 },

  submitConsent: { body: ({ visitorId, profileId }) => ({ visitorId, profileId, consentJson: allDenied }) },
  updateConsent: { body: () => ({ consentJson: allDenied }) },
  eraseConsent: { own: async () => ({ visitorId: await createVisitor(app, south) }) },
  getOwnConsent: { byCookie: true },
  eraseOwnConsent: { byCookie: true, own: async () => ({ visitorId: await createVisitor(app, south) }) },
  requestOwnParentalConsent: { byCookie: true, body: ({ profileId }) => ({ profileId }) },
  requestParentalConsent: { body: ({ profileId }) => ({ profileId }) },
  resolveParentalConsent: { body: ({ parentalToken }) => ({ token: parentalToken }) },
  // As a PDF its words are compressed.
  getConsentReceipt: { headers: { Accept: 'application/json' }, tellsOfItself: true },
  getConsentEvidence: { tellsOfItself: true },
  getPublicationEvidence: {
    tellsOfItself: true,
    read: (body) =>
      Object.values(unzipSync(body))
        .map((file) => strFromU8(file))
        .join(''),
  },
  exportConsents: { also: ['format=json'] },
  // Its files tell when they were made.
  exportConsentsXlsx: { read: (body) => JSON.stringify(readWorkbook(body)) },
  // The next one holds the entry of the one before.
  exportAudit: { also: ['format=json'], tellsOfItself: true },
};

const tables = describedRoutes();
/** Routes about the caller's own account, for signing in, or about the service: they belong to no tenant. */
const isAboutNoTenant = ({ access, tenantless }: RouteDescription) =>
  !('permission' in access) && (tenantless === true || 'signedIn' in access);
const adminRoutes = tables.admin.filter((route) => 'permission' in route.access);
const otherAdminRoutes = tables.admin.filter((route) => !('permission' in route.access));
const publicRoutes = tables.public.filter((route) => !isAboutNoTenant(route));
const isOfAdminApi = (route: RouteDescription) =>
  (tables.admin as readonly RouteDescription[]).includes(route);
const named = (routes: readonly RouteDescription[]) =>
  routes.map((route) => [`${route.method} ${route.path}`, route] as const);

let app: TestApp;
let registry: FakeRegistry;
let north: FilledTenant;
let south: FilledTenant;

beforeAll(async () => {
  registry = await createFakeRegistry();
  app = await createTestApp({
    config: { rateLimit: false, tenancy, tcf: registry.tcf, gpp: { enabled: true } },
  });
  north = await fillTenant(app, 'northmark');
  south = await fillTenant(app, 'southmark');
  await createSubject(north);
}, 120_000);
afterAll(async () => {
  await app.close();
  await registry.close();
});

/** The shared subject is that of all other tests, which would miss it. */
const leavingSubject = 'user-who-leaves';

async function createSubject({ ids: { profileId }, key }: FilledTenant): Promise<object> {
  await app.request
    .post(`${app.publicBase}/consent`)
    .set(key)
    .send({ profileId, consentJson: allGranted, subjectId: leavingSubject })
    .expect(200);
  return {};
}

/** Everything that the tenant has: every row of its own, its users, its files. */
const belongingsOf = ({ tenant }: FilledTenant) => belongingsById(tenant.id);
const belongingsById = untilWritten(() => app, readBelongings);

async function readBelongings(tenantId: string): Promise<string> {
  const rows = await Promise.all(
    tenantTables.map((table) => app.knex(`svc_${table}`).where({ tenant_id: tenantId })),
  );
  const users = await app
    .knex('svc_users')
    .where('allowed_tenants', 'like', `%${tenantId}%`)
    .select('id', 'name', 'email', 'allowed_tenants', 'active');
  const own = await app.knex('svc_tenants').where({ id: tenantId });
  const files = await app
    .knex('svc_files')
    .where('object_key', 'like', `${tenantId}/%`)
    .orderBy('object_key');
  // What was counted is folded into sums in its own time.
  const lasting = rows.map((list, index) =>
    /_sums$|statistics_changes/.test(tenantTables[index] ?? '') ? [] : list,
  );
  return JSON.stringify([lasting, users, own, files]);
}

const collectionOf = ({ path }: RouteDescription) => path.split('/')[1] ?? '';
const ownedParams = ['id', 'profileId', 'visitorId', 'erasureId', 'complianceGroup'];

function idFor(route: RouteDescription, name: string, ids: TenantIds): string {
  const isExperiment = route.path.includes('/experiments');
  if (isExperiment && name === 'version') return '2';
  if (isExperiment && route.method === 'GET' && name !== 'version') return ids.variedId;
  const byCollection: Record<string, string> = {
    profiles: ids.profileId,
    'consent-templates': ids.consentTemplateId,
    'ui-templates': ids.uiTemplateId,
    apikeys: ids.apiKeyId,
    webhooks: ids.webhookId,
    findings: ids.findingId,
    'publication-requests': ids.publicationRequestId,
    users: ids.userId,
    roles: ids.roleId,
    tenants: ids.tenantId,
  };
  const fixed: Record<string, string> = {
    a: '1',
    b: '1',
    entryId: '1',
    linkId: 'none',
    locale: 'en',
    complianceGroup: 'opt-in',
    permId: 'audit:read',
    version: '100',
    lang: 'en',
    ...(route.id === 'eraseSubject' && { subjectId: leavingSubject }),
  };
  const value =
    name === 'id'
      ? byCollection[collectionOf(route)]
      : (fixed[name] ?? (ids as unknown as Record<string, string | undefined>)[name]);
  if (value === undefined) throw new Error(`tell this test what :${name} of ${route.path} stands for`);
  return value;
}

function caseOf(route: RouteDescription): Case {
  const found = cases[route.id];
  if (found === undefined && route.method !== 'GET')
    throw new Error(`give ${route.id} (${route.method} ${route.path}) a line in the cases of this test`);
  return found ?? {};
}

interface Way {
  readonly headers: Readonly<Record<string, string>>;
  /** Added to the route's own query. */
  readonly query?: string;
  /** Added to an object in the body. */
  readonly fields?: object;
}

/** Calls the route with what `ids` names. */
async function call(route: RouteDescription, ids: TenantIds, { headers, query, fields }: Way) {
  const {
    body,
    query: ownQuery,
    contentType = 'application/json',
    headers: ownHeaders = {},
    byCookie = false,
    read = readText,
  } = caseOf(route);
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(idFor(route, name, ids)),
  );
  const asked = [query, ownQuery?.(ids)].filter(Boolean).join('&');
  const isAdmin = isOfAdminApi(route);
  const url = `${isAdmin ? app.adminBase : app.publicBase}${path}${asked && `?${asked}`}`;
  const own = body?.(ids);
  const sent = typeof own === 'object' ? { ...own, ...fields } : own;
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  const request = app.request[route.method.toLowerCase() as 'post'](url)
    .set(headers)
    .set(ownHeaders)
    .set(byCookie ? { Cookie: cookieOf(ids.visitorId) } : {})
    .redirects(0)
    .buffer(true)
    .parse(collect);
  if (sent !== undefined)
    request
      .set('Content-Type', contentType)
      .serialize((it) => it as string)
      .send(text as string);
  const answer = await request;
  const told = answer.status < 300 ? read(answer.body, answer.headers) : String(answer.body);
  const code = answer.status < 400 ? undefined : (JSON.parse(told).code as string);
  const ignored = answer.headers['x-ignored-fields']?.split(', ') ?? [];
  return {
    status: answer.status,
    code,
    told,
    ignored,
    text: JSON.stringify([told, answer.headers]),
    sent: `${url}${text}`,
  };
}

function collect(response: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  (response as NodeJS.ReadableStream)
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => done(null, Buffer.concat(chunks)));
}

function readText(body: Buffer, headers: Readonly<Record<string, string>>): string {
  const type = headers['content-type'] ?? 'text/plain';
  if (!/^(text\/|application\/(json|xml)\b)/.test(type))
    throw new Error(`say in the case of this route how to read ${type}`);
  return body.toString();
}

type Answer = Awaited<ReturnType<typeof call>>;

/** Returns the tenant's texts in the answer that the caller did not send. */
function tracesOf({ ids, mark }: FilledTenant, { text, sent }: Pick<Answer, 'text' | 'sent'>): string[] {
  const secrets = [mark, ...Object.values(ids).filter((id) => id.length > 20 && id !== ids.roleId)];
  return secrets.filter(
    (secret) =>
      text.toLowerCase().includes(secret.toLowerCase()) && !sent.toLowerCase().includes(secret.toLowerCase()),
  );
}

const names = ({ query }: RouteDescription, parameter: string) =>
  query !== undefined && Object.hasOwn(query.properties, parameter);

const verdictOf = ({ status, text }: Answer, right: readonly number[]) =>
  right.includes(status) ? 'as it should' : `${status} ${text}`;
const rightAnswers = ({ id }: RouteDescription) => [cases[id]?.answers ?? [200, 201]].flat();
const ownsIn = (route: RouteDescription) =>
  [...route.path.matchAll(/:(\w+)/g)].some(
    ([, name]) => ownedParams.includes(name ?? '') && name !== 'complianceGroup',
  );

describe.each(named(adminRoutes))('%s', (_name, route) => {
  const { installation } = cases[route.id] ?? {};
  const isRole = collectionOf(route) === 'roles';
  const wrongWays = (): readonly Way[] => [
    { headers: { ...south.operator } },
    { headers: { ...south.operator, ...south.tenant.header } },
    { headers: { ...south.operator, ...south.tenant.host } },
    ...(names(route, 'tenantId')
      ? []
      : ['', ...(cases[route.id]?.also ?? [])].map((query) => ({
          headers: { ...south.operator },
          query: [`tenantId=${north.tenant.id}`, query].filter(Boolean).join('&'),
        }))),
  ];

  test('neither tells nor changes anything of another tenant', async () => {
    const admin = await app.asAdmin();
    const before = await belongingsOf(north);
    const unscoped = installation
      ? []
      : [{ headers: { ...admin, ...south.tenant.header } }, { headers: { ...admin, ...south.tenant.host } }];
    for (const way of [...wrongWays(), ...unscoped]) {
      const answer = await call(route, north.ids, way);
      expect([way, tracesOf(north, answer)]).toEqual([way, []]);
      if (ownsIn(route) && !isRole)
        expect([way, verdictOf(answer, [403, 404])]).toEqual([way, 'as it should']);
    }
    // And by naming the other tenant itself.
    for (const naming of [north.tenant.header, north.tenant.host]) {
      const answer = await call(route, north.ids, { headers: { ...south.operator, ...naming } });
      expect(tracesOf(north, answer)).toEqual([]);
      if (!route.tenantless)
        expect([naming, answer.status, answer.code]).toEqual([naming, 403, 'tenant_forbidden']);
    }
    expect(await belongingsOf(north)).toBe(before);
  });

  test('works for its own tenant, on nothing but its own', async () => {
    const before = await belongingsOf(north);
    const ids = { ...south.ids, ...(await ownAgain(route)) };
    const answer = await call(route, ids, { headers: { ...south.operator } });
    expect(verdictOf(answer, rightAnswers(route))).toBe('as it should');
    expect(tracesOf(north, answer)).toEqual([]);
    expect(await belongingsOf(north)).toBe(before);
  });
});

/** Fields of a request's context and of prototypes, which no input may set. */
const intruders = (): Readonly<Record<string, string>> => ({
  tenantId: north.tenant.id,
  actor: 'nobody',
  range: 'x',
  caller: 'nobody',
  user: 'nobody',
  context: 'x',
  constructor: 'x',
});

/** The answer without what differs from one call to the next: ids, times, hashes, numbers. */
const repeatable = ({ status, told }: Answer) => [
  status,
  told.replace(/[A-Za-z0-9_~+/=-]{20,}|(?<="prefix":")\w+/g, '*').replace(/\d+/g, '0'),
];

/** Makes what a call takes away. */
async function ownAgain(route: RouteDescription): Promise<Partial<TenantIds>> {
  const isKept = ['roles', 'tenants'].includes(collectionOf(route)) || route.method === 'GET';
  return /\/:id\b/.test(route.path) && !isKept ? fresh(route) : ((await caseOf(route).own?.()) ?? {});
}

/** Another one of what the route works on, as some routes take it away. */
async function fresh(route: RouteDescription): Promise<Partial<TenantIds>> {
  const made = await createInTenant(app, south, collectionOf(route));
  const field = {
    profiles: 'profileId',
    'consent-templates': 'consentTemplateId',
    'ui-templates': 'uiTemplateId',
    apikeys: 'apiKeyId',
    users: 'userId',
    webhooks: 'webhookId',
    findings: 'findingId',
    'publication-requests': 'publicationRequestId',
  }[collectionOf(route)];
  return { [field as string]: made };
}

describe.each(named(publicRoutes))('public %s', (_name, route) => {
  const visitorOf = (ids: TenantIds) => ({ Cookie: cookieOf(ids.visitorId) });

  test('neither tells nor changes anything of another tenant', async () => {
    const before = await belongingsOf(north);
    const ids = { ...north.ids, tenantId: south.ids.tenantId };
    const ways: readonly Way[] = [
      { headers: south.key },
      { headers: { ...visitorOf(ids), ...south.tenant.host } },
      { headers: visitorOf(ids), query: `tenantId=${south.tenant.id}` },
    ];
    for (const visitorId of [north.ids.visitorId, sharedVisitor]) {
      for (const way of ways) {
        const answer = await call(route, { ...ids, visitorId }, way);
        expect([way, tracesOf(north, answer)]).toEqual([way, []]);
        if (ownsIn(route) && visitorId === north.ids.visitorId)
          expect([way, verdictOf(answer, [400, 403, 404])]).toEqual([way, 'as it should']);
      }
    }
    if (route.bucket !== 'hotServe') {
      for (const way of [
        { headers: { ...south.key, ...north.tenant.host } },
        { headers: south.key, query: `tenantId=${north.tenant.id}` },
      ]) {
        const answer = await call(route, ids, way);
        expect([way, answer.status, answer.code]).toEqual([way, 403, 'tenant_forbidden']);
      }
    }
    expect(await belongingsOf(north)).toBe(before);
  });

  test('works for its own tenant, on nothing but its own', async () => {
    const before = await belongingsOf(north);
    // Visitors that exist in both tenants are two records each.
    for (const visitorId of [await createVisitor(app, south), sharedVisitor]) {
      const answer = await call(route, { ...south.ids, visitorId }, { headers: south.key });
      expect(verdictOf(answer, rightAnswers(route))).toBe('as it should');
      expect(tracesOf(north, answer)).toEqual([]);
    }
    expect(await belongingsOf(north)).toBe(before);
  });
});

/** Who did what, in the entries of the audit log that were written after this one. */
const auditedAfter = (sequence: number) =>
  app
    .knex('svc_audit')
    .where({ tenant_id: south.tenant.id })
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .select('action', 'user_id', 'user_email');

async function lastAudited(): Promise<number> {
  const [row] = await app.knex('svc_audit').where({ tenant_id: south.tenant.id }).max('sequence as last');
  return Number(row?.last ?? 0);
}

describeInAll('unknown fields and parameters', () => {
  test.each(pickSome(named([...adminRoutes, ...publicRoutes]), 40))(
    'what the schemas of %s do not name changes nothing in what it does and answers',
    async (_name, route) => {
      const isAdmin = isOfAdminApi(route);
      const headers = isAdmin ? { ...south.operator, ...south.tenant.header } : south.key;
      const all = Object.entries(intruders());
      const inQuery = all.filter(([name]) => !names(route, name));
      const taken = all.filter(([name]) => names(route, name)).map(([name]) => name);
      expect(['', 'tenantId']).toContain(taken.join());
      const query = new URLSearchParams([...inQuery, ['__proto__', 'x']]).toString();
      // Bodies with the keys of prototypes are refused, here as everywhere.
      const { constructor: _refused, ...fields } = intruders();
      for (const also of ['', ...(caseOf(route).also ?? [])]) {
        const answers: Answer[] = [];
        const audited: unknown[] = [];
        // What the first call makes, the others find.
        for (const way of [{ query: '' }, { query: '' }, { query, fields }]) {
          const last = await lastAudited();
          const ids = { ...south.ids, ...(await ownAgain(route)) };
          const wholeQuery = [also, way.query].filter(Boolean).join('&');
          answers.push(await call(route, ids, { headers, ...way, query: wholeQuery }));
          audited.push(await auditedAfter(last));
        }
        const [, plain, intruded] = answers as [Answer, Answer, Answer];
        expect(plain.status).not.toBe(401);
        if (caseOf(route).tellsOfItself) expect(intruded.status).toBe(plain.status);
        else expect(repeatable(intruded)).toEqual(repeatable(plain));
        expect(audited[2]).toEqual(audited[1]);
        expect(tracesOf(north, intruded)).toEqual([]);
        // Files that caches share come without.
        if (isAdmin || route.query !== undefined)
          expect(intruded.ignored).toEqual(expect.arrayContaining(inQuery.map(([name]) => name)));
      }
    },
  );
});

test.each(named(otherAdminRoutes))(
  '%s, which belongs to no tenant, tells nothing of another one and changes nothing in it',
  async (_name, route) => {
    const before = await belongingsOf(north);
    const send = async (naming: Readonly<Record<string, string>>, input: object) => {
      const as = await signInAs(app, `operator@${south.mark}.example`);
      const path = `${app.adminBase}${route.path}?${new URLSearchParams(input as Record<string, string>)}`;
      const answer = await app.request[route.method.toLowerCase() as 'post'](path)
        .set(as)
        .set(naming)
        .redirects(0)
        .send(route.method === 'GET' ? undefined : input);
      const text = JSON.stringify([answer.text ?? '', answer.headers]);
      expect(tracesOf(north, { text, sent: path })).toEqual([]);
      return answer;
    };
    for (const naming of [{}, north.tenant.header, north.tenant.host]) {
      const { constructor: _refused, ...fields } = intruders();
      const [plain, intruded] = [await send(naming, {}), await send(naming, fields)];
      expect([intruded.status, intruded.body.code]).toEqual([plain.status, plain.body.code]);
    }
    expect(await belongingsOf(north)).toBe(before);
  },
);

/** One more of everything that can be listed or counted. */
async function grow(tenant: FilledTenant): Promise<void> {
  await createVisitor(app, tenant);
  for (const collection of ['profiles', 'consent-templates', 'ui-templates', 'apikeys', 'users'])
    await createInTenant(app, tenant, collection);
}

const readable = [...adminRoutes, ...publicRoutes].filter(
  ({ method, id }) => method === 'GET' && !cases[id]?.tellsOfItself,
);

describeInAll('growth of another tenant', () => {
  test.each(pickSome(named(readable), 40))(
    'what %s lists and counts does not move when another tenant grows',
    async (_name, route) => {
      const isAdmin = isOfAdminApi(route);
      const way = { headers: { ...(isAdmin ? south.operator : south.key) } };
      const stripped = ({ text }: Answer) => text.replace(/"(x-request-id|date)":"[^"]*"/g, '');
      const first = await call(route, south.ids, way);
      await grow(north);
      expect(stripped(await call(route, south.ids, way))).toBe(stripped(first));
    },
  );
});

test('every case is of a route that there is', () => {
  const ids = [...tables.admin, ...tables.public].map(({ id }) => id);
  expect(Object.keys(cases).filter((id) => !ids.includes(id))).toEqual([]);
});
