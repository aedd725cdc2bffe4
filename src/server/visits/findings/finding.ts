import { sha256Hex } from '#platform/kernel/crypto';
import type { FindingCode } from '#standards/findings/index';

/**
 * Who noticed: the guard on the server, a browser that reported it, which anybody can pretend to be, or a scan by the
 * operator.
 */
export const findingSources = ['guard', 'browser', 'scan'] as const;
export type FindingSource = (typeof findingSources)[number];

/** Decisions of operators about a finding; `open`: none yet. */
export const findingStatuses = ['open', 'ignored', 'necessary'] as const;
export type FindingStatus = (typeof findingStatuses)[number];

/** Kinds of things that are found: entries of a browser's storage, and hosts. */
export const findingKinds = ['cookie', 'localStorage', 'sessionStorage', 'indexedDB', 'host'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** One way in which pages acted against the banner. Contains nothing about the visitor. */
export interface Finding {
  readonly tenantId: string;
  readonly source: FindingSource;
  readonly code: FindingCode;
  readonly kind: FindingKind;
  /** Name or pattern of the cookie or entry, or the host. */
  readonly name: string;
  /** Directive of the policy that the page broke; null for anything but hosts. */
  readonly directive: string | null;
  /** Route or path; parts that can name a visitor are replaced by `*`. */
  readonly page: string;
  readonly category: string | null;
}

/** A finding that was counted. */
export interface CountedFinding extends Finding {
  readonly id: string;
  readonly count: number;
  /** Unix time (ms). */
  readonly firstSeenAt: number;
  /** Unix time (ms). */
  readonly lastSeenAt: number;
}

/** A finding as it is stored. */
export interface StoredFinding extends CountedFinding {
  readonly status: FindingStatus;
  /** Why it is ignored; null: it is not. */
  readonly reason: string | null;
}

/** Returns whether a finding says only that no banner lists it, which is the same on every page. */
export const saysUnlisted = ({ code }: Pick<Finding, 'code'>): boolean => code.endsWith('_not_listed');

/** Returns the id of a finding: the same for all visits in which the same happens. */
export const findingId = ({
  tenantId,
  source,
  code,
  kind,
  name,
  directive,
  page,
  category,
}: Finding): string =>
  sha256Hex(JSON.stringify([tenantId, source, code, kind, name, directive, page, category]));

/** Returns what an operator decides about: the same finding on every page, whoever noticed it. */
export const subjectOf = ({ code, kind, name }: Pick<Finding, 'code' | 'kind' | 'name'>): string =>
  JSON.stringify([code, kind, name]);
