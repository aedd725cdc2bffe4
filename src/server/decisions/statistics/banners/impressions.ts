import type { Database } from '#platform/database/database';
import type { Clock } from '#platform/kernel/clock';
import type { Background } from '#platform/kernel/concurrency/background';
import { createLateWrites } from '#platform/kernel/concurrency/late-writes';
import { describeError, type Logger } from '#platform/kernel/logger';
import type { Telemetry } from '#platform/kernel/telemetry/telemetry';
import type { ShownBanner } from '../../consent';
import { type BannerSum, noCounts, toHour, toKey, withoutDetails } from './banner-sums';
import { bannerSumsRepository } from './banner-sums-repository';

// Why: docs/adr/0104-impressions.md

export interface ImpressionsOptions {
  readonly background: Background;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
}

/** Counts shown banners in memory and writes the counts now and then, so that no visit costs a write. */
export interface Impressions {
  note(tenantId: string, shown: ShownBanner): void;
  /** Writes what was counted: one statement for each tenant. Never rejects; what cannot be written is not counted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Cells of all tenants that wait to be written; beyond them, banners are counted without details. */
const maxPending = 5000;

export function createImpressions({
  background,
  database,
  clock,
  logger,
  telemetry,
}: ImpressionsOptions): Impressions {
  let pending = new Map<string, Map<string, BannerSum>>();
  let cells = 0;
  let flushing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const counted = pending;
    pending = new Map();
    cells = 0;
    for (const [tenantId, sums] of counted)
      await database
        .transaction((connection) =>
          bannerSumsRepository(connection.tenant(tenantId)).add([...sums.values()]),
        )
        // The counts of other tenants are written all the same, and their readers see them.
        .catch((error) => logger.warn({ error: describeError(error) }, 'Could not count shown banners'));
  }

  /** One after the other, so that whoever waits sees everything that was counted before. */
  function writeInTurn(): Promise<void> {
    flushing = flushing.then(write);
    return flushing;
  }

  const writes = createLateWrites({ background, clock, write: writeInTurn, onFailure: () => {} });

  telemetry.watch('queue.length', () => [{ labels: { queue: 'impressions' }, value: cells }]);

  return {
    note(tenantId, { group, profileId, version, variant, country, locale, site, device }) {
      const exact = {
        hour: toHour(clock.now()),
        group: group ?? '',
        profileId,
        version,
        country: country ?? '',
        locale,
        site,
        device,
        variant: variant ?? '',
      };
      const cell = cells < maxPending ? exact : withoutDetails(exact);
      const key = toKey(cell);
      const sums = pending.get(tenantId) ?? new Map<string, BannerSum>();
      pending.set(tenantId, sums);
      const known = sums.get(key);
      if (known === undefined) cells += 1;
      const { shown } = known ?? noCounts;
      sums.set(key, { ...noCounts, ...cell, shown: shown + 1 });
      writes.schedule();
      telemetry.count('impressions', {});
    },
    flush: writes.flush,
    close: writes.close,
  };
}
