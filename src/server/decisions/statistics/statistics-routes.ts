import { Type } from '@sinclair/typebox';
import { defineRoute, getPrincipal, type Route } from '#platform/http/route';
import type { Principal } from '#platform/kernel/caller';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { readDayRange, readDecisionFilter, refuseTimeZone } from './decision-days';
import {
  CategoryRate,
  CountryShare,
  GpcStatistics,
  OptInDay,
  OptInQuery,
  Overview,
  OverviewQuery,
  StatisticsQuery,
  TimelineDay,
  TimelineQuery,
} from './statistics-schemas';
import type { StatisticsService } from './statistics-service';

export interface StatisticsRoutesOptions {
  readonly service: StatisticsService;
  readonly clock: Clock;
  /** Returns the ids of the tenants that a signed-in user can see. */
  readonly visibleTenants: (caller: Principal) => Promise<readonly string[]>;
}

const tag = 'Statistics';
const access = { permission: 'stats:read' } as const;

/**
 * Creates the admin API's statistics routes. Each query costs the same for ten thousand consents as for a
 * million.
 */
export function statisticsRoutes({ service, clock, visibleTenants }: StatisticsRoutesOptions): Route[] {
  /** @throws ServiceError `tenant_forbidden`, `tenant_not_found` */
  async function tenantsFor(caller: Principal, tenantId: string | undefined): Promise<readonly string[]> {
    const visible = await visibleTenants(caller);
    if (tenantId === undefined) return visible;
    if (visible.includes(tenantId)) return [tenantId];
    throw new ServiceError(caller.allowedTenants === null ? 'tenant_not_found' : 'tenant_forbidden');
  }

  return [
    defineRoute({
      id: 'getOptInRates',
      method: 'GET',
      path: '/analytics/opt-in',
      tag,
      summary: 'Get opt-in rates by day and locale, for the decisions of all tenants visible to the caller',
      access,
      tenantless: true,
      query: OptInQuery,
      replies: {
        200: {
          description: 'Days and locales with decisions, oldest first',
          schema: Type.Array(OptInDay),
        },
      },
      errors: ['tenant_forbidden', 'tenant_not_found'],
      async handle(request) {
        const tenantIds = await tenantsFor(getPrincipal(request), request.query.tenantId);
        return { body: await service.optIn(tenantIds, readDecisionFilter(request.query)) };
      },
    }),
    defineRoute({
      id: 'getOverview',
      method: 'GET',
      path: '/stats/overview',
      tag,
      summary: 'Get key figures of the current records, and the number of decisions in a range of days',
      description:
        'The filters apply to `decisions` only: the sums of current records are not stored by day, ' +
        'profile, group or locale.',
      access,
      query: OverviewQuery,
      replies: { 200: { description: 'The figures', schema: Overview } },
      errors: [],
      async handle({ tenantId, query }) {
        const { compare, by, ...filters } = query;
        return {
          body: await service.overview(tenantId, readDayRange(filters, clock), {
            compares: compare === 'previous',
            byProfile: by === 'profile',
          }),
        };
      },
    }),
    defineRoute({
      id: 'getTimeline',
      method: 'GET',
      path: '/stats/timeline',
      tag,
      summary: 'Get the number of decisions for each day, including days without any',
      access,
      query: TimelineQuery,
      replies: {
        200: {
          description: 'The days, oldest first; without `to` the last one is today',
          schema: Type.Array(TimelineDay),
        },
      },
      errors: [],
      async handle({ tenantId, query }) {
        return { body: await service.timeline(tenantId, readDayRange(query, clock)) };
      },
    }),
    defineRoute({
      id: 'getCategoryRates',
      method: 'GET',
      path: '/stats/categories',
      tag,
      summary:
        'Get the decisions of the current records for each category; the 200 most answered, largest first',
      access,
      query: StatisticsQuery,
      replies: { 200: { description: 'The categories', schema: Type.Array(CategoryRate) } },
      errors: [],
      async handle({ tenantId, query }) {
        refuseTimeZone(query);
        return { body: await service.categories(tenantId) };
      },
    }),
    defineRoute({
      id: 'getCountryShares',
      method: 'GET',
      path: '/stats/countries',
      tag,
      summary: 'Get current records by country, largest first',
      access,
      query: StatisticsQuery,
      replies: { 200: { description: 'The countries', schema: Type.Array(CountryShare) } },
      errors: [],
      async handle({ tenantId, query }) {
        refuseTimeZone(query);
        return { body: await service.countries(tenantId) };
      },
    }),
    defineRoute({
      id: 'getGpcStatistics',
      method: 'GET',
      path: '/stats/gpc',
      tag,
      summary: 'Get current records with and without Global Privacy Control, in total and by country',
      access,
      query: StatisticsQuery,
      replies: { 200: { description: 'The figures', schema: GpcStatistics } },
      errors: [],
      async handle({ tenantId, query }) {
        refuseTimeZone(query);
        return { body: await service.gpc(tenantId) };
      },
    }),
  ];
}
