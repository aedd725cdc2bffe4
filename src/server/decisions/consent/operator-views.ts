import type { Static } from '@sinclair/typebox';
import type { ProfileCatalogue } from '#banners/profiles/index';
import { lookupJurisdiction } from '#standards/jurisdiction/index';
import type { OperatorHistoryEntry, OperatorRecord } from './consent-schemas';
import { type ConsentViews, toHistoryEntry } from './consent-views';
import type { StoredConsent, StoredHistoryEntry } from './records/stored-consent';

/** Records and states for operators and evidence: in addition, under which rules and where the decision was made. */
export interface OperatorViews {
  readonly toOperatorRecord: (consent: StoredConsent) => Promise<Static<typeof OperatorRecord>>;
  readonly toOperatorEntry: (
    tenantId: string,
    state: StoredHistoryEntry,
  ) => Promise<Static<typeof OperatorHistoryEntry>>;
}

export function createOperatorViews(
  catalogue: Pick<ProfileCatalogue, 'byId' | 'version'>,
  views: Pick<ConsentViews, 'toEvidence'>,
): OperatorViews {
  /** Versions are kept when a profile is deleted, and stay in memory once they were read. */
  async function nameOf(seen: Pick<StoredConsent, 'tenantId' | 'profileId' | 'profileVersion'>) {
    const { tenantId, profileId, profileVersion: version } = seen;
    return (await catalogue.version({ tenantId, profileId, version }))?.name ?? null;
  }
  return {
    async toOperatorRecord(consent) {
      const { group: complianceGroup, country, region, updatedAt } = consent;
      const { law } = lookupJurisdiction({ country, region }, { now: updatedAt, defaultGroup: 'opt-in' });
      return {
        ...(await views.toEvidence(consent, await catalogue.byId(consent.profileId))),
        profileName: await nameOf(consent),
        complianceGroup,
        country,
        region,
        law,
      };
    },
    toOperatorEntry: async (tenantId, state) => ({
      ...toHistoryEntry(state),
      revision: state.revision,
      profileName: await nameOf({ tenantId, ...state }),
      complianceGroup: state.group,
      country: state.country,
    }),
  };
}
