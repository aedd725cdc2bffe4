import { findingKinds } from '#standards/findings/index';
import type { Report } from './report';

/** Version of the format; it changes when a field changes its meaning. */
const format = 1;

/** Returns the report as JSON. Screenshots are in the HTML report only. */
export function jsonReport({ findings, ...report }: Report): string {
  return `${JSON.stringify(
    {
      format,
      ...report,
      findings: findings.map(({ evidence, ...finding }) => ({
        ...finding,
        ...findingKinds[finding.code],
        evidence: evidence.map(({ screenshot: _, ...rest }) => rest),
      })),
    },
    null,
    2,
  )}\n`;
}
