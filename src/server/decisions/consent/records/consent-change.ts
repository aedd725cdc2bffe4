import type { ProfileFacts } from '#banners/profiles/index';
import { canonicalJson } from '#platform/kernel/json';
import type { ConsentJson } from '../consent-schemas';
import { getSubjectSignal } from '../effective/effective-consent';
import type { DecisionChanges } from './consent-decision';
import type { Manner } from './consent-facts';
import { allowsNothingNew } from './decided-signal';
import { latestPlace, type StoredConsent, type VisitorPlace, type Writer } from './stored-consent';

/** Undefined keeps a string as long as the map stays the same; null removes it. */
interface StringChanges {
  readonly tcfString?: string | null;
  readonly gppString?: string | null;
}

export type AskedChanges = Omit<DecisionChanges, keyof StringChanges> &
  StringChanges & {
    /** The subject: undefined leaves it, null removes it. */
    readonly subjectId?: string | null | undefined;
    /** The version of the notice that the visitor was shown; undefined: the published one. */
    readonly profileVersion?: number | undefined;
    /** The device of an account on which the visitor decides; undefined or null: no account is signed in. */
    readonly deviceId?: string | null | undefined;
    /** The variant of that version; null or undefined: none. */
    readonly variant?: string | null | undefined;
  } & Partial<Manner>;

export interface ChangeContext {
  /** The record's own profile, null when it no longer exists. */
  readonly profile: ProfileFacts | null;
  /** The group of the version that the visitor was shown. */
  readonly group: string | null;
  readonly writer: Writer;
  /** Place of the visitor, as far as the request states it. */
  readonly place: VisitorPlace;
}

/** A record as an update would leave it. */
export interface ChangedConsent {
  readonly fields: ChangedFields;
  /**
   * Whether the visitor chose: another map, or a confirmation against the signal. False: the choices stay.
   */
  readonly isDecision: boolean;
  readonly signal: SignalTime;
}

/** Effect on the time of the record's own opt-out: `kept` leaves it, or starts it now where there was none. */
export type SignalTime = 'unchanged' | 'none' | 'now' | 'kept';

const changeable = [
  'subjectId',
  'profileVersion',
  'group',
  'variant',
  'locale',
  'consentJson',
  'services',
  'gpcDetected',
  'gpcOverride',
  'decidedWithSignal',
  'source',
  'method',
  'layer',
  'by',
  'apiKeyId',
  'deviceId',
  'ageVerified',
  'tcfString',
  'gppString',
  'country',
  'region',
] as const;
export type ChangedFields = Pick<StoredConsent, (typeof changeable)[number]>;

/**
 * Returns the record that an update produces.
 *
 * - `gpcDetected` is what was sent, else it stays. What the decision allows follows from `decidedWithSignal`.
 * - An update with the same map is not a decision: it keeps who decided, when, where, on which notice and
 *   with which signal. A signal sent with it is a later one, except where the visitor confirms
 *   against the signal by `gpcOverride`, or takes that back.
 * - An update with another map is a decision. When it allows nothing new, the signal of the previous decision
 *   stays, since the absence of a signal is not consent (California Code of Regulations, title 11,
 *   § 7025(c)).
 */
export function changeConsent(
  current: StoredConsent,
  asked: AskedChanges,
  { profile, group, writer, place }: ChangeContext,
): ChangedConsent {
  const isSameMap = hasSameAnswers(asked, current);
  // A map in another order is treated as the stored one.
  const consentJson = isSameMap ? current.consentJson : asked.consentJson;
  const services = isSameMap ? current.services : (asked.services ?? null);
  const hasSignal = asked.gpcDetected === true;
  const isDecision = !isSameMap || changesOverride(current, asked, { profile, hasSignal });
  const keepsSignal =
    isSameMap || allowsNothingNew({ consentJson: consentJson as ConsentJson, services }, current, profile);
  const keptWithMap = <Field extends 'gpcOverride' | 'tcfString' | 'gppString'>(field: Field) =>
    asked[field] ?? (asked[field] === undefined && isSameMap ? current[field] : null);
  const gpcOverride = keptWithMap('gpcOverride') as boolean | null;
  const decided = isDecision
    ? {
        ...writer,
        ...latestPlace(current, place),
        source: asked.source ?? nextSource(current, writer),
        profileVersion: asked.profileVersion ?? profile?.shownVersion ?? current.profileVersion,
        group,
        variant: asked.variant ?? null,
        method: asked.method ?? null,
        layer: asked.layer ?? null,
        deviceId: asked.deviceId ?? null,
      }
    : {};
  const fields: ChangedFields = {
    ...pick(current),
    consentJson: consentJson as ConsentJson,
    services,
    gpcDetected: asked.gpcDetected ?? current.gpcDetected,
    decidedWithSignal: (isDecision && hasSignal) || (current.decidedWithSignal && keepsSignal),
    gpcOverride,
    locale: asked.locale ?? current.locale,
    ageVerified: asked.ageVerified ?? current.ageVerified,
    tcfString: keptWithMap('tcfString') as string | null,
    gppString: keptWithMap('gppString') as string | null,
    subjectId: asked.subjectId === undefined ? current.subjectId : asked.subjectId,
    ...decided,
  };
  return { fields, isDecision, signal: signalTime(fields, { isDecision, hasSignal, keepsSignal }) };
}

/** Returns the source of an update that states none: only a sign-in decides as an account. */
const nextSource = ({ source }: StoredConsent, { by }: Writer): StoredConsent['source'] =>
  source === 'account' ? (by === 'apiKey' ? 'api' : 'banner') : source;

/** Returns whether an update asks for the choices of a record. Without answers about services it asks for the same ones. */
export function hasSameAnswers(
  { consentJson, services }: Pick<DecisionChanges, 'consentJson' | 'services'>,
  current: Pick<StoredConsent, 'consentJson' | 'services'>,
): boolean {
  return (
    canonicalJson(consentJson) === canonicalJson(current.consentJson) &&
    (services === undefined || canonicalJson(services) === canonicalJson(current.services))
  );
}

/** Returns whether a change alters anything in the record. */
export function isDifferent(current: StoredConsent, fields: ChangedFields): boolean {
  return changeable.some((field) => fields[field] !== current[field]);
}

/** Whether the visitor confirms against a signal of this or another device, or takes a confirmation back. */
function changesOverride(
  current: StoredConsent,
  { gpcOverride }: AskedChanges,
  { profile, hasSignal }: Pick<ChangeContext, 'profile'> & { readonly hasSignal: boolean },
): boolean {
  if (gpcOverride === undefined) return false;
  const isNewSignal =
    (hasSignal && !current.decidedWithSignal) ||
    getSubjectSignal(current, profile?.gpcMode ?? 'ignore').after;
  return gpcOverride !== (current.gpcOverride ?? false) || (gpcOverride && isNewSignal);
}

function signalTime(
  { decidedWithSignal, gpcOverride }: ChangedFields,
  {
    isDecision,
    hasSignal,
    keepsSignal,
  }: { readonly isDecision: boolean; readonly hasSignal: boolean; readonly keepsSignal: boolean },
): SignalTime {
  if (!isDecision) return 'unchanged';
  if (gpcOverride === true) return 'none';
  if (decidedWithSignal) return hasSignal ? 'now' : 'kept';
  // What another device left behind ends with a decision that allows something new.
  return keepsSignal ? 'unchanged' : 'none';
}

function pick(consent: StoredConsent): ChangedFields {
  return Object.fromEntries(changeable.map((field) => [field, consent[field]])) as unknown as ChangedFields; // exactly these
}
