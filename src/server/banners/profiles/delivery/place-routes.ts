import { Type } from '@sinclair/typebox';
import type { Database } from '#platform/database/database';
import { defineRoute, type Route } from '#platform/http/route';
import { type Clock, toIso } from '#platform/kernel/clock';
import { validationFailed } from '#platform/kernel/errors';
import { nullable } from '#platform/kernel/schemas';
import { readMoment } from '#platform/kernel/time-range';
import {
  type JurisdictionEntry,
  jurisdictionsAsOf,
  listJurisdictions,
  overriddenGroup,
  type Place,
  readPlace,
  unknownPlace,
} from '#standards/jurisdiction/index';
import { canonicalLocale, findLocale } from '#standards/locale/index';
import {
  type PublicationPeriod,
  publicationPeriodRepository,
} from '../publishing/publication-period-repository';
import { toPublication } from '../publishing/publication-routes';
import { type ComplianceRouting, matchPlace } from './resolve-profile';

const tag = 'Places';
const access = { permission: 'profiles:read' } as const;
const text = Type.String();
const day = Type.String({ format: 'date' });

const at = Type.Optional(
  Type.String({
    maxLength: 40,
    description: 'ISO 8601 date-time, or a date for the end of that day in UTC. Now when omitted.',
  }),
);

const terms = {
  law: Type.String({ description: 'Short name of the law, else its long one.' }),
  source: Type.String({ description: 'Long name, with the provisions that the entry rests on.' }),
  lawGroup: Type.String({ description: 'Compliance group that the law puts the place into.' }),
};
const group = Type.String({
  description: 'Compliance group of visitors there, as the configuration decides.',
});

const JurisdictionView = Type.Object({
  country: Type.String({ description: 'ISO 3166-1, such as `DE`.' }),
  region: nullable(text, {
    description:
      'Part of ISO 3166-2 after the dash, such as `CA`. Null: the country, and its regions that are not listed.',
  }),
  ...terms,
  group,
  overridden: Type.Boolean({ description: 'Whether the configuration decides on the group.' }),
  from: nullable(day, { description: 'First day of the law in force; null: not known.' }),
  next: nullable(Type.Object({ ...terms, group, from: day }), {
    description: 'A law that begins later; null: none is known.',
  }),
  regionUnknown: nullable(Type.Object({ ...terms, group }), {
    description: 'For visitors whose region is unknown, where it differs from the entry.',
  }),
  gpcBinding: Type.Boolean({ description: 'The law makes the Global Privacy Control signal binding.' }),
  childAge: nullable(Type.Integer()),
  confidence: Type.Unsafe<'high' | 'medium' | 'low'>({ type: 'string', enum: ['high', 'medium', 'low'] }),
  checked: Type.Boolean({ description: 'Whether a secondary source was read at the review.' }),
  asOf: Type.String({ format: 'date', description: 'Day of the last review of the entry.' }),
  note: nullable(text),
});

const Jurisdictions = Type.Object({
  at: Type.String({ format: 'date-time' }),
  asOf: Type.String({ format: 'date', description: 'Day of the last review of the whole table.' }),
  type: Type.String({ description: '`auto`, or the group that applies everywhere.' }),
  defaultGroup: Type.String({ description: 'Group of visitors whose country is unknown.' }),
  items: Type.Array(JurisdictionView),
});

const VisitorResolution = Type.Object({
  at: Type.String({ format: 'date-time' }),
  country: nullable(text),
  region: nullable(text),
  law: nullable(text, { description: 'Short name of the law; null: the country is unknown.' }),
  complianceGroup: text,
  overridden: Type.Boolean({ description: 'Whether the configuration decides on the group.' }),
  gpcBinding: Type.Boolean(),
  childAge: nullable(Type.Integer()),
  sensitiveGroup: nullable(text),
  consentMonths: nullable(Type.Integer()),
  reaskMonths: nullable(Type.Integer()),
  profile: nullable(
    Type.Object({
      id: text,
      name: Type.String({ description: 'Name in that version.' }),
      version: Type.Integer(),
      locale: Type.String({ description: 'Language that the visitor gets.' }),
      locales: Type.Array(text, { description: 'All languages, the default locale first.' }),
      from: Type.String({ format: 'date-time', description: 'When visitors began to get this version.' }),
    }),
    { description: 'The profile that the visitor gets; null: the group had no banner at that time.' },
  ),
});

export interface PlaceRoutesOptions {
  readonly database: Database;
  readonly compliance: ComplianceRouting;
  readonly clock: Clock;
}

/** Routes about which place belongs to which compliance group, and what a visitor there gets. */
export function placeRoutes({ database, compliance, clock }: PlaceRoutesOptions): Route[] {
  const readTime = (moment: string | undefined) =>
    moment === undefined ? clock.now() : readMoment('at', moment).last;
  const { type, defaultGroup, jurisdictions: overrides } = compliance;

  /** Replaces the group of a law by the group that the configuration assigns to the place. */
  function applyConfig<T extends { readonly group: string }>(country: string, region: string | null, law: T) {
    const { group: lawGroup, ...rest } = law;
    const group = type === 'auto' ? (overriddenGroup(country, region, overrides) ?? lawGroup) : type;
    return { ...rest, lawGroup, group };
  }
  const isOverridden = (country: string, region: string | null) =>
    type !== 'auto' || overriddenGroup(country, region, overrides) !== undefined;

  return [
    defineRoute({
      id: 'listJurisdictions',
      method: 'GET',
      path: '/jurisdictions',
      tag,
      summary: 'List the law and compliance group of every country, and of regions with their own law',
      access,
      query: Type.Object({ at }),
      replies: { 200: { description: 'The table at that time', schema: Jurisdictions } },
      errors: [],
      handle({ query }) {
        const now = readTime(query.at);
        const items = withConfiguredRegions(listJurisdictions(now), overrides).map(
          ({ next, regionUnknown, ...entry }) => {
            const { country, region } = entry;
            return {
              ...applyConfig(country, region, entry),
              overridden: isOverridden(country, region),
              next: next && applyConfig(country, region, next),
              regionUnknown: regionUnknown && applyConfig(country, null, regionUnknown),
            };
          },
        );
        return { body: { at: toIso(now), asOf: jurisdictionsAsOf, type, defaultGroup, items } };
      },
    }),
    defineRoute({
      id: 'resolveVisitor',
      method: 'GET',
      path: '/resolve',
      tag,
      summary: 'Get the law, compliance group and profile of a visitor in a place, at any time',
      description:
        'For a time in the past, the law of that time and the version that visitors got then. The group follows the current configuration, which has no history.',
      access,
      query: Type.Object({
        country: Type.Optional(
          Type.String({ maxLength: 2, description: 'ISO 3166-1; omitted: the country is unknown.' }),
        ),
        region: Type.Optional(
          Type.String({ maxLength: 6, description: 'Part of ISO 3166-2 after the dash, such as `CA`.' }),
        ),
        locale: Type.Optional(Type.String({ maxLength: 64, description: 'BCP 47.' })),
        at,
      }),
      replies: { 200: { description: 'What the visitor gets', schema: VisitorResolution } },
      errors: [],
      async handle({ tenantId, query }) {
        const place = readNamedPlace(query);
        const wanted = readLocale(query.locale);
        const now = readTime(query.at);
        const match = matchPlace(compliance, place, now);
        const moment = Math.min(now, clock.now());
        const { items } = await database.read((connection) =>
          publicationPeriodRepository(connection.tenant(tenantId)).list(
            { group: match.complianceGroup, range: { from: moment, to: moment } },
            { after: null, limit: 1 },
          ),
        );
        const [served] = items;
        return {
          body: {
            at: toIso(now),
            ...match,
            overridden: place.country === null ? type !== 'auto' : isOverridden(place.country, place.region),
            profile: served === undefined ? null : toServed(served, wanted),
          },
        };
      },
    }),
  ];
}

/** Adds regions without their own law whose group the configuration replaces. */
function withConfiguredRegions(
  table: readonly JurisdictionEntry[],
  overrides: ComplianceRouting['jurisdictions'],
): JurisdictionEntry[] {
  const listed = new Set(table.map(({ country, region }) => `${country}-${region}`));
  const added = Object.keys(overrides).filter((place) => place.includes('-') && !listed.has(place));
  return table.flatMap((entry) => [
    entry,
    ...(entry.region === null ? added : [])
      .filter((place) => place.startsWith(`${entry.country}-`))
      .map((place) => ({ ...entry, region: place.slice(3), regionUnknown: null })),
  ]);
}

/** @throws ServiceError `validation_failed` */
function readNamedPlace({ country, region }: { country?: string; region?: string }): Place {
  if (country === undefined) {
    if (region !== undefined)
      throw validationFailed({ path: 'region', message: 'cannot be used without `country`' });
    return unknownPlace;
  }
  const place = readPlace(country, region);
  if (place.country === null)
    throw validationFailed({ path: 'country', message: 'must be an ISO 3166-1 code such as DE' });
  if (region !== undefined && place.region === null)
    throw validationFailed({
      path: 'region',
      message: 'must be the part of an ISO 3166-2 code after the dash, such as CA',
    });
  return place;
}

/** @throws ServiceError `validation_failed` */
function readLocale(tagText: string | undefined): string | null {
  if (tagText === undefined) return null;
  const locale = canonicalLocale(tagText);
  if (locale === null)
    throw validationFailed({ path: 'locale', message: 'must be a BCP 47 language tag such as en or de-AT' });
  return locale;
}

function toServed(period: PublicationPeriod, wanted: string | null) {
  const { profileId, profileName, version, defaultLocale, locales, from } = toPublication(period);
  const locale = wanted === null ? null : findLocale([wanted], locales);
  return { id: profileId, name: profileName, version, locale: locale ?? defaultLocale, locales, from };
}
