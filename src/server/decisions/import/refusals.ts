import { truncate } from '#platform/kernel/truncate';
/** Reasons to refuse a row. They never quote the row, so that reports contain no visitor data. */
export const refusals = {
  too_long: 'the line is longer than 1 MiB',
  not_utf8: 'the line is not UTF-8',
  malformed_csv: 'malformed CSV: a quotation mark is misplaced or never closed',
  cell_count: "the number of cells differs from the header's",
  malformed_json: 'malformed JSON: each line must be one JSON object',
  cell_json: 'not valid JSON',
  not_an_object: 'must be an object of category and state, or of service and answer, as JSON',
  not_a_list: 'must be a list, as JSON or separated by commas',
  not_entries: 'must be a list of objects, as JSON',
  unsafe_json: 'the JSON has a key or character that is not allowed, or is nested too deeply',
  no_visitor: 'there is no visitor id',
  visitor_id: 'not a valid visitor id; use 1 to 128 of A-Z a-z 0-9 . _ ~ - or see --visitor-ids hash',
  id_number:
    'not a valid visitor id; write it in quotation marks, since JSON cannot represent this number exactly',
  no_time: 'there is no time of the decision',
  time: 'not a valid time; use ISO 8601, or seconds or milliseconds since 1970',
  time_range: 'the time is before 2000, in the future, or the first decision is after the last',
  category: 'unknown category: add it to the profile or to the mapping (null in the mapping leaves it out)',
  category_name: 'the name of a category or service is empty or longer than 64 characters',
  state: 'not a valid state; use granted, denied or objected, or name your words in the mapping',
  no_decision: 'no category has a decision',
  too_many: 'more than 1000 entries or rows for one decision',
  too_many_categories: 'more than 200 categories in one decision',
  locale: 'not a valid BCP 47 language tag',
  country: 'not a valid country (ISO 3166-1 alpha-2) or region (up to three letters or digits)',
  parental: 'not a valid state of the parental consent; use pending or granted',
  subject_id:
    'not a valid subject id; use 1 to 128 printable ASCII characters without spaces, and not “.” or “..”',
  manner: 'not a method or layer of a decision that records here can have',
  yes_no: 'not a valid yes or no',
  signal: 'not a TC or GPP string, or longer than 16 KiB',
  decision_refused: 'another row of the same decision was refused',
  expired: 'too old for the configured retention',
  erased: "the visitor's data was erased here later",
} as const;

export type Refusal = keyof typeof refusals;

/** A fault in a row. It is thrown, because many places find faults and one place handles them. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused';
  constructor(
    readonly reason: Refusal,
    /** The column or field with the fault, under the name in the header or mapping. */
    readonly column?: string,
  ) {
    super(refusals[reason]);
  }
}

/** Runs `read`, and adds the column to a fault that it throws. */
export function inColumn<T>(column: string | undefined, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RowRefused && error.column === undefined
      ? new RowRefused(error.reason, column)
      : error;
  }
}

/** Returns the sentence for refused rows in a report. */
export function explainRefusal(reason: Refusal, column?: string): string {
  return column === undefined ? refusals[reason] : `column "${truncate(column, 100)}": ${refusals[reason]}`;
}
