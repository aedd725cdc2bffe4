import { type Static, Type } from '@sinclair/typebox';
import { timeRangeParameters } from '#platform/http/time-range-parameters';

const optional = Type.Optional;
const count = (description: string) => Type.Integer({ minimum: 0, description });
const rate = (description: string) =>
  Type.Unsafe<number | null>({
    anyOf: [{ type: 'number', minimum: 0, maximum: 1 }, { type: 'null' }],
    description: `${description}; null when there are none.`,
  });
const counts = (description: string) =>
  Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description });
const country = Type.Unsafe<string | null>({
  anyOf: [{ type: 'string', pattern: '^[A-Z]{2}$' }, { type: 'null' }],
  description: 'ISO 3166-1; null: unknown.',
});
const date = Type.String({ format: 'date', description: 'A day in UTC.' });

/** Name for "no compliance group"; real group names cannot contain brackets. */
export const unnamed = '(none)';

/** Maximum length of the timeline (days): three years. */
export const maxDays = 1096;
export const defaultDays = 30;

/**
 * Accepted only to be refused: callers that name a time zone would otherwise assume that the days are in it.
 */
const timezone = optional(
  Type.String({ maxLength: 64, description: 'Not supported, and refused: days are in UTC.' }),
);

export const StatisticsQuery = Type.Object({ timezone });

/** Filters that the daily sums can answer. */
export const decisionFilters = {
  profileId: optional(Type.String({ minLength: 1, maxLength: 64, description: 'Only decisions for it.' })),
  complianceGroup: optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: `The profile’s group at the time of the decision; \`${unnamed}\`: no group.`,
    }),
  ),
  locale: optional(
    Type.String({
      maxLength: 64,
      description:
        'BCP 47. Exact match: `de` does not match `de-AT`. `(other)`: locales that no version of the profile has.',
    }),
  ),
  timezone,
};

export const OverviewQuery = Type.Object({
  ...timeRangeParameters,
  ...decisionFilters,
  compare: optional(
    Type.Literal('previous', {
      description: 'Adds the decisions of the same number of days before the range.',
    }),
  ),
  by: optional(Type.Literal('profile', { description: 'Adds the decisions of each profile.' })),
});

export const TimelineQuery = Type.Object({
  days: optional(
    Type.Integer({
      minimum: 1,
      maximum: maxDays,
      description: `Number of days up to \`to\`, which is today by default; ${defaultDays} by default. Not together with \`from\`.`,
    }),
  ),
  ...timeRangeParameters,
  ...decisionFilters,
});

export const OptInQuery = Type.Object({
  tenantId: optional(
    Type.String({ maxLength: 128, description: 'Default: every tenant visible to the caller.' }),
  ),
  ...timeRangeParameters,
  ...decisionFilters,
});
export type OptInQuery = Static<typeof OptInQuery>;

const decisionCounts = {
  total: count('Decisions: first ones and changes.'),
  optedIn: count('Every optional category granted.'),
  optedOut: count('None granted.'),
  partial: count('Some granted.'),
};

const periodFields = {
  from: Type.String({ format: 'date', description: 'First day, in UTC.' }),
  to: Type.String({ format: 'date', description: 'Last day, in UTC.' }),
  ...decisionCounts,
  optInRate: rate('Share of decisions that grant every optional category'),
};
const DecisionPeriod = Type.Object(periodFields);
export type DecisionPeriod = Static<typeof DecisionPeriod>;

export const Overview = Type.Object({
  totalConsents: count('Current records.'),
  totalVisitors: count('Current visitor records.'),
  consentsToday: count('Decisions made today, in UTC.'),
  optInRate: rate('Share of the current records in which every optional category is granted'),
  gpcRate: rate('Share of the current records with Global Privacy Control'),
  activeProfiles: count('Active profiles.'),
  bySource: counts('Current records by `banner`, `api`, `import`.'),
  byMethod: counts(
    'Current records by the `method` that the page reported, such as `accept` or `refuse`; `(none)`: not reported.',
  ),
  byLayer: counts('Current records by the `layer` that the page reported; `(none)`: not reported.'),
  byGroup: counts('Current records by the compliance group of their profile; `(none)`: no group.'),
  decisions: Type.Object(
    {
      ...periodFields,
      previous: Type.Optional(DecisionPeriod),
      profiles: Type.Optional(
        Type.Record(Type.String(), Type.Object({ ...decisionCounts, optInRate: periodFields.optInRate }), {
          description: 'With `by=profile`: the decisions of each profile that has any, by its id.',
        }),
      ),
    },
    {
      description:
        'Decisions in the range of days, with the filters of the request. `previous`, with ' +
        '`compare=previous`: the same number of days before.',
    },
  ),
});
export type Overview = Static<typeof Overview>;

export const TimelineDay = Type.Object({
  date,
  ...decisionCounts,
});
export type TimelineDay = Static<typeof TimelineDay>;

export const CategoryRate = Type.Object({
  category: Type.String({
    description: 'A category of any version of the profile, or `(other)`.',
  }),
  granted: count('Current records that grant it.'),
  denied: count('Current records that deny it.'),
  objected: count('Current records that object to it.'),
  rate: rate('Share of granting records among those that answer the category'),
});
export type CategoryRate = Static<typeof CategoryRate>;

export const CountryShare = Type.Object({
  country,
  count: count('Current records.'),
  share: rate('Share of all current records'),
});
export type CountryShare = Static<typeof CountryShare>;

export const GpcStatistics = Type.Object({
  detected: count('Current records with Global Privacy Control.'),
  notDetected: count('Current records without Global Privacy Control.'),
  rate: rate('Share of records with Global Privacy Control'),
  byCountry: Type.Array(
    Type.Object({
      country,
      detected: count('Current records with Global Privacy Control.'),
      rate: rate('Share of the country’s records'),
    }),
  ),
});
export type GpcStatistics = Static<typeof GpcStatistics>;

export const OptInDay = Type.Object({
  date,
  locale: Type.String({ description: 'A locale of the profile, or `(other)`.' }),
  total: count('Decisions: first ones and changes.'),
  optedIn: count('Every optional category granted.'),
  rate: rate('Share of decisions that grant every optional category'),
});
export type OptInDay = Static<typeof OptInDay>;
