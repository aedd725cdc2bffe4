import type { ProfileCatalogue, ProfileFacts } from '#banners/profiles/index';
import type { ConsentRecord, ConsentRecords, StoredConsent } from '#decisions/consent/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { type Clock, toIso } from '#platform/kernel/clock';
import { newVisitorId } from '#platform/kernel/ids';
import { lookupJurisdiction } from '#standards/jurisdiction/index';
import {
  buildReceipt,
  type ConsentReceipt,
  type LimitCause,
  type NoticeFacts,
  type NoticeStatus,
  type PartyFacts,
  type ReceiptFacts,
} from '#standards/receipt/index';
import { getController } from './controller';
import type { Notice, NoticeReader } from './notice-reader';
import { createDecisionReader } from './receipt-decisions';
import type { FindShownNotice, ShownNotice } from './shown-notice';

export interface ReceiptServiceOptions {
  readonly records: Pick<ConsentRecords, 'states' | 'verify' | 'toEvidence'>;
  readonly catalogue: ProfileCatalogue;
  readonly notices: NoticeReader;
  readonly findShownNotice: FindShownNotice;
  readonly clock: Clock;
  /** Groups that replace the table's, as configured. */
  readonly jurisdictions: Readonly<Record<string, string>>;
  readonly config: ResolvedConfig['receipts'];
}

export interface IssuedReceipt {
  readonly receipt: ConsentReceipt;
  /** The notice; null when its file is no longer in storage. */
  readonly notice: Notice | null;
}

export interface ReceiptService {
  /** The notice of the current decision; null when it is no longer in storage. */
  readNotice(consent: StoredConsent): Promise<Notice | null>;
  /**
   * @param publicUrl address of the public API as the client sees it, unless one is configured
   * @param gpcSignal the request carries Global Privacy Control
   */
  issue(consent: StoredConsent, publicUrl: string, gpcSignal?: boolean): Promise<IssuedReceipt>;
}

export function createReceiptService({
  records,
  catalogue,
  notices,
  findShownNotice,
  clock,
  jurisdictions,
  config,
}: ReceiptServiceOptions): ReceiptService {
  const readDecisions = createDecisionReader({ records, catalogue });
  const recipients = Object.fromEntries(
    Object.entries(config.recipients).map(
      ([name, { address = null, contact = null }]): [string, PartyFacts] => [name, { address, contact }],
    ),
  );

  return {
    readNotice: async (consent) => notices.find(await findShownNotice(consent)),

    async issue(consent, publicUrl, gpcSignal = false) {
      const shown = await findShownNotice(consent);
      const [notice, saved] = [await notices.find(shown), await notices.saved(shown)];
      const { tenantId, profileId, profileVersion, country, region, updatedAt } = consent;
      const language = notice?.language ?? shown.locale;
      const { law } = lookupJurisdiction(
        { country, region },
        { now: updatedAt, defaultGroup: '', overrides: jurisdictions },
      );
      const profile = await catalogue.byId(profileId);
      const record = await records.toEvidence(consent, profile, gpcSignal);
      const isImported = shown.isImported;
      const receipt = buildReceipt({
        receiptId: newVisitorId(),
        issuedAt: toIso(clock.now()),
        recordId: consent.id,
        visitorId: consent.visitorId,
        firstDecidedAt: toIso(consent.createdAt),
        noticeUrl: `${config.publicUrl?.replace(/\/+$/, '') ?? publicUrl}/profiles/${tenantId}/${profileId}/${profileVersion}/${language}`,
        notice: isImported && notice !== null ? withNamesOnly(notice) : notice,
        noticeStatus: getNoticeStatus(shown, notice),
        noticeSha256: isImported ? null : (saved?.sha256 ?? null),
        ...(await readDecisions(consent, notice)),
        effectiveChoices: record.effectiveConsent ?? null,
        effectiveServices: record.effectiveServices,
        limits: await findLimits(consent, profile, gpcSignal, record),
        parentalConsent: consent.parentalConsent,
        parentalDenied: consent.parentalDenied,
        tcString: record.tcfString ?? null,
        gppString: record.gppString ?? null,
        place: country === null ? null : [country, region].filter(Boolean).join('-'),
        // The visitor decided elsewhere, perhaps before the table of laws begins.
        law: isImported ? null : law,
        controller: getController(notice?.complianceConfig ?? {}, config),
        recipients,
        validity: await readValidity(consent),
      });
      return { receipt, notice };
    },
  };

  /** Finds out what limits a decision by leaving the limits out. */
  async function findLimits(
    consent: StoredConsent,
    profile: ProfileFacts | null,
    gpcSignal: boolean,
    effective: ConsentRecord,
  ): Promise<ReceiptFacts['limits']> {
    const withoutParent = { ...consent, tcfString: null, gppString: null, parentalConsent: null };
    const withoutSignal = { ...withoutParent, decidedWithSignal: false, subjectSignalAt: null };
    const afterSignal = await records.toEvidence(withoutParent, profile, gpcSignal);
    const decided = await records.toEvidence(withoutSignal, profile, false);
    const steps = [decided, afterSignal, effective];
    return {
      categories: compareLimits(
        'granted',
        steps.map(({ effectiveConsent }) => effectiveConsent),
      ),
      services: compareLimits(
        true,
        steps.map(({ effectiveServices }) => effectiveServices),
      ),
    };
  }

  async function readValidity(consent: StoredConsent) {
    const { valid, reason, expiresAt } = await records.verify(consent);
    return { valid, reason, expiresAt };
  }
}

/** Returns only what names the choices of an imported decision: the notice on which it was made is not known. */
function withNamesOnly(notice: Notice): NoticeFacts {
  return {
    language: notice.language,
    heading: null,
    text: null,
    categories: notice.categories.map(({ id, heading, legalBasis, services }) => ({
      id,
      heading,
      description: null,
      legalBasis,
      parameters: [],
      ...(services && { services: services.map(({ key, name }) => ({ key, name, provider: null })) }),
    })),
  };
}

function getNoticeStatus({ isImported }: ShownNotice, notice: Notice | null): NoticeStatus {
  if (isImported) return 'imported';
  if (notice === null) return 'missing';
  return notice.isAsSaved ? 'saved' : 'changed';
}

/** Returns why each allowed choice is not in effect. */
function compareLimits(
  allowed: 'granted' | true,
  [decided = {}, afterSignal = {}, effective = {}]: readonly (
    | Readonly<Record<string, unknown>>
    | undefined
  )[],
): Record<string, LimitCause> {
  const limited = Object.keys(decided).filter((id) => decided[id] === allowed && effective[id] !== allowed);
  return Object.fromEntries(limited.map((id) => [id, afterSignal[id] === allowed ? 'parent' : 'signal']));
}
