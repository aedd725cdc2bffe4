import type { Database } from '../../database/database';
import { createRevisionCache } from '../../database/revision-cache';
import { bumpRevision, type RevisionWatcher } from '../../database/revisions';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import type { Actor } from '../../kernel/caller';
import { changedFields } from '../../kernel/changes';
import { type Clock, toIso } from '../../kernel/clock';
import { type FaultDetail, validationFailed } from '../../kernel/errors';
import { isOriginEntry, originAllowed } from '../../kernel/origins';
import { truncate } from '../../kernel/truncate';
import { type StoredSettings, settingsRepository } from './settings-repository';
import type { SettingsPatch, SettingsWarning } from './settings-schemas';

// Why: docs/adr/0025-a-lockout-needs-a-yes.md

export interface SettingsServiceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly watcher: RevisionWatcher;
  readonly clock: Clock;
}

export interface SettingsService {
  /** Returns cached settings, at most half a second behind any process. */
  current(tenantId: string): Promise<StoredSettings>;
  /**
   * Changes only the given fields. A list of admin origins that locks out the page that sends it is saved
   * only with `confirmLockout`: afterwards that page can neither read a warning nor undo the change.
   * @param origin the page's origin; null for callers other than browsers
   * @throws ServiceError `validation_failed`
   */
  change(context: SettingsContext, patch: SettingsPatch, origin: string | null): Promise<SettingsChange>;
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
}

export function createSettingsService({
  database,
  runUnit,
  watcher,
  clock,
}: SettingsServiceOptions): SettingsService {
  const readCached = createRevisionCache<StoredSettings>({ database, watcher });
  const current = (tenantId: string) =>
    readCached(tenantId, (connection) => settingsRepository(connection.tenant(tenantId)).get());

  return {
    current,

    async change({ tenantId, actor }, { confirmLockout = false, ...patch }, origin) {
      const faults = (['allowedOrigins', 'adminAllowedOrigins'] as const).flatMap((field) =>
        originFaults(field, patch[field]),
      );
      if (faults.length > 0) throw validationFailed(...faults);
      const warnings = lockoutWarnings(patch.adminAllowedOrigins, origin);
      if (warnings.length > 0 && !confirmLockout)
        return { settings: await current(tenantId), saved: false, warnings };
      return runUnit(async (unit) => {
        const repository = settingsRepository(unit.tenant(tenantId));
        const now = clock.now();
        const withPatch = (settings: StoredSettings): StoredSettings => ({
          ...settings,
          allowedOrigins: patch.allowedOrigins ?? settings.allowedOrigins,
          adminAllowedOrigins: patch.adminAllowedOrigins ?? settings.adminAllowedOrigins,
          updatedAt: now,
        });
        const seen = await repository.get();
        // A request that changes nothing causes neither an event nor an audit entry.
        const hasChanged =
          seen.updatedAt === null ||
          Object.keys(changedFields(getOrigins(seen), getOrigins(withPatch(seen)))).length > 0;
        if (!hasChanged) return { settings: seen, saved: true, warnings };
        await repository.lock(now);
        const before = await repository.get();
        const after = withPatch(before);
        await repository.save(after);
        const changes = changedFields(getOrigins(before), getOrigins(after));
        unit.audit({
          tenantId,
          action: 'settings:updated',
          resourceType: 'settings',
          resourceId: tenantId,
          actor,
          changes,
        });
        unit.emit('settings.updated', { tenantId, occurredAt: toIso(now), changed: Object.keys(changes) });
        await bumpRevision(unit, 'content');
        unit.afterCommit(() => watcher.expire());
        return { settings: after, saved: true, warnings };
      });
    },

    async completeSetup({ tenantId, actor }) {
      await runUnit(async (unit) => {
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
        await bumpRevision(unit, 'content');
        unit.afterCommit(() => watcher.expire());
      });
    },
  };
}

const getOrigins = ({ allowedOrigins, adminAllowedOrigins }: StoredSettings) => ({
  allowedOrigins,
  adminAllowedOrigins,
});

function originFaults(field: string, entries: readonly string[] | undefined): FaultDetail[] {
  return (entries ?? []).flatMap((entry, index) =>
    isOriginEntry(entry)
      ? []
      : [
          {
            path: `${field}[${index}]`,
            message: 'must be an origin such as https://shop.example or https://*.shop.example',
          },
        ],
  );
}

function lockoutWarnings(listed: readonly string[] = [], origin: string | null): SettingsWarning[] {
  if (origin === null || listed.length === 0 || originAllowed(listed, origin)) return [];
  const message = `adminAllowedOrigins would not list ${truncate(origin, 300)}, where this request comes from: that page could not call the admin API any more.`;
  return [{ rule: 'settings/lockout', message }];
}
