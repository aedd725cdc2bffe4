import type { ResolvedConfig } from '#platform/config/config-schema';
import { readPool } from '#platform/database/read-pool';
import type { Health } from '#platform/http/health-routes';
import { packageVersion } from '#platform/kernel/version';
import type { Platform } from './platform';

interface Sources {
  readonly health: (withinMs: number) => Promise<Health>;
  /** Epoch ms. */
  readonly upkeepSucceededAt: () => number;
}

/** Time limit for a check (ms), below that of a scrape: one that does not end in time has failed. */
const checkWithinMs = 1500;

/** Registers the gauges that describe the service as a whole. */
export function watchGauges(
  { knex, database: { readKnex } }: Pick<ResolvedConfig, 'knex' | 'database'>,
  { telemetry }: Pick<Platform, 'telemetry'>,
  { health, upkeepSucceededAt }: Sources,
): void {
  telemetry.watch('build.info', () => [{ labels: { version: packageVersion }, value: 1 }]);
  telemetry.watch('upkeep.last_success.timestamp', () => [
    { labels: {}, value: Math.floor(upkeepSucceededAt() / 1000) },
  ]);
  telemetry.watch('database.connections', () => [
    ...readPool('primary', knex),
    ...(readKnex === undefined ? [] : readPool('replica', readKnex)),
  ]);
  telemetry.watch('health.status', async () =>
    Object.entries((await health(checkWithinMs)).checks).map(([check, state]) => ({
      labels: { check },
      value: state === 'ok' ? 1 : 0,
    })),
  );
}
