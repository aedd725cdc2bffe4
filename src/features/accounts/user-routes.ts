import { Type } from '@sinclair/typebox';
import { defineRoute, principalOf, type Route, type RouteRequest } from '../../http/route';
import type { ErrorCode } from '../../kernel/errors';
import type { Permission } from '../../kernel/permissions';
import type { AccountContext } from './account-changes';
import { AssignedRole, Deleted, User, UserCreate, UserIdParam, UserUpdate } from './account-schemas';
import type { UserService } from './user-service';

const tag = 'Users';
const missing: readonly ErrorCode[] = ['user_not_found'];

/** User routes of the admin API. */
export function userRoutes(service: UserService): Route[] {
  const contextOf = (request: RouteRequest, permission: Permission): AccountContext => ({
    caller: principalOf(request),
    actor: request.actor,
    permission,
  });
  const mayUpdate = (request: RouteRequest<{ id: string }>) =>
    service.requireMayChange(contextOf(request, 'users:update'), request.params.id);

  return [
    defineRoute({
      id: 'listUsers',
      method: 'GET',
      path: '/users',
      tag,
      summary: 'List the users that the caller can see, oldest first',
      access: { permission: 'users:read' },
      replies: { 200: { description: 'The users', schema: Type.Array(User) } },
      errors: [],
      handle: async (request) => ({ body: await service.list(principalOf(request)) }),
    }),
    defineRoute({
      id: 'createUser',
      method: 'POST',
      path: '/users',
      tag,
      summary: 'Create a user, who can then sign in',
      access: { permission: 'users:create' },
      body: UserCreate,
      replies: { 201: { description: 'The user', schema: User } },
      errors: ['already_exists'],
      handle: async (request) => ({
        status: 201,
        body: await service.create(contextOf(request, 'users:create'), request.body),
      }),
    }),
    defineRoute({
      id: 'getUser',
      method: 'GET',
      path: '/users/:id',
      tag,
      summary: 'Get a user',
      access: { permission: 'users:read' },
      params: UserIdParam,
      replies: { 200: { description: 'The user', schema: User } },
      errors: missing,
      handle: async (request) => ({ body: await service.get(principalOf(request), request.params.id) }),
    }),
    defineRoute({
      id: 'updateUser',
      method: 'PUT',
      path: '/users/:id',
      tag,
      summary: 'Change the fields that are sent',
      access: { permission: 'users:update' },
      params: UserIdParam,
      body: UserUpdate,
      replies: { 200: { description: 'The user', schema: User } },
      errors: [
        ...missing,
        'already_exists',
        'last_superadmin',
        'reauthentication_required',
        'wrong_password',
        'invalid_totp_code',
      ],
      guard: mayUpdate,
      handle: async (request) => ({
        body: await service.update(contextOf(request, 'users:update'), request.params.id, request.body),
      }),
    }),
    defineRoute({
      id: 'deleteUser',
      method: 'DELETE',
      path: '/users/:id',
      tag,
      summary: 'Delete a user and end all sessions',
      access: { permission: 'users:delete' },
      params: UserIdParam,
      replies: { 200: { description: 'Removed', schema: Deleted } },
      errors: [...missing, 'last_superadmin'],
      async handle(request) {
        await service.remove(contextOf(request, 'users:delete'), request.params.id);
        return { body: { deleted: true, id: request.params.id } };
      },
    }),
    defineRoute({
      id: 'assignRole',
      method: 'POST',
      path: '/users/:id/roles',
      tag,
      summary: 'Assign a role to a user',
      access: { permission: 'users:update' },
      params: UserIdParam,
      body: AssignedRole,
      replies: { 200: { description: 'The user', schema: User } },
      errors: missing,
      guard: mayUpdate,
      handle: async (request) => ({
        body: await service.assignRole(
          contextOf(request, 'users:update'),
          request.params.id,
          request.body.roleId,
        ),
      }),
    }),
    defineRoute({
      id: 'revokeRole',
      method: 'DELETE',
      path: '/users/:id/roles/:roleId',
      tag,
      summary: 'Remove a role from a user',
      access: { permission: 'users:update' },
      params: Type.Object({ id: Type.String(), roleId: Type.String() }),
      replies: { 200: { description: 'Removed', schema: Deleted } },
      errors: [...missing, 'role_not_found', 'last_superadmin'],
      async handle(request) {
        const { id, roleId } = request.params;
        await service.revokeRole(contextOf(request, 'users:update'), id, roleId);
        return { body: { deleted: true, id: roleId } };
      },
    }),
    defineRoute({
      id: 'releaseIdentity',
      method: 'DELETE',
      path: '/users/:id/identity',
      tag,
      summary: 'Unlink a user from the identity provider and end all sessions',
      description:
        'The next sign-in with the user’s e-mail address, verified by the provider, is linked to this user.',
      access: { permission: 'users:update' },
      params: UserIdParam,
      replies: { 200: { description: 'Released', schema: Deleted } },
      errors: [...missing, 'identity_not_found'],
      async handle(request) {
        await service.releaseIdentity(contextOf(request, 'users:update'), request.params.id);
        return { body: { deleted: true, id: request.params.id } };
      },
    }),
  ];
}
