import { type Static, Type } from '@sinclair/typebox';
import { type AuthMode, authModes } from '#platform/kernel/auth-modes';
import { User } from '../accounts';
import { totpCodePattern } from './totp/totp-codes';

/**
 * Maximum body size of the sign-in routes (bytes). Parsing the largest body that the admin API accepts takes
 * a second or two, which callers who are not signed in must not cause.
 */
export const signInBytes = 65_536;

/** Where the browser keeps the session of a sign-in. */
export const SessionStore = Type.Optional(
  Type.Unsafe<'token' | 'cookie'>({
    type: 'string',
    enum: ['token', 'cookie'],
    description:
      '`token` (the default) returns a token. `cookie` sets an HttpOnly cookie and returns no token; only pages of the same origin can request it.',
  }),
);

export const LoginBody = Type.Object({
  // Only an address: the audit log stores it after a failed sign-in, and users type their password here by
  // mistake.
  email: Type.String({ format: 'email', maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 128 }),
  totp: Type.Optional(
    Type.String({
      pattern: totpCodePattern,
      description: 'Required with `auth.totp: required` when the user has TOTP enabled.',
    }),
  ),
  session: SessionStore,
});

const tokenFields = {
  token: Type.Optional(
    Type.String({
      description: 'Send it as `Authorization: Bearer <token>`. Absent when the session is in a cookie.',
    }),
  ),
  expiresAt: Type.String({
    format: 'date-time',
    description: 'When the token expires unless it is refreshed before.',
  }),
};

export const TokenReply = Type.Object(tokenFields);

export const LoginReply = Type.Object({ ...tokenFields, user: User });
export type LoginReply = Static<typeof LoginReply>;

export const LogoutReply = Type.Object({ ok: Type.Literal(true) });

const time = Type.String({ format: 'date-time' });

export const OwnSession = Type.Object(
  {
    id: Type.String(),
    createdAt: Type.String({ format: 'date-time', description: 'When the sign-in started it.' }),
    refreshedAt: Type.String({
      format: 'date-time',
      description:
        'When it was started or last refreshed; the earliest possible time when it expires at `endsAt`.',
    }),
    expiresAt: Type.String({
      format: 'date-time',
      description: 'When it expires unless it is refreshed before.',
    }),
    endsAt: time,
    current: Type.Boolean({ description: 'Whether this request belongs to it.' }),
  },
  { title: 'Session' },
);
export type OwnSession = Static<typeof OwnSession>;

/** The signed-in user, and what this request's sign-in allows. */
export const CurrentUser = Type.Composite(
  [
    User,
    Type.Object({
      permissions: Type.Array(Type.String(), { description: 'Everything that the roles allow, sorted.' }),
      tenants: Type.Union([Type.Array(Type.String()), Type.Null()], {
        description: 'Ids of the tenants in which the user can act, sorted; null: all.',
      }),
      mode: Type.Unsafe<AuthMode>({ type: 'string', enum: [...authModes], description: '`auth.mode`.' }),
      session: Type.Union([Type.Object({ expiresAt: time, endsAt: time }), Type.Null()], {
        description:
          'When the session expires unless it is refreshed, and when it ends in any case; null in modes without sessions.',
      }),
    }),
  ],
  { title: 'CurrentUser' },
);
export type CurrentUser = Static<typeof CurrentUser>;

/** Whether somebody is signed in. */
export const CurrentSession = Type.Object(
  {
    user: Type.Union([CurrentUser, Type.Null()], {
      description: 'The signed-in user, as `GET /auth/me` returns it; null when nobody is signed in.',
    }),
  },
  { title: 'CurrentSession' },
);

/** Facts that a sign-in page needs. */
export const SignInMode = Type.Object(
  {
    mode: Type.Unsafe<AuthMode>({ type: 'string', enum: [...authModes], description: '`auth.mode`.' }),
    provider: Type.Union([Type.String(), Type.Null()], {
      description: '`displayName` of the identity provider; null when it has none.',
    }),
    signInPath: Type.Union([Type.String(), Type.Null()], {
      description:
        'Path of the route that begins a sign-in, relative to the base of this API; null when the host’s own pages sign users in.',
    }),
    roles: Type.Unsafe<'provider' | 'operators'>({
      type: 'string',
      enum: ['provider', 'operators'],
      description:
        'Who assigns roles by configuration. `provider`: the identity provider or your own system can send them at each sign-in, and those replace the stored ones. `operators`: only operators of this service.',
    }),
    totpRequired: Type.Boolean({
      description: 'Whether users who have set up one-time codes must send one at sign-in.',
    }),
  },
  { title: 'SignInMode' },
);
export type SignInMode = Static<typeof SignInMode>;

export const EndedSessions = Type.Object({
  ended: Type.Integer({ description: 'Number of sessions that have been ended.' }),
});

export const EndedSession = Type.Object({ deleted: Type.Literal(true), id: Type.String() });
