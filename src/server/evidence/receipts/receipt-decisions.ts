import type { ProfileCatalogue, ProfileFacts, VersionFacts } from '#banners/profiles/index';
import type {
  ConsentRecords,
  HistoryRange,
  StoredConsent,
  StoredHistoryEntry,
} from '#decisions/consent/index';
import { toIso } from '#platform/kernel/clock';
import { consentValidity } from '#standards/jurisdiction/index';
import type { DecisionFacts, PastDecision } from '#standards/receipt/index';
import type { Notice } from './notice-reader';

export interface ReceiptDecisions {
  /** The decisions, oldest first; the last is the current one. */
  readonly decisions: readonly [DecisionFacts, ...DecisionFacts[]];
  readonly earlierDecisions: number;
  /** The last decision before `decisions`; null when there is none. */
  readonly before: PastDecision | null;
}

export interface DecisionReaderOptions {
  readonly records: Pick<ConsentRecords, 'states'>;
  readonly catalogue: Pick<ProfileCatalogue, 'byId' | 'version'>;
}

/** Greatest number of decisions in a receipt: the newest ones. It also states how many came before. */
const maxDecisions = 100;
/** Greatest length of their choices (characters), since visitors' pages can use any category names. */
const maxChoices = 65_536;
const readAtOnce = 25;

/** Reads the newest decisions of a record. */
export function createDecisionReader({ records, catalogue }: DecisionReaderOptions) {
  async function newestStates({ tenantId, visitorId, revision }: StoredConsent) {
    const shown: StoredHistoryEntry[] = [];
    let characters = 0;
    for (let range: HistoryRange = { beforeRevision: revision + 1 }; ; ) {
      const stretch = await records.states(tenantId, visitorId, { limit: readAtOnce, ...range });
      for (const state of stretch) {
        range = { after: state };
        // The choices stayed the same: neither a decision nor a renewal of one.
        if (!state.decided) continue;
        characters += JSON.stringify(state.consentJson).length;
        if (shown.length === maxDecisions || (shown.length > 0 && characters > maxChoices))
          return { shown, before: state };
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

  /** Facts by version; a version outlives its profile. */
  async function versionFacts(tenantId: string, states: readonly VersionedDecision[]) {
    const distinct = new Map(states.map((state) => [versionKey(state), state]));
    const found = await Promise.all(
      [...distinct].map(async ([key, { profileId, profileVersion: version }]) => {
        const facts = await catalogue.version({ tenantId, profileId, version });
        return [key, facts] as const;
      }),
    );
    return new Map(found);
  }

  return async (consent: StoredConsent, notice: Notice | null): Promise<ReceiptDecisions> => {
    const { shown, before } = await newestStates(consent);
    const versions = await versionFacts(consent.tenantId, [
      ...shown,
      consent,
      ...(before === null ? [] : [before]),
    ]);
    const toPast = (state: VersionedDecision) => pastDecision(state, versions.get(versionKey(state)) ?? null);
    const days = await expiryDays([...new Set(shown.map(({ profileId }) => profileId))]);
    const getDays = (state: DecisionSource) =>
      versions.get(versionKey(state))?.expiryDays ??
      days.get(state.profileId) ??
      (state.profileId === consent.profileId ? (notice?.expiryDays ?? null) : null);
    const toFacts = (state: DecisionSource): DecisionFacts => ({
      ...toPast(state),
      decidedAt: toIso(state.createdAt),
      profileVersion: state.profileVersion,
      variant: state.variant ?? null,
      locale: state.locale,
      ...(state.services && { services: state.services }),
      // A change without the signal keeps the `gpcDetected` of the record, and a decision that only takes away the signal.
      gpcDetected: state.gpcDetected && state.decidedWithSignal,
      source: state.source,
      method: state.method ?? null,
      layer: state.layer ?? null,
      by: state.by,
      apiKeyId: state.apiKeyId ?? null,
      device: state.deviceId?.slice(0, deviceLabelLength) ?? null,
      ownershipProven: state.ownershipProven,
      validity: validityDuration(state, getDays(state)),
    });
    // Where the history no longer has the decision, the record still does, but not who sent it.
    const [newest = { ...consent, createdAt: consent.updatedAt, ownershipProven: false }, ...older] = shown;
    const [first = toFacts(newest), ...rest] = [...older.reverse(), newest].map(toFacts);
    // Counted by writes, so that entries removed by retention are included.
    return {
      decisions: [first, ...rest],
      earlierDecisions: (shown.at(-1) ?? consent).revision - 1,
      before: before === null ? null : toPast(before),
    };
  };
}

/** The whole id would open the device's own record where no proof is required. */
const deviceLabelLength = 8;

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
    | 'decidedWithSignal'
    | 'source'
    | 'by'
    | 'country'
    | 'ownershipProven'
    | 'createdAt'
  > {
  readonly variant?: string | null | undefined;
  readonly services?: StoredConsent['services'];
  readonly apiKeyId?: string | null;
  readonly deviceId?: string | null | undefined;
  readonly method?: string | null | undefined;
  readonly layer?: string | null | undefined;
}

type VersionedDecision = Pick<
  DecisionSource,
  'profileId' | 'profileVersion' | 'group' | 'consentJson' | 'services' | 'choice'
>;

const versionKey = ({ profileId, profileVersion }: VersionedDecision) => `${profileId} ${profileVersion}`;

/**
 * Returns the legal basis of each category in a version. Visitors can refuse a category that does not state
 * one.
 */
function toLegalBases({ parametersOf, legalBases }: VersionFacts): ReadonlyMap<string, string> {
  return new Map(
    [...parametersOf.keys()].map((category) => [category, legalBases.get(category) ?? 'consent']),
  );
}

function pastDecision(
  { profileId, profileVersion, group, consentJson, services, choice }: VersionedDecision,
  version: VersionFacts | null,
): PastDecision {
  const allowed = Object.keys(services ?? {}).filter((key) => services?.[key] === true);
  return {
    profileId,
    profileVersion,
    complianceGroup: group,
    choices: consentJson,
    servedCategories: new Set(allowed.flatMap((key) => version?.categoryOf.get(key) ?? [])),
    legalBases: version === null ? null : toLegalBases(version),
    anyGranted: choice === 'in' || choice === 'partial',
  };
}

/**
 * Returns how long a decision is valid, as an ISO 8601 duration. None of the limits depends on the region,
 * which the history does not keep.
 */
function validityDuration({ createdAt, country }: DecisionSource, expiryDays: number | null): string | null {
  return expiryDays === null
    ? null
    : consentValidity({ decidedAt: createdAt, expiryDays, place: { country, region: null } }).duration;
}
