import type {
  ConsentRecords,
  HistoryRange,
  StoredConsent,
  StoredHistoryEntry,
} from '#decisions/consent/index';
import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { ActorContext } from '#platform/kernel/caller';
import { type Clock, toIso, toIsoOrNull } from '#platform/kernel/clock';
import { sha256Hex } from '#platform/kernel/crypto';
import { ServiceError } from '#platform/kernel/errors';
import { packageVersion } from '#platform/kernel/version';
import type { Notice, NoticeReader, ReceiptService } from '../receipts';
import { createRoom, readAuditLines } from './audit-lines';
import type { Evidence, EvidenceNotice, EvidenceState, NoticeReference } from './evidence-schemas';

export interface EvidenceServiceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly records: Pick<
    ConsentRecords,
    'find' | 'states' | 'parental' | 'auditedVisitor' | 'toOperatorRecord' | 'toOperatorEntry'
  >;
  readonly receipts: ReceiptService;
  readonly notices: NoticeReader;
  readonly clock: Clock;
}

export interface EvidenceRequest {
  readonly visitorId: string;
  readonly format: 'json' | 'zip';
  /** Address of the public API, as the client sees it. */
  readonly publicUrl: string;
}

export interface CollectedEvidence {
  readonly evidence: Evidence;
  /** The notice of the current decision; null when it is no longer in storage. */
  readonly notice: Notice | null;
}

export interface EvidenceService {
  /**
   * Collects the evidence of one visitor's consent, and records this in the audit log.
   * @throws ServiceError `consent_not_found`
   */
  collect(context: ActorContext, request: EvidenceRequest): Promise<CollectedEvidence>;
}

/**
 * Limits of one collection, so that a visitor with endless changes cannot fill the memory: in items, and in
 * characters or bytes.
 */
const maxStates = 5000;
const maxStatesSize = 8_388_608;
const statesAtOnce = 100;
/** Greatest number of times that a history is read which changes meanwhile. */
const maxTries = 3;
const maxNoticeBytes = 16_777_216;

export function createEvidenceService({
  database,
  runUnit,
  records,
  receipts,
  notices,
  clock,
}: EvidenceServiceOptions): EvidenceService {
  async function readStates({ tenantId, visitorId, revision }: StoredConsent): Promise<StoredHistoryEntry[]> {
    const states: StoredHistoryEntry[] = [];
    const fits = createRoom(maxStatesSize);
    for (let range: HistoryRange = { beforeRevision: revision + 1 }; states.length < maxStates; ) {
      const stretch = await records.states(tenantId, visitorId, { limit: statesAtOnce, ...range });
      for (const state of stretch) {
        if (!fits(state)) return states;
        states.push(state);
        range = { after: state };
      }
      if (stretch.length < statesAtOnce) break;
    }
    return states;
  }

  /**
   * Reads a record and its states. A decision that arrives meanwhile can change the numbers of the states that were read, so
   * it starts again; after some tries it takes what it has, which lacks no state.
   * @throws ServiceError `consent_not_found`
   */
  async function readRecord(tenantId: string, visitorId: string) {
    const find = async () => {
      const found = await records.find(tenantId, visitorId);
      if (found === null) throw new ServiceError('consent_not_found');
      return found;
    };
    let consent = await find();
    for (let tries = 1; ; tries += 1) {
      const states = await readStates(consent);
      const latest = await find();
      if (latest.revision === consent.revision || tries === maxTries) return { consent, states };
      consent = latest;
    }
  }

  async function readNotices(tenantId: string, decisions: readonly Decided[]) {
    const shown = new Map<string, { readonly reference: NoticeReference; readonly file: string | null }>();
    for (const { profileId, profileVersion, locale, by } of decisions) {
      const key = noticeKey({ profileId, profileVersion, locale });
      if (by === 'import' || shown.has(key)) continue;
      const address = { tenantId, profileId, version: profileVersion, locale };
      const saved = await notices.saved(address);
      const found = saved === null ? await notices.find(address) : null;
      shown.set(key, {
        file: saved?.language ?? found?.file ?? null,
        reference: {
          profileId,
          profileVersion,
          locale: saved?.language ?? found?.language ?? locale,
          sha256: saved?.sha256 ?? null,
        },
      });
    }
    // Two requested languages may share one file.
    const files = new Map([...shown.values()].map((entry) => [noticeKey(entry.reference), entry]));
    const kept: EvidenceNotice[] = [];
    let room = maxNoticeBytes;
    for (const { reference, file } of files.values()) {
      const { profileId, profileVersion: version } = reference;
      const body = file === null ? null : await notices.bytes({ tenantId, profileId, version }, file);
      const size = body?.length ?? 0;
      const fits = body !== null && size <= room;
      if (fits) room -= size;
      kept.push({
        ...reference,
        bytes: size,
        status: getStatus(body, reference.sha256, fits),
        text: fits ? body.toString('utf8') : null,
      });
    }
    return {
      kept,
      toReference: (decision: Decided) =>
        (decision.by === 'import' ? undefined : shown.get(noticeKey(decision))?.reference) ??
        missingNotice(decision),
    };
  }

  const readAudit = (
    tenantId: string,
    visitorId: string,
    states: readonly StoredHistoryEntry[],
  ): Promise<Evidence['audit']> =>
    readAuditLines(database, tenantId, [
      ...records.auditedVisitor(tenantId, visitorId).map((id) => ({ type: 'consent', id })),
      ...[...new Set(states.map(({ profileId }) => profileId))].map((id) => ({ type: 'profile', id })),
    ]);

  return {
    async collect({ tenantId, actor }, { visitorId, format, publicUrl }) {
      if ((await records.find(tenantId, visitorId)) === null) throw new ServiceError('consent_not_found');
      await runUnit(async (unit) => {
        unit.audit({
          tenantId,
          action: 'export:evidence',
          resourceType: 'consent',
          resourceId: records.auditedVisitor(tenantId, visitorId)[0],
          actor,
          changes: { format },
        });
      });
      const { consent, states } = await readRecord(tenantId, visitorId);
      const decisions = listDecisions(states);
      const { kept, toReference } = await readNotices(tenantId, states.length === 0 ? [consent] : decisions);
      const { receipt, notice } = await receipts.issue(consent, publicUrl);
      const history: EvidenceState[] = [];
      for (const [index, state] of states.entries())
        history.push({
          ...(await records.toOperatorEntry(tenantId, state)),
          decidedWithSignal: state.decidedWithSignal,
          notice: toReference(decisions[index] ?? state),
        });
      return {
        notice,
        evidence: {
          generatedAt: toIso(clock.now()),
          generatedBy: `express-consent ${packageVersion}`,
          tenantId,
          visitorId,
          record: {
            ...(await records.toOperatorRecord(consent)),
            decidedWithSignal: consent.decidedWithSignal,
          },
          country: consent.country,
          region: consent.region,
          parentalConsents: (await records.parental(tenantId, visitorId)).map(
            ({ profileId, grantedAt, denied, earlier }) => ({
              profileId,
              grantedAt: toIsoOrNull(grantedAt),
              denied: [...denied],
              earlierAnswers: earlier.map((answer) => ({
                grantedAt: toIso(answer.grantedAt),
                denied: [...answer.denied],
              })),
            }),
          ),
          receipt,
          history,
          earlierStates: (states.at(-1) ?? consent).revision - 1,
          notices: kept,
          audit: await readAudit(tenantId, visitorId, states),
        },
      };
    },
  };
}

/**
 * Returns the decision in effect at each state: the state itself, or the one before a change that was no decision and
 * showed no notice.
 * @param states newest first
 */
function listDecisions(states: readonly StoredHistoryEntry[]): StoredHistoryEntry[] {
  let decision: StoredHistoryEntry | undefined;
  return states
    .toReversed()
    .map((state) => {
      decision = state.decided ? state : (decision ?? state);
      return decision;
    })
    .reverse();
}

function getStatus(body: Buffer | null, savedSha256: string | null, fits: boolean): EvidenceNotice['status'] {
  if (body === null) return 'missing';
  if (sha256Hex(body) !== savedSha256) return 'changed';
  return fits ? 'included' : 'omitted';
}

/** The fields that identify the notice of a decision. */
type NoticeName = Pick<NoticeReference, 'profileId' | 'profileVersion' | 'locale'>;
type Decided = NoticeName & Pick<StoredHistoryEntry, 'by'>;

function noticeKey({ profileId, profileVersion, locale }: NoticeName): string {
  return `${profileId} ${profileVersion} ${locale}`;
}

function missingNotice({ profileId, profileVersion, locale }: NoticeName): NoticeReference {
  return { profileId, profileVersion, locale, sha256: null };
}
