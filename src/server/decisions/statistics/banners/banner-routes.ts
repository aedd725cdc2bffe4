import { defineRoute, type Route } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import { validationFailed } from '#platform/kernel/errors';
import { readMoment } from '#platform/kernel/time-range';
import { readDayRange } from '../decision-days';
import type { DecisionFilter } from '../statistics-read-repository';
import { unnamed } from '../statistics-schemas';
import type { StatisticsService } from '../statistics-service';
import type { BannerFilter } from './banner-read-repository';
import {
  AllStatistics,
  AllStatisticsQuery,
  BannerQuery,
  BannerStatistics,
  EffectParams,
  EffectQuery,
  type PlaceFilters,
  PublicationEffect,
} from './banner-schemas';
import type { BannerService } from './banner-service';

const access = { permission: 'stats:read' } as const;
const tag = 'Statistics';

/** The routes of the sums of banners. */
export function bannerRoutes({
  service,
  decisions,
  clock,
}: {
  readonly service: BannerService;
  readonly decisions: StatisticsService;
  readonly clock: Clock;
}): Route[] {
  return [
    defineRoute({
      id: 'getBannerStatistics',
      method: 'GET',
      path: '/stats/banners',
      tag,
      summary: 'Get how many banners were shown, and the answers: accepted, refused, saved, closed or none',
      description:
        'Banners and the decisions on them are counted by profile version, country, language, site, device and hour. Sums of ' +
        'hours are added up to days after three days, and kept for 25 months. Without `from` the range is 30 days long.',
      access,
      query: BannerQuery,
      replies: { 200: { description: 'The sums', schema: BannerStatistics } },
      errors: [],
      async handle({ tenantId, query }) {
        const { compare, profileVersion, country, site, device, ...rest } = query;
        const filter = readDayRange(rest, clock);
        const places = readPlaceFilters(filter, { profileVersion, country, site, device });
        return { body: await service.statistics(tenantId, places, filter, compare === 'previous') };
      },
    }),
    defineRoute({
      id: 'getStatistics',
      method: 'GET',
      path: '/stats',
      tag,
      summary: 'Get all statistics of a range of days in one answer, compared with the days before',
      description:
        'As the routes for each part return them, for one filter. Decisions can be filtered by profile, group and language, ' +
        'banners by all, and the current records by none.',
      access,
      query: AllStatisticsQuery,
      replies: { 200: { description: 'The statistics', schema: AllStatistics } },
      errors: [],
      async handle({ tenantId, query }) {
        const { profileVersion, country, site, device, ...rest } = query;
        const filter = readDayRange(rest, clock);
        const places = readPlaceFilters(filter, { profileVersion, country, site, device });
        const [overview, timeline, categories, countries, gpc, statistics] = await Promise.all([
          decisions.overview(tenantId, filter, { compares: true, byProfile: true }),
          decisions.timeline(tenantId, filter),
          decisions.categories(tenantId),
          decisions.countries(tenantId),
          decisions.gpc(tenantId),
          service.statistics(tenantId, places, filter, true),
        ]);
        return { body: { overview, timeline, categories, countries, gpc, banners: statistics } };
      },
    }),
    defineRoute({
      id: 'getPublicationEffect',
      method: 'GET',
      path: '/publications/:complianceGroup/effect',
      tag,
      summary: 'Compare the answers to shown banners before and after a publication',
      description:
        'Compares the version with the one that the group got before, over periods of the same length: as many days as ' +
        'asked for, or as long as both were live.',
      access: { ...access, also: ['profiles:read'] },
      params: EffectParams,
      query: EffectQuery,
      replies: { 200: { description: 'The comparison', schema: PublicationEffect } },
      errors: ['publication_not_found'],
      handle: async ({ tenantId, params, query: { from, days = 7 } }) => ({
        body: await service.effect(tenantId, {
          group: params.complianceGroup,
          from: readMoment('from', from).first,
          days,
        }),
      }),
    }),
  ];
}

/** @throws ServiceError `validation_failed` */
function readPlaceFilters(
  { profileId, group, locale }: DecisionFilter,
  { profileVersion, country, site, device }: PlaceFilters,
): Omit<BannerFilter, 'from' | 'to'> {
  if (profileVersion !== undefined && profileId === undefined)
    throw validationFailed({ path: 'profileVersion', message: 'needs `profileId`' });
  const toValue = (text: string | undefined) => (text === unnamed ? '' : text);
  return {
    profileId,
    group,
    locale,
    version: profileVersion === undefined ? undefined : Number(profileVersion),
    country: toValue(country),
    site: toValue(site),
    device: toValue(device),
  };
}
