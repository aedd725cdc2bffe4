// Writes docs/reference/permissions.md from the permissions, the built-in roles and the table of admin
// routes: `npm run docs`.
import { builtInRoles, permissions } from '#platform/kernel/permissions';
import { describedRoutes } from './generate-api';
import { code, page, table } from './markdown';

const introduction = `Most routes of the admin API need one permission; some [need two](#routes-that-require-two-permissions), and some only a sign-in.
In addition,

- \`POST /profiles\` and \`PUT /profiles/:id\` need \`profiles:activate\` when \`isActive: true\` makes them publish;
- \`POST /findings/decide\` needs \`profiles:activate\` to mark cookies as necessary, or to take that back;
- creating or reactivating an API key needs the permissions that the key has as scopes; without scopes \`consents:read\`, \`consents:update\` and \`consents:erase\`.

Users have roles, roles have permissions. How roles are assigned and revoked, and by whom: [users and roles](../guide/users-and-roles.md).`;

const roles = Object.entries(builtInRoles).map(([name, role]) => ({
  name,
  description: role.description,
  permissions: new Set<string>(role.permissions),
}));

function render(): string {
  const routes = describedRoutes().admin;
  const findRoutes = (id: string) =>
    routes.filter(
      ({ access }) =>
        'permission' in access && [access.permission, ...(access.also ?? [])].some((one) => one === id),
    );
  const open = routes.filter(({ access }) => !('permission' in access));
  const double = routes.flatMap((route) =>
    'permission' in route.access && route.access.also ? [{ route, ...route.access }] : [],
  );
  const place = ({ method, path }: (typeof routes)[number]) => code(`${method} ${path}`);
  return page('Permissions', 'src/server/platform/kernel/permissions.ts and the table of admin routes', [
    introduction,
    '## Permissions and the routes that require them',
    table(
      ['Permission', 'Allows to', 'Routes'],
      Object.entries(permissions).map(([id, description]) => [
        code(id),
        description,
        findRoutes(id).map(place).join('<br>') || 'none yet',
      ]),
    ),
    '## Routes that require two permissions',
    table(
      ['Route', 'Permissions'],
      double.map(({ route, permission, also = [] }) => [
        place(route),
        [permission, ...also].map(code).join(' and '),
      ]),
    ),
    '## Built-in roles',
    'They are fixed. `superadmin` also has access to every tenant, regardless of the user’s `allowedTenants`.',
    table(
      ['Role', 'For'],
      roles.map(({ name, description }) => [code(name), description]),
    ),
    table(
      ['Permission', ...roles.map(({ name }) => code(name))],
      Object.keys(permissions).map((id) => [
        code(id),
        ...roles.map(({ permissions: granted }) => (granted.has(id) ? 'yes' : '')),
      ]),
    ),
    '## Routes without a permission',
    table(
      ['Route', 'Who'],
      open.map((route) => [
        place(route),
        'public' in route.access ? `everyone: ${route.access.public}` : 'anyone who is signed in',
      ]),
    ),
  ]);
}

export const pages = { 'docs/reference/permissions.md': render };
