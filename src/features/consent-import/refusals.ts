/** Why a row is refused. Says nothing of what stands in the row, so that reports hold no visitor's content. */
export const refusals = {
  too_long: 'the line is longer than 1 MiB',
  not_utf8: 'the line is not UTF-8',
  malformed_csv: 'malformed CSV: a quotation mark stands where none may, or is never closed',
  cell_count: 'not as many cells as the header has',
  malformed_json: 'malformed JSON: each line must be one JSON object',
  unsafe_json: 'the JSON has a key, a character or a depth that is not allowed',
  no_visitor: 'there is no visitor id',
  visitor_id: 'the visitor id is not 1 to 128 of A-Z a-z 0-9 . _ ~ - (see --visitor-ids hash)',
  id_number: 'the visitor id is a number that JSON cannot hold exactly, or no id at all: write it in quotation marks',
  no_time: 'there is no time of the decision',
  time: 'the time is none: ISO 8601, or seconds or milliseconds since 1970',
  time_range: 'the time is before 2000, in the future, or the first decision is after the last',
  category: 'a category that neither the profile has nor the mapping names (null in the mapping leaves one out)',
  state: 'a state that says neither granted nor denied nor objected',
  no_decision: 'no category is decided on',
  too_many: 'more than 1000 entries or rows for one decision',
  locale: 'the locale is no BCP 47 language tag',
  country: 'the country is not ISO 3166-1 alpha-2, or the region not up to three letters or digits',
  yes_no: 'a yes or no is neither',
  signal: 'the TC or GPP string has characters that none has, or is longer than 16 KiB',
  decision_refused: 'another row of the same decision was refused',
  erased: 'the visitor has been erased here since',
} as const;

export type Refusal = keyof typeof refusals;

/** A fault of a row; thrown, since a row has one place that handles it and many that find it. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused';
  constructor(readonly reason: Refusal) {
    super(refusals[reason]);
  }
}
