import { Type } from '@sinclair/typebox';

/** Query parameters of every route that accepts a time range; `readTimeRange` reads them. */
export const timeRangeParameters = {
  from: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'ISO 8601 date or date-time. A date begins at 00:00 UTC; a time without a zone is UTC.',
    }),
  ),
  to: Type.Optional(
    Type.String({ maxLength: 40, description: 'Like `from`, and inclusive: a date means the whole day.' }),
  ),
};
