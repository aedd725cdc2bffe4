import { type Static, Type } from '@sinclair/typebox';
import { keyScopes } from '#platform/kernel/permissions';
import { nullable, oneOf } from '#platform/kernel/schemas';
import { displayName } from '#platform/kernel/text-patterns';

const time = Type.String({ format: 'date-time' });

const apiKeyFields = {
  id: Type.String(),
  tenantId: Type.String(),
  name: Type.String(),
  prefix: Type.String({
    description: 'The part of the key between the underscores. It identifies the key but grants no access.',
  }),
  status: Type.Unsafe<'active' | 'revoked' | 'expired'>({
    type: 'string',
    enum: ['active', 'revoked', 'expired'],
  }),
  expireBy: Type.Union([time, Type.Null()], { description: 'When the key stops working; null: never.' }),
  lastUsedAt: Type.Union([time, Type.Null()], { description: 'Time of the last use, to the minute.' }),
  createdAt: time,
  scopes: nullable(Type.Array(oneOf(keyScopes)), {
    description: 'Permissions of the key; null: everything on the public API, and nothing on the admin API.',
  }),
  holder: nullable(Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }), {
    description:
      'The person for whom a key with scopes acts; null without scopes, or once that person has left or lost access to the tenant.',
  }),
  withheld: Type.Array(oneOf(keyScopes), {
    description:
      'Scopes without effect, because the holder does not have the permission any more or the key rests.',
  }),
  restsFrom: nullable(time, {
    description:
      'Time from which the key may do nothing until its holder signs in again (`auth.keyHolderDays`); null: never, as in mode `local` and without scopes.',
  }),
};

/** A key as the API shows it: never the key itself. */
export const ApiKey = Type.Object(apiKeyFields, { title: 'ApiKey' });
export type ApiKey = Static<typeof ApiKey>;

export const NewApiKey = Type.Object(
  {
    ...apiKeyFields,
    key: Type.String({
      description: 'The key itself, returned only here: the service stores only its SHA-256.',
    }),
  },
  { title: 'NewApiKey' },
);

export const RevokedApiKey = Type.Object(
  { ...apiKeyFields, deleted: Type.Literal(true) },
  { title: 'RevokedApiKey' },
);
export const DeletedApiKey = Type.Object({ deleted: Type.Literal(true), id: Type.String() });

export const ApiKeyCreate = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, pattern: displayName }),
  expireBy: Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: 40,
      description:
        'A time in the future and before the year 10000 (UTC). If omitted, the key does not expire.',
    }),
  ),
  scopes: Type.Optional(
    Type.Array(oneOf(keyScopes), {
      minItems: 1,
      maxItems: keyScopes.length,
      uniqueItems: true,
      description:
        'Permissions of the key, on both APIs; the creator must have each of these permissions. If omitted, the key may do everything on the public API and nothing on the admin API.',
    }),
  ),
});
export type ApiKeyCreate = Static<typeof ApiKeyCreate>;

export const ApiKeyIdParam = Type.Object({ id: Type.String() });
