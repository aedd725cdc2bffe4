import type { Database, TenantScope } from '#platform/database/database';
import type { UnitOfWork } from '#platform/database/unit-of-work';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError, validationFailed } from '#platform/kernel/errors';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import type { RuleSeverities } from '#standards/compliance/index';
import type { TemplateLookup } from '../../templates';
import { type DraftRules, draftAsStored, draftProfile } from '../drafts/profile-draft';
import type { TcfContext } from '../drafts/tcf-findings';
import { carryLinks, retryWhileTemplatesChange } from '../drafts/template-links';
import { profileRepository, type StoredProfile } from '../profile-repository';
import type { Finding } from '../profile-schemas';
import type { ProfileContext } from '../publishing/profile-transaction';
import type { NextVersion, ProfileWriter, SavedProfile } from '../publishing/profile-writer';
import { publicationPeriodRepository } from '../publishing/publication-period-repository';
import { createSaveHooks } from '../publishing/save-hooks';
import type { ProfileSnapshots } from '../versions/profile-snapshots';
import { profileVersionRepository, type VersionRecord } from '../versions/profile-version-repository';
import { toPerson } from '../versions/version-facts';
import { experimentRepository, type StoredExperiment } from './experiment-repository';
import type { ExperimentEnd, ExperimentStart } from './experiment-schemas';
import { reviewVariants } from './review-variants';
import { applyVariant, type StoredVariant } from './variant';

// Why: docs/adr/0111-variants.md

/** An experiment, and how long visitors got its variants. Times are Unix times (ms). */
export interface DatedExperiment extends StoredExperiment {
  readonly running: boolean;
  /** Null while it runs. */
  readonly endedAt: number | null;
}

/** An experiment with what its variants show. */
export interface WholeExperiment extends DatedExperiment {
  readonly contents: readonly StoredVariant[];
}

export interface ExperimentServiceOptions {
  readonly writer: Pick<ProfileWriter, 'saveNext'>;
  readonly database: Database;
  readonly snapshots: ProfileSnapshots;
  readonly templates: TemplateLookup;
  readonly hooks: HookRunner;
  readonly clock: Clock;
  readonly complianceRules: RuleSeverities;
  readonly tcf: TcfContext;
  readonly isOwnCookie: DraftRules['isOwnCookie'];
}

export type ExperimentService = ReturnType<typeof createExperimentService>;

/** Creates the service that shows variants of a profile to its visitors, and keeps one of them. */
export function createExperimentService(options: ExperimentServiceOptions) {
  const { writer, database, snapshots, templates, clock } = options;
  const draftRules = (): DraftRules => ({
    now: clock.now(),
    severities: options.complianceRules,
    tcf: options.tcf,
    isOwnCookie: options.isOwnCookie,
  });
  const saveHooks = createSaveHooks({ ...options, draftRules });

  /** Drafts stored content again, by the rules of today and after the plugins' changes. */
  async function draftStored(before: StoredProfile, record: VersionRecord) {
    const { tenantId, id: profileId } = before;
    const links = await carryLinks(templates, tenantId, record);
    const own = draftProfile(record, {}, links, draftRules());
    const target = { tenantId, profileId, name: before.name, groupIsFixed: true };
    return saveHooks.beforeSave(target, own);
  }

  /** Drafts content that visitors have already: neither the rules of today nor plugins can refuse or change it. */
  async function draftServed({ tenantId, name }: StoredProfile, record: VersionRecord) {
    const links = await carryLinks(templates, tenantId, record);
    return { name, draft: draftAsStored(record, links, draftRules()), changes: {} };
  }

  async function save(
    context: ProfileContext,
    profile: StoredProfile,
    expectedVersion: number | null,
    make: (before: StoredProfile, record: VersionRecord) => Promise<NextVersion>,
  ): Promise<SavedProfile> {
    const saved = await retryWhileTemplatesChange(() =>
      writer.saveNext(context, profile, expectedVersion, make),
    );
    await saveHooks.afterActivate(saved.profile);
    return saved;
  }

  async function findRunning({ tenantId, id, publishedVersion, isActive }: StoredProfile) {
    if (!isActive || publishedVersion === null) return null;
    return database.read((connection) =>
      experimentRepository(connection.tenant(tenantId)).find(id, publishedVersion),
    );
  }

  /**
   * Publishes a version that shows variants of the current one.
   * @param expectedVersion the version for which the variants were written; null: any version
   * @throws ServiceError `experiment_running`, `experiment_needs_live_version`, `profile_invalid`, `validation_failed`,
   * `version_conflict`
   */
  async function start(
    context: ProfileContext,
    profile: StoredProfile,
    { variants: sent, goal = 'accepted', note }: ExperimentStart,
    expectedVersion: number | null,
  ): Promise<{ readonly experiment: WholeExperiment; readonly warnings: readonly Finding[] }> {
    const { tenantId } = context;
    let warnings: readonly Finding[] = [];
    const saved = await save(context, profile, expectedVersion, async (before, record) => {
      if ((await findRunning(before)) !== null) throw new ServiceError('experiment_running');
      requireLive(before, before.version);
      const { name, draft, changes } = await draftStored(before, record);
      const target = { tenantId, profileId: before.id, name, groupIsFixed: true };
      const reviewed = await reviewVariants(draft, sent, {
        templates,
        tenantId,
        rules: draftRules(),
        beforeSave: (varied) => saveHooks.beforeSave(target, varied),
      });
      warnings = reviewed.warnings;
      return {
        name,
        draft,
        note,
        variants: reviewed.variants,
        action: { kind: 'updated', changes: { ...changes, ...reviewed.changes } },
        replaceLive: {
          check: (current) => requireLive(current, before.version),
          alongside: (unit, published) => noteStart(unit, context, published, goal, reviewed.variants),
        },
      };
    });
    return {
      experiment: await read(tenantId, saved.profile.id, saved.profile.version),
      warnings: [...saved.warnings, ...warnings],
    };
  }

  async function noteStart(
    unit: UnitOfWork,
    { tenantId, actor }: ProfileContext,
    { id, name, version }: StoredProfile,
    goal: StoredExperiment['goal'],
    variants: readonly StoredVariant[],
  ): Promise<void> {
    const named = [
      { id: 'A' as const, name: null },
      ...variants.map((own) => ({ id: own.id, name: own.name?.trim() || null })),
    ];
    await experimentRepository(unit.tenant(tenantId)).insert({
      profileId: id,
      version,
      goal,
      variants: named,
      startedBy: toPerson(actor.userId, actor.userEmail),
      startedAt: clock.now(),
      kept: null,
    });
    unit.audit({
      tenantId,
      action: 'experiment:started',
      resourceType: 'profile',
      resourceId: id,
      resourceName: name,
      actor,
      changes: { version, goal, variants: named.map((own) => own.id) },
    });
  }

  /**
   * Publishes a version that shows one variant to all visitors. A can always be kept.
   * @throws ServiceError `experiment_not_found`, `experiment_ended`, `validation_failed` for a variant that it does not have
   */
  async function end(
    context: ProfileContext,
    profile: StoredProfile,
    version: number,
    { keep = 'A', note }: ExperimentEnd,
  ): Promise<{ readonly experiment: WholeExperiment; readonly publishedVersion: number }> {
    const { tenantId, actor } = context;
    const address = { tenantId, profileId: profile.id, version };
    const { contents } = await read(tenantId, profile.id, version);
    const kept = contents.find(({ id }) => id === keep);
    if (keep !== 'A' && kept === undefined)
      throw validationFailed({ path: 'keep', message: 'is not a variant of this experiment' });
    const saved = await save(context, profile, null, async (before) => {
      requireRunning(before, version);
      const shown = await snapshots.record(address);
      const { name, draft, changes } = kept
        ? await draftStored(before, applyVariant(shown, kept))
        : await draftServed(before, shown);
      return {
        name,
        draft,
        note,
        restored: shown,
        action: { kind: 'updated', changes },
        replaceLive: {
          check: (current) => requireRunning(current, version),
          ...(kept === undefined && { permit: { kind: 'served' } as const }),
          async alongside(unit, published) {
            await experimentRepository(unit.tenant(tenantId)).keep(published.id, version, keep);
            unit.audit({
              tenantId,
              action: 'experiment:ended',
              resourceType: 'profile',
              resourceId: published.id,
              resourceName: published.name,
              actor,
              changes: { version, kept: keep, publishedVersion: published.version },
            });
          },
        },
      };
    });
    return {
      experiment: await read(tenantId, profile.id, version),
      publishedVersion: saved.profile.version,
    };
  }

  /** Adds when visitors got the variants. */
  async function date(scope: TenantScope, profileId: string, found: readonly StoredExperiment[]) {
    if (found.length === 0) return [];
    const profile = await profileRepository(scope).find(profileId);
    const periods = await publicationPeriodRepository(scope).ofProfile(profileId);
    return found.map((experiment): DatedExperiment => {
      const { version, startedAt } = experiment;
      const running = profile?.isActive === true && profile.publishedVersion === version;
      const endedAt = running ? null : (periods.get(version)?.[0]?.endedAt ?? startedAt);
      return { ...experiment, running, endedAt };
    });
  }

  /** @throws ServiceError `experiment_not_found` */
  async function find(tenantId: string, profileId: string, version: number): Promise<DatedExperiment> {
    const [found] = await database.read(async (connection) => {
      const scope = connection.tenant(tenantId);
      const stored = await experimentRepository(scope).find(profileId, version);
      return date(scope, profileId, stored === null ? [] : [stored]);
    });
    if (found === undefined) throw new ServiceError('experiment_not_found');
    return found;
  }

  /** @throws ServiceError `experiment_not_found` */
  async function read(tenantId: string, profileId: string, version: number): Promise<WholeExperiment> {
    const found = await find(tenantId, profileId, version);
    const { variants = [] } = await snapshots.record({ tenantId, profileId, version });
    return { ...found, contents: variants };
  }

  return {
    start,
    end,
    find,
    read,
    /**
     * Lists the experiments of a profile, also of a deleted one, the last started first.
     * @throws ServiceError `profile_not_found`
     */
    list: (tenantId: string, profileId: string): Promise<DatedExperiment[]> =>
      database.read(async (connection) => {
        const scope = connection.tenant(tenantId);
        if (!(await profileVersionRepository(scope).hasAny(profileId)))
          throw new ServiceError('profile_not_found');
        return date(scope, profileId, await experimentRepository(scope).list(profileId));
      }),
  };
}

/** @throws ServiceError `experiment_needs_live_version` unless visitors get this version */
function requireLive({ isActive, publishedVersion }: StoredProfile, version: number): void {
  if (!isActive || publishedVersion !== version) throw new ServiceError('experiment_needs_live_version');
}

/** @throws ServiceError `experiment_ended` unless visitors get this version */
function requireRunning({ isActive, publishedVersion }: StoredProfile, version: number): void {
  if (!isActive || publishedVersion !== version) throw new ServiceError('experiment_ended');
}
