import { matchCatalogue } from '#content/cookie-catalogue/index';
import { validationFailed } from '#platform/kernel/errors';
import type { Finding } from './finding';

type Found = Pick<Finding, 'kind' | 'name'>;

/** Fewest characters that a pattern fixes. */
const minFixed = 3;

/**
 * Returns whether the name of a finding also stands for things of others, so that it must not become a rule. What is left of
 * a host with replaced parts can be a domain that many companies share, such as `cloudfront.net`.
 */
export function isTooGeneral({ kind, name }: Found): boolean {
  if (!name.includes('*') || matchCatalogue({ kind, name }) !== null) return false;
  return kind === 'host' || name.replaceAll('*', '').length < minFixed;
}

/** @throws ServiceError `validation_failed` at `path`, for a name that also stands for things of others */
export function requireOwnName(finding: Found, path: string): void {
  if (isTooGeneral(finding))
    throw validationFailed({
      path,
      message: `"${finding.name}" also stands for others; add the cookie or host in the banner, under its full name`,
    });
}
