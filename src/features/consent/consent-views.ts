import { toIso } from '../../kernel/clock';
import { effectiveConsent } from '../../standards/gpc';
import type { ProfileFacts } from '../profiles';
import type { ConsentJson, ConsentRecord, HistoryEntry } from './consent-schemas';
import type { StoredConsent, StoredHistoryEntry } from './stored-consent';

/**
 * A record as servers, operators, events and plugins see it: what is not set is left out.
 * @param profile the record's own, null when it no longer exists
 * @param gpcSignal the request that asks carries Global Privacy Control
 */
export function toRecord(consent: StoredConsent, profile: ProfileFacts | null, gpcSignal = false): ConsentRecord {
  const { subjectId, gpcOverride, ageVerified, tcfString, gppString, parentalConsent } = consent;
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
    ...(ageVerified === null ? {} : { ageVerified }),
    ...(tcfString === null ? {} : { tcfString }),
    ...(gppString === null ? {} : { gppString }),
    ...(parentalConsent === null ? {} : { parentalConsent }),
    ...(profile === null ? {} : { effectiveConsent: effectiveOf(consent, profile, gpcSignal) }),
    createdAt: toIso(consent.createdAt),
    updatedAt: toIso(consent.updatedAt),
  };
}

/** The same for a visitor's browser, which is not told whom the host takes the visitor for. */
export function toVisitorRecord(consent: StoredConsent, profile: ProfileFacts | null, gpcSignal: boolean): ConsentRecord {
  return toRecord({ ...consent, subjectId: null }, profile, gpcSignal);
}

/** What counts of a decision after Global Privacy Control, as its profile is now. */
export function effectiveOf({ consentJson, gpcDetected, gpcOverride }: StoredConsent, profile: ProfileFacts, gpcSignal: boolean): ConsentJson {
  const { gpcMode, gpcCategories } = profile;
  return effectiveConsent(consentJson, {
    gpcMode,
    listening: gpcCategories,
    decidedWithSignal: gpcDetected,
    signalNow: gpcSignal,
    override: gpcOverride === true,
  });
}

export function toHistoryEntry({ revision, group, choice, ...entry }: StoredHistoryEntry): HistoryEntry {
  return { ...entry, createdAt: toIso(entry.createdAt) };
}
