import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database';
import { bumpRevision, type RevisionWatcher } from '../../database/revisions';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import type { Actor } from '../../kernel/caller';
import { type Clock, toIso } from '../../kernel/clock';
import { type FaultDetail, validationFailed } from '../../kernel/errors';
import { isOriginEntry } from '../../kernel/origins';
import { type StoredSettings, settingsRepository } from './settings-repository';
import type { SettingsPatch } from './settings-schemas';

export interface SettingsServiceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly watcher: RevisionWatcher;
  readonly clock: Clock;
}

export interface SettingsService {
  /** From memory, at most half a second behind any process. */
  current(tenantId: string): Promise<StoredSettings>;
  /** Only the fields sent change. @throws ServiceError `validation_failed` */
  change(context: SettingsContext, patch: SettingsPatch): Promise<StoredSettings>;
  /** Notes that the first-run wizard was finished or skipped. Nothing takes that back; a second call changes nothing. */
  completeSetup(context: SettingsContext): Promise<void>;
}

/** Who does it, and in which tenant. */
export interface SettingsContext {
  readonly tenantId: string;
  readonly actor: Actor;
}

const maxTenantsKept = 5000;

export function createSettingsService({ database, runUnit, watcher, clock }: SettingsServiceOptions): SettingsService {
  const kept = new LRUCache<string, Promise<StoredSettings>>({ max: maxTenantsKept });
  watcher.onChange(() => kept.clear());

  return {
    async current(tenantId) {
      await watcher.ensureFresh();
      const known = kept.get(tenantId);
      if (known !== undefined) return known;
      // Kept before it is read, so that a change meanwhile drops it and an old answer cannot come back after a new one.
      const reading = database.read((connection) => settingsRepository(connection.tenant(tenantId)).get());
      kept.set(tenantId, reading);
      reading.catch(() => kept.delete(tenantId));
      return reading;
    },

    async change({ tenantId, actor }, patch) {
      const faults = (['allowedOrigins', 'adminAllowedOrigins'] as const).flatMap((field) => originFaults(field, patch[field]));
      if (faults.length > 0) throw validationFailed(...faults);
      return runUnit(async (unit) => {
        const repository = settingsRepository(unit.tenant(tenantId));
        const now = clock.now();
        await repository.lock(now);
        const before = await repository.get();
        const after: StoredSettings = {
          ...before,
          allowedOrigins: patch.allowedOrigins ?? before.allowedOrigins,
          adminAllowedOrigins: patch.adminAllowedOrigins ?? before.adminAllowedOrigins,
          updatedAt: now,
        };
        await repository.save(after);
        const changed = (['allowedOrigins', 'adminAllowedOrigins'] as const).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
        unit.audit({
          tenantId,
          action: 'settings:updated',
          resourceType: 'settings',
          resourceId: tenantId,
          actor,
          changes: Object.fromEntries(changed.map((field) => [field, { before: before[field], after: after[field] }])),
        });
        unit.emit('settings.updated', { tenantId, occurredAt: toIso(now), changed });
        await bumpRevision(unit, 'content');
        unit.afterCommit(() => watcher.expire());
        return after;
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
        unit.audit({ tenantId, action: 'setup:completed', resourceType: 'settings', resourceId: tenantId, actor });
        unit.emit('settings.updated', { tenantId, occurredAt: toIso(now), changed: ['setupCompleted'] });
        await bumpRevision(unit, 'content');
        unit.afterCommit(() => watcher.expire());
      });
    },
  };
}

function originFaults(field: string, entries: readonly string[] | undefined): FaultDetail[] {
  return (entries ?? []).flatMap((entry, index) =>
    isOriginEntry(entry) ? [] : [{ path: `${field}[${index}]`, message: 'must be an origin such as https://shop.example or https://*.shop.example' }],
  );
}
