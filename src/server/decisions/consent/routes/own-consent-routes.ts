import type { Static } from '@sinclair/typebox';
import type { VisitorSignals } from '#frameworks/signals/index';
import { defineRoute, type Route, type RouteRequest } from '#platform/http/route';
import { ServiceError } from '#platform/kernel/errors';
import { asksFirst } from '#standards/consent-state';
import type { Place } from '#standards/jurisdiction/index';
import { ErasedVisitor, OwnConsent, OwnConsentQuery, TenantQuery } from '../consent-schemas';
import type { ConsentViews } from '../consent-views';
import type { CatchUp } from '../ownership/catch-up';
import { type ConsentAccess, isBrowser } from '../ownership/consent-access';
import type { FindCookieVisitor } from '../ownership/find-visitor';
import { type OwnLookup, ownershipErrors } from '../ownership/own-record';
import type { OwnerCookies } from '../ownership/owner-cookies';
import type { VisitorCookies } from '../ownership/visitor-cookies';
import type { ConsentLookup } from '../records/consent-lookup';
import { type ConsentWithProfile, latestPlace } from '../records/stored-consent';
import type { EraseVisitor } from './erase-visitor';
import { gpcSignal, type RequestFacts } from './submit-decision';

export interface OwnConsentRoutesOptions {
  readonly verify: ConsentLookup['verify'];
  readonly views: ConsentViews;
  readonly access: ConsentAccess;
  readonly findCookieVisitor: FindCookieVisitor;
  readonly lookUp: OwnLookup;
  readonly catchUp: CatchUp;
  readonly erase: EraseVisitor;
  readonly facts: Pick<RequestFacts, 'locateVisitor'>;
  /** Null while GPP is off. */
  readonly decidedSignal: VisitorSignals['decided'] | null;
  /** Returns the compliance group of visitors at a place. */
  readonly findGroupAt: (place: Place) => string;
  readonly ownerCookies: OwnerCookies;
  readonly cookies: Pick<VisitorCookies, 'device'>;
}

const tag = 'Consent';
const owns = { public: 'The visitor cookies show whose record it is' } as const;
const otherSites =
  'The visitor is the one of the cookie, so pages of other sites need their origin on the list of the tenant or the profile.';

/** Routes on the record of the visitor whom the cookies name, for pages that cannot read them. */
export function ownConsentRoutes({
  verify,
  views,
  access,
  findCookieVisitor,
  lookUp,
  catchUp,
  erase,
  facts,
  decidedSignal,
  findGroupAt,
  ownerCookies,
  cookies,
}: OwnConsentRoutesOptions): Route[] {
  /** @throws ServiceError one of `ownershipErrors` */
  async function findOwn(request: RouteRequest<unknown, unknown, unknown>) {
    const visitorId = await findCookieVisitor(request, request.tenantId);
    if (visitorId === null) throw new ServiceError('visitor_cookie_required');
    const named = { ...request, params: { visitorId } };
    const own = await lookUp(named);
    await access.requireOwnPage(request, own.tenantId, own.profile);
    return { ...own, request: named };
  }

  /**
   * Returns what GPP says of a decision on the visitor's page. Of one that no longer counts, refusals stay where the law does not
   * ask first; elsewhere the visitor has to be asked again.
   */
  async function readSignal(
    request: RouteRequest<unknown, Static<typeof OwnConsentQuery>, unknown>,
    { consent, profile }: ConsentWithProfile,
    isOver: boolean,
  ) {
    if (decidedSignal === null) return null;
    const { tz, lang, denied = '' } = request.query;
    const place = latestPlace(consent, await facts.locateVisitor(request, { timezone: tz, lang }));
    const isOpen = isOver && asksFirst(place.country === null ? consent.group : findGroupAt(place));
    const page = { gpcSignal: gpcSignal(request), place, denied, isOver };
    const text = isOpen ? null : await views.gppString(consent, profile, page);
    return decidedSignal(text, { ...place, group: consent.group }, profile, !isOpen);
  }

  return [
    defineRoute({
      id: 'getOwnConsent',
      method: 'GET',
      path: '/consent',
      tag,
      summary: 'The record of the visitor in the cookie, and whether it still counts',
      description: `${otherSites} On a device on which an account is signed in, the answer also sets the choice cookie again. Elsewhere it does so when a server has recorded a later decision than the cookie contains, or a parent has agreed; when the record was erased, the 404 ends the cookie. Of a decision that is not valid any more, \`gpp\` presents no consent.`,
      keyScope: 'consents:read',
      access: owns,
      cors: 'allowlist',
      bucket: 'publicReads',
      query: OwnConsentQuery,
      replies: { 200: { description: 'The record with its verification', schema: OwnConsent } },
      errors: ownershipErrors,
      async handle(request) {
        const own = await findOwn(request);
        const { profile, tenantId, ownershipProven } = own;
        const { consent, headers, isLost } = await catchUp(request, own);
        const signal = gpcSignal(request);
        const view = isBrowser(request) ? views.toVisitorRecord : views.toRecord;
        const record = await view(consent, profile, signal);
        const verification = await verify(consent, signal);
        const gpp = await readSignal(request, { consent, profile }, !verification.valid);
        const isLinked = isBrowser(request) && cookies.device(request, tenantId) !== null;
        return {
          headers,
          // On a device of an account that keeps no choice, that of the account counts.
          ...(isLinked &&
            verification.valid &&
            !ownerCookies.hasChoice(request) && {
              headers: { 'Set-Cookie': await ownerCookies.keep(request, consent, profile, ownershipProven) },
            }),
          body: { record, verification, ...(gpp !== null && { gpp }), ...(isLost && { sendAgain: true }) },
        };
      },
    }),
    defineRoute({
      id: 'eraseOwnConsent',
      method: 'DELETE',
      path: '/consent',
      tag,
      summary: 'Erase the record of the visitor in the cookie',
      description: `${otherSites} On a device on which an account is signed in, it also erases what the device chose without the account.`,
      keyScope: 'consents:erase',
      access: owns,
      cors: 'allowlist',
      bucket: 'consentWrites',
      query: TenantQuery,
      replies: { 200: { description: 'Erased; the visitor’s cookies end', schema: ErasedVisitor } },
      errors: ownershipErrors,
      async handle(request) {
        const own = await findOwn(request);
        return erase(own.request, own);
      },
    }),
  ];
}
