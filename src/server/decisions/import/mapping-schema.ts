import { type Static, Type } from '@sinclair/typebox';

const name = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
const field = (description: string) => Type.Optional(name(description));
const words = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 50 });

/** The columns of a row that contain the decision on each category. */
const Decision = Type.Union([
  Type.Object(
    {
      in: Type.Literal('columns'),
      prefix: field('Text with which the column of each category begins.'),
      others: Type.Optional(
        Type.Union([name('One column.'), Type.Array(name('A column.'), { minItems: 1, maxItems: 10 })], {
          description: 'Holds an object of category and state, of categories that have no column.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { in: Type.Literal('object'), field: name('Holds an object of category and state.') },
    { additionalProperties: false },
  ),
  Type.Object(
    { in: Type.Literal('list'), field: name('Holds the categories that were granted; all others were not.') },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      in: Type.Literal('entries'),
      field: name('Holds a list of objects.'),
      category: name('Of such an object.'),
      state: name('Of such an object.'),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      in: Type.Literal('rows'),
      category: name('The category of the row.'),
      state: name('The state of the row.'),
    },
    { additionalProperties: false },
  ),
]);

/**
 * The columns, or paths such as `user.id` in a JSON line, that contain each value. If only one of `createdAt`
 * and `updatedAt` is mapped, it is the time of the decision; with both, `updatedAt` is, and `createdAt` is
 * the time of the visitor's first decision.
 */
export const Mapping = Type.Object(
  {
    visitorId: name('The id that the visitor had.'),
    visitorIds: Type.Optional(Type.Union([Type.Literal('keep'), Type.Literal('hash')])),
    createdAt: field('When it was first decided.'),
    updatedAt: field('When it was decided last.'),
    decision: Decision,
    categories: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 200 }), Type.Null()]), {
        maxProperties: 2000,
        description:
          'Categories of the source and what they are called in the profile; null leaves one out. Default: the same names.',
      }),
    ),
    states: Type.Optional(
      Type.Object(
        { granted: Type.Optional(words), denied: Type.Optional(words), objected: Type.Optional(words) },
        { additionalProperties: false },
      ),
    ),
    asStored: Type.Optional(
      Type.Boolean({
        description:
          'Whether the rows are this service’s own export: categories that the profile does not have, and TC and GPP strings that are not valid, are kept as they are. Default: such a row is refused.',
      }),
    ),
    noticeOnly: Type.Optional(
      Type.Boolean({
        description: 'A row without any decision records that a notice was seen; otherwise it is refused.',
      }),
    ),
    services: field(
      'Holds an object of service and whether it is allowed, or the same as JSON. Default: each service has the answer of its category.',
    ),
    locale: field('BCP 47; the profile’s default locale where there is none.'),
    country: field('ISO 3166-1 alpha-2.'),
    region: field('The part of ISO 3166-2 after the dash.'),
    gpcDetected: field('Whether Global Privacy Control was on.'),
    decidedWithSignal: field(
      'Whether it was on when the visitor decided, which `gpcDetected` no longer says after some changes. Default: `gpcDetected`.',
    ),
    signalAt: field(
      'Since when the signal opts the visitor out. Default: the time of a decision that was made with it and without a confirmation.',
    ),
    gpcOverride: field('Whether the visitor confirmed the choice against Global Privacy Control.'),
    parentalConsent: field('`pending` or `granted`; empty: no parent was asked.'),
    parentalDenied: field(
      'The categories to which the parent did not agree, as the source names them: a list, also as JSON or separated by commas.',
    ),
    subjectId: field(
      'The id of the user in your own system: 1 to 128 printable ASCII characters without spaces.',
    ),
    ageVerified: field('Whether the age was verified.'),
    method: field('How the visitor decided: `accept`, `refuse`, `save`, `close`, `gpc`, `embed` or `api`.'),
    layer: field('Where: `banner`, `preferences`, `embed`, `gpc` or `age`.'),
    tcfString: field('IAB TC string.'),
    gppString: field('IAB GPP string.'),
  },
  { additionalProperties: false },
);
export type Mapping = Static<typeof Mapping>;
