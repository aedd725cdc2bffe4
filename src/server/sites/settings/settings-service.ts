import type { Connection, Database } from '#platform/database/database';
import { bumpContent, createRevisionCache, type RevisionWatcher } from '#platform/database/revisions';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import { type Actor, type Caller, isSuperadmin, seesAllTenants } from '#platform/kernel/caller';
import { changedFields } from '#platform/kernel/changes';
import { type Clock, toIso } from '#platform/kernel/clock';
import { type FaultDetail, ServiceError, validationFailed } from '#platform/kernel/errors';
import { defaultTenantId } from '#platform/kernel/ids';
import { isOriginEntry, originAllowed } from '#platform/kernel/origins';
import { truncate } from '#platform/kernel/truncate';
import { holdTenant } from '../tenants';
import { type StoredSettings, settingsRepository } from './settings-repository';
import type { SettingsPatch, SettingsWarning } from './settings-schemas';

// Why: docs/adr/0025-a-lockout-needs-a-yes.md

export interface SettingsServiceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly watcher: RevisionWatcher;
  readonly clock: Clock;
  /** There can be tenants other than `default`. */
  readonly severalTenants: boolean;
  /** Returns whether an active user other than this one can approve publications of the tenant. */
  readonly otherApproverExists: (tenantId: string, userId: string | null) => Promise<boolean>;
}

export interface SettingsService {
  /** Returns cached settings, at most half a second behind any process. */
  current(tenantId: string): Promise<StoredSettings>;
  /** Returns the settings as the database has them now. */
  latest(tenantId: string): Promise<StoredSettings>;
  /** Returns the tenant's `allowedOrigins`; empty: no restriction. */
  allowedOrigins(tenantId: string): Promise<readonly string[]>;
  /** Checks lists of origins as `change` does. @throws ServiceError `validation_failed` */
  checkOrigins(patch: Pick<SettingsPatch, 'allowedOrigins' | 'adminAllowedOrigins'>): void;
  /**
   * Changes only the given fields. A list of admin origins that locks out the page that sends it is saved
   * only with `confirmLockout`: afterwards that page can neither read a warning nor undo the change.
   * @param origin the page's origin; null for callers other than browsers
   * @param require throws when the caller does not want to change these settings
   * @throws ServiceError `validation_failed`; `approver_missing` when nobody else could approve publications;
   * `forbidden` when a caller other than a superadmin ends their approval; `tenant_forbidden` when a caller who is limited to
   * tenants changes `adminAllowedOrigins` of `default`, which sign-in, users, roles and tenants obey
   */
  change(
    context: SettingsContext,
    patch: SettingsPatch,
    origin: string | null,
    require?: (current: StoredSettings) => void,
  ): Promise<SettingsChange>;
  /**
   * Records that the first-run wizard was finished or skipped. This cannot be undone; a second call changes
   * nothing.
   */
  completeSetup(context: SettingsContext): Promise<void>;
}

/** Result of a change. */
export interface SettingsChange {
  /** The current settings. */
  readonly settings: StoredSettings;
  readonly saved: boolean;
  readonly warnings: readonly SettingsWarning[];
}

/** The actor and the tenant of a change. */
export interface SettingsContext {
  readonly tenantId: string;
  readonly actor: Actor;
  /** Why, for the audit log. */
  readonly note?: string;
  /** Absent for the command line. */
  readonly caller?: Caller;
}

export function createSettingsService({
  database,
  runUnit,
  watcher,
  clock,
  severalTenants,
  otherApproverExists,
}: SettingsServiceOptions): SettingsService {
  const readCached = createRevisionCache<StoredSettings>({ database, watcher });
  const read = (tenantId: string) => (connection: Connection) =>
    settingsRepository(connection.tenant(tenantId)).get();
  const current = (tenantId: string) => readCached(tenantId, read(tenantId));

  return {
    current,
    latest: (tenantId) => database.read(read(tenantId)),
    allowedOrigins: async (tenantId) => (await current(tenantId)).allowedOrigins,
    checkOrigins,

    async change({ tenantId, actor, caller, note }, { confirmLockout = false, ...patch }, origin, require) {
      checkOrigins(patch);
      const warnings = lockoutWarnings(patch.adminAllowedOrigins, origin);
      if (warnings.length > 0 && !confirmLockout)
        return { settings: await current(tenantId), saved: false, warnings };
      if (
        patch.approvalRequired === true &&
        !(await current(tenantId)).approvalRequired &&
        !(await otherApproverExists(tenantId, actor.userId))
      )
        throw new ServiceError('approver_missing');
      return runUnit(async (unit) => {
        await holdTenant(unit, tenantId);
        const repository = settingsRepository(unit.tenant(tenantId));
        const now = clock.now();
        const withPatch = (settings: StoredSettings): StoredSettings => ({
          ...settings,
          allowedOrigins: patch.allowedOrigins ?? settings.allowedOrigins,
          adminAllowedOrigins: patch.adminAllowedOrigins ?? settings.adminAllowedOrigins,
          impressionSample: patch.impressionSample ?? settings.impressionSample,
          approvalRequired: patch.approvalRequired ?? settings.approvalRequired,
          updatedAt: now,
        });
        const seen = await repository.get();
        require?.(seen);
        // A request that changes nothing causes neither an event nor an audit entry.
        const hasChanged =
          seen.updatedAt === null ||
          Object.keys(changedFields(pickChangeable(seen), pickChangeable(withPatch(seen)))).length > 0;
        if (!hasChanged) return { settings: seen, saved: true, warnings };
        await repository.lock(now);
        const before = await repository.get();
        require?.(before);
        const after = withPatch(before);
        requireMayRelax(before, after, caller);
        const changes = changedFields(pickChangeable(before), pickChangeable(after));
        if (severalTenants && tenantId === defaultTenantId && 'adminAllowedOrigins' in changes)
          requireAllTenants(caller);
        await repository.save(after);
        unit.audit({
          tenantId,
          action: 'settings:updated',
          resourceType: 'settings',
          resourceId: tenantId,
          actor,
          changes: { ...changes, ...(note !== undefined && { note }) },
        });
        unit.emit('settings.updated', { tenantId, occurredAt: toIso(now), changed: Object.keys(changes) });
        await bumpContent(unit, tenantId);
        unit.afterCommit(() => watcher.expire(tenantId));
        return { settings: after, saved: true, warnings };
      });
    },

    async completeSetup({ tenantId, actor }) {
      await runUnit(async (unit) => {
        await holdTenant(unit, tenantId);
        const repository = settingsRepository(unit.tenant(tenantId));
        if ((await repository.get()).setupCompleted) return;
        const now = clock.now();
        await repository.lock(now);
        const before = await repository.get();
        if (before.setupCompleted) return; // someone else was first
        await repository.save({ ...before, setupCompleted: true, updatedAt: now });
        unit.audit({
          tenantId,
          action: 'setup:completed',
          resourceType: 'settings',
          resourceId: tenantId,
          actor,
          changes: changedFields({ setupCompleted: false }, { setupCompleted: true }),
        });
        unit.emit('settings.updated', { tenantId, occurredAt: toIso(now), changed: ['setupCompleted'] });
        await bumpContent(unit, tenantId);
        unit.afterCommit(() => watcher.expire(tenantId));
      });
    },
  };
}

const pickChangeable = ({ setupCompleted: _completed, updatedAt: _updated, ...changeable }: StoredSettings) =>
  changeable;

/** A person who could end the approval alone could publish alone. @throws ServiceError `forbidden` */
function requireMayRelax(before: StoredSettings, after: StoredSettings, caller: Caller | undefined): void {
  if (before.approvalRequired && !after.approvalRequired && !(caller && isSuperadmin(caller)))
    throw new ServiceError('forbidden', {
      message: 'Only a superadmin can end the approval of publications.',
    });
}

/** The command line has no caller. @throws ServiceError `tenant_forbidden` */
function requireAllTenants(caller: Caller | undefined): void {
  if (caller !== undefined && !seesAllTenants(caller))
    throw new ServiceError('tenant_forbidden', {
      message:
        'The admin origins of `default` apply to the sign-in of every tenant, so only someone who may see all tenants may change them.',
    });
}

function checkOrigins(patch: Pick<SettingsPatch, 'allowedOrigins' | 'adminAllowedOrigins'>): void {
  const faults = (['allowedOrigins', 'adminAllowedOrigins'] as const).flatMap((field) =>
    originFaults(field, patch[field]),
  );
  if (faults.length > 0) throw validationFailed(...faults);
}

function originFaults(field: string, entries: readonly string[] | undefined): FaultDetail[] {
  return (entries ?? []).flatMap((entry, index) =>
    isOriginEntry(entry)
      ? []
      : [
          {
            path: `${field}[${index}]`,
            message: 'must be an origin such as https://shop.example or https://*.shop.example',
            rule: 'origin',
          },
        ],
  );
}

function lockoutWarnings(listed: readonly string[] = [], origin: string | null): SettingsWarning[] {
  if (origin === null || listed.length === 0 || originAllowed(listed, origin)) return [];
  const message = `adminAllowedOrigins would not list ${truncate(origin, 300)}, where this request comes from: that page could not call the admin API any more.`;
  return [{ rule: 'settings/lockout', message }];
}
