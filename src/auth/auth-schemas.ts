import { type Static, Type } from '@sinclair/typebox';
import { User } from '../features/accounts';
import { totpCodePattern } from './totp/totp-codes';

/**
 * Largest body of a route that anyone may call, in bytes: reading what the admin API takes of operators costs
 * the process a second or two, and here nobody has yet said who they are.
 */
export const signInBytes = 65_536;

export const LoginBody = Type.Object({
  // An address and nothing else, for failed ones are kept in the audit log and the password may be typed here
  // by mistake.
  email: Type.String({ format: 'email', maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 128 }),
  totp: Type.Optional(
    Type.String({
      pattern: totpCodePattern,
      description: 'With `auth.totp: required`, of a user who has TOTP on.',
    }),
  ),
});

const tokenFields = {
  token: Type.String({ description: 'Send it as `Authorization: Bearer <token>`.' }),
  expiresAt: Type.String({
    format: 'date-time',
    description: 'When the token ends unless it is refreshed before.',
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
    createdAt: Type.String({ format: 'date-time', description: 'When it was started by a sign-in.' }),
    expiresAt: Type.String({
      format: 'date-time',
      description: 'When it ends unless it is refreshed before.',
    }),
    endsAt: time,
    current: Type.Boolean({ description: 'Whether this request belongs to it.' }),
  },
  { title: 'Session' },
);
export type OwnSession = Static<typeof OwnSession>;

export const EndedSession = Type.Object({ deleted: Type.Literal(true), id: Type.String() });
