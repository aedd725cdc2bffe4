import type { ProfileCatalogue, ProfileFacts } from '#banners/profiles/index';
import type { Connection } from '#platform/database/database';
import { toIso } from '#platform/kernel/clock';
import type { Place } from '#standards/jurisdiction/index';
import type { ConsentRecord, HistoryEntry } from './consent-schemas';
import { findBasis } from './effective/carried-decision';
import { getEffectiveConsent, getEffectiveServices, getExpiry } from './effective/effective-consent';
import type { StoredConsent, StoredHistoryEntry } from './records/stored-consent';
import type { ConsentStrings } from './strings/consent-strings';

/**
 * Returns a record for a caller: unset fields are left out, and its strings agree with its
 * `effectiveConsent`. Without a profile there is neither.
 * @param profile the record's own, null when it no longer exists
 * @param gpcSignal whether the request carries Global Privacy Control
 * @param connection that of the request's transaction
 */
export type ToRecord = (
  consent: StoredConsent,
  profile: ProfileFacts | null,
  gpcSignal?: boolean,
  connection?: Connection,
) => Promise<ConsentRecord>;

export interface ConsentViews {
  /** The view for servers, events and plugins. */
  readonly toRecord: ToRecord;
  /** The view for operators, exports and receipts, also with TC strings that are no longer a signal to vendors. */
  readonly toEvidence: ToRecord;
  /** The view for a visitor's browser, which does not learn the host's id for the visitor, nor ids of other devices. */
  readonly toVisitorRecord: ToRecord;
  /** Returns the GPP string of a decision for the visitor's page. */
  gppString(consent: StoredConsent, profile: ProfileFacts | null, page: PageFacts): Promise<string | null>;
}

/** Facts that a page knows, and the record does not. */
interface PageFacts {
  readonly gpcSignal: boolean;
  /** Where the visitor is now, which can be another place than that of the decision. */
  readonly place: Place;
  /** Ids of categories that the page denies, separated by commas: what the record still grants of them has ended. */
  readonly denied: string;
  /** Whether the decision no longer counts: what it granted has not been decided then, and what it refused stays refused. */
  readonly isOver: boolean;
}

export function createConsentViews(
  strings: Pick<ConsentStrings, 'agreeing'>,
  catalogue: Pick<ProfileCatalogue, 'version'>,
): ConsentViews {
  async function view(
    isEvidence: boolean,
    ...[consent, profile, gpcSignal = false, connection]: Parameters<ToRecord>
  ): Promise<ConsentRecord> {
    if (profile === null) return toRecordFields(consent, { tcfString: null, gppString: null });
    const basis = await findBasis(catalogue, consent, profile, connection);
    const effectiveConsent = getEffectiveConsent(consent, basis, gpcSignal);
    const answer = { effectiveConsent, gpcSignal, isEvidence };
    const { tcfString, gppString } = strings.agreeing(consent, basis, answer);
    const expiresAt = toIso(getExpiry(consent, profile));
    const services = getEffectiveServices(consent, basis, gpcSignal);
    return toRecordFields(consent, {
      tcfString,
      gppString,
      effectiveConsent,
      ...(services && { effectiveServices: services.effective }),
      expiresAt,
    });
  }
  const toRecord: ToRecord = (...record) => view(false, ...record);
  return {
    toRecord,
    toEvidence: (...record) => view(true, ...record),
    toVisitorRecord: (consent, ...rest) => toRecord({ ...consent, subjectId: null, deviceId: null }, ...rest),
    async gppString(consent, profile, { gpcSignal, place, denied, isOver }) {
      if (profile === null) return null;
      const basis = await findBasis(catalogue, consent, profile);
      const recorded = getEffectiveConsent(consent, basis, gpcSignal);
      // An id can have commas of its own.
      const isDenied = (id: string) => `,${denied},`.includes(`,${id},`);
      const isEnded = (id: string) => recorded[id] === 'granted' && (isOver || isDenied(id));
      // The strings of the decision say what it granted.
      const given = Object.keys(recorded).some(isEnded)
        ? { ...consent, tcfString: null, gppString: null }
        : consent;
      const left = Object.entries(recorded).filter(([id]) => !isEnded(id) || isDenied(id));
      const effectiveConsent = Object.fromEntries(
        left.map(([id, state]) => [id, isEnded(id) ? ('denied' as const) : state]),
      );
      return strings.agreeing(given, basis, { effectiveConsent, gpcSignal, place }).gppString;
    },
  };
}

type Counting = Pick<StoredConsent, 'tcfString' | 'gppString'> &
  Pick<ConsentRecord, 'effectiveConsent' | 'effectiveServices' | 'expiresAt'>;

/** A record as it is stored, whether or not its strings agree with anything. */
export function toStoredRecord(consent: StoredConsent): ConsentRecord {
  return toRecordFields(consent, consent);
}

function toRecordFields(
  consent: StoredConsent,
  { tcfString, gppString, effectiveConsent, effectiveServices, expiresAt }: Counting,
): ConsentRecord {
  const {
    services,
    subjectId,
    gpcOverride,
    ageVerified,
    parentalConsent,
    parentalDenied,
    method,
    layer,
    deviceId,
  } = consent;
  return {
    id: consent.id,
    visitorId: consent.visitorId,
    ...(subjectId === null ? {} : { subjectId }),
    profileId: consent.profileId,
    profileVersion: consent.profileVersion,
    ...(consent.variant === null ? {} : { variant: consent.variant }),
    locale: consent.locale,
    consentJson: consent.consentJson,
    ...(services === null ? {} : { services }),
    gpcDetected: consent.gpcDetected,
    ...(gpcOverride === null ? {} : { gpcOverride }),
    source: consent.source,
    by: consent.by,
    ...(consent.apiKeyId === null ? {} : { apiKeyId: consent.apiKeyId }),
    ...(method === null ? {} : { method }),
    ...(layer === null ? {} : { layer }),
    ...(deviceId === null ? {} : { deviceId }),
    ...(ageVerified === null ? {} : { ageVerified }),
    ...(tcfString === null ? {} : { tcfString }),
    ...(gppString === null ? {} : { gppString }),
    ...(parentalConsent === null ? {} : { parentalConsent }),
    ...(parentalDenied.length === 0 ? {} : { parentalDenied: [...parentalDenied] }),
    ...(effectiveConsent === undefined ? {} : { effectiveConsent }),
    ...(effectiveServices === undefined ? {} : { effectiveServices }),
    createdAt: toIso(consent.createdAt),
    updatedAt: toIso(consent.updatedAt),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

export function toHistoryEntry({
  revision,
  group,
  choice,
  decidedWithSignal,
  country,
  receivedAt,
  ...entry
}: StoredHistoryEntry): HistoryEntry {
  return {
    ...entry,
    createdAt: toIso(entry.createdAt),
    ...(receivedAt > entry.createdAt ? { receivedAt: toIso(receivedAt) } : {}),
  };
}
