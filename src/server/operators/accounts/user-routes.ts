import { type Static, Type } from '@sinclair/typebox';
import { etagHeader, requireMatch } from '#platform/http/conditional-reply';
import { defineRoute, getPrincipal, type Route, type RouteRequest } from '#platform/http/route';
import type { ErrorCode } from '#platform/kernel/errors';
import type { Permission } from '#platform/kernel/permissions';
import type { AccountContext } from './account-changes';
import {
  AssignedRole,
  CreatedUser,
  Deleted,
  PasswordLink,
  User,
  UserCreate,
  UserIdParam,
  UserUpdate,
} from './account-schemas';
import type { FindDashboardPage } from './dashboard-page';
import type { UserService } from './user-service';

const tag = 'Users';
const missing: readonly ErrorCode[] = ['user_not_found'];

/** User routes of the admin API. */
export function userRoutes(service: UserService, findPage: FindDashboardPage): Route[] {
  const toContext = (request: RouteRequest, permission: Permission): AccountContext => ({
    caller: getPrincipal(request),
    actor: request.context.actor,
    permission,
  });
  const mayUpdate = (request: RouteRequest<{ id: string }>) =>
    service.requireMayChange(toContext(request, 'users:update'), request.params.id);

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
      handle: async (request) => ({ body: await service.list(getPrincipal(request)) }),
    }),
    defineRoute({
      id: 'createUser',
      method: 'POST',
      path: '/users',
      tag,
      summary: 'Create a user, with a password or with a link to choose one',
      access: { permission: 'users:create' },
      body: UserCreate,
      replies: { 201: { description: 'The user', schema: CreatedUser } },
      errors: ['already_exists', 'dashboard_address_unknown', 'reauthentication_required'],
      handle: async (request) => ({
        status: 201,
        body: await service.create(toContext(request, 'users:create'), request.body, () => findPage(request)),
      }),
    }),
    defineRoute({
      id: 'createResetLink',
      method: 'POST',
      path: '/users/:id/reset-link',
      modes: ['local'],
      tag,
      summary: 'Create a link with which a user chooses a new password',
      description: 'The old password and the sessions of the user end when the link is used.',
      access: { permission: 'users:update' },
      params: UserIdParam,
      replies: { 201: { description: 'The link, which is returned only once', schema: PasswordLink } },
      errors: [...missing, 'dashboard_address_unknown', 'reauthentication_required'],
      guard: mayUpdate,
      handle: async (request) => ({
        status: 201,
        body: await service.createResetLink(toContext(request, 'users:update'), request.params.id, () =>
          findPage(request),
        ),
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
      async handle(request) {
        const user = await service.get(getPrincipal(request), request.params.id);
        return { headers: etagHeader(toComparable(user)), body: user };
      },
    }),
    defineRoute({
      id: 'updateUser',
      method: 'PUT',
      path: '/users/:id',
      tag,
      summary: 'Change the fields that are sent',
      description:
        '`If-Match` with the `ETag` that you last read changes only this state of the user; when somebody has changed it since, the answer is 412 `version_conflict`. A sign-in is not a change.',
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
        'version_conflict',
      ],
      guard: mayUpdate,
      async handle(request) {
        const { params, body } = request;
        const user = await service.update(toContext(request, 'users:update'), params.id, body, (current) =>
          requireMatch(request, toComparable(current)),
        );
        return { headers: etagHeader(toComparable(user)), body: user };
      },
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
        await service.remove(toContext(request, 'users:delete'), request.params.id);
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
      errors: [...missing, 'reauthentication_required'],
      guard: mayUpdate,
      handle: async (request) => ({
        body: await service.assignRole(
          toContext(request, 'users:update'),
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
        await service.revokeRole(toContext(request, 'users:update'), id, roleId);
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
        'The next sign-in with the user’s e-mail address, verified by the provider, is linked to this user. API keys that act for the user are revoked, because the person behind the old identity may know them; `POST /apikeys/:id/reactivate` gives one back.',
      access: { permission: 'users:update' },
      params: UserIdParam,
      replies: { 200: { description: 'Released', schema: Deleted } },
      errors: [...missing, 'identity_not_found', 'reauthentication_required'],
      async handle(request) {
        await service.releaseIdentity(toContext(request, 'users:update'), request.params.id);
        return { body: { deleted: true, id: request.params.id } };
      },
    }),
  ];
}

/** A user without the time of the last sign-in, which no operator changes. */
const toComparable = (user: Static<typeof User>) => ({ ...user, lastLoginAt: null });
