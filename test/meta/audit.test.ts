import type { Response, Test } from 'supertest';
import type { RouteDescription } from '#platform/http/route';
import { permissions } from '#platform/kernel/permissions';
import { describedRoutes } from '../../scripts/generate-api';
import { actionWords } from '../../src/dashboard/screens/audit/action-words';
import { createApiKey, createRole, createUser, roleId, signInAs, userPassword } from '../support/accounts';
import { allGranted, cookieOf } from '../support/consent';
import { adminEmail, adminPassword, createTestApp, type TestApp } from '../support/create-test-app';
import { createFakeRegistry, type FakeRegistry } from '../support/fake-registry';
import { createFinding } from '../support/findings';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { sourceTexts } from '../support/source-files';
import { consentTemplate, createTemplate } from '../support/templates';
import { createTenant, tenancy } from '../support/tenants';
import { totpCode } from '../support/totp';
import { createWebhook } from '../support/webhooks';

/**
 * Every route that changes something is called here once, as it succeeds, and must leave an entry. A new
 * route of the table has to be added: as a deed, or with the reason why it leaves none.
 */

interface Entry {
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string | null;
  readonly resourceName: string | null;
  readonly userEmail: string | null;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
}

interface Deed {
  /** The name of the entry. */
  readonly action: string;
  /** Asks the route itself, as somebody who may. */
  readonly ask: () => PromiseLike<Response>;
  /** Who is named; null: nobody who is signed in. */
  readonly by?: string | null;
  /** Fields that must be told, with before and after where they changed. */
  readonly tells?: Readonly<Record<string, unknown>>;
}

let app: TestApp;
let registry: FakeRegistry;
let admin: { Authorization: string };
const url = (path: string) => `${app.adminBase}${path}`;
const send = (
  method: 'post' | 'put' | 'patch' | 'delete' | 'get',
  path: string,
  body?: object | string,
  as = admin,
): Test =>
  body === undefined
    ? app.request[method](url(path)).set(as)
    : app.request[method](url(path)).set(as).send(body);
const made = async (path: string, body: object): Promise<string> =>
  (await send('post', path, body).expect(201)).body.id;
const changed = (before: unknown, after: unknown) => ({ before, after });
let count = 0;
const fresh = (name: string) => {
  count += 1;
  return `${name}-${count}`;
};

/** A user of their own for deeds that only oneself can do. */
const requested = async () => made(`/profiles/${(await createProfile(app)).id}/publication-request`, {});

async function someone() {
  const { id, as, email } = await createUser(app, { role: 'admin' });
  return { id, as, email };
}

async function withTotp() {
  const user = await someone();
  const { secret } = (await send('post', '/auth/totp/setup', undefined, user.as).expect(200)).body;
  return { ...user, secret };
}

async function startExperiment(group: string) {
  const { complianceGroup: _group, ...content } = profileJson();
  const { id } = await createActiveProfile(app, {
    name: fresh('Profile'),
    profileJson: { ...content, customComplianceGroup: fresh(group) },
  });
  const variants = [{ texts: { en: { mainBanner: { heading: 'Another question' } } } }];
  return send('post', `/profiles/${id}/experiments`, { variants });
}

async function uploaded(): Promise<{ id: string; csv: string }> {
  const { id } = await createProfile(app, { name: fresh('Profile') });
  const { text } = await send('get', `/export/translations/${id}`);
  return { id, csv: text.replace('Your privacy', 'Your own privacy') };
}

const deeds: Readonly<Record<string, Deed>> = {
  login: {
    action: 'auth:login',
    by: adminEmail,
    ask: () => app.request.post(url('/auth/login')).send({ email: adminEmail, password: adminPassword }),
  },
  logout: {
    action: 'auth:logout',
    by: 'self',
    ask: async () => send('post', '/auth/logout', undefined, (await someone()).as),
  },
  updateCurrentUser: {
    action: 'user:updated',
    by: 'self',
    ask: async () => send('put', '/auth/me', { name: 'Another Name' }, (await someone()).as),
    tells: { name: changed(expect.any(String), 'Another Name') },
  },
  confirmIdentity: {
    action: 'auth:confirmed',
    by: 'self',
    async ask() {
      const { id, as } = await someone();
      // While the sign-in still counts, nothing is checked or recorded.
      await app.knex('svc_sessions').where({ user_id: id }).update({ proven_at: 0 });
      return send('post', '/auth/confirm', { currentPassword: userPassword }, as);
    },
    tells: { sessionId: expect.any(String) },
  },
  changePassword: {
    action: 'user:updated',
    by: 'self',
    ask: async () =>
      send(
        'post',
        '/auth/password',
        { currentPassword: userPassword, newPassword: 'another long phrase' },
        (await someone()).as,
      ),
    tells: { passwordChanged: true },
  },
  endSession: {
    action: 'auth:sessionEnded',
    by: 'self',
    async ask() {
      const { as, email } = await someone();
      await signInAs(app, email);
      const { body } = await send('get', '/auth/sessions', undefined, as).expect(200);
      return send('delete', `/auth/sessions/${body[0].id}`, undefined, as);
    },
    tells: { sessionId: expect.any(String) },
  },
  endOtherSessions: {
    action: 'auth:otherSessionsEnded',
    by: 'self',
    async ask() {
      const { as, email } = await someone();
      await signInAs(app, email);
      return send('delete', '/auth/sessions', undefined, as);
    },
    tells: { ended: 1 },
  },
  acceptAccountLink: {
    action: 'user:passwordSetByLink',
    by: 'self',
    async ask() {
      const { id } = await createUser(app, { signIn: false });
      const { token } = (await send('post', `/users/${id}/reset-link`).expect(201)).body;
      return send('post', '/auth/accept', { token, password: 'another long phrase' });
    },
  },
  setUpTotp: {
    action: 'user:totpSetUp',
    by: 'self',
    ask: async () => send('post', '/auth/totp/setup', undefined, (await someone()).as),
  },
  verifyTotp: {
    action: 'user:totpEnabled',
    by: 'self',
    async ask() {
      const { as, secret } = await withTotp();
      return send(
        'post',
        '/auth/totp/verify',
        { code: totpCode(secret, app.clock.now()), currentPassword: userPassword },
        as,
      );
    },
  },
  disableTotp: {
    action: 'user:totpDisabled',
    by: 'self',
    async ask() {
      const { as, secret } = await withTotp();
      await send(
        'post',
        '/auth/totp/verify',
        { code: totpCode(secret, app.clock.now()), currentPassword: userPassword },
        as,
      ).expect(200);
      app.clock.advance(60_000);
      return send('post', '/auth/totp/disable', { code: totpCode(secret, app.clock.now()) }, as);
    },
  },

  createProfile: {
    action: 'profile:created',
    ask: () =>
      send('post', '/profiles', { name: fresh('Profile'), defaultLocale: 'en', profileJson: profileJson() }),
    tells: { name: expect.any(String), complianceGroup: 'opt-in', locales: ['en'] },
  },
  createProfileFromTemplate: {
    action: 'profile:created',
    async ask() {
      const consentTemplateId = (await createTemplate(app, 'consent-templates')).id;
      return send('post', '/profiles/from-template', {
        name: fresh('Profile'),
        consentTemplateId,
        complianceGroup: 'opt-in',
        defaultLocale: 'en',
      });
    },
    tells: { fromTemplate: expect.any(String) },
  },
  updateProfile: {
    action: 'profile:updated',
    ask: async () =>
      send('put', `/profiles/${(await createProfile(app, { name: 'Old' })).id}`, { name: 'New' }),
    tells: { version: changed(1, 2), name: changed('Old', 'New') },
  },
  rollbackProfile: {
    action: 'profile:rolledBack',
    async ask() {
      const { id } = await createProfile(app, { name: 'First' });
      await send('put', `/profiles/${id}`, { profileJson: profileJson({ expiryDays: 10 }) }).expect(200);
      return send('post', `/profiles/${id}/rollback`, { version: 1 });
    },
    tells: { version: changed(2, 3), rolledBackTo: 1, expiryDays: changed(10, null) },
  },
  importTranslations: {
    action: 'profile:updated',
    async ask() {
      const { id, csv } = await uploaded();
      return send('post', `/profiles/${id}/import-translations`, csv).set('Content-Type', 'text/csv');
    },
    tells: {
      version: changed(1, 2),
      importedTranslations: ['en', 'de'],
      texts: { en: ['mainBanner.heading'] },
    },
  },
  copyProfile: {
    action: 'profile:copied',
    ask: async () => send('post', `/profiles/${(await createProfile(app)).id}/copy`),
    tells: { name: expect.any(String), copiedFrom: expect.any(String) },
  },
  activateProfile: {
    action: 'profile:activated',
    ask: async () => send('post', `/profiles/${(await createProfile(app)).id}/activate`),
    tells: { complianceGroup: 'opt-in', publishedVersion: changed(null, 1) },
  },
  requestPublication: {
    action: 'profile:approvalRequested',
    ask: async () => send('post', `/profiles/${(await createProfile(app)).id}/publication-request`),
    tells: { version: 1, requestedBy: adminEmail },
  },
  approvePublication: {
    action: 'profile:approved',
    ask: async () => {
      const { as } = await createUser(app, { role: 'editor' });
      return send('post', `/publication-requests/${await requested()}/approve`, undefined, as);
    },
    by: 'self',
    tells: { version: 1, requestedBy: adminEmail },
  },
  declinePublication: {
    action: 'profile:declined',
    ask: async () =>
      send('post', `/publication-requests/${await requested()}/decline`, { reason: 'Not now' }),
    tells: { version: 1, requestedBy: adminEmail, reason: 'Not now' },
  },
  withdrawPublicationRequest: {
    action: 'profile:approvalWithdrawn',
    ask: async () => send('delete', `/publication-requests/${await requested()}`),
    tells: { version: 1, requestedBy: adminEmail },
  },
  deactivateProfile: {
    action: 'profile:deactivated',
    ask: async () => send('post', `/profiles/${(await createActiveProfile(app)).id}/deactivate`),
    tells: { complianceGroup: 'opt-in' },
  },
  startExperiment: {
    action: 'experiment:started',
    ask: () => startExperiment('profiles'),
    tells: { version: 2, goal: 'accepted', variants: ['A', 'B'] },
  },
  endExperiment: {
    action: 'experiment:ended',
    async ask() {
      const { body } = await startExperiment('kept');
      return send('post', `/profiles/${body.profileId}/experiments/2/end`, { keep: 'B' });
    },
    tells: { version: 2, kept: 'B', publishedVersion: 3 },
  },
  deleteProfile: {
    action: 'profile:deleted',
    ask: async () => send('delete', `/profiles/${(await createProfile(app, { name: 'Old' })).id}`),
    tells: { name: 'Old', version: 1 },
  },

  createConsentTemplate: {
    action: 'consentTemplate:created',
    ask: () => send('post', '/consent-templates', consentTemplate()),
    tells: { cookies: ['session', 'ga', 'pixel'] },
  },
  updateConsentTemplate: {
    action: 'consentTemplate:updated',
    ask: async () =>
      send('put', `/consent-templates/${(await createTemplate(app, 'consent-templates')).id}`, {
        name: 'New',
      }),
    tells: { name: changed('Shop cookies', 'New') },
  },
  copyConsentTemplate: {
    action: 'consentTemplate:copied',
    ask: async () =>
      send('post', `/consent-templates/${(await createTemplate(app, 'consent-templates')).id}/copy`),
    tells: { copiedFrom: expect.any(String) },
  },
  deleteConsentTemplate: {
    action: 'consentTemplate:deleted',
    ask: async () =>
      send('delete', `/consent-templates/${(await createTemplate(app, 'consent-templates')).id}`),
    tells: { name: 'Shop cookies' },
  },
  createUiTemplate: {
    action: 'uiTemplate:created',
    ask: () => send('post', '/ui-templates', { name: 'Look' }),
    tells: { name: 'Look' },
  },
  updateUiTemplate: {
    action: 'uiTemplate:updated',
    ask: async () =>
      send('put', `/ui-templates/${(await createTemplate(app, 'ui-templates')).id}`, { name: 'New' }),
    tells: { name: changed(expect.any(String), 'New') },
  },
  copyUiTemplate: {
    action: 'uiTemplate:copied',
    ask: async () => send('post', `/ui-templates/${(await createTemplate(app, 'ui-templates')).id}/copy`),
    tells: { copiedFrom: expect.any(String) },
  },
  deleteUiTemplate: {
    action: 'uiTemplate:deleted',
    ask: async () => send('delete', `/ui-templates/${(await createTemplate(app, 'ui-templates')).id}`),
    tells: { name: expect.any(String) },
  },

  updateSettings: {
    action: 'settings:updated',
    ask: () => send('patch', '/settings', { allowedOrigins: ['https://shop.example'] }),
    tells: { allowedOrigins: changed([], ['https://shop.example']) },
  },
  completeSetup: {
    action: 'setup:completed',
    ask: () => send('post', '/setup/complete'),
    tells: { setupCompleted: changed(false, true) },
  },
  seedProfiles: {
    action: 'setup:seeded',
    ask: () => send('post', '/setup/seed-profiles', { groups: ['notice-only'] }),
    tells: { created: [{ group: 'notice-only', profileId: expect.any(String) }], skipped: [] },
  },

  importConsents: {
    action: 'import:consents',
    ask: async () =>
      send('post', '/imports', {
        profileId: (await createActiveProfile(app)).id,
        fileName: 'old.csv',
        file: 'visitor,decided,analytics\nanna,2026-01-01,true\n',
        mapping: { visitorId: 'visitor', updatedAt: 'decided', decision: { in: 'columns' } },
      }),
    tells: { file: 'old.csv', read: 1, written: 1 },
  },

  confirmTcfRegistration: {
    action: 'tcf:confirmed',
    ask: () => send('post', '/tcf/confirm-registration', { acknowledge: true }),
    tells: { hash: changed(null, expect.stringMatching(/^[0-9a-f]{64}$/)) },
  },
  confirmGppRegistration: {
    action: 'gpp:confirmed',
    ask: () => send('post', '/gpp/confirm-registration', { acknowledge: true }),
    tells: { hash: changed(null, expect.stringMatching(/^[0-9a-f]{64}$/)) },
  },

  createTenant: {
    action: 'tenant:created',
    ask: () => send('post', '/tenants', { name: 'North', slug: fresh('north') }),
    tells: { name: 'North' },
  },
  updateTenant: {
    action: 'tenant:updated',
    ask: async () =>
      send('put', `/tenants/${(await createTenant(app, fresh('east'), 'East')).id}`, { name: 'Far East' }),
    tells: { name: changed('East', 'Far East') },
  },
  deleteTenant: {
    action: 'tenant:deleted',
    ask: async () => send('delete', `/tenants/${(await createTenant(app, fresh('west'), 'West')).id}`),
    tells: { name: 'West' },
  },

  createUser: {
    action: 'user:created',
    ask: () =>
      send('post', '/users', {
        name: 'Nora',
        email: `${fresh('nora')}@shop.example`,
        password: userPassword,
      }),
    tells: { name: 'Nora', roles: ['viewer'], allowedTenants: [] },
  },
  updateUser: {
    action: 'user:updated',
    ask: async () =>
      send('put', `/users/${(await createUser(app, { signIn: false })).id}`, {
        name: 'Nora B.',
        active: false,
        password: 'another long password',
      }),
    tells: {
      name: changed(expect.any(String), 'Nora B.'),
      active: changed(true, false),
      passwordChanged: true,
    },
  },
  createResetLink: {
    action: 'user:resetLinkCreated',
    ask: async () => send('post', `/users/${(await createUser(app, { signIn: false })).id}/reset-link`),
    tells: { linkId: expect.any(String), expiresAt: expect.any(String) },
  },
  revokeUserLink: {
    action: 'user:linkRevoked',
    async ask() {
      const { id } = await createUser(app, { signIn: false });
      const { body } = await send('post', `/users/${id}/reset-link`).expect(201);
      return send('delete', `/users/${id}/links/${body.id}`);
    },
    tells: { linkId: expect.any(String) },
  },
  deleteUser: {
    action: 'user:deleted',
    ask: async () => send('delete', `/users/${(await createUser(app, { signIn: false })).id}`),
    tells: { email: expect.any(String), roles: ['viewer'] },
  },
  assignRole: {
    action: 'user:roleAssigned',
    ask: async () =>
      send('post', `/users/${(await createUser(app, { signIn: false })).id}/roles`, {
        roleId: await roleId(app, 'editor'),
      }),
    tells: { role: 'editor' },
  },
  revokeRole: {
    action: 'user:roleRevoked',
    ask: async () =>
      send(
        'delete',
        `/users/${(await createUser(app, { signIn: false })).id}/roles/${await roleId(app, 'viewer')}`,
      ),
    tells: { role: 'viewer' },
  },
  releaseIdentity: {
    action: 'user:identityReleased',
    async ask() {
      const { id } = await createUser(app, { signIn: false });
      await app
        .knex('svc_users')
        .where({ id })
        .update({ identity_issuer: 'https://idp.example', identity_subject: id });
      return send('delete', `/users/${id}/identity`);
    },
    tells: { issuer: 'https://idp.example', subject: expect.any(String) },
  },
  createRole: {
    action: 'role:created',
    ask: () => send('post', '/roles', { name: fresh('Role') }),
    tells: { name: expect.any(String) },
  },
  updateRole: {
    action: 'role:updated',
    ask: async () =>
      send('put', `/roles/${await made('/roles', { name: fresh('Role') })}`, {
        description: 'Now described',
      }),
    tells: { description: changed(null, 'Now described') },
  },
  deleteRole: {
    action: 'role:deleted',
    ask: async () => send('delete', `/roles/${await made('/roles', { name: fresh('Role') })}`),
    tells: { name: expect.any(String), permissions: [] },
  },
  assignPermission: {
    action: 'role:permissionAssigned',
    ask: async () =>
      send('post', `/roles/${(await createRole(app)).id}/permissions`, { permissionId: 'stats:read' }),
    tells: { permissionId: 'stats:read' },
  },
  revokePermission: {
    action: 'role:permissionRevoked',
    ask: async () =>
      send('delete', `/roles/${(await createRole(app, ['stats:read'])).id}/permissions/stats:read`),
    tells: { permissionId: 'stats:read' },
  },

  createApiKey: {
    action: 'apikey:created',
    ask: () => send('post', '/apikeys', { name: 'A server' }),
    tells: { name: 'A server', prefix: expect.any(String) },
  },
  revokeApiKey: {
    action: 'apikey:revoked',
    ask: async () => send('delete', `/apikeys/${(await createApiKey(app)).id}`),
    tells: { status: changed('active', 'revoked') },
  },
  reactivateApiKey: {
    action: 'apikey:reactivated',
    async ask() {
      const { id } = await createApiKey(app);
      await send('delete', `/apikeys/${id}`).expect(200);
      return send('post', `/apikeys/${id}/reactivate`);
    },
    tells: { status: changed('revoked', 'active') },
  },
  deleteApiKey: {
    action: 'apikey:deleted',
    ask: async () => send('delete', `/apikeys/${(await createApiKey(app)).id}/permanent`),
    tells: { name: 'A server' },
  },

  createWebhook: {
    action: 'webhook:created',
    ask: () =>
      send('post', '/webhooks', {
        name: 'Warehouse',
        url: 'https://hooks.invalid/in?token=x',
        events: ['settings.updated'],
      }),
    tells: { name: 'Warehouse', url: 'https://hooks.invalid', events: ['settings.updated'] },
  },
  updateWebhook: {
    action: 'webhook:updated',
    ask: async () => send('put', `/webhooks/${(await createWebhook(app)).id}`, { enabled: false }),
    tells: { enabled: changed(true, false) },
  },
  rotateWebhookSecret: {
    action: 'webhook:secretRotated',
    ask: async () => send('post', `/webhooks/${(await createWebhook(app)).id}/rotate-secret`),
    tells: { name: 'Warehouse' },
  },
  replayWebhook: {
    action: 'webhook:replayed',
    ask: async () => send('post', `/webhooks/${(await createWebhook(app)).id}/replay`),
    tells: { messages: 0 },
  },
  deleteWebhook: {
    action: 'webhook:deleted',
    ask: async () => send('delete', `/webhooks/${(await createWebhook(app)).id}`),
    tells: { name: 'Warehouse', url: 'https://hooks.invalid' },
  },

  decideFindings: {
    action: 'finding:ignored',
    ask: async () =>
      send('post', '/findings/decide', {
        findingIds: [await createFinding(app)],
        status: 'ignored',
        reason: 'Only on our test server',
      }),
    tells: { code: 'cookie_not_listed', page: '/', reason: 'Only on our test server' },
  },
  keepUnseen: {
    action: 'finding:kept',
    async ask() {
      await createActiveProfile(app);
      return send('post', '/findings/unseen/keep', { names: ['_ga'] });
    },
    tells: { code: 'cookie_never_seen', kind: 'cookie' },
  },
  listFound: {
    action: 'profile:updated',
    async ask() {
      const { id: profileId } = await createProfile(app);
      const findingId = await createFinding(app);
      return send('post', '/findings/list', {
        profileIds: [profileId],
        items: [{ findingId, category: 'marketing', description: 'Counts visits.' }],
      });
    },
    tells: { listedCookies: [expect.stringContaining('found')], version: { before: 1, after: 2 } },
  },

  exportConsents: {
    action: 'export:consents',
    ask: () => send('get', '/export/consents?format=json'),
    tells: { format: 'json', rows: expect.any(Number) },
  },
  exportConsentsXlsx: {
    action: 'export:consents',
    ask: () => send('get', '/export/consents/xlsx'),
    tells: { format: 'xlsx', rows: expect.any(Number) },
  },
  exportAudit: {
    action: 'export:audit',
    ask: () => send('get', '/export/audit?from=2026-01-01'),
    tells: { format: 'csv', from: '2026-01-01T00:00:00.000Z' },
  },
  exportTranslations: {
    action: 'export:translations',
    ask: async () => send('get', `/export/translations/${(await createProfile(app)).id}`),
    tells: { version: 1 },
  },
  getConsentEvidence: {
    action: 'export:evidence',
    async ask() {
      const { id: profileId } = await createActiveProfile(app);
      const { visitorId } = (
        await app.request
          .post(`${app.publicBase}/consent`)
          .send({ profileId, consentJson: allGranted })
          .expect(200)
      ).body;
      return send('get', `/consents/${visitorId}/evidence`);
    },
    tells: { format: 'json' },
  },
  getVisitorReceipt: {
    action: 'export:receipt',
    async ask() {
      const { visitorId } = await linkedVisitor('user-3');
      return send('get', `/consents/${visitorId}/receipt?format=json`);
    },
    tells: { format: 'json' },
  },
  getPublicationEvidence: {
    action: 'export:publications',
    ask: () => send('get', '/publications/opt-in/evidence?from=2026-01-01'),
    tells: { from: '2026-01-01T00:00:00.000Z', to: null, publications: expect.any(Number) },
  },
  eraseOwnConsent: {
    action: 'consent:erased',
    by: null,
    async ask() {
      const { id: profileId } = await createActiveProfile(app);
      const { visitorId } = (
        await app.request
          .post(`${app.publicBase}/consent`)
          .send({ profileId, consentJson: allGranted })
          .expect(200)
      ).body;
      return app.request.delete(`${app.publicBase}/consent`).set('Cookie', cookieOf(visitorId));
    },
    tells: { by: 'visitor' },
  },
  eraseConsent: {
    action: 'consent:erased',
    by: null,
    async ask() {
      const { id: profileId } = await createActiveProfile(app);
      const { visitorId } = (
        await app.request
          .post(`${app.publicBase}/consent`)
          .send({ profileId, consentJson: allGranted })
          .expect(200)
      ).body;
      return app.request.delete(`${app.publicBase}/consent/${visitorId}`).set('Cookie', cookieOf(visitorId));
    },
    tells: { by: 'visitor' },
  },
  eraseVisitor: {
    action: 'consent:erased',
    async ask() {
      const { visitorId } = await linkedVisitor('user-1');
      return send('delete', `/visitors/${visitorId}`, { reason: 'Asked for' });
    },
    tells: { by: 'operator', reason: 'Asked for' },
  },
  eraseSubject: {
    action: 'consent:erased',
    async ask() {
      await linkedVisitor('user-2');
      return send('delete', '/subjects/user-2');
    },
    tells: { by: 'operator' },
  },
};

/** A visitor whom a server linked to one of the host's users. */
async function linkedVisitor(subjectId: string): Promise<{ visitorId: string }> {
  const { id: profileId } = await createActiveProfile(app);
  const { key } = await createApiKey(app);
  const { body } = await app.request
    .post(`${app.publicBase}/consent`)
    .set('X-API-Key', key)
    .send({ profileId, visitorId: `of-${subjectId}`, consentJson: allGranted, subjectId })
    .expect(200);
  return body;
}
/** Routes that could change something, and leave no entry when called as here. */
const without: Readonly<Record<string, string>> = {
  refreshToken: 'only moves the end of a session on; the sign-in that began it is in the log',
  validateProfile: 'saves nothing',
  previewProfile: 'saves nothing',
  previewTcfList: 'saves nothing',
  verifyErasureCertificate: 'saves nothing',
  makeStarterTexts: 'saves nothing',
  translateTexts: 'saves nothing',
  previewSeed: 'saves nothing',
  testWebhook: 'sends a test event and saves nothing',
  getTcfRegistration: 'with `refresh=true` renews only the copy of a public list',
  finishSaml: 'a sign-in of another mode: saml-mode.test.ts looks for its entries',
  answerTotpChallenge:
    'the second half of a sign-in at a provider: oidc-mode.test.ts and saml-mode.test.ts look for its entries',
  countImpression: 'only counts, and nobody is signed in',
  reportFindings: 'only counts, and nobody is signed in',
  submitConsent: 'a visitor’s own decision, kept whole in the history',
  savePreferences: 'a visitor’s own decision, kept whole in the history',
  updateConsent: 'a visitor’s own decision, kept whole in the history',
  requestOwnParentalConsent: 'a visitor’s own doing, told as an event',
  requestParentalConsent: 'a visitor’s own doing, told as an event',
  resolveParentalConsent: 'a parent’s own doing, told as an event',
};

const tables = describedRoutes();
const changing = (route: RouteDescription) => route.method !== 'GET' || route.writes !== undefined;
const routes = [...tables.admin, ...tables.public].filter(changing);

beforeAll(async () => {
  registry = await createFakeRegistry();
  app = await createTestApp({
    config: { rateLimit: false, tenancy, tcf: registry.tcf, gpp: { enabled: true } },
  });
  admin = await app.asAdmin();
});
afterAll(async () => {
  await app.close();
  await registry.close();
});

test('every route that could change something stands here, with what it leaves or why it leaves nothing', () => {
  expect([...Object.keys(deeds), ...Object.keys(without)].sort()).toEqual(routes.map(({ id }) => id).sort());
});

test('every GET that leaves an entry says so in the table, so that no other site’s page can trigger it', async () => {
  const reading = tables.admin.filter((route) => route.method === 'GET' && route.writes === undefined);
  const before = await lastSequence();
  for (const { path } of reading)
    await send('get', path.replace(':version', '1').replace(/:\w+/g, 'unknown-1'));
  expect(await entriesAfter(before)).toEqual([]);
  for (const path of ['/export/', '/evidence'])
    expect(
      tables.admin.filter(
        (route) => route.method === 'GET' && route.path.includes(path) && route.writes === undefined,
      ),
    ).toEqual([]);
});

async function entriesAfter(sequence: number): Promise<Entry[]> {
  const rows = await app
    .knex('svc_audit')
    .where({ tenant_id: 'default' })
    .andWhere('sequence', '>', sequence)
    .orderBy('sequence');
  return rows.map((row) => ({
    action: row.action,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    resourceName: row.resource_name,
    userEmail: row.user_email,
    changes: JSON.parse(row.changes),
    requestId: row.request_id,
  }));
}

/** Types of resources with a name, which an entry has even when the resource is deleted. */
const named = new Set([
  'profile',
  'consentTemplate',
  'uiTemplate',
  'apikey',
  'user',
  'role',
  'tenant',
  'finding',
  'webhook',
]);

const lastSequence = async (): Promise<number> =>
  (await app.knex('svc_audit').where({ tenant_id: 'default' }).max({ last: 'sequence' }).first())?.last ?? 0;

test.each(Object.entries(deeds))(
  '%s leaves an entry that tells who changed what',
  async (_id, { action, ask, by, tells = {} }) => {
    // Asking may first make what is needed, which leaves entries too: those of the request itself name it.
    const before = await lastSequence();
    const response = await ask();
    expect(response.status).toBeLessThan(300);
    const entries = (await entriesAfter(before)).filter(
      ({ requestId }) => requestId === response.headers['x-request-id'],
    );
    const entry = entries.find((candidate) => candidate.action === action);
    expect(entry).toMatchObject({
      action,
      resourceType: expect.stringMatching(/^[a-z][A-Za-z]+$/),
      resourceId: expect.any(String),
      changes: tells,
    });
    const hasName = named.has(entry?.resourceType ?? '');
    expect([entry?.action, entry?.resourceName]).toEqual([
      action,
      hasName ? expect.stringMatching(/\S/) : null,
    ]);
    if (by === undefined) expect(entry?.userEmail).toBe(adminEmail);
    else if (by === 'self') expect(entry?.userEmail).toMatch(/^user\d+@shop\.example$/);
    else if (by === null) expect(entry?.userEmail).toBeNull();
  },
);

test('the dashboard has words for every action', () => {
  const written = sourceTexts()
    .filter(({ fileName }) => /^src\/server\/(?!platform\/|service\/|cli\/)/.test(fileName))
    .flatMap(({ text }) => [...text.matchAll(/'([a-zA-Z]+:[a-zA-Z]+)'/g)].map(([, action = '']) => action))
    .filter((id) => !Object.hasOwn(permissions, id) && !/^(node|dpv):/.test(id));
  const all = [...new Set([...written, ...Object.values(deeds).map(({ action }) => action)])].sort();
  expect(all.length).toBeGreaterThan(50);
  for (const words of Object.values(actionWords))
    expect(all.filter((action) => !Object.hasOwn(words, action))).toEqual([]);
});

test('no entry holds a password, a key, a secret or a token', async () => {
  const { body: key } = await send('post', '/apikeys', { name: 'Told once' }).expect(201);
  const { secret } = await withTotp();
  const text = JSON.stringify(await app.knex('svc_audit'));
  const hashes = [
    ...(await app.knex('svc_users').pluck('password_hash')),
    ...(await app.knex('svc_api_keys').pluck('key_hash')),
  ].filter(Boolean);
  for (const kept of [
    adminPassword,
    userPassword,
    'another long password',
    key.key,
    key.key.split('_').slice(2).join('_'),
    secret,
    admin.Authorization.slice(7),
    ...hashes,
  ]) {
    expect(text).not.toContain(kept);
  }
  expect(hashes.length).toBeGreaterThan(5);
});

test('and the whole log of it is a whole chain', async () => {
  expect((await send('get', '/audit/verify').expect(200)).body).toEqual({
    valid: true,
    checked: await lastSequence(),
    firstBroken: null,
  });
});
