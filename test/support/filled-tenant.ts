import { permissions } from '../../src/kernel/permissions';
import { createApiKey, createUser, type SignedIn, signInAs } from './accounts';
import { allGranted, cookieOf } from './consent';
import type { TestApp } from './create-test-app';
import { createActiveProfile, createProfile, germanContent, profileJson } from './profiles';
import { consentTemplate, createTemplate, uiTemplate } from './templates';
import { createTenant, type TestTenant } from './tenants';

/**
 * What paths and bodies name, by the names that paths have for it; `:id` goes by the path's first segment.
 */
export interface TenantIds {
  readonly tenantId: string;
  readonly profileId: string;
  readonly draftId: string;
  readonly archivedId: string;
  readonly consentTemplateId: string;
  readonly uiTemplateId: string;
  readonly apiKeyId: string;
  readonly userId: string;
  readonly roleId: string;
  readonly visitorId: string;
  /** The same in every tenant. */
  readonly subjectId: string;
  readonly parentalToken: string;
}

/** A tenant with something of everything in it, all of it telling whose it is. */
export interface FilledTenant {
  readonly tenant: TestTenant;
  /** Stands in every text that is the tenant's, in whatever case. */
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
    default:
      throw new Error(`tell test/support/filled-tenant.ts how to make something in /${collection}`);
  }
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
  const archivedId = await createInTenant(app, owned, 'profiles');
  await app.request
    .delete(`${app.adminBase}/profiles/${archivedId}`)
    .set(admin)
    .set(tenant.header)
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
      archivedId,
      draftId: await createInTenant(app, owned, 'profiles'),
      consentTemplateId: await createInTenant(app, owned, 'consent-templates'),
      uiTemplateId: await createInTenant(app, owned, 'ui-templates'),
      apiKeyId,
      userId: user.id,
      roleId: roles[0].id,
      visitorId,
      subjectId: sharedSubject,
      parentalToken: parental.body.token,
    },
  };
}
