import { Type } from '@sinclair/typebox';
import { defineRoute, getPrincipal, type Route } from '#platform/http/route';
import type { AccountLinks } from './account-links';
import { Deleted, OpenLink, UserIdParam } from './account-schemas';

/** Routes that list and revoke the links of a user. */
export function accountLinkRoutes(links: AccountLinks): Route[] {
  return [
    defineRoute({
      id: 'listUserLinks',
      method: 'GET',
      path: '/users/:id/links',
      modes: ['local'],
      tag: 'Users',
      summary: 'List the open links with which a user can choose a password',
      description:
        'At most one invitation and one reset link. The tokens are not stored, so they are not listed.',
      access: { permission: 'users:read' },
      params: UserIdParam,
      replies: { 200: { description: 'The links, newest first', schema: Type.Array(OpenLink) } },
      errors: ['user_not_found'],
      handle: async (request) => ({ body: await links.list(getPrincipal(request), request.params.id) }),
    }),
    defineRoute({
      id: 'revokeUserLink',
      method: 'DELETE',
      path: '/users/:id/links/:linkId',
      modes: ['local'],
      tag: 'Users',
      summary: 'Revoke a link with which a user can choose a password',
      access: { permission: 'users:update' },
      params: Type.Object({ id: Type.String(), linkId: Type.String() }),
      replies: { 200: { description: 'Revoked', schema: Deleted } },
      errors: ['user_not_found', 'link_not_found'],
      async handle(request) {
        const { id, linkId } = request.params;
        const context = {
          caller: getPrincipal(request),
          actor: request.context.actor,
          permission: 'users:update',
        } as const;
        await links.revoke(context, id, linkId);
        return { body: { deleted: true, id: linkId } };
      },
    }),
  ];
}
