import type { ProfileFacts } from '#banners/profiles/index';
import type { Row } from '#platform/database/database';
import { fromJson, toBoolean, toBooleanOrNull, toNumber, toNumberOrNull } from '#platform/database/rows';
import type { ServiceAnswers } from '#standards/choice/index';
import type { ConsentRecord, HistoryEntry } from '../consent-schemas';
import { type ParentalState, readAnswer } from '../parental/parental-repository';
import { type Choice, type ConsentFacts, toFacts } from './consent-facts';

/** The writer of a decision or a state. `apiKeyId` is null unless a server with an API key wrote it. */
export interface Writer {
  readonly by: ConsentRecord['by'];
  readonly apiKeyId: string | null;
}

/** The circumstances of a record's first decision. */
export interface FirstCircumstances {
  /** Time at which the service received it (epoch milliseconds). */
  readonly firstReceivedAt: number;
  /** Whether the request proved that it came from the visitor. */
  readonly firstProven: boolean;
  /** Hash of the id that the browser gave its submission; null: it gave none. */
  readonly submissionHash: string | null;
}

/**
 * A consent record as stored; the only form in which it leaves its repository. Times in epoch milliseconds.
 */
export interface StoredConsent extends ConsentFacts, Writer, FirstCircumstances {
  readonly id: string;
  readonly tenantId: string;
  readonly visitorId: string;
  /** The host's own user id: for servers and operators, never for browsers. */
  readonly subjectId: string | null;
  readonly profileVersion: number;
  /** The variant that the visitor saw; null: no experiment ran. */
  readonly variant: string | null;
  /** Answers about services; null: the profile asked about categories only. */
  readonly services: ServiceAnswers | null;
  readonly gpcOverride: boolean | null;
  /**
   * Whether the browser sent Global Privacy Control when the visitor decided. `gpcDetected` reports what callers sent, also
   * with a change that was no decision; what the decision allows follows from this.
   */
  readonly decidedWithSignal: boolean;
  /** The device that decided for an account, by its own visitor id; null: several devices did, or there is no account. */
  readonly deviceId: string | null;
  /**
   * When the record's own opt-out by a signal began: it was decided with one, without a confirmation, or another device of
   * the user left it behind. Null: it has none.
   */
  readonly signalAt: number | null;
  /**
   * When one of this user's records, this one included, was last decided with Global Privacy Control and
   * without confirming against it, or what another device left behind; null: none was.
   */
  readonly subjectSignalAt: number | null;
  readonly ageVerified: boolean | null;
  readonly parentalConsent: ParentalState | null;
  /** Ids of the categories to which the parent did not agree. */
  readonly parentalDenied: readonly string[];
  /** Version of the profile that has these categories; null without one. */
  readonly parentalVersion: number | null;
  readonly tcfString: string | null;
  readonly gppString: string | null;
  readonly region: string | null;
  /** Number of writes of this record, from 1. */
  readonly revision: number;
  readonly createdAt: number;
  /** Time of the last decision, from which its validity is counted. */
  readonly updatedAt: number;
}

/** Place of a visitor at a decision, as far as known. */
export interface VisitorPlace {
  readonly country: string | null;
  readonly region: string | null;
}

/** Returns where a visitor is known to be: what is unknown this time does not undo what was known. */
export function latestPlace({ country, region }: VisitorPlace, now: VisitorPlace): VisitorPlace {
  if (now.country === null) return { country, region };
  return { country: now.country, region: now.region ?? (now.country === country ? region : null) };
}

/** One state of a record. */
export interface StoredHistoryEntry extends Omit<HistoryEntry, 'createdAt' | 'receivedAt'> {
  /** Number of the write that created it, from 1. */
  readonly revision: number;
  readonly group: string | null;
  readonly choice: Choice;
  /** As in a record: whether the browser sent the signal when the visitor decided. */
  readonly decidedWithSignal: boolean;
  /** Place of the visitor at that time, as far as known. */
  readonly country: string | null;
  /** Time of the decision. */
  readonly createdAt: number;
  /** Time at which the service received it. */
  readonly receivedAt: number;
}

/** @param row of the records, with where the parental consent stands */
export function fromRow(row: Row): StoredConsent {
  const decidedWithSignal = readDecidedWithSignal(row);
  const signalAt = toNumberOrNull(row.gpc_signal_at);
  // Without a link to the user, what another device left behind still applies.
  const ownSignalAt = row.subject_id === null && decidedWithSignal ? null : signalAt;
  return {
    id: row.id,
    tenantId: row.tenant_id,
    visitorId: row.visitor_id,
    subjectId: row.subject_id,
    profileVersion: toNumber(row.profile_version),
    variant: row.variant,
    services: row.services === null ? null : fromJson(row.services),
    gpcOverride: toBooleanOrNull(row.gpc_override),
    decidedWithSignal,
    signalAt,
    subjectSignalAt: latest(toNumberOrNull(row.subject_signal_at), ownSignalAt),
    by: row.written_by,
    apiKeyId: row.api_key_id,
    deviceId: row.device_id,
    ageVerified: toBooleanOrNull(row.age_verified),
    ...readAnswer(row.parental_consent),
    tcfString: row.tcf_string,
    gppString: row.gpp_string,
    region: row.region,
    revision: toNumber(row.revision),
    firstReceivedAt: toNumber(row.first_received_at),
    firstProven: toBoolean(row.first_proven),
    submissionHash: row.submission_hash,
    createdAt: toNumber(row.created_at),
    updatedAt: toNumber(row.updated_at),
    // The spread comes last: V8 copies the object for every field after a spread, which takes ten times the
    // time and memory.
    ...toFacts(row),
  };
}

/** Returns whether a row of the records or their history was decided with the signal. */
export const readDecidedWithSignal = (row: Row): boolean =>
  toBoolean(row.decided_with_signal ?? row.gpc_detected);

const latest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

export function historyFromRow(row: Row): StoredHistoryEntry {
  return {
    id: row.id,
    revision: toNumber(row.revision),
    group: row.group_id,
    choice: row.choice,
    decidedWithSignal: readDecidedWithSignal(row),
    country: row.country,
    action: row.action,
    profileId: row.profile_id,
    profileVersion: toNumber(row.profile_version),
    ...(row.variant === null ? {} : { variant: row.variant }),
    locale: row.locale,
    consentJson: fromJson(row.consent_json),
    ...(row.services === null ? {} : { services: fromJson(row.services) }),
    gpcDetected: toBoolean(row.gpc_detected),
    ...(row.gpc_override === null ? {} : { gpcOverride: toBoolean(row.gpc_override) }),
    source: row.source,
    ...(row.method === null ? {} : { method: row.method }),
    ...(row.layer === null ? {} : { layer: row.layer }),
    ...(row.device_id === null ? {} : { deviceId: row.device_id }),
    by: row.written_by,
    ...(row.api_key_id === null ? {} : { apiKeyId: row.api_key_id }),
    decided: toBoolean(row.is_decision),
    ...(row.age_verified === null ? {} : { ageVerified: toBoolean(row.age_verified) }),
    ...(row.tcf_string === null ? {} : { tcfString: row.tcf_string }),
    ...(row.gpp_string === null ? {} : { gppString: row.gpp_string }),
    ownershipProven: toBoolean(row.ownership_proven),
    createdAt: toNumber(row.created_at),
    receivedAt: toNumber(row.received_at),
  };
}

/** A record with its profile, null when that no longer exists. */
export interface ConsentWithProfile {
  readonly consent: StoredConsent;
  readonly profile: ProfileFacts | null;
}
