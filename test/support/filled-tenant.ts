import { permissions } from '#platform/kernel/permissions';
import { createApiKey, createUser, type SignedIn, signInAs } from './accounts';
import { allGranted, cookieOf } from './consent';
import type { TestApp } from './create-test-app';
import { createFinding } from './findings';
import { createActiveProfile, createProfile, germanContent, profileJson } from './profiles';
import { consentTemplate, createTemplate, uiTemplate } from './templates';
import { createTenant, type TestTenant } from './tenants';
import { createWebhook } from './webhooks';

/** Ids for paths and bodies, by their names in paths; `:id` goes by the path's first segment. */
export interface TenantIds {
  readonly tenantId: string;
  readonly profileId: string;
  readonly draftId: string;
  /** A profile whose version 2 shows variants. */
  readonly variedId: string;
  readonly archivedId: string;
  readonly consentTemplateId: string;
  readonly uiTemplateId: string;
  readonly apiKeyId: string;
  readonly findingId: string;
  readonly webhookId: string;
  readonly publicationRequestId: string;
  readonly userId: string;
  readonly roleId: string;
  readonly visitorId: string;
  /** Of an erased visitor. */
  readonly erasureId: string;
  readonly erasureCode: string;
  /** The same in every tenant. */
  readonly subjectId: string;
  readonly parentalToken: string;
}

/** A tenant with something of everything in it, all of it telling whose it is. */
export interface FilledTenant {
  readonly tenant: TestTenant;
  /** Occurs in every text of the tenant, in upper or lower case. */
  readonly mark: string;
  readonly ids: TenantIds;
  /** Sends `X-API-Key`. */
  readonly key: { readonly 'X-API-Key': string };
  /** A user with every permission, scoped to the tenant. */
  readonly operator: SignedIn;
}

/** The same visitor, and the same user of the host's, is known to every tenant. */
export const sharedVisitor = 'visitor-of-all';
const sharedSubject = 'subject-of-all';

const texts = (mark: string) => ({
  mainBanner: { ...profileJson().mainBanner, heading: `${mark} banner` },
  complianceConfig: { dataFiduciary: `${mark} Ltd` },
  allowReceipt: true,
});

/** Makes one more of what the path's first segment stands for, in the tenant. */
export async function createInTenant(
  app: TestApp,
  { tenant, mark }: Pick<FilledTenant, 'tenant' | 'mark'>,
  collection: string,
): Promise<string> {
  const { id } = tenant;
  switch (collection) {
    case 'profiles':
      return (
        await createProfile(
          app,
          {
            name: `${mark} draft`,
            profileJson: profileJson(texts(mark)),
            localeContent: {
              de: germanContent({ mainBanner: { ...germanContent().mainBanner, heading: `${mark} de` } }),
            },
          },
          id,
        )
      ).id;
    case 'consent-templates':
      return (
        await createTemplate(
          app,
          'consent-templates',
          consentTemplate({ name: `${mark} consent template` }),
          id,
        )
      ).id;
    case 'ui-templates':
      return (await createTemplate(app, 'ui-templates', uiTemplate({ name: `${mark} UI template` }), id)).id;
    case 'apikeys':
      return (await createApiKey(app, id)).id;
    case 'users':
      return (await createUser(app, { role: 'viewer', allowedTenants: [id], signIn: false })).id;
    case 'webhooks':
      return (await createWebhook(app, undefined, ['settings.updated'], id, `${mark} webhook`)).id;
    case 'publication-requests':
      return requestPublication(app, tenant, mark);
    case 'findings':
      return createFinding(app, id, mark);
    default:
      throw new Error(`tell test/support/filled-tenant.ts how to make something in /${collection}`);
  }
}

/** A profile of another group that the superadmin asks to publish. */
async function requestPublication(app: TestApp, tenant: TestTenant, mark: string): Promise<string> {
  const content = profileJson({ ...texts(mark), complianceGroup: 'opt-out' });
  const profile = await createProfile(app, { name: `${mark} asked`, profileJson: content }, tenant.id);
  const { body } = await app.request
    .post(`${app.adminBase}/profiles/${profile.id}/publication-request`)
    .set(await app.asAdmin())
    .set(tenant.header)
    .send({ note: `${mark} note` })
    .expect(201);
  return body.id;
}

let visitors = 0;

/** A visitor with a record, a change of it, and a subject of the host's. */
export async function createVisitor(
  app: TestApp,
  { tenant, mark, ids, key }: Pick<FilledTenant, 'tenant' | 'mark' | 'key'> & { ids: { profileId: string } },
): Promise<string> {
  visitors += 1;
  const visitorId = `${mark}-visitor-${visitors}`;
  for (const id of [visitorId, sharedVisitor]) {
    const consent = {
      visitorId: id,
      profileId: ids.profileId,
      consentJson: allGranted,
      timezone: 'Europe/Vienna',
      subjectId: sharedSubject,
    };
    await app.request.post(`${app.publicBase}/consent`).set(key).send(consent).expect(200);
    await app.request
      .put(`${app.publicBase}/consent/${id}?tenantId=${tenant.id}`)
      .set('Cookie', cookieOf(id))
      .send({ consentJson: allGranted })
      .expect(200);
  }
  return visitorId;
}

export async function fillTenant(app: TestApp, mark: string): Promise<FilledTenant> {
  const tenant = await createTenant(app, mark, `${mark} Ltd`);
  const admin = await app.asAdmin();
  const owned = { tenant, mark };
  const { id: apiKeyId, key: secret } = await createApiKey(app, tenant.id);
  const key = { 'X-API-Key': secret };
  const profileId = (
    await createActiveProfile(
      app,
      { name: `${mark} active`, profileJson: profileJson(texts(mark)) },
      tenant.id,
    )
  ).id;
  const variedId = (
    await createActiveProfile(
      app,
      {
        name: `${mark} varied`,
        profileJson: profileJson({ ...texts(mark), complianceGroup: 'notice-only' }),
      },
      tenant.id,
    )
  ).id;
  await app.request
    .post(`${app.adminBase}/profiles/${variedId}/experiments`)
    .set(admin)
    .set(tenant.header)
    .send({
      variants: [{ name: `${mark} variant`, texts: { en: { mainBanner: { heading: `${mark} B` } } } }],
    })
    .expect(201);
  const archivedId = await createInTenant(app, owned, 'profiles');
  await app.request
    .delete(`${app.adminBase}/profiles/${archivedId}`)
    .set(admin)
    .set(tenant.header)
    .expect(200);
  const erased = await createVisitor(app, { ...owned, key, ids: { profileId } });
  const erasure = await app.request
    .delete(`${app.adminBase}/visitors/${erased}`)
    .set(admin)
    .set(tenant.header)
    .send({ reason: `${mark} request` })
    .expect(200);
  const visitorId = await createVisitor(app, { ...owned, key, ids: { profileId } });
  const parental = await app.request
    .post(`${app.publicBase}/consent/${visitorId}/parental-consent-request?tenantId=${tenant.id}`)
    .set('Cookie', cookieOf(visitorId))
    .send({ profileId })
    .expect(200);
  await app.request
    .patch(`${app.adminBase}/settings`)
    .set(admin)
    .set(tenant.header)
    .send({ allowedOrigins: [`https://${mark}.example`] })
    .expect(200);
  const user = await createUser(app, {
    role: Object.keys(permissions) as (keyof typeof permissions)[],
    allowedTenants: [tenant.id],
  });
  await app.request
    .put(`${app.adminBase}/users/${user.id}`)
    .set(admin)
    .send({ name: `${mark} operator`, email: `operator@${mark}.example` })
    .expect(200);
  const roles = (await app.request.get(`${app.adminBase}/users/${user.id}`).set(admin)).body.roles;
  return {
    tenant,
    mark,
    key,
    operator: await signInAs(app, `operator@${mark}.example`),
    ids: {
      tenantId: tenant.id,
      profileId,
      variedId,
      archivedId,
      draftId: await createInTenant(app, owned, 'profiles'),
      consentTemplateId: await createInTenant(app, owned, 'consent-templates'),
      uiTemplateId: await createInTenant(app, owned, 'ui-templates'),
      apiKeyId,
      webhookId: await createInTenant(app, owned, 'webhooks'),
      findingId: await createInTenant(app, owned, 'findings'),
      publicationRequestId: await createInTenant(app, owned, 'publication-requests'),
      userId: user.id,
      roleId: roles[0].id,
      visitorId,
      erasureId: erasure.body.certificate.id,
      erasureCode: erasure.body.certificate.code,
      subjectId: sharedSubject,
      parentalToken: parental.body.token,
    },
  };
}
