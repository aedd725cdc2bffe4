import { Type } from '@sinclair/typebox';
import type { Database } from '../../database/database';
import { defineRoute, type Route } from '../../http/route';
import { toIso } from '../../kernel/clock';
import { pageOriginRepository } from './page-origin-repository';
import type { PageSightings } from './page-sightings';

const InstalledPage = Type.Object({
  origin: Type.String({ description: 'Scheme, host and port of the page, such as `https://shop.example`.' }),
  lastSeenAt: Type.String({ format: 'date-time' }),
  complianceGroup: Type.String({ description: 'Group of the last visitor who was seen there.' }),
  locale: Type.String({ description: 'Language of the texts that this visitor got.' }),
  allowed: Type.Boolean({
    description: 'Whether the allowed origins of the tenant or of a profile accept decisions from there.',
  }),
});

export interface InstallationRoutesOptions {
  readonly database: Database;
  readonly sightings: PageSightings;
  /** Returns whether decisions from pages of this origin are accepted. */
  readonly isAllowed: (tenantId: string, origin: string) => Promise<boolean>;
}

/** Tells operators on which pages the banner is. */
export function installationRoutes({ database, sightings, isAllowed }: InstallationRoutesOptions): Route[] {
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
      async handle({ tenantId }) {
        const stored = await database.read((connection) =>
          pageOriginRepository(connection.tenant(tenantId)).list(),
        );
        const byOrigin = new Map(
          [...stored, ...sightings.pending(tenantId)].map((page) => [page.origin, page]),
        );
        const newestFirst = [...byOrigin.values()].sort((a, b) => b.lastSeenAt - a.lastSeenAt);
        return {
          body: await Promise.all(
            newestFirst.map(async ({ origin, lastSeenAt, complianceGroup, locale }) => ({
              origin,
              lastSeenAt: toIso(lastSeenAt),
              complianceGroup,
              locale,
              allowed: await isAllowed(tenantId, origin),
            })),
          ),
        };
      },
    }),
  ];
}
