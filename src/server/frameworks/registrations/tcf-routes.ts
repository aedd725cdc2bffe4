import type { ResolvedConfig } from '#platform/config/config-schema';
import { defineRoute, type Route } from '#platform/http/route';
import { toIsoOrNull } from '#platform/kernel/clock';
import {
  Acknowledgement,
  LanguageQuery,
  ListedPurposes,
  ListedVendors,
  RefreshQuery,
  TcfRegistration,
} from './registration-schemas';
import type { TcfRegistrations } from './tcf-registrations';
import type { CmpLookup } from './tcf-registry';

const tag = 'TCF';
const read = { permission: 'registrations:read' } as const;

export function tcfRoutes(tcf: ResolvedConfig['tcf'], registrations: TcfRegistrations): Route[] {
  const disabled = tcf.enabled ? undefined : 'tcf_disabled';
  return [
    defineRoute({
      id: 'listTcfVendors',
      method: 'GET',
      path: '/tcf/vendors',
      tag,
      summary: 'Get the Global Vendor List with its texts',
      description:
        'Entries are as in the list, including additional keys. 503 while the list cannot be fetched and no copy is younger than 30 days.',
      access: read,
      query: LanguageQuery,
      replies: { 200: { description: 'The list', schema: ListedVendors } },
      errors: ['tcf_disabled', 'unavailable'],
      disabled,
      async handle({ query: { lang = 'en' } }) {
        const { head, vendors, texts } = await registrations.vendorList(lang);
        return { body: { ...head, ...texts, vendors } };
      },
    }),
    defineRoute({
      id: 'listTcfPurposes',
      method: 'GET',
      path: '/tcf/purposes',
      tag,
      summary: 'Get purposes, features, stacks and data categories of the framework in one language',
      description: 'Like `/tcf/vendors`, without the vendors.',
      access: read,
      query: LanguageQuery,
      replies: { 200: { description: 'The texts', schema: ListedPurposes } },
      errors: ['tcf_disabled', 'unavailable'],
      disabled,
      async handle({ query: { lang = 'en' } }) {
        const { head, texts } = await registrations.vendorList(lang);
        return { body: { ...head, ...texts } };
      },
    }),
    defineRoute({
      id: 'getTcfRegistration',
      method: 'GET',
      path: '/tcf/registration-status',
      tag,
      summary: 'Get the TCF configuration, its confirmation and its entry in the CMP list',
      access: read,
      writes: ({ refresh }) => refresh === 'true',
      query: RefreshQuery,
      replies: { 200: { description: 'The status', schema: TcfRegistration } },
      errors: ['tcf_disabled'],
      disabled,
      handle: async ({ tenantId, query: { refresh = false } }) => ({
        body: toBody(await registrations.status(tenantId, refresh)),
      }),
    }),
    defineRoute({
      id: 'confirmTcfRegistration',
      method: 'POST',
      path: '/tcf/confirm-registration',
      tag,
      summary: 'Confirm that the TCF configuration matches the registration',
      description:
        'Possible only while the CMP list contains `tcf.cmpId` as registered. If the list cannot be fetched, a copy under 30 days old is used. Stores a hash of the configuration, who confirmed it and when.',
      access: { permission: 'registrations:confirm' },
      query: RefreshQuery,
      body: Acknowledgement,
      replies: { 200: { description: 'Confirmed', schema: TcfRegistration } },
      errors: ['tcf_disabled', 'cmp_not_listed', 'cmp_deregistered', 'unavailable'],
      disabled,
      async handle({ context, query: { refresh = false } }) {
        return { body: toBody(await registrations.confirm(context, refresh)) };
      },
    }),
  ];
}

function toBody({ registry, ...status }: Awaited<ReturnType<TcfRegistrations['status']>>) {
  return { ...status, registry: toView(registry) };
}

function toView({ status, name, deletedAt, checkedAt, fromCache, stale }: CmpLookup) {
  return {
    status,
    name,
    deletedDate: toIsoOrNull(deletedAt),
    checkedAt: toIsoOrNull(checkedAt),
    fromCache,
    stale,
  };
}
