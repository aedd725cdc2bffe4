import { Type } from '@sinclair/typebox';
import type { Database } from '#platform/database/database';
import type { Paging } from '#platform/http/paging';
import { defineRoute, type Route } from '#platform/http/route';
import { timeRangeParameters } from '#platform/http/time-range-parameters';
import { toIso, toIsoOrNull } from '#platform/kernel/clock';
import { validationFailed } from '#platform/kernel/errors';
import { nullable } from '#platform/kernel/schemas';
import { readMoment, readTimeRange, type TimeRange } from '#platform/kernel/time-range';
import { VersionVariants } from '../experiments/experiment-schemas';
import { Person } from '../profile-schemas';
import { type PublicationPeriod, publicationPeriodRepository } from './publication-period-repository';

const time = Type.String({ format: 'date-time' });

/** A time during which the visitors of a group got one version. */
const Publication = Type.Object({
  complianceGroup: Type.String(),
  profileId: Type.String({ description: 'Also of a profile that was deleted since.' }),
  profileName: Type.String({ description: 'Its name in this version.' }),
  version: Type.Integer(),
  defaultLocale: Type.String(),
  locales: Type.Array(Type.String(), { description: 'The default locale first.' }),
  variants: VersionVariants,
  requireReconsent: Type.Boolean({
    description: 'Whether visitors who had decided on an earlier version of this profile were asked again.',
  }),
  before: nullable(
    Type.Object({ profileId: Type.String(), profileName: Type.String(), version: Type.Integer() }),
    {
      description:
        'The version that visitors got before: of this profile, or of another one, whose visitors were asked again; null: none.',
    },
  ),
  from: Type.String({ format: 'date-time', description: 'When visitors began to get it.' }),
  to: nullable(time, { description: 'When they stopped to get it; null: they get it now.' }),
  by: nullable(Person, { description: 'Who published it; null: the service itself.' }),
  note: nullable(Type.String()),
});

export function toPublication(period: PublicationPeriod) {
  const {
    group,
    profileId,
    profileName,
    version,
    defaultLocale,
    files,
    variants,
    requireReconsent,
    before,
    by,
    note,
  } = period;
  const others = Object.keys(files).filter((locale) => locale !== defaultLocale);
  return {
    complianceGroup: group,
    profileId,
    profileName,
    version,
    defaultLocale,
    locales: [defaultLocale, ...others.sort()],
    variants,
    requireReconsent,
    before,
    from: toIso(period.startedAt),
    to: toIsoOrNull(period.endedAt),
    by,
    note,
  };
}

/** @throws ServiceError `validation_failed` */
function readRange(query: { at?: string; from?: string; to?: string }): TimeRange {
  if (query.at === undefined) return readTimeRange(query);
  if (query.from !== undefined || query.to !== undefined)
    throw validationFailed({ path: 'at', message: 'cannot be combined with `from` or `to`' });
  const { first, last } = readMoment('at', query.at);
  return { from: first, to: last };
}

/** Routes about what visitors got when. */
export function publicationRoutes({
  database,
  paging,
}: {
  readonly database: Database;
  readonly paging: Paging;
}): Route[] {
  const { limit, cursor } = paging.parameters;
  return [
    defineRoute({
      id: 'listPublications',
      method: 'GET',
      path: '/publications',
      tag: 'Profile versions',
      summary: 'List which version of which profile visitors got when, the last published first',
      description:
        'A period lasts until another version is published for the group, or its profile is deactivated. ' +
        'Periods of deleted profiles remain.',
      access: { permission: 'profiles:read' },
      query: Type.Object({
        limit,
        cursor,
        complianceGroup: Type.Optional(
          Type.String({ minLength: 1, maxLength: 64, description: 'Only this group.' }),
        ),
        at: Type.Optional(
          Type.String({
            maxLength: 40,
            description: 'Only what visitors got then: ISO 8601 date-time, or a date for a whole day in UTC.',
          }),
        ),
        ...timeRangeParameters,
      }),
      replies: {
        200: {
          description: 'A page of periods that have a moment in the range',
          schema: Type.Object({
            items: Type.Array(Publication),
            nextCursor: nullable(Type.String(), { description: 'Null on the last page.' }),
          }),
        },
      },
      errors: [],
      async handle({ tenantId, query: { at, from, to, complianceGroup: group, ...page } }) {
        const range = readRange({ at, from, to });
        const request = paging.read({ list: 'publications', tenantId, filters: { ...range, group } }, page);
        const { items, nextAfter } = await database.read((connection) =>
          publicationPeriodRepository(connection.tenant(tenantId)).list({ group, range }, request),
        );
        return {
          body: {
            items: items.map(toPublication),
            nextCursor: nextAfter === null ? null : request.cursorAfter(nextAfter),
          },
        };
      },
    }),
  ];
}
