import { type Static, Type } from '@sinclair/typebox';
import { displayName } from '#platform/kernel/text-patterns';

const time = Type.String({ format: 'date-time' });

/** A tenant as the API shows it. */
export const Tenant = Type.Object(
  {
    id: Type.String({ description: '`default` for the default tenant.' }),
    name: Type.String(),
    slug: Type.String({ description: 'Host name label below `tenancy.baseDomain`.' }),
    createdAt: time,
    updatedAt: time,
  },
  { title: 'Tenant' },
);
export type Tenant = Static<typeof Tenant>;

const tenantFields = {
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: displayName,
    description:
      'Name of the controller, which decides what the data is used for; starter profiles show it to visitors.',
  }),
  // RFC 1035, section 2.3.1: a label between two dots of a host name.
  slug: Type.String({
    maxLength: 63,
    pattern: '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$',
    description:
      'One label of a host name, in lower case; unique. `default` is reserved for the default tenant.',
  }),
};

export const TenantCreate = Type.Object(tenantFields);
export type TenantCreate = Static<typeof TenantCreate>;

export const TenantUpdate = Type.Partial(Type.Object(tenantFields));
export type TenantUpdate = Static<typeof TenantUpdate>;

export const TenantIdParam = Type.Object({ id: Type.String() });
export const DeletedTenant = Type.Object({ deleted: Type.Literal(true), id: Type.String() });
