import { type Static, Type } from '@sinclair/typebox';
import { trimmedName } from '#platform/kernel/text-patterns';

const time = Type.String({ format: 'date-time' });

export const Role = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.Union([Type.String(), Type.Null()]),
    builtIn: Type.Boolean({ description: 'Built-in roles are fixed.' }),
    permissions: Type.Array(Type.String(), { description: 'Ids of the role’s permissions.' }),
    createdAt: time,
    updatedAt: time,
  },
  { title: 'Role' },
);
export type Role = Static<typeof Role>;

const roleFields = {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: trimmedName,
    description: 'Unique, and not like the name of a built-in role.',
  }),
  description: Type.String({ maxLength: 500, description: 'Empty: none.' }),
};

export const RoleCreate = Type.Object({
  name: roleFields.name,
  description: Type.Optional(roleFields.description),
});
export type RoleCreate = Static<typeof RoleCreate>;

export const RoleUpdate = Type.Partial(Type.Object(roleFields));
export type RoleUpdate = Static<typeof RoleUpdate>;

export const PermissionView = Type.Object(
  { id: Type.String(), description: Type.String() },
  { title: 'Permission' },
);
export type PermissionView = Static<typeof PermissionView>;

export const RoleIdParam = Type.Object({ id: Type.String() });

export const AssignedPermission = Type.Object({ permissionId: Type.String({ maxLength: 64 }) });
