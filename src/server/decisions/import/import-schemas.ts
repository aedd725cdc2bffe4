import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from '#platform/kernel/schemas';
import { Mapping } from './mapping-schema';
import { presets } from './presets';

/** Maximum number of refused rows and of reasons in an answer. */
export const maxRefusedRows = 1000;
export const maxReasons = 50;

/** Some presets are complete only with the operator's own `categories`. */
export const Preset = Type.Object({
  id: Type.String(),
  mapping: Type.Partial(Mapping, { description: 'The mapping of the preset.' }),
});

export const ImportBody = Type.Object({
  file: Type.String({
    minLength: 1,
    description: 'The content: CSV (commas, semicolons or tabs, with a header), or one JSON object per line.',
  }),
  fileName: Type.Optional(
    Type.String({ maxLength: 200, description: 'Name of the file, for the audit log. Default `upload`.' }),
  ),
  profileId: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Profile that the consents belong to.',
  }),
  profileVersion: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Version that the visitors are assumed to have seen. Default: the one shown now.',
    }),
  ),
  preset: Type.Optional(oneOf([...presets.keys()], { description: 'The product that the file is from.' })),
  mapping: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Columns by field, as in the import guide; replaces fields of the preset.',
    }),
  ),
  visitorIds: Type.Optional(
    oneOf(['keep', 'hash'] as const, { description: 'Replaces the field of the mapping.' }),
  ),
  dryRun: Type.Optional(
    Type.Boolean({
      description: 'Whether to check every row and write nothing but an audit entry. Default false.',
    }),
  ),
  progress: Type.Optional(
    Type.Boolean({
      description:
        'Whether to send `application/x-ndjson`: again and again a line with the `share` of the file that has been read (0 to 1) and the number of rows `read`, and last a line with the result. Default false.',
    }),
  ),
});
export type ImportBody = Static<typeof ImportBody>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const ImportResult = Type.Object({
  dryRun: Type.Boolean(),
  completed: Type.Boolean({
    description: 'Whether the file was read to its end. If not, send it again: rows are never written twice.',
  }),
  read: count('Rows of the file; each has one of the following outcomes.'),
  written: count('Rows written as the current decision, or as one that led to it.'),
  older: count('Rows added to the history before a later decision that was already stored.'),
  unchanged: count('Rows already stored.'),
  refused: count('Rows that cannot be used.'),
  reasons: Type.Array(
    Type.Object({ reason: Type.String(), count: Type.Integer(), firstLine: Type.Integer() }),
    { description: `Why rows were refused, the first ${maxReasons} reasons. They never quote a row.` },
  ),
  refusedRows: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() }), {
    description: `The first ${maxRefusedRows} of them.`,
  }),
});
export type ImportResult = Static<typeof ImportResult>;
