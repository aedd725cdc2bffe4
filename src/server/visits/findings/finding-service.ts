import { requirePermit } from '#banners/profiles/index';
import type { Database } from '#platform/database/database';
import { bumpContent, type RevisionWatcher } from '#platform/database/revisions';
import type { RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import { type ActorContext, type Caller, holds, type RequestContext } from '#platform/kernel/caller';
import { ServiceError, validationFailed } from '#platform/kernel/errors';
import { type StoredFinding, subjectOf } from './finding';
import { findingRepository } from './finding-repository';
import type { FindingDecision } from './finding-schemas';
import { requireOwnName } from './general-name';

export interface FindingServiceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly watcher: RevisionWatcher;
  /** Called when a cookie of the tenant has become necessary, or is not any more. */
  readonly onNecessary: (tenantId: string) => void;
}

export type FindingService = ReturnType<typeof createFindingService>;

/** Creates the decisions of operators about findings. */
export function createFindingService({ database, runUnit, watcher, onNecessary }: FindingServiceOptions) {
  /** @throws ServiceError `finding_not_found` if one of them does not exist */
  async function getAll(tenantId: string, ids: readonly string[]): Promise<StoredFinding[]> {
    const wanted = [...new Set(ids)];
    const found = await database.read((connection) =>
      findingRepository(connection.tenant(tenantId)).findAll(wanted),
    );
    if (found.length < wanted.length) throw new ServiceError('finding_not_found');
    const byId = new Map(found.map((finding) => [finding.id, finding]));
    return wanted.flatMap((id) => byId.get(id) ?? []);
  }

  /** Returns how many findings changed: none when another operator was faster. */
  async function decideOne(
    unit: UnitOfWork,
    { tenantId, actor }: ActorContext,
    finding: StoredFinding,
    { status, reason = '' }: FindingDecision,
  ): Promise<number> {
    const repository = findingRepository(unit.tenant(tenantId));
    const { status: before, name, code, kind, page } = finding;
    if (before === status) return 0;
    const why = status === 'ignored' ? reason.trim() : null;
    let changed = 0;
    // That a site needs a cookie is true of everything that was found about it.
    if (before === 'necessary')
      changed = await repository.setStatusOfCookie(name, { from: 'necessary', to: 'open' });
    if (status === 'necessary') {
      if (before === 'ignored') await repository.setStatus(finding, { from: 'ignored', to: 'open' });
      changed = await repository.setStatusOfCookie(name, { from: 'open', to: 'necessary' });
    } else if (before === 'ignored' || status === 'ignored') {
      const from = before === 'necessary' ? 'open' : before;
      changed = await repository.setStatus(finding, { from, to: status, reason: why });
    }
    if (changed > 0)
      unit.audit({
        tenantId,
        action: `finding:${status === 'open' ? 'reopened' : status}`,
        resourceType: 'finding',
        resourceId: finding.id,
        resourceName: name,
        actor,
        changes: { code, kind, page, ...(why && { reason: why }) },
      });
    return changed;
  }

  return {
    getAll,

    /**
     * Records a decision about findings, which is true of them on every page. One that is already taken changes nothing.
     * A necessary cookie passes the guard at once, so it needs the rights of a publication; taking that back needs no
     * second person, as withdrawing a banner.
     * @throws ServiceError `finding_not_found`, `validation_failed`, `forbidden`, `approval_required`
     */
    async decide(context: RequestContext, decision: FindingDecision): Promise<number> {
      const { tenantId, caller } = context;
      const { findingIds, status, reason = '' } = decision;
      if (status === 'necessary') requireMayPublish(caller);
      const findings = await getAll(tenantId, findingIds);
      if (findings.some((finding) => finding.status === 'necessary')) requireMayPublish(caller);
      if (status === 'necessary' && findings.some(({ kind }) => kind !== 'cookie'))
        throw validationFailed({
          path: 'status',
          message: 'only a cookie can be necessary; name the host in the option csp.hosts of the guard',
        });
      if (status === 'necessary')
        for (const finding of findings)
          requireOwnName(finding, `findingIds.${findingIds.indexOf(finding.id)}`);
      if (status === 'ignored' && reason.trim() === '')
        throw validationFailed({ path: 'reason', message: 'is required for what is ignored' });
      const subjects = new Map(findings.map((finding) => [subjectOf(finding), finding]));
      const changesCookies = status === 'necessary' || findings.some((each) => each.status === 'necessary');
      return runUnit(async (unit) => {
        if (status === 'necessary') await requirePermit(unit.tenant(tenantId), null);
        let changed = 0;
        for (const finding of subjects.values()) changed += await decideOne(unit, context, finding, decision);
        if (changesCookies && changed > 0) {
          await bumpContent(unit, tenantId);
          unit.afterCommit(() => {
            watcher.expire(tenantId);
            onNecessary(tenantId);
          });
        }
        return changed;
      });
    },
  };
}

function requireMayPublish(caller: Caller): void {
  if (!holds(caller, 'profiles:activate'))
    throw new ServiceError('forbidden', {
      message: 'Marking a cookie as necessary, and undoing that, needs the permission profiles:activate.',
    });
}
