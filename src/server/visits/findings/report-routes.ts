import { Type } from '@sinclair/typebox';
import { defineRoute, type Route, tenantQuery } from '#platform/http/route';
import type { ReadChoice, VisitorChoice } from '../widget';
import { maxReportBytes, ReportBody, readReportBody, type VisitReport } from './read-reports';

export interface ReportRoutesOptions {
  /** @param choice that of the browser that sent the reports */
  readonly noteReports: (
    tenantId: string,
    reports: readonly VisitReport[],
    choice: VisitorChoice,
  ) => Promise<void>;
  readonly readChoice: ReadChoice;
}

/** The route to which browsers report what pages did against the banner. */
export function reportRoutes({ noteReports, readChoice }: ReportRoutesOptions): Route[] {
  return [
    defineRoute({
      id: 'reportFindings',
      method: 'POST',
      path: '/reports',
      tag: 'Findings',
      summary: 'Report what a policy blocked, or cookies of a page',
      description:
        'Takes what browsers send to `report-uri` (`application/csp-report`) and to endpoints of the Reporting API ' +
        '(`application/reports+json`) too. The answer does not tell what became of a report. Nothing of the visitor is ' +
        'kept: names and paths without numbers, and how often they were reported.',
      access: { public: 'Browsers report without anybody being signed in' },
      cors: 'allowlist',
      bucket: 'publicReads',
      query: Type.Object({ tenantId: tenantQuery }),
      body: ReportBody,
      bodyBytes: maxReportBytes,
      bodyAlsoAs: ['text/plain', 'application/csp-report'],
      prepareBody: readReportBody,
      replies: { 204: { description: 'Received' } },
      errors: ['origin_not_allowed'],
      async handle(request) {
        await noteReports(request.tenantId, request.body.reports, readChoice(request));
        return { status: 204 };
      },
    }),
  ];
}
