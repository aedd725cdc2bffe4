import type { Connection } from '../../database/database';
import { toIso } from '../../kernel/clock';
import type { ProfileCatalogue, ProfileFacts } from '../profiles';
import type { ConsentRecord, HistoryEntry } from './consent-schemas';
import { findDecidedFacts } from './effective/carried-decision';
import { getEffectiveConsent } from './effective/effective-consent';
import { getExpiry } from './effective/verify-consent';
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
  /** The view for servers, operators, events and plugins. */
  readonly toRecord: ToRecord;
  /** The view for a visitor's browser, which does not learn the host's id for the visitor. */
  readonly toVisitorRecord: ToRecord;
}

export function createConsentViews(
  strings: Pick<ConsentStrings, 'agreeing'>,
  catalogue: Pick<ProfileCatalogue, 'version'>,
): ConsentViews {
  const toRecord: ToRecord = async (consent, profile, gpcSignal = false, connection) => {
    if (profile === null) return toRecordFields(consent, { tcfString: null, gppString: null });
    const decided = await findDecidedFacts(catalogue, consent, profile, connection);
    const yardstick = { today: profile, decided };
    const effectiveConsent = getEffectiveConsent(consent, yardstick, gpcSignal);
    const { tcfString, gppString } = strings.agreeing(consent, yardstick, { effectiveConsent, gpcSignal });
    const expiresAt = toIso(getExpiry(consent, profile));
    return toRecordFields(consent, { tcfString, gppString, effectiveConsent, expiresAt });
  };
  return {
    toRecord,
    toVisitorRecord: (consent, ...rest) => toRecord({ ...consent, subjectId: null }, ...rest),
  };
}

type Counting = Pick<StoredConsent, 'tcfString' | 'gppString'> &
  Pick<ConsentRecord, 'effectiveConsent' | 'expiresAt'>;

/** A record as it is stored, whether or not its strings agree with anything. */
export function toStoredRecord(consent: StoredConsent): ConsentRecord {
  return toRecordFields(consent, consent);
}

function toRecordFields(
  consent: StoredConsent,
  { tcfString, gppString, effectiveConsent, expiresAt }: Counting,
): ConsentRecord {
  const { subjectId, gpcOverride, ageVerified, parentalConsent, method, layer } = consent;
  return {
    id: consent.id,
    visitorId: consent.visitorId,
    ...(subjectId === null ? {} : { subjectId }),
    profileId: consent.profileId,
    profileVersion: consent.profileVersion,
    locale: consent.locale,
    consentJson: consent.consentJson,
    gpcDetected: consent.gpcDetected,
    ...(gpcOverride === null ? {} : { gpcOverride }),
    source: consent.source,
    by: consent.by,
    ...(consent.apiKeyId === null ? {} : { apiKeyId: consent.apiKeyId }),
    ...(method === null ? {} : { method }),
    ...(layer === null ? {} : { layer }),
    ...(ageVerified === null ? {} : { ageVerified }),
    ...(tcfString === null ? {} : { tcfString }),
    ...(gppString === null ? {} : { gppString }),
    ...(parentalConsent === null ? {} : { parentalConsent }),
    ...(effectiveConsent === undefined ? {} : { effectiveConsent }),
    createdAt: toIso(consent.createdAt),
    updatedAt: toIso(consent.updatedAt),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

export function toHistoryEntry({
  revision,
  group,
  choice,
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
