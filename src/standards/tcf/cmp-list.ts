import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { readListDate } from './list-date';

const Cmp = Type.Object({
  id: Type.Integer({ minimum: 0, maximum: 4095 }),
  name: Type.String({ minLength: 1 }),
  deletedDate: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/**
 * The list of registered consent management platforms. Only the parts that the service uses are validated;
 * further keys are kept.
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2, "CMP list".
 */
const CmpList = Type.Object({
  lastUpdated: Type.String(),
  cmps: Type.Record(Type.String({ pattern: '^[0-9]{1,4}$' }), Cmp, { additionalProperties: false }),
});
export type CmpList = Static<typeof CmpList>;

/**
 * Returns the value as a CMP list; null when it is not one. An empty list, one with an invalid date, or one
 * with a CMP under a wrong id is not valid either.
 */
export function readCmpList(value: unknown): CmpList | null {
  if (!Value.Check(CmpList, value) || !isDate(value.lastUpdated)) return null;
  const cmps = Object.entries(value.cmps);
  return cmps.length > 0 &&
    cmps.every(
      ([key, { id, deletedDate }]) => key === String(id) && (deletedDate == null || isDate(deletedDate)),
    )
    ? value
    : null;
}

const isDate = (text: string) => !Number.isNaN(readListDate(text));

export interface CmpStanding {
  readonly status: 'registered' | 'deregistered' | 'not_found';
  readonly name: string | null;
  /** Time of deletion (epoch milliseconds), which can be in the future. */
  readonly deletedAt: number | null;
}

/**
 * Returns the status of a CMP in the list at a time (epoch milliseconds). A CMP that was purged from the list
 * is not found.
 */
export function cmpStanding({ cmps }: CmpList, cmpId: number, now: number): CmpStanding {
  const cmp = cmps[String(cmpId)];
  if (cmp === undefined) return { status: 'not_found', name: null, deletedAt: null };
  const deletedAt = cmp.deletedDate == null ? null : readListDate(cmp.deletedDate);
  return {
    status: deletedAt !== null && deletedAt <= now ? 'deregistered' : 'registered',
    name: cmp.name,
    deletedAt,
  };
}
