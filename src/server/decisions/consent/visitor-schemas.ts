import { type Static, Type } from '@sinclair/typebox';
import { nullable } from '#platform/kernel/schemas';

export const Visitor = Type.Object({
  visitorId: Type.String(),
  country: nullable(Type.String(), { description: 'ISO 3166-1 alpha-2; null if unknown.' }),
  region: nullable(Type.String(), { description: 'The part of ISO 3166-2 after the dash; null if unknown.' }),
  ipHash: nullable(Type.String(), {
    description:
      'HMAC-SHA-256 of the tenant and the last seen IP address, in hex; the address itself is not stored.',
  }),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
});
export type Visitor = Static<typeof Visitor>;
