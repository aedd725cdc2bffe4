import { Type } from '@sinclair/typebox';
import { etagHeader, requireMatch } from '#platform/http/conditional-reply';
import { defineRoute, getPrincipal, type Route, type RouteRequest } from '#platform/http/route';
import { DeletedTenant, Tenant, TenantCreate, TenantIdParam, TenantUpdate } from './tenant-schemas';
import type { TenantService } from './tenant-service';

const tag = 'Tenants';

/** Creates the admin API's tenant routes. */
export function tenantRoutes(service: TenantService): Route[] {
  const toContext = (request: RouteRequest) => ({
    caller: getPrincipal(request),
    actor: request.context.actor,
  });

  return [
    defineRoute({
      id: 'listTenants',
      method: 'GET',
      path: '/tenants',
      tag,
      summary: 'List the tenants visible to the caller, oldest first; only `default` in single-tenant mode',
      access: { signedIn: true },
      replies: { 200: { description: 'The tenants', schema: Type.Array(Tenant) } },
      errors: [],
      handle: async (request) => ({ body: await service.list(getPrincipal(request)) }),
    }),
    defineRoute({
      id: 'createTenant',
      method: 'POST',
      path: '/tenants',
      tag,
      summary: 'Create an empty tenant',
      access: { permission: 'tenants:create' },
      crossTenant: true,
      tenantless: true,
      body: TenantCreate,
      replies: { 201: { description: 'The tenant', schema: Tenant } },
      errors: ['single_tenant', 'already_exists'],
      guard: (request) => service.requireMayCreate(getPrincipal(request)),
      handle: async (request) => ({
        status: 201,
        body: await service.create(toContext(request), request.body),
      }),
    }),
    defineRoute({
      id: 'getTenant',
      method: 'GET',
      path: '/tenants/:id',
      tag,
      summary: 'Get a tenant',
      access: { signedIn: true },
      crossTenant: true,
      tenantless: true,
      params: TenantIdParam,
      replies: { 200: { description: 'The tenant', schema: Tenant } },
      errors: [],
      async handle(request) {
        const tenant = await service.get(getPrincipal(request), request.params.id);
        return { headers: etagHeader(tenant), body: tenant };
      },
    }),
    defineRoute({
      id: 'updateTenant',
      method: 'PUT',
      path: '/tenants/:id',
      tag,
      summary: 'Change the given fields of a tenant',
      description:
        '`If-Match` with the `ETag` that you last read changes only this state of the tenant; when somebody has changed it since, the answer is 412 `version_conflict`.',
      access: { permission: 'tenants:update' },
      crossTenant: true,
      tenantless: true,
      params: TenantIdParam,
      body: TenantUpdate,
      replies: { 200: { description: 'The tenant', schema: Tenant } },
      errors: ['already_exists', 'version_conflict'],
      guard: (request) => service.requireMayChange(getPrincipal(request), request.params.id),
      async handle(request) {
        const { params, body } = request;
        const tenant = await service.update(toContext(request), params.id, body, (current) =>
          requireMatch(request, current),
        );
        return { headers: etagHeader(tenant), body: tenant };
      },
    }),
    defineRoute({
      id: 'deleteTenant',
      method: 'DELETE',
      path: '/tenants/:id',
      tag,
      summary: 'Delete a tenant; its API keys stop working, its consents and audit log stay as evidence',
      access: { permission: 'tenants:delete' },
      crossTenant: true,
      tenantless: true,
      params: TenantIdParam,
      replies: { 200: { description: 'Deleted', schema: DeletedTenant } },
      errors: ['default_tenant', 'tenant_in_use'],
      async handle(request) {
        await service.remove(toContext(request), request.params.id);
        return { body: { deleted: true, id: request.params.id } };
      },
    }),
  ];
}
