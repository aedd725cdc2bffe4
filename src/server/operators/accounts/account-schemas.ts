import { type Static, Type } from '@sinclair/typebox';
import { displayName } from '#platform/kernel/text-patterns';
import { type TenantAccess, tenantAccesses } from './tenant-access';

const time = Type.String({ format: 'date-time' });

export const RoleReference = Type.Object({ id: Type.String(), name: Type.String() });
export type RoleReference = Static<typeof RoleReference>;

const tenantAccess = Type.Unsafe<TenantAccess>({
  type: 'string',
  enum: [...tenantAccesses],
  description:
    '`all` tenants, those `listed` in `allowedTenants`, or `none`. Not sent: an empty `allowedTenants` means all.',
});

/** An admin user, as the API shows it. */
export const User = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String({ format: 'email' }),
    roles: Type.Array(RoleReference),
    emailVerified: Type.Boolean({
      description: 'Whether an operator or the identity provider vouches for the address.',
    }),
    tenantAccess: Type.Unsafe<TenantAccess>({
      ...tenantAccess,
      description: '`all` tenants, those `listed` in `allowedTenants`, or `none`.',
    }),
    allowedTenants: Type.Array(Type.String(), {
      description: 'Tenants that the user may see. Empty: all, unless `tenantAccess` is `none`.',
    }),
    totpEnabled: Type.Boolean(),
    provider: Type.String({ description: 'The auth.mode under which the user was created.' }),
    identity: Type.Union([Type.Object({ issuer: Type.String(), subject: Type.String() }), Type.Null()], {
      description:
        'The user’s id at the identity provider, exactly as the provider writes it; null: not linked yet.',
    }),
    active: Type.Boolean(),
    lastLoginAt: Type.Union([time, Type.Null()]),
    createdAt: time,
    updatedAt: time,
  },
  { title: 'User' },
);
export type User = Static<typeof User>;

const passwordRules = 'Not the e-mail address, and not only common words, sequences and repetitions.';

/** The proof of identity that a signed-in user sends. */
export const ownerProof = {
  currentPassword: Type.String({
    minLength: 1,
    maxLength: 128,
    description:
      'The current password; needed to change one’s own password, e-mail address or second factor.',
  }),
  totp: Type.String({
    pattern: '^[0-9]{6}$',
    description: 'Instead of `currentPassword`: a fresh code from the authenticator app.',
  }),
};
export interface OwnerProof {
  readonly currentPassword?: string | undefined;
  readonly totp?: string | undefined;
}

const userFields = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: displayName }),
  email: Type.String({ format: 'email', maxLength: 254, description: 'Unique, regardless of case.' }),
  password: Type.String({ minLength: 12, maxLength: 128, description: passwordRules }),
  tenantAccess,
  allowedTenants: Type.Array(Type.String({ pattern: '^[A-Za-z0-9._~-]{1,64}$' }), {
    maxItems: 100,
    description:
      'Ids of tenants that the user may see, which must exist; empty: all, unless `tenantAccess` is `none`. A `superadmin` always has all.',
  }),
};

export const accountPassword = userFields.password;

export const UserCreate = Type.Object({
  name: userFields.name,
  email: userFields.email,
  password: Type.Optional(
    Type.String({
      minLength: 12,
      maxLength: 128,
      description: `${passwordRules} Required unless \`invite\` is true.`,
    }),
  ),
  invite: Type.Optional(
    Type.Boolean({
      description:
        'Creates the user without a password and returns a link with which the user chooses one. Only in mode `local`.',
    }),
  ),
  roleId: Type.Optional(
    Type.String({ maxLength: 64, description: 'The first role. Default: `auth.defaultRole`.' }),
  ),
  tenantAccess: Type.Optional(userFields.tenantAccess),
  allowedTenants: Type.Optional(userFields.allowedTenants),
});
export type UserCreate = Static<typeof UserCreate>;

export const linkPurposes = ['invitation', 'reset'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** A link that can still be used. */
export const OpenLink = Type.Object(
  {
    id: Type.String(),
    purpose: Type.Unsafe<LinkPurpose>({
      type: 'string',
      enum: [...linkPurposes],
      description: '`invitation` for a first password, `reset` for a new one.',
    }),
    createdAt: time,
    expiresAt: time,
    createdBy: Type.Union(
      [Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }), Type.Null()],
      { description: 'The user who created the link; null when the caller cannot see that user.' },
    ),
  },
  { title: 'OpenLink' },
);
export type OpenLink = Static<typeof OpenLink>;

/** A one-time link with which a user chooses a password. */
export const PasswordLink = Type.Object(
  {
    id: Type.String({ description: 'For `DELETE /users/:id/links/:linkId`.' }),
    token: Type.String({ description: 'For `POST /auth/accept`. Anyone who has it can set the password.' }),
    link: Type.String({
      description: 'Address of the dashboard’s page for it, with the token in the fragment.',
    }),
    expiresAt: time,
  },
  { title: 'PasswordLink' },
);
export type PasswordLink = Static<typeof PasswordLink>;

export const CreatedUser = Type.Composite(
  [
    User,
    Type.Object({
      invitation: Type.Optional(PasswordLink),
    }),
  ],
  { title: 'CreatedUser' },
);

export const UserUpdate = Type.Partial(
  Type.Object({
    ...userFields,
    password: Type.String({
      minLength: 12,
      maxLength: 128,
      description: `${passwordRules} A new password ends the user’s sessions.`,
    }),
    ...ownerProof,
    active: Type.Boolean({ description: '`false` ends every session of the user at once.' }),
    totpEnabled: Type.Boolean({
      description:
        '`false` switches TOTP off for another user, whose phone is lost. Only the user can switch it on.',
    }),
  }),
);
export type UserUpdate = Static<typeof UserUpdate>;

export const AssignedRole = Type.Object({ roleId: Type.String({ maxLength: 64 }) });

export const UserIdParam = Type.Object({ id: Type.String() });
export const Deleted = Type.Object({ deleted: Type.Literal(true), id: Type.String() });

export const OwnName = Type.Object({ name: userFields.name });
export const OwnPassword = Type.Object({
  newPassword: userFields.password,
  ...Type.Partial(Type.Object(ownerProof)).properties,
});

/** The fields of a new user that a plugin can change. */
export const UserDraft = Type.Object({ name: userFields.name, email: userFields.email });
export type UserDraft = Static<typeof UserDraft>;
