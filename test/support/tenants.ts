import type { TestApp, TestAppOptions } from './create-test-app';

/** A service with several tenants, each also at `<slug>.consent.example`. */
export const tenancy = { enabled: true, baseDomain: 'consent.example' } as const satisfies NonNullable<
  TestAppOptions['config']
>['tenancy'];

export interface TestTenant {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** Names it on the admin API. */
  readonly header: { readonly 'X-Tenant-Id': string };
  /** Names it on both APIs. */
  readonly host: { readonly Host: string };
}

/** A tenant made through the API by the superadmin. */
export async function createTenant(app: TestApp, slug: string, name = `Tenant ${slug}`): Promise<TestTenant> {
  const { body } = await app.request
    .post(`${app.adminBase}/tenants`)
    .set(await app.asAdmin())
    .send({ slug, name })
    .expect(201);
  return {
    id: body.id,
    name,
    slug,
    header: { 'X-Tenant-Id': body.id },
    host: { Host: `${slug}.consent.example` },
  };
}
