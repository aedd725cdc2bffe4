import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { timeRangeParameters } from '#platform/http/time-range-parameters';
import { nullable, oneOf } from '#platform/kernel/schemas';
import { devices } from '../../consent';
import {
  CategoryRate,
  CountryShare,
  decisionFilters,
  GpcStatistics,
  Overview,
  TimelineDay,
  unnamed,
} from '../statistics-schemas';

const optional = Type.Optional;
const count = (description: string) => Type.Integer({ minimum: 0, description });
const date = (description: string) => Type.String({ format: 'date', description });

/** Filters that only the sums of banners can answer. */
const placeFilters = {
  profileVersion: optional(
    Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'Only this version; with `profileId`.' }),
  ),
  country: optional(
    Type.String({
      maxLength: 7,
      description: `ISO 3166-1; \`${unnamed}\`: unknown; \`(other)\`: not counted by country.`,
    }),
  ),
  site: optional(
    Type.String({
      maxLength: 300,
      description: `Origin of the page; \`${unnamed}\`: unknown; \`(other)\`: not on the list of allowed origins.`,
    }),
  ),
  device: optional(oneOf([...devices, unnamed] as const, { description: `\`${unnamed}\`: unknown.` })),
};

export const BannerQuery = Type.Object({
  ...timeRangeParameters,
  ...decisionFilters,
  ...placeFilters,
  compare: optional(
    Type.Literal('previous', {
      description: 'Adds the same number of days before the range, where all of them are kept.',
    }),
  ),
});
const PlaceFilters = Type.Object(placeFilters);
export type PlaceFilters = Static<typeof PlaceFilters>;

export const counts = {
  shown: count('Banners that visitors have seen.'),
  decided: count('Those on which the visitor decided: accepted, refused, saved or closed.'),
  accepted: count('Everything optional allowed.'),
  refused: count('Nothing optional allowed.'),
  saved: count('A part allowed.'),
  closed: count('Closed, where that decides, or a notice acknowledged.'),
  noAnswer: count('Shown and not decided, at least 0: an answer can count on the day after its banner.'),
  withdrawn: count('Decisions that take back what an earlier one allowed; also without a banner.'),
};
const BannerCounts = Type.Object(counts);
export type BannerFigures = Static<typeof BannerCounts>;

const valueDescription = 'As the filter of the same name takes it.';
const BannerRow = Type.Object({
  value: Type.String({ description: valueDescription }),
  ...counts,
  previous: optional(
    Type.Object(counts, { description: 'The same value in the days before, where `previous` is given.' }),
  ),
});
export type BannerRow = Static<typeof BannerRow>;

const tables = <S extends TSchema>(row: S) =>
  Type.Object({
    profileId: Type.Array(row),
    country: Type.Array(row),
    locale: Type.Array(row),
    site: Type.Array(row),
    device: Type.Array(row),
  });

const period = { from: date('First day, in UTC.'), to: date('Last day, in UTC.') };

export const BannerStatistics = Type.Object({
  ...period,
  keptSince: date('First day whose banners are kept: the sums of earlier days were removed.'),
  impressionSample: Type.Integer({
    description: 'Of how many shown banners one is counted now; 0: none. Shares need no correction.',
  }),
  ...counts,
  previous: optional(
    Type.Object(
      { ...period, ...counts },
      { description: 'With `compare=previous`, unless days before `keptSince` belong to it.' },
    ),
  ),
  days: Type.Array(Type.Object({ date: date('A day in UTC.'), ...counts }), {
    description: 'Every day of the range, oldest first.',
  }),
  by: tables(BannerRow),
});
export type BannerStatistics = Static<typeof BannerStatistics>;

export const AllStatisticsQuery = Type.Object({
  ...timeRangeParameters,
  ...decisionFilters,
  ...placeFilters,
});

/** Everything that a screen of statistics shows. */
export const AllStatistics = Type.Object({
  overview: Overview,
  timeline: Type.Array(TimelineDay),
  categories: Type.Array(CategoryRate),
  countries: Type.Array(CountryShare),
  gpc: GpcStatistics,
  banners: BannerStatistics,
});

export const EffectParams = Type.Object({
  complianceGroup: Type.String({ minLength: 1, maxLength: 64 }),
});

export const EffectQuery = Type.Object({
  from: Type.String({
    maxLength: 40,
    description: 'When the publication began, exactly as `GET /publications` has it.',
  }),
  days: optional(
    Type.Integer({
      minimum: 1,
      maximum: 90,
      description: 'Length of each period. Default 7; shorter when either version was not live for so long.',
    }),
  ),
});

/** Fewest shown banners on each side whose shares are compared. */
export const leastCompared = 30;

const rate = Type.Number({ minimum: 0, maximum: 1 });
export const Share = Type.Object({
  count: count('Banners with this answer.'),
  of: count('Shown banners.'),
  share: nullable(rate, { description: 'Null without shown banners.' }),
  low: nullable(rate, { description: 'Lower end of the 95 % confidence interval (Wilson).' }),
  high: nullable(rate, { description: 'Upper end.' }),
});

export const point = (description: string) =>
  nullable(Type.Number({ minimum: -1, maximum: 1 }), { description });
const Comparison = Type.Object({
  before: Share,
  after: Share,
  low: point(
    'Lower end of the 95 % confidence interval of the difference (Newcombe); null without shown banners.',
  ),
  high: point('Upper end.'),
  verdict: oneOf(['rose', 'fell', 'same', 'unclear'] as const, {
    description: '`same`: a change of at most 3 points. `unclear`: too few shown banners to tell.',
  }),
  tooFew: Type.Boolean({
    description: `Whether a side has fewer than ${leastCompared} shown banners: shares say nothing then.`,
  }),
});
export type Comparison = Static<typeof Comparison>;

const comparisons = {
  acceptance: Comparison,
  refusal: Comparison,
  noAnswer: Comparison,
};
const EffectRow = Type.Object({ value: Type.String({ description: valueDescription }), ...comparisons });
export type EffectRow = Static<typeof EffectRow>;

const EffectPeriod = Type.Object({
  profileId: Type.String(),
  profileName: Type.String({ description: 'Its name in this version.' }),
  version: Type.Integer(),
  from: Type.String({ format: 'date-time' }),
  to: Type.String({ format: 'date-time' }),
  shortened: Type.Boolean({
    description:
      'Whether the first or last hour or day is left out, because the same version was also live at another time in it, or ' +
      'days whose sums are no longer kept (25 months). `from` and `to` are those of what is left, and the same when nothing is.',
  }),
  ...counts,
});
export type EffectPeriod = Static<typeof EffectPeriod>;

const { profileId: _profile, ...effectTables } = tables(EffectRow).properties;

export const PublicationEffect = Type.Object({
  before: nullable(EffectPeriod, {
    description:
      'The version that the group got before; null: none, so that there is nothing to compare with.',
  }),
  after: EffectPeriod,
  ...comparisons,
  by: Type.Object(effectTables, { description: 'The 50 values with the most shown banners each.' }),
});
export type PublicationEffect = Static<typeof PublicationEffect>;
