import type { WorkerOptions } from 'node:worker_threads';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Feature } from '#platform/feature';
import { exportRoutes } from './export-routes';
import { createExportRuns } from './export-runs';
import { createExportService, type ExportService, type ExportServiceOptions } from './export-service';
import { createXlsxWorker } from './xlsx-worker-client';

export interface ExportsOptions extends Omit<ExportServiceOptions, 'runs' | 'xlsxWorker' | 'xlsxRows'> {
  readonly limits: Pick<ResolvedConfig['limits'], 'exportsAtOnce' | 'xlsxRows'>;
  readonly severalTenants: boolean;
  /** Options for tests, whose sources need a loader. */
  readonly workerOptions?: Pick<WorkerOptions, 'execArgv'>;
}

export interface ExportsFeature extends Feature {
  readonly service: ExportService;
}

export function createExports(options: ExportsOptions): ExportsFeature {
  const { limits, severalTenants, workerOptions } = options;
  const service = createExportService({
    ...options,
    runs: createExportRuns({ atOnce: limits.exportsAtOnce, severalTenants }),
    xlsxWorker: createXlsxWorker(workerOptions),
    xlsxRows: limits.xlsxRows,
  });
  return { adminRoutes: exportRoutes(service, options.clock), service };
}
