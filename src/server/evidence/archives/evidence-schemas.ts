import { type Static, Type } from '@sinclair/typebox';
import { OperatorHistoryEntry, OperatorRecord } from '#decisions/consent/index';
import { AuditLogEntry } from '#operators/audit/index';
import { oneOf } from '#platform/kernel/schemas';
import type { ConsentReceipt } from '#standards/receipt/index';
import { ReceiptView } from '../receipts';

/** Schemas of the evidence on one visitor's consent. */

const time = Type.String({ format: 'date-time' });
const text = Type.String();
const nullableText = (description?: string) =>
  Type.Unsafe<string | null>({
    anyOf: [{ type: 'string' }, { type: 'null' }],
    ...(description ? { description } : {}),
  });

export const NoticeReference = Type.Object({
  profileId: text,
  profileVersion: Type.Integer(),
  locale: Type.String({
    description:
      'Language of the locale file that was shown; the language that the browser asked for when the ' +
      'file is gone.',
  }),
  sha256: nullableText(
    'SHA-256 of the file’s bytes as they were saved, in hex; null when that is not known, and of an import, which was decided on another notice.',
  ),
});
export type NoticeReference = Static<typeof NoticeReference>;

export const EvidenceNotice = Type.Object({
  ...NoticeReference.properties,
  bytes: Type.Integer({ description: 'Size of the file in storage.' }),
  status: oneOf(['included', 'omitted', 'missing', 'changed'] as const, {
    description:
      '`included`: the file that was saved. `changed`: the file in storage does not have the hash of the save, so that it is not ' +
      'what visitors were served; `omitted`: the notices exceed the size limit; `missing`: no longer in storage.',
  }),
  text: nullableText('The file: exactly as it was served to visitors, unless it is `changed`.'),
});
export type EvidenceNotice = Static<typeof EvidenceNotice>;

const decidedWithSignal = Type.Boolean({
  description:
    'Whether the decision is treated as made with Global Privacy Control. `gpcDetected` says what was sent last.',
});

export const EvidenceState = Type.Object({
  ...OperatorHistoryEntry.properties,
  decidedWithSignal,
  notice: NoticeReference,
});
export type EvidenceState = Static<typeof EvidenceState>;

export const Evidence = Type.Object({
  generatedAt: time,
  generatedBy: Type.String({ description: 'This package and its version.' }),
  tenantId: text,
  visitorId: text,
  record: Type.Object({ ...OperatorRecord.properties, decidedWithSignal }),
  country: nullableText('ISO 3166-1 code of the country.'),
  region: nullableText('Part of the ISO 3166-2 code after the dash.'),
  receipt: Type.Unsafe<ConsentReceipt>(ReceiptView),
  parentalConsents: Type.Array(
    Type.Object({
      profileId: text,
      grantedAt: Type.Unsafe<string | null>({
        anyOf: [time, { type: 'null' }],
        description: 'When the parent agreed; null: not yet.',
      }),
      denied: Type.Array(text, {
        description: 'Ids of the categories to which the parent did not agree.',
      }),
      earlierAnswers: Type.Array(Type.Object({ grantedAt: time, denied: Type.Array(text) }), {
        description: 'The parent’s answers that this one replaced, oldest first; at most the last 50.',
      }),
    }),
    { description: 'One for every profile under which a parent was asked for consent for this visitor.' },
  ),
  history: Type.Array(EvidenceState, { description: 'Every state of the record, newest first.' }),
  earlierStates: Type.Integer({
    description:
      'Number of older states that are not included: beyond the newest 5,000 or 8 MiB, or removed by ' +
      '`retention.historyMonths`.',
  }),
  notices: Type.Array(EvidenceNotice, { description: 'The notices on which these decisions were made.' }),
  audit: Type.Object({
    lines: Type.Array(AuditLogEntry, {
      description: 'Entries on the profiles and on this visitor’s record, oldest first.',
    }),
    earlierLines: Type.Boolean({
      description: 'Whether older entries were left out: beyond 1,000 per resource or 8 MiB in total.',
    }),
    head: Type.Object(
      { sequence: Type.Integer(), hash: text },
      { description: 'The newest entry of the whole log.' },
    ),
  }),
});
export type Evidence = Static<typeof Evidence>;
