import { Type } from '@sinclair/typebox';
import type { ProfileService } from '#banners/profiles/index';
import type { Database } from '#platform/database/database';
import { readListPage } from '#platform/database/listing';
import { type Paging, toPage, toPageSchema } from '#platform/http/paging';
import { defineRoute, type Route } from '#platform/http/route';
import { toFinding } from './finding-repository';
import {
  DecidedFindings,
  FindingDecision,
  FindingListing,
  FindingView,
  findingFilters,
  KeptCookies,
  ListedFindings,
  UnlistedFindings,
  UnseenCookies,
} from './finding-schemas';
import type { FindingService } from './finding-service';
import { toFindingView, toUnlistedFindings } from './finding-views';
import type { ListingService } from './listing-service';
import { publishedListings } from './unlisted';
import { type UnseenService, unseenDays } from './unseen-service';

const tag = 'Findings';

export interface FindingRoutesOptions {
  readonly database: Database;
  readonly paging: Paging;
  readonly profiles: Pick<ProfileService, 'listActive'>;
  readonly findings: FindingService;
  readonly listings: ListingService;
  readonly unseen: UnseenService;
}

/** The routes by which operators read findings and decide about them. */
export function findingRoutes(options: FindingRoutesOptions): Route[] {
  const { database, paging, profiles, findings, listings, unseen } = options;
  return [
    defineRoute({
      id: 'listFindings',
      method: 'GET',
      path: '/findings',
      tag,
      summary: 'List what real visits showed against the banner, the last discovered first',
      description:
        'Written some seconds after the visit. Open findings that were not seen for 90 days are removed, as are the oldest ' +
        'open ones beyond 500 of the guard, 200 of browsers and 200 of scans.',
      access: { permission: 'profiles:read' },
      query: Type.Object({ ...paging.parameters, ...findingFilters }),
      replies: { 200: { description: 'A page of findings', schema: toPageSchema(FindingView) } },
      errors: [],
      async handle({ tenantId, query: { status, code, source, ...query } }) {
        const request = paging.read({ list: 'findings', tenantId, filters: { status, code, source } }, query);
        const found = await database.read((connection) =>
          readListPage(connection.tenant(tenantId), request, {
            table: 'findings',
            equals: { status, code, source },
            range: { from: null, to: null },
            search: { columns: [], indexed: [], rows: paging.searchRows },
            knownTotal: async () => null,
          }),
        );
        const published = publishedListings(
          found.items.length === 0 ? [] : await profiles.listActive(tenantId),
        );
        const items = found.items.map((row) => toFindingView(toFinding(row), published));
        return { body: toPage(request, { ...found, items }) };
      },
    }),
    defineRoute({
      id: 'listUnlisted',
      method: 'GET',
      path: '/findings/unlisted',
      tag,
      summary: 'List cookies, entries and hosts that were seen and no active profile lists',
      description:
        'Each once, with all open findings about it and what the cookie catalogue knows. It is gone once a published version lists it.',
      access: { permission: 'profiles:read' },
      replies: { 200: { description: 'What is not listed', schema: UnlistedFindings } },
      errors: [],
      handle: async ({ tenantId }) => ({ body: toUnlistedFindings(await listings.unlisted(tenantId)) }),
    }),
    defineRoute({
      id: 'listUnseen',
      method: 'GET',
      path: '/findings/unseen',
      tag,
      summary: 'List cookies that active profiles list and no visit has shown for 90 days',
      description:
        'Only cookies that were listed all the time, on sites whose visits the guard or browsers looked at all the time: they ' +
        'showed another cookie of the profile. A cookie can still be in use on pages that are rarely visited.',
      access: { permission: 'profiles:read' },
      replies: { 200: { description: 'What was not seen', schema: UnseenCookies } },
      errors: [],
      handle: async ({ tenantId }) => ({
        body: {
          days: unseenDays,
          items: (await unseen.list(tenantId)).map((item) => ({
            code: 'cookie_never_seen' as const,
            ...item,
          })),
        },
      }),
    }),
    defineRoute({
      id: 'keepUnseen',
      method: 'POST',
      path: '/findings/unseen/keep',
      tag,
      summary: 'Say that listed cookies are in use although no visit shows them',
      description: 'They are off the list for 90 days. The profiles do not change.',
      access: { permission: 'profiles:update' },
      body: KeptCookies,
      replies: { 204: { description: 'Recorded' } },
      errors: ['finding_not_found'],
      async handle({ context, body }) {
        await unseen.keep(context, body.names);
        return { status: 204 };
      },
    }),
    defineRoute({
      id: 'listFound',
      method: 'POST',
      path: '/findings/list',
      tag,
      summary: 'List what was found in the next version of profiles, which is not published',
      description:
        'What the catalogue knows gets its texts in every language of the profile that the catalogue has, and its provider’s ' +
        'service. A profile whose current version lists everything is not saved again.',
      access: { permission: 'profiles:update' },
      body: FindingListing,
      replies: { 200: { description: 'The versions', schema: ListedFindings } },
      errors: ['finding_not_found', 'profile_not_found', 'profile_invalid'],
      handle: async ({ context, body }) => ({ body: await listings.list(context, body) }),
    }),
    defineRoute({
      id: 'decideFindings',
      method: 'POST',
      path: '/findings/decide',
      tag,
      summary: 'Ignore findings, mark their cookies as necessary, or open them again',
      description:
        'A decision is true of the same finding on every page, also on later ones. A necessary cookie passes the guard and is ' +
        'not reported any more, in every process within two seconds. Marking it as necessary, and undoing that, also needs ' +
        '`profiles:activate`. Where the tenant requires approval, marking is 409 `approval_required`: list the cookie ' +
        'in a mandatory category and request the publication. An ignored finding is only off the list.',
      access: { permission: 'profiles:update' },
      body: FindingDecision,
      replies: { 200: { description: 'How many findings changed', schema: DecidedFindings } },
      errors: ['finding_not_found', 'approval_required'],
      handle: async ({ context, body }) => ({ body: { changed: await findings.decide(context, body) } }),
    }),
  ];
}
