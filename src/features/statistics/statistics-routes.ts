import { Type } from '@sinclair/typebox';
import { defineRoute, principalOf, type Route } from '../../http/route';
import type { Principal } from '../../kernel/caller';
import { ServiceError, validationFailed } from '../../kernel/errors';
import { readTimeRange } from '../../kernel/time-range';
import { canonicalLocale } from '../../standards/locale';
import { otherName } from '../consent';
import type { DecisionFilter } from './statistics-reads';
import {
  CategoryRate,
  CountryShare,
  defaultDays,
  GpcStatistics,
  noGroup,
  OptInDay,
  OptInQuery,
  Overview,
  StatisticsQuery,
  TimelineDay,
  TimelineQuery,
} from './statistics-schemas';
import type { StatisticsService } from './statistics-service';
import { toDay } from './tally';

export interface StatisticsRoutesOptions {
  readonly service: StatisticsService;
  /** Returns the ids of the tenants that a signed-in user can see. */
  readonly visibleTenants: (caller: Principal) => Promise<readonly string[]>;
}

const tag = 'Statistics';
const access = { permission: 'stats:read' } as const;

/** @throws ServiceError `validation_failed` */
function refuseTimeZone({ timezone }: { readonly timezone?: string }): void {
  if (timezone !== undefined)
    throw validationFailed({ path: 'timezone', message: 'is not supported: days are in UTC' });
}

/** @throws ServiceError `validation_failed` */
function readFilter({ profileId, complianceGroup, locale, ...query }: OptInQuery): DecisionFilter {
  refuseTimeZone(query);
  const range = readTimeRange(query);
  const canonical = locale === undefined || locale === otherName ? locale : canonicalLocale(locale);
  if (canonical === null)
    throw validationFailed({ path: 'locale', message: 'must be a BCP 47 language tag such as en or de-AT' });
  return {
    ...(range.from === null ? {} : { from: toDay(range.from) }),
    ...(range.to === null ? {} : { to: toDay(range.to) }),
    ...(profileId === undefined ? {} : { profileId }),
    ...(complianceGroup === undefined ? {} : { group: complianceGroup === noGroup ? '' : complianceGroup }),
    ...(canonical === undefined ? {} : { locale: canonical }),
  };
}

/**
 * Creates the admin API's statistics routes. Each query costs the same for ten thousand consents as for a
 * million.
 */
export function statisticsRoutes({ service, visibleTenants }: StatisticsRoutesOptions): Route[] {
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
        const tenantIds = await tenantsFor(principalOf(request), request.query.tenantId);
        return { body: await service.optIn(tenantIds, readFilter(request.query)) };
      },
    }),
    defineRoute({
      id: 'getOverview',
      method: 'GET',
      path: '/stats/overview',
      tag,
      summary: 'Get key figures of the current records',
      access,
      query: StatisticsQuery,
      replies: { 200: { description: 'The figures', schema: Overview } },
      errors: [],
      async handle({ tenantId, query }) {
        refuseTimeZone(query);
        return { body: await service.overview(tenantId) };
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
          description: 'The days, oldest first; the last one is today',
          schema: Type.Array(TimelineDay),
        },
      },
      errors: [],
      async handle({ tenantId, query }) {
        refuseTimeZone(query);
        return { body: await service.timeline(tenantId, query.days ?? defaultDays) };
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
