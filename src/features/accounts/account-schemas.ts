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
    identity: Type.Union([Type.Object({ issuer: Type.String(), subject: Type.String() }), Type.Null()], {
      description: 'Who the user is at the identity provider, exactly as that writes it; null: nobody yet.',
    }),
    active: Type.Boolean(),
    lastLoginAt: Type.Union([time, Type.Null()]),
    createdAt: time,
    updatedAt: time,
  },
  { title: 'User' },
);
export type User = Static<typeof User>;

const userFields = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  email: Type.String({ format: 'email', maxLength: 254, description: 'Unique, whatever its case.' }),
  password: Type.String({ minLength: 12, maxLength: 128, description: 'Not the e-mail address.' }),
  allowedTenants: Type.Array(Type.String({ pattern: '^[A-Za-z0-9._~-]{1,64}$' }), {
    maxItems: 100,
    description: 'Ids of tenants that the user may see, which must exist; empty: all. `superadmin` has all whatever stands here.',
  }),
};

export const UserCreate = Type.Object({
  name: userFields.name,
  email: userFields.email,
  password: userFields.password,
  roleId: Type.Optional(Type.String({ maxLength: 64, description: 'The first role; unless given, `auth.defaultRole`.' })),
  allowedTenants: Type.Optional(userFields.allowedTenants),
});
export type UserCreate = Static<typeof UserCreate>;

export const UserUpdate = Type.Partial(
  Type.Object({
    ...userFields,
    password: Type.String({ minLength: 12, maxLength: 128, description: 'Not the e-mail address. A new one ends the user’s sessions.' }),
    active: Type.Boolean({ description: '`false` ends every session of the user at once.' }),
    totpEnabled: Type.Boolean({ description: '`false` switches TOTP off for another user, whose phone is lost. Only the user can switch it on.' }),
  }),
);
export type UserUpdate = Static<typeof UserUpdate>;

export const AssignedRole = Type.Object({ roleId: Type.String({ maxLength: 64 }) });

export const UserIdParam = Type.Object({ id: Type.String() });
export const Deleted = Type.Object({ deleted: Type.Literal(true), id: Type.String() });

/** What a plugin may change of a user before it is made. */
export const UserDraft = Type.Object({ name: userFields.name, email: userFields.email });
export type UserDraft = Static<typeof UserDraft>;
