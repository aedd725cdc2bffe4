import { htmlReport } from './html-report';
import { jsonReport } from './json-report';
import { junitReport } from './junit-report';
import type { Report } from './report';
import { sarifReport } from './sarif-report';
import { tableReport } from './table-report';

const renderers = {
  table: (report: Report) => `${tableReport(report).join('\n')}\n`,
  json: jsonReport,
  junit: junitReport,
  sarif: sarifReport,
  html: htmlReport,
} as const;

export type ReportFormat = keyof typeof renderers;

export const reportFormats = Object.keys(renderers) as readonly ReportFormat[];

export const renderReport = (format: ReportFormat, report: Report): string => renderers[format](report);
