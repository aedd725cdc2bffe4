import { type Static, Type } from '@sinclair/typebox';

const optional = Type.Optional;

/** Most reports of one request, and bytes of its body. */
const maxReports = 50;
export const maxReportBytes = 65_536;

const lengths = { page: 2000, cookie: 300, blocked: 2000, directive: 100 } as const;

const VisitReport = Type.Object({
  page: Type.String({
    maxLength: lengths.page,
    description: 'Address of the page, of which only the path counts.',
  }),
  cookie: optional(Type.String({ maxLength: lengths.cookie, description: 'Name of a cookie on the page.' })),
  blocked: optional(
    Type.String({
      maxLength: lengths.blocked,
      description: 'Address that a policy blocked, or its keyword.',
    }),
  ),
  directive: optional(Type.String({ maxLength: lengths.directive, description: 'Directive of the policy.' })),
});
export type VisitReport = Static<typeof VisitReport>;

export const ReportBody = Type.Object({ reports: Type.Array(VisitReport, { maxItems: maxReports }) });
type ReportBody = Static<typeof ReportBody>;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a body in any of three forms: our own, `application/csp-report` (CSP Level 2) and `application/reports+json`
 * (Reporting API). Leaves out what it does not understand, since nobody reads the answer to a report.
 */
export function readReportBody(sent: unknown): ReportBody {
  const listed = isFields(sent) ? sent.reports : sent;
  const found: unknown[] =
    isFields(sent) && isFields(sent['csp-report'])
      ? [sent['csp-report']]
      : Array.isArray(listed)
        ? listed.slice(0, maxReports)
        : [];
  return { reports: found.flatMap(readReport) };
}

function readReport(sent: unknown): VisitReport[] {
  if (!isFields(sent)) return [];
  if (isFields(sent.body)) return sent.type === 'csp-violation' ? readReport(sent.body) : [];
  const first = (...names: string[]) => names.map((name) => sent[name]).find(isText);
  const page = first('page', 'document-uri', 'documentURL');
  // Extensions of the browser are the visitor's, not the page's.
  if (page === undefined || isExtension(first('source-file', 'sourceFile'))) return [];
  const cookie = first('cookie');
  const blocked = first('blocked', 'blocked-uri', 'blockedURL');
  const directive = first('directive', 'effective-directive', 'violated-directive', 'effectiveDirective');
  return [
    {
      page: toPlain(page, lengths.page),
      ...(cookie !== undefined && { cookie: toPlain(cookie, lengths.cookie) }),
      ...(blocked !== undefined && { blocked: toPlain(blocked, lengths.blocked) }),
      ...(directive !== undefined && { directive: toPlain(directive, lengths.directive) }),
    },
  ];
}

/** Browsers escape addresses, so that other characters than these stand for nothing. */
const toPlain = (text: string, length: number) => text.slice(0, length).replace(/[^ -~]+/g, '?');

const isText = (value: unknown): value is string => typeof value === 'string';

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isExtension = (source: string | undefined) => /^[a-z-]*extension(?::|$)/i.test(source ?? '');
