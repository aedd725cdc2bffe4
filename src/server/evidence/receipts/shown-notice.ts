import type { ConsentRecords, StoredConsent, StoredHistoryEntry } from '#decisions/consent/index';
import type { NoticeAddress } from './notice-reader';

/** The notice of a decision. */
export interface ShownNotice extends NoticeAddress {
  /** The decision was made in another product, so visitors did not see this notice: it only says how to judge the decision. */
  readonly isImported: boolean;
}

// Why: docs/adr/0159-evidence-names-what-was-saved.md

/**
 * Returns the notice on which a visitor decided. A change since the decision, of the language for example, shows no other
 * notice.
 * @param state a state of the record's history; default: the current one
 */
export type FindShownNotice = (
  consent: StoredConsent,
  state?: StoredConsent | StoredHistoryEntry,
) => Promise<ShownNotice>;

export function createFindShownNotice(records: Pick<ConsentRecords, 'states'>): FindShownNotice {
  return async (consent, state = consent) => {
    const { tenantId, visitorId } = consent;
    const [decision = state] = await records.states(tenantId, visitorId, {
      limit: 1,
      beforeRevision: state.revision + 1,
      decisionsOnly: true,
    });
    const { profileId, profileVersion: version, variant, locale, by } = decision;
    return {
      tenantId,
      profileId,
      version,
      locale,
      ...(variant && { variant }),
      isImported: by === 'import',
    };
  };
}
