import { type PublicationPeriod, type PublicationReader, toPublication } from '#banners/profiles/index';
import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { ActorContext } from '#platform/kernel/caller';
import { type Clock, toIso, toIsoOrNull } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import type { TimeRange } from '#platform/kernel/time-range';
import { packageVersion } from '#platform/kernel/version';
import type { NoticeReader } from '../receipts';
import { readAuditLines } from './audit-lines';
import type { Evidence } from './evidence-schemas';
import { noticeFile } from './summed-files';

export interface PublicationEvidenceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly publications: PublicationReader;
  /** Returns the decisions of days and profiles, oldest first. */
  readonly decisions: (
    tenantId: string,
    filter: { readonly group: string; readonly from?: string; readonly to?: string },
  ) => Promise<readonly DayOfProfile[]>;
  readonly notices: Pick<NoticeReader, 'bytes'>;
  readonly clock: Clock;
}

interface DayOfProfile {
  readonly day: string;
  readonly profileId: string;
  readonly optedIn: number;
  readonly optedOut: number;
  readonly partial: number;
}

export interface PublicationEvidenceRequest {
  readonly complianceGroup: string;
  readonly range: TimeRange;
}

/** A locale file of a published version. */
export interface PublishedNotice {
  readonly locale: string;
  /** Its name in the archive. */
  readonly file: string;
  /** SHA-256 of the file as it was saved, in hex. */
  readonly sha256: string;
}

export interface PublicationEvidence {
  readonly generatedAt: string;
  readonly generatedBy: string;
  readonly tenantId: string;
  readonly complianceGroup: string;
  /** The requested range; null: no bound. */
  readonly from: string | null;
  readonly to: string | null;
  /** The versions that visitors got, the last published first. */
  readonly publications: readonly (ReturnType<typeof toPublication> & {
    readonly notices: readonly PublishedNotice[];
  })[];
  readonly decisions: readonly object[];
  readonly audit: Evidence['audit'];
}

export interface PublicationEvidenceService {
  /**
   * Collects what the visitors of a group got in a range of time, and records this in the audit log.
   * @throws ServiceError `payload_too_large` when there are too many publications
   */
  collect(context: ActorContext, request: PublicationEvidenceRequest): Promise<PublicationEvidence>;
  /** Returns the bytes in storage, null when there are none: what visitors were served if they have the hash of the save. */
  noticeBytes(tenantId: string, notice: NoticeOfVersion): Promise<Buffer | null>;
}

export interface NoticeOfVersion {
  readonly profileId: string;
  readonly version: number;
  readonly locale: string;
}

const maxPublications = 500;
const publicationsAtOnce = 100;

export function createPublicationEvidence({
  database,
  runUnit,
  publications,
  decisions,
  notices,
  clock,
}: PublicationEvidenceOptions): PublicationEvidenceService {
  async function readPublications(
    tenantId: string,
    { complianceGroup: group, range }: PublicationEvidenceRequest,
  ): Promise<PublicationPeriod[]> {
    const found: PublicationPeriod[] = [];
    let after: Parameters<PublicationReader>[2]['after'] = null;
    do {
      const batch: Awaited<ReturnType<PublicationReader>> = await publications(
        tenantId,
        { group, range },
        { after, limit: publicationsAtOnce },
      );
      found.push(...batch.items);
      after = batch.nextAfter;
      if (found.length > maxPublications)
        throw new ServiceError('payload_too_large', {
          message: `The range has more than ${maxPublications} publications. Choose a shorter one.`,
        });
    } while (after !== null);
    return found;
  }

  return {
    async collect({ tenantId, actor }, request) {
      const { complianceGroup, range } = request;
      const periods = await readPublications(tenantId, request);
      const bounds = { from: toIsoOrNull(range.from), to: toIsoOrNull(range.to) };
      await runUnit(async (unit) => {
        unit.audit({
          tenantId,
          action: 'export:publications',
          resourceType: 'publication',
          resourceId: complianceGroup,
          actor,
          changes: { ...bounds, publications: periods.length },
        });
      });
      const days = await decisions(tenantId, {
        group: complianceGroup,
        ...(bounds.from === null ? {} : { from: bounds.from.slice(0, 10) }),
        ...(bounds.to === null ? {} : { to: bounds.to.slice(0, 10) }),
      });
      const profileIds = [...new Set(periods.map(({ profileId }) => profileId))];
      return {
        generatedAt: toIso(clock.now()),
        generatedBy: `express-consent ${packageVersion}`,
        tenantId,
        complianceGroup,
        ...bounds,
        publications: periods.map((period) => ({ ...toPublication(period), notices: toNotices(period) })),
        decisions: days.map(({ day, profileId, optedIn, optedOut, partial }) => ({
          date: day,
          profileId,
          total: optedIn + optedOut + partial,
          optedIn,
          optedOut,
          partial,
        })),
        audit: await readAuditLines(
          database,
          tenantId,
          profileIds.map((id) => ({ type: 'profile', id })),
        ),
      };
    },

    noticeBytes: (tenantId, { profileId, version, locale }) =>
      notices.bytes({ tenantId, profileId, version }, locale),
  };
}

function toNotices({ profileId, version, files }: PublicationPeriod): PublishedNotice[] {
  return Object.entries(files).map(([locale, sha256]) => ({
    locale,
    file: noticeFile({ profileId, profileVersion: version, locale }),
    sha256,
  }));
}
