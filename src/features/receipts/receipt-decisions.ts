import { toIso } from '../../kernel/clock';
import { consentValidity } from '../../standards/jurisdiction';
import type { DecisionFacts, PastDecision } from '../../standards/receipt';
import type { ConsentRecords, StoredConsent, StoredHistoryEntry } from '../consent';
import type { ProfileCatalogue, ProfileFacts } from '../profiles';
import type { Notice } from './notice-reader';

export interface ReceiptDecisions {
  /** Oldest first; the last is the one that counts. */
  readonly decisions: readonly [DecisionFacts, ...DecisionFacts[]];
  readonly earlierDecisions: number;
  /** The last one before `decisions`; null when there is none. */
  readonly before: PastDecision | null;
}

export interface DecisionReaderOptions {
  readonly records: Pick<ConsentRecords, 'states'>;
  readonly catalogue: Pick<ProfileCatalogue, 'byId'>;
}

/** Most decisions that a receipt lists, the newest; it says how many came before. */
const maxDecisions = 100;
/** Most characters of their choices: visitors' pages name categories as they like. */
const maxChoices = 65_536;
const readAtOnce = 25;

/** Reads the newest decisions of a record. */
export function createDecisionReader({ records, catalogue }: DecisionReaderOptions) {
  async function newestStates({ tenantId, visitorId, revision }: StoredConsent) {
    const shown: StoredHistoryEntry[] = [];
    let characters = 0;
    for (let beforeRevision = revision + 1; ; ) {
      const stretch = await records.states(tenantId, visitorId, { limit: readAtOnce, beforeRevision });
      for (const state of stretch) {
        beforeRevision = state.revision;
        // The choices stayed: neither a decision nor a renewal of one.
        if (!state.decided) continue;
        characters += JSON.stringify(state.consentJson).length;
        if (shown.length === maxDecisions || (shown.length > 0 && characters > maxChoices))
          return { shown, before: toPast(state) };
        shown.push(state);
      }
      if (stretch.length < readAtOnce) return { shown, before: null };
    }
  }

  async function expiryDays(profileIds: readonly string[]): Promise<Map<string, number>> {
    const found = await Promise.all(profileIds.map((id) => catalogue.byId(id)));
    return new Map(
      found
        .filter((profile): profile is ProfileFacts => profile !== null)
        .map((profile) => [profile.id, profile.expiryDays]),
    );
  }

  return async (consent: StoredConsent, notice: Notice | null): Promise<ReceiptDecisions> => {
    const { shown, before } = await newestStates(consent);
    const days = await expiryDays([...new Set(shown.map(({ profileId }) => profileId))]);
    const daysOf = ({ profileId }: DecisionSource) =>
      days.get(profileId) ?? (profileId === consent.profileId ? (notice?.expiryDays ?? null) : null);
    const toFacts = (state: DecisionSource): DecisionFacts => ({
      ...toPast(state),
      decidedAt: toIso(state.createdAt),
      profileVersion: state.profileVersion,
      locale: state.locale,
      gpcDetected: state.gpcDetected,
      source: state.source,
      by: state.by,
      apiKeyId: state.apiKeyId ?? null,
      ownershipProven: state.ownershipProven,
      validity: validityDuration(state, daysOf(state)),
    });
    // A history that was pruned still leaves the record itself.
    const [
      newest = { ...consent, createdAt: consent.updatedAt, ownershipProven: consent.by === 'visitor' },
      ...older
    ] = shown;
    const [first = toFacts(newest), ...rest] = [...older.reverse(), newest].map(toFacts);
    // Counted by writes, so that it includes what retention has removed.
    return { decisions: [first, ...rest], earlierDecisions: (shown.at(-1) ?? consent).revision - 1, before };
  };
}

interface DecisionSource
  extends Pick<
    StoredHistoryEntry,
    | 'profileId'
    | 'profileVersion'
    | 'group'
    | 'locale'
    | 'consentJson'
    | 'choice'
    | 'gpcDetected'
    | 'source'
    | 'by'
    | 'country'
    | 'ownershipProven'
    | 'createdAt'
  > {
  readonly apiKeyId?: string | null;
}

function toPast({
  profileId,
  group,
  consentJson,
  choice,
}: Pick<DecisionSource, 'profileId' | 'group' | 'consentJson' | 'choice'>): PastDecision {
  return {
    profileId,
    complianceGroup: group,
    choices: consentJson,
    anyGranted: choice === 'in' || choice === 'partial',
  };
}

/**
 * How long a decision is valid, as an ISO 8601 duration. No limit depends on the region, which the history
 * does not keep.
 */
function validityDuration({ createdAt, country }: DecisionSource, expiryDays: number | null): string | null {
  return expiryDays === null
    ? null
    : consentValidity({ decidedAt: createdAt, expiryDays, place: { country, region: null } }).duration;
}
