import { toIso } from '../../kernel/clock';
import type { StoredConsent, StoredHistoryEntry } from './consent-repository';
import type { ConsentRecord, HistoryEntry } from './consent-schemas';

/** A record as the API, events and plugins show it: what is not set is left out. */
export function toRecord(consent: StoredConsent): ConsentRecord {
  const { ageVerified, tcfString, gppString, parentalConsent } = consent;
  return {
    id: consent.id,
    visitorId: consent.visitorId,
    profileId: consent.profileId,
    profileVersion: consent.profileVersion,
    locale: consent.locale,
    consentJson: consent.consentJson,
    gpcDetected: consent.gpcDetected,
    source: consent.source,
    ...(ageVerified === null ? {} : { ageVerified }),
    ...(tcfString === null ? {} : { tcfString }),
    ...(gppString === null ? {} : { gppString }),
    ...(parentalConsent === null ? {} : { parentalConsent }),
    createdAt: toIso(consent.createdAt),
    updatedAt: toIso(consent.updatedAt),
  };
}

export function toHistory(entries: readonly StoredHistoryEntry[]): HistoryEntry[] {
  return entries.map((entry) => ({ ...entry, createdAt: toIso(entry.createdAt) }));
}
