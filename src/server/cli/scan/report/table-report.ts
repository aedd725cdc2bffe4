import { findingKinds } from '#standards/findings/index';
import type { Finding } from '../finding';
import { type Report, summarise } from './report';
import { terminalText } from './safe-text';

/** Returns the report for a terminal, as lines. */
export function tableReport(report: Report): string[] {
  const width = Math.max(0, ...report.findings.map(({ code }) => code.length));
  return [...report.findings.flatMap((finding) => row(finding, width)), summarise(report)];
}

function row({ code, severity, subject, count, evidence }: Finding, width: number): string[] {
  const { meaning, advice } = findingKinds[code];
  const [first] = evidence;
  const seen =
    first && `seen ${count === 1 ? 'once' : `${count} times`}, first as ${first.visitor}: ${first.page}`;
  const facts = [first?.detail, first?.initiator && `by ${first.initiator}`].filter(Boolean).join(', ');
  return [
    `${severity.padEnd(7)}  ${code.padEnd(width)}  ${terminalText(subject)}`,
    ...[meaning, seen, facts, advice]
      .filter((line) => line !== undefined && line !== '')
      .map((line) => `         ${terminalText(`${line}`)}`),
    '',
  ];
}
