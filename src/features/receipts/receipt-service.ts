import { type Clock, toIso } from '../../kernel/clock';
import { newVisitorId } from '../../kernel/ids';
import { lookupJurisdiction } from '../../standards/jurisdiction';
import { buildReceipt, type ConsentReceipt, type ControllerFacts, type DecisionFacts } from '../../standards/receipt';
import { type ConsentRecords, type StoredConsent, type StoredHistoryEntry, toRecord } from '../consent';
import type { ProfileCatalogue, ProfileFacts } from '../profiles';
import type { Notice, NoticeReader } from './notice-reader';

export interface ReceiptServiceOptions {
  readonly records: Pick<ConsentRecords, 'states' | 'verify'>;
  readonly catalogue: ProfileCatalogue;
  readonly notices: NoticeReader;
  readonly clock: Clock;
  /** Groups in place of the table's, as configured. */
  readonly jurisdictions: Readonly<Record<string, string>>;
  /** Who answers for the processing, where a profile does not say. */
  readonly controller: ControllerFacts;
}

export interface IssuedReceipt {
  readonly receipt: ConsentReceipt;
  /** Null when its file is no longer in storage. */
  readonly notice: Notice | null;
}

export interface ReceiptService {
  /** The notice of the decision that counts; null when it is no longer in storage. */
  noticeOf(consent: StoredConsent): Promise<Notice | null>;
  /** @param publicPath where the public API is, as the client sees it */
  issue(consent: StoredConsent, publicPath: string): Promise<IssuedReceipt>;
}

/** Most decisions that a receipt lists, the newest; how many came before is told. */
const maxEvents = 100;

export function createReceiptService({ records, catalogue, notices, clock, jurisdictions, controller }: ReceiptServiceOptions): ReceiptService {
  const noticeOf = ({ tenantId, profileId, profileVersion, locale }: StoredConsent) => notices.find({ tenantId, profileId, version: profileVersion, locale });

  /** The newest decisions, oldest first, and what is known of those before. */
  async function decisionsOf(consent: StoredConsent, notice: Notice | null) {
    const states = await records.states(consent.tenantId, consent.visitorId, { limit: maxEvents + 1, beforeRevision: consent.revision + 1 });
    const shown = states.slice(0, maxEvents);
    const before = states[maxEvents];
    const days = await expiryDays([...new Set(shown.map(({ profileId }) => profileId))]);
    const toFacts = (state: DecisionSource): DecisionFacts => ({
      decidedAt: toIso(state.createdAt),
      profileId: state.profileId,
      profileVersion: state.profileVersion,
      complianceGroup: state.group,
      locale: state.locale,
      choices: state.consentJson,
      anyGranted: state.choice !== 'out',
      gpcDetected: state.gpcDetected,
      source: state.source,
      ownershipProven: state.ownershipProven,
      expiryDays: days.get(state.profileId) ?? (state.profileId === consent.profileId ? (notice?.expiryDays ?? null) : null),
    });
    // A history that was pruned still leaves the record itself.
    const [newest = { ...consent, createdAt: consent.updatedAt, ownershipProven: true }, ...older] = shown;
    const [first = toFacts(newest), ...rest] = [...older.reverse(), newest].map(toFacts);
    return {
      decisions: [first, ...rest] as const,
      // Counted by writes, so that what retention has removed is told of too.
      earlierDecisions: (shown.at(-1) ?? consent).revision - 1,
      grantedBefore: before === undefined ? null : before.choice !== 'out',
    };
  }

  async function expiryDays(profileIds: readonly string[]): Promise<Map<string, number>> {
    const found = await Promise.all(profileIds.map((id) => catalogue.byId(id)));
    return new Map(found.filter((profile): profile is ProfileFacts => profile !== null).map((profile) => [profile.id, profile.expiryDays]));
  }

  return {
    noticeOf,

    async issue(consent, publicPath) {
      const notice = await noticeOf(consent);
      const { tenantId, profileId, profileVersion, country, region, updatedAt } = consent;
      const language = notice?.language ?? consent.locale;
      const { law } = lookupJurisdiction({ country, region }, { now: updatedAt, defaultGroup: '', overrides: jurisdictions });
      const receipt = buildReceipt({
        receiptId: newVisitorId(),
        issuedAt: toIso(clock.now()),
        recordId: consent.id,
        visitorId: consent.visitorId,
        firstDecidedAt: toIso(consent.createdAt),
        noticeUrl: `${publicPath}/profiles/${tenantId}/${profileId}/${profileVersion}/${language}`,
        notice,
        ...(await decisionsOf(consent, notice)),
        effectiveChoices: toRecord(consent, await catalogue.byId(profileId)).effectiveConsent ?? null,
        tcString: consent.tcfString,
        gppString: consent.gppString,
        jurisdiction: country === null ? null : [country, region].filter(Boolean).join('-'),
        law,
        controller: controllerOf(notice, controller),
        validity: await validityOf(consent),
      });
      return { receipt, notice };
    },
  };

  async function validityOf(consent: StoredConsent) {
    const { valid, reason, expiresAt } = await records.verify(consent);
    return { valid, reason, expiresAt };
  }
}

type DecisionSource = Omit<StoredHistoryEntry, 'id' | 'action' | 'revision' | 'gpcOverride'>;

/** What a profile says goes before the configuration, since tenants and sites may differ in it. */
function controllerOf(notice: Notice | null, configured: ControllerFacts): ControllerFacts {
  const own = notice?.complianceConfig ?? {};
  const said = (key: string) => (Object.hasOwn(own, key) && own[key]?.trim() ? (own[key] ?? null) : null);
  return {
    name: said('controllerName') ?? said('dataFiduciary') ?? configured.name,
    contact: said('contact') ?? configured.contact,
    withdrawalUrl: said('withdrawalUrl') ?? configured.withdrawalUrl,
  };
}
