import { createHash } from 'node:crypto';
import { truncate } from '#platform/kernel/truncate';
import { type FindingCode, type FindingSeverity, findingKinds } from '#standards/findings/index';

/** Where a fault was seen. */
export interface Evidence {
  readonly page: string;
  /** The visitor in words: `refused, desktop, DE`. */
  readonly visitor: string;
  /** The script, element or response that caused it; null: unknown. */
  readonly initiator: string | null;
  /** Facts such as a measure or a lifetime, in words; null: none. */
  readonly detail: string | null;
  /** JPEG in Base64, of the page or of another page of the same visitor. */
  readonly screenshot: string | null;
}

/** One fault, with the places where it was seen. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: FindingSeverity;
  /** The cookie, entry, host or page: `cookie _ga of shop.example`. */
  readonly subject: string;
  /** Stays the same from scan to scan, for baselines. */
  readonly fingerprint: string;
  /** How often it was seen; `evidence` has the first few. */
  readonly count: number;
  readonly evidence: readonly Evidence[];
}

/** Most places that a finding lists. */
const maxEvidence = 5;
const maxFindings = 1000;
const maxSubject = 300;

/** Collects sightings of faults, and merges those of one subject. */
export function createFindings() {
  const found = new Map<string, Finding & { count: number; evidence: Evidence[] }>();
  return {
    add(code: FindingCode, subject: string, evidence: Evidence): void {
      const name = truncate(subject, maxSubject, '…');
      const key = `${code} ${name}`;
      const known = found.get(key);
      if (known !== undefined) {
        known.count += 1;
        if (known.evidence.length < maxEvidence) known.evidence.push(evidence);
      } else if (found.size < maxFindings) {
        found.set(key, {
          code,
          severity: findingKinds[code].severity,
          subject: name,
          fingerprint: createHash('sha256').update(key).digest('hex').slice(0, 16),
          count: 1,
          evidence: [evidence],
        });
      }
    },
    /** Returns whether a fault was seen already. */
    has: (code: FindingCode, subject: string) => found.has(`${code} ${truncate(subject, maxSubject, '…')}`),
    /** Returns all findings, errors first. */
    list(): Finding[] {
      return [...found.values()].sort(
        (a, b) =>
          Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
          compare(a.code, b.code) ||
          compare(a.subject, b.subject),
      );
    },
  };
}

export type Findings = ReturnType<typeof createFindings>;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
