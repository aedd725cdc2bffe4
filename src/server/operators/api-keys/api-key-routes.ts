import { Type } from '@sinclair/typebox';
import { defineRoute, getPrincipal, type Route } from '#platform/http/route';
import type { ErrorCode } from '#platform/kernel/errors';
import {
  ApiKey,
  ApiKeyCreate,
  ApiKeyIdParam,
  DeletedApiKey,
  NewApiKey,
  RevokedApiKey,
} from './api-key-schemas';
import type { ApiKeyService } from './api-key-service';

const tag = 'API keys';
const missing: readonly ErrorCode[] = ['api_key_not_found'];

/** Rule of the routes that hand out a key, and its rights with it. */
const issuing =
  'The caller also needs the permissions that the key has as scopes; for a key without scopes `consents:read`, `consents:update` and `consents:erase`.';

/** Creates the admin API's API key routes. */
export function apiKeyRoutes(service: ApiKeyService): Route[] {
  return [
    defineRoute({
      id: 'listApiKeys',
      method: 'GET',
      path: '/apikeys',
      tag,
      summary: 'List the API keys of the tenant, oldest first, including revoked ones',
      access: { permission: 'apikeys:read' },
      replies: { 200: { description: 'The keys', schema: Type.Array(ApiKey) } },
      errors: [],
      handle: async ({ tenantId }) => ({ body: await service.list(tenantId) }),
    }),
    defineRoute({
      id: 'createApiKey',
      method: 'POST',
      path: '/apikeys',
      tag,
      summary: 'Create an API key for one of the tenant’s servers',
      description: issuing,
      access: { permission: 'apikeys:create' },
      body: ApiKeyCreate,
      replies: { 201: { description: 'The key, which only this reply contains', schema: NewApiKey } },
      errors: [],
      handle: async (request) => ({
        status: 201,
        body: await service.create(request.context, getPrincipal(request), request.body),
      }),
    }),
    defineRoute({
      id: 'revokeApiKey',
      method: 'DELETE',
      path: '/apikeys/:id',
      tag,
      summary: 'Revoke an API key; it stops working at once and can be reactivated',
      access: { permission: 'apikeys:delete' },
      params: ApiKeyIdParam,
      replies: { 200: { description: 'The key, revoked', schema: RevokedApiKey } },
      errors: missing,
      handle: async ({ context, params }) => ({
        body: { deleted: true, ...(await service.revoke(context, params.id)) },
      }),
    }),
    defineRoute({
      id: 'reactivateApiKey',
      method: 'POST',
      path: '/apikeys/:id/reactivate',
      tag,
      summary: 'Reactivate a revoked or expired API key; a past `expireBy` is cleared',
      description: `A key with scopes acts for the same person as before. ${issuing}`,
      access: { permission: 'apikeys:create' },
      params: ApiKeyIdParam,
      replies: { 200: { description: 'The key', schema: ApiKey } },
      errors: missing,
      handle: async (request) => ({
        body: await service.reactivate(request.context, getPrincipal(request), request.params.id),
      }),
    }),
    defineRoute({
      id: 'deleteApiKey',
      method: 'DELETE',
      path: '/apikeys/:id/permanent',
      tag,
      summary: 'Delete an API key permanently',
      access: { permission: 'apikeys:delete' },
      params: ApiKeyIdParam,
      replies: { 200: { description: 'Removed', schema: DeletedApiKey } },
      errors: missing,
      async handle({ context, params }) {
        await service.remove(context, params.id);
        return { body: { deleted: true, id: params.id } };
      },
    }),
  ];
}
