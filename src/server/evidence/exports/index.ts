export { createExports } from './create-exports';
export type { ExportService } from './export-service';
