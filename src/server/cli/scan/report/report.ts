import type { FindingSeverity } from '#standards/findings/index';
import type { Finding } from '../finding';

/** The content of a report. */
export interface Report {
  /** Start pages. */
  readonly urls: readonly string[];
  readonly finishedAt: string;
  readonly version: string;
  readonly pages: readonly string[];
  /** Visitors in words. */
  readonly visitors: readonly string[];
  /** Findings that are not in the baseline. */
  readonly findings: readonly Finding[];
  /** Number of findings that the baseline names. */
  readonly known: number;
}

const countOf = ({ findings }: Pick<Report, 'findings'>, severity: FindingSeverity): number =>
  findings.filter((finding) => finding.severity === severity).length;

/** Returns the summary in one line. */
export function summarise(report: Report): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  const known = report.known === 0 ? '' : `, ${count(report.known, 'known finding')} not shown`;
  return `${count(countOf(report, 'error'), 'error')}, ${count(countOf(report, 'warning'), 'warning')} on ${count(report.pages.length, 'page')} for ${count(report.visitors.length, 'visitor')}${known}.`;
}
