import { type Static, Type } from '@sinclair/typebox';
import { User } from '../features/accounts';
import { totpCodePattern } from './totp/totp-codes';

/**
 * Maximum body size of the sign-in routes (bytes). Parsing the largest body that the admin API accepts takes
 * a second or two, which callers who are not signed in must not cause.
 */
export const signInBytes = 65_536;

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
});

const tokenFields = {
  token: Type.String({ description: 'Send it as `Authorization: Bearer <token>`.' }),
  expiresAt: Type.String({
    format: 'date-time',
    description: 'When the token expires unless it is refreshed before.',
  }),
};

export const TokenReply = Type.Object(tokenFields);
export type TokenReply = Static<typeof TokenReply>;

export const LoginReply = Type.Object({ ...tokenFields, user: User });
export type LoginReply = Static<typeof LoginReply>;

export const LogoutReply = Type.Object({ ok: Type.Literal(true) });

const time = Type.String({ format: 'date-time' });

export const OwnSession = Type.Object(
  {
    id: Type.String(),
    createdAt: Type.String({ format: 'date-time', description: 'When the sign-in started it.' }),
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

export const EndedSession = Type.Object({ deleted: Type.Literal(true), id: Type.String() });
