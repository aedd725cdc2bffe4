import type { Permission } from '#platform/kernel/permissions';
import type { TestApp } from './create-test-app';

export type SignedIn = { Authorization: string };

export const userPassword = 'a password that nobody guesses';

let made = 0;

export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly as: SignedIn;
}

interface NewTestUser {
  /** A built-in role's name, or the permissions of a role of its own. */
  readonly role?: string | readonly Permission[];
  readonly allowedTenants?: readonly string[];
  /** Without a sign-in, `as` is empty. */
  readonly signIn?: boolean;
}

export async function roleId(app: TestApp, name: string): Promise<string> {
  return (await app.knex('svc_roles').where({ name }).first('id')).id;
}

/** A role of one's own, made through the API by the superadmin. */
export async function createRole(
  app: TestApp,
  permissionIds: readonly Permission[] = [],
): Promise<{ id: string; name: string }> {
  made += 1;
  const admin = await app.asAdmin();
  const { body } = await app.request
    .post(`${app.adminBase}/roles`)
    .set(admin)
    .send({ name: `Role ${made}` })
    .expect(201);
  for (const permissionId of permissionIds)
    await app.request
      .post(`${app.adminBase}/roles/${body.id}/permissions`)
      .set(admin)
      .send({ permissionId })
      .expect(200);
  return body;
}

/** A user made through the API by the superadmin. */
export async function createUser(
  app: TestApp,
  { role = 'viewer', allowedTenants = [], signIn = true }: NewTestUser = {},
): Promise<TestUser> {
  made += 1;
  const email = `user${made}@shop.example`;
  const { body } = await app.request
    .post(`${app.adminBase}/users`)
    .set(await app.asAdmin())
    .send({
      name: `User ${made}`,
      email,
      password: userPassword,
      allowedTenants,
      roleId: typeof role === 'string' ? await roleId(app, role) : (await createRole(app, role)).id,
    })
    .expect(201);
  return { id: body.id, email, as: signIn ? await signInAs(app, email) : { Authorization: '' } };
}

export async function signInAs(app: TestApp, email: string, password = userPassword): Promise<SignedIn> {
  const { body } = await app.request
    .post(`${app.adminBase}/auth/login`)
    .send({ email, password })
    .expect(200);
  return { Authorization: `Bearer ${body.token}` };
}

/** A key made through the API. */
export async function createApiKey(app: TestApp, tenantId = 'default'): Promise<{ id: string; key: string }> {
  const { body } = await app.request
    .post(`${app.adminBase}/apikeys`)
    .set(await app.asAdmin())
    .set('X-Tenant-Id', tenantId)
    .send({ name: 'A server' })
    .expect(201);
  return { id: body.id, key: body.key };
}
