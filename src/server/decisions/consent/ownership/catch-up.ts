import type { RouteRequest } from '#platform/http/route';
import { ServiceError } from '#platform/kernel/errors';
import type { StoredConsent } from '../records/stored-consent';
import { isBrowser } from './consent-access';
import type { OwnVisitor } from './own-record';
import type { OwnerCookies } from './owner-cookies';
import type { VisitorCookies } from './visitor-cookies';

// Why: docs/adr/0135-decisions-of-servers-reach-the-page.md

/** A record that exists, and the headers with which the choice cookie of the browser follows it. */
interface ReadRecord {
  readonly consent: StoredConsent;
  readonly headers: { readonly 'Set-Cookie'?: readonly string[] };
  /** Whether the browser must send its decision again, because the database has lost it. */
  readonly isLost: boolean;
}

/**
 * Brings the choice cookie of a visitor's browser up to date with the record, which a server or another device of the account
 * may have changed since. Needs the proof of ownership. Decisions of anybody else who only knows the visitor id do not reach
 * the browser. What a parent or another device of the user denies since the visitor's own decision does, and what a parent allows.
 * @throws ServiceError `consent_not_found`, with a header that ends the choice of a record that was erased, in a group that asks first
 */
export type CatchUp = (
  request: RouteRequest<unknown, unknown, unknown>,
  own: OwnVisitor,
) => Promise<ReadRecord>;

export function createCatchUp(
  ownerCookies: Pick<OwnerCookies, 'refresh' | 'forget' | 'isAhead'>,
  cookies: Pick<VisitorCookies, 'device'>,
): CatchUp {
  return async (request, { tenantId, consent, profile, ownershipProven }) => {
    const isOwner = ownershipProven && isBrowser(request);
    if (consent === null) {
      const ended = isOwner ? await ownerCookies.forget(request, tenantId) : null;
      throw new ServiceError('consent_not_found', ended === null ? {} : { headers: { 'Set-Cookie': ended } });
    }
    const adopts =
      consent.by !== 'visitor' ||
      // The page of a child allows nothing until the parent agrees, whatever the child has decided.
      consent.parentalConsent === 'granted' ||
      cookies.device(request, tenantId) !== null;
    const set = isOwner ? await ownerCookies.refresh(request, consent, profile, adopts) : [];
    const isLost = isOwner && set.length === 0 && (await ownerCookies.isAhead(request, consent));
    return { consent, headers: set.length === 0 ? {} : { 'Set-Cookie': set }, isLost };
  };
}
