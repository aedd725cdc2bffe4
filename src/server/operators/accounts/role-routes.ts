import { Type } from '@sinclair/typebox';
import { etagHeader, requireMatch } from '#platform/http/conditional-reply';
import { defineRoute, getPrincipal, type Route, type RouteRequest } from '#platform/http/route';
import type { ErrorCode } from '#platform/kernel/errors';
import { type Permission, permissions } from '#platform/kernel/permissions';
import type { AccountContext } from './account-changes';
import { Deleted } from './account-schemas';
import {
  AssignedPermission,
  PermissionView,
  Role,
  RoleCreate,
  RoleIdParam,
  RoleUpdate,
} from './role-schemas';
import type { RoleService } from './role-service';

const tag = 'Roles';
const missing: readonly ErrorCode[] = ['role_not_found'];
const fixed: readonly ErrorCode[] = [...missing, 'role_built_in'];
const descriptions: ReadonlyMap<string, string> = new Map(Object.entries(permissions));
const toPermission = (id: string): PermissionView => ({ id, description: descriptions.get(id) ?? '' });

/** Role and permission routes of the admin API. */
export function roleRoutes(service: RoleService): Route[] {
  const toContext = (request: RouteRequest, permission: Permission): AccountContext => ({
    caller: getPrincipal(request),
    actor: request.context.actor,
    permission,
  });
  const mayUpdate = (request: RouteRequest<{ id: string }>) =>
    service.requireMayChange(toContext(request, 'roles:update'), request.params.id);

  return [
    defineRoute({
      id: 'listRoles',
      method: 'GET',
      path: '/roles',
      tag,
      summary: 'List roles with their permissions, oldest first',
      access: { permission: 'roles:read' },
      replies: { 200: { description: 'The roles', schema: Type.Array(Role) } },
      errors: [],
      handle: async () => ({ body: await service.list() }),
    }),
    defineRoute({
      id: 'createRole',
      method: 'POST',
      path: '/roles',
      tag,
      summary: 'Create a role without permissions',
      access: { permission: 'roles:create' },
      body: RoleCreate,
      replies: { 201: { description: 'The role', schema: Role } },
      errors: ['already_exists'],
      guard: (request) => service.requireMayCreate(toContext(request, 'roles:create')),
      handle: async (request) => ({
        status: 201,
        body: await service.create(toContext(request, 'roles:create'), request.body),
      }),
    }),
    defineRoute({
      id: 'getRole',
      method: 'GET',
      path: '/roles/:id',
      tag,
      summary: 'Get a role with its permissions',
      access: { permission: 'roles:read' },
      params: RoleIdParam,
      replies: { 200: { description: 'The role', schema: Role } },
      errors: missing,
      async handle({ params }) {
        const role = await service.get(params.id);
        return { headers: etagHeader(role), body: role };
      },
    }),
    defineRoute({
      id: 'updateRole',
      method: 'PUT',
      path: '/roles/:id',
      tag,
      summary: 'Change the fields that are sent',
      description:
        '`If-Match` with the `ETag` that you last read changes only this state of the role, permissions included; when somebody has changed it since, the answer is 412 `version_conflict`.',
      access: { permission: 'roles:update' },
      params: RoleIdParam,
      body: RoleUpdate,
      replies: { 200: { description: 'The role', schema: Role } },
      errors: [...fixed, 'already_exists', 'reauthentication_required', 'version_conflict'],
      guard: mayUpdate,
      async handle(request) {
        const { params, body } = request;
        const role = await service.update(toContext(request, 'roles:update'), params.id, body, (current) =>
          requireMatch(request, current),
        );
        return { headers: etagHeader(role), body: role };
      },
    }),
    defineRoute({
      id: 'deleteRole',
      method: 'DELETE',
      path: '/roles/:id',
      tag,
      summary: 'Delete a role that no user has',
      access: { permission: 'roles:delete' },
      params: RoleIdParam,
      replies: { 200: { description: 'Removed', schema: Deleted } },
      errors: [...fixed, 'role_in_use'],
      async handle(request) {
        await service.remove(toContext(request, 'roles:delete'), request.params.id);
        return { body: { deleted: true, id: request.params.id } };
      },
    }),
    defineRoute({
      id: 'listRolePermissions',
      method: 'GET',
      path: '/roles/:id/permissions',
      tag,
      summary: 'List the permissions of a role',
      access: { permission: 'roles:read' },
      params: RoleIdParam,
      replies: { 200: { description: 'The permissions', schema: Type.Array(PermissionView) } },
      errors: missing,
      handle: async ({ params }) => ({ body: (await service.get(params.id)).permissions.map(toPermission) }),
    }),
    defineRoute({
      id: 'assignPermission',
      method: 'POST',
      path: '/roles/:id/permissions',
      tag,
      summary: 'Add a permission to a role',
      access: { permission: 'roles:update' },
      params: RoleIdParam,
      body: AssignedPermission,
      replies: { 200: { description: 'The role', schema: Role } },
      errors: [...fixed, 'reauthentication_required'],
      guard: mayUpdate,
      handle: async (request) => ({
        body: await service.assignPermission(
          toContext(request, 'roles:update'),
          request.params.id,
          request.body.permissionId,
        ),
      }),
    }),
    defineRoute({
      id: 'revokePermission',
      method: 'DELETE',
      path: '/roles/:id/permissions/:permId',
      tag,
      summary: 'Remove a permission from a role',
      access: { permission: 'roles:update' },
      params: Type.Object({ id: Type.String(), permId: Type.String() }),
      replies: { 200: { description: 'Removed', schema: Deleted } },
      errors: [...fixed, 'permission_not_found'],
      async handle(request) {
        const { id, permId } = request.params;
        await service.revokePermission(toContext(request, 'roles:update'), id, permId);
        return { body: { deleted: true, id: permId } };
      },
    }),
    defineRoute({
      id: 'listPermissions',
      method: 'GET',
      path: '/permissions',
      tag,
      summary: 'List the permissions that a role can have',
      access: { permission: 'roles:read' },
      replies: { 200: { description: 'The permissions', schema: Type.Array(PermissionView) } },
      errors: [],
      handle: () => ({ body: [...descriptions.keys()].map(toPermission) }),
    }),
  ];
}
