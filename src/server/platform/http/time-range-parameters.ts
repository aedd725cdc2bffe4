import { Type } from '@sinclair/typebox';

/** Query parameters of every route that accepts a time range; `readTimeRange` reads them. */
export const timeRangeParameters = {
  from: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'Start of the range: ISO 8601 date or date-time. A date begins at 00:00 UTC; a time without a zone ' +
        'is in UTC.',
    }),
  ),
  to: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'End of the range, inclusive, in the same formats: a date includes the whole day.',
    }),
  ),
};
