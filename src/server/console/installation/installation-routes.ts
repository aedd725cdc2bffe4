import { type Static, Type } from '@sinclair/typebox';
import { defineRoute, type Route } from '#platform/http/route';

const InstalledPage = Type.Object({
  origin: Type.String({ description: 'Scheme, host and port of the page, such as `https://shop.example`.' }),
  lastSeenAt: Type.String({ format: 'date-time' }),
  complianceGroup: Type.String({ description: 'Group of the last visitor who was seen there.' }),
  locale: Type.String({ description: 'Language of the texts that this visitor got.' }),
  allowed: Type.Boolean({
    description: 'Whether the allowed origins of the tenant or of a profile accept decisions from there.',
  }),
});

export type InstalledPage = Static<typeof InstalledPage>;

/** Tells operators on which pages the banner is. */
export function installationRoutes(list: (tenantId: string) => Promise<InstalledPage[]>): Route[] {
  return [
    defineRoute({
      id: 'getInstallation',
      method: 'GET',
      path: '/setup/installation',
      tag: 'Setup',
      summary: 'List the sites whose pages asked for a banner, the last seen first',
      description:
        'Written about once a minute by each process. Visitors who have decided cost no request and are not ' +
        'seen. Anybody can send any origin, so at most 20 that no list of allowed origins contains are kept.',
      access: { permission: 'settings:read' },
      replies: { 200: { description: 'The sites', schema: Type.Array(InstalledPage) } },
      errors: [],
      handle: async ({ tenantId }) => ({ body: await list(tenantId) }),
    }),
  ];
}
