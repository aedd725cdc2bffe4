import { type Static, Type } from '@sinclair/typebox';

const time = Type.String({ format: 'date-time' });

export const RoleReference = Type.Object({ id: Type.String(), name: Type.String() });
export type RoleReference = Static<typeof RoleReference>;

/** An admin user as the API shows it; `allowedTenants` empty means all tenants. */
export const User = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String({ format: 'email' }),
    roles: Type.Array(RoleReference),
    allowedTenants: Type.Array(Type.String(), { description: 'Tenants that the user may see; empty: all.' }),
    totpEnabled: Type.Boolean(),
    provider: Type.String({ description: 'The auth.mode that the user was made by.' }),
    active: Type.Boolean(),
    lastLoginAt: Type.Union([time, Type.Null()]),
    createdAt: time,
    updatedAt: time,
  },
  { title: 'User' },
);
export type User = Static<typeof User>;
