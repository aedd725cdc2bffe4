import { defineRoute, type Route, type RouteRequest } from '../../../http/route';
import { ServiceError } from '../../../kernel/errors';
import { hasGpcSignal } from '../../../standards/gpc';
import type { VisitorSignals } from '../../frameworks';
import { Erasure, OwnConsent, TenantQuery } from '../consent-schemas';
import type { ConsentViews } from '../consent-views';
import { type ConsentAccess, isBrowser } from '../ownership/consent-access';
import type { FindCookieVisitor } from '../ownership/cookie-visitor';
import { type OwnLookup, ownershipErrors } from '../ownership/own-record';
import type { ConsentRecordService } from '../records/consent-record-service';
import type { EraseVisitor } from './erase-visitor';

export interface OwnConsentRoutesOptions {
  readonly service: Pick<ConsentRecordService, 'verify'>;
  readonly views: ConsentViews;
  readonly access: ConsentAccess;
  readonly findCookieVisitor: FindCookieVisitor;
  readonly lookUp: OwnLookup;
  readonly erase: EraseVisitor;
  readonly signals: VisitorSignals;
}

const tag = 'Consent';
const owns = { public: 'The visitor cookies show whose record it is' } as const;
const otherSites =
  'The visitor is the one of the cookie, so pages of other sites need their origin on the list of the tenant or the profile.';

/** Routes on the record of the visitor whom the cookies name, for pages that cannot read them. */
export function ownConsentRoutes({
  service,
  views,
  access,
  findCookieVisitor,
  lookUp,
  erase,
  signals,
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

  return [
    defineRoute({
      id: 'getOwnConsent',
      method: 'GET',
      path: '/consent',
      tag,
      summary: 'The record of the visitor in the cookie, and whether it still counts',
      description: otherSites,
      access: owns,
      cors: 'allowlist',
      bucket: 'publicReads',
      query: TenantQuery,
      replies: { 200: { description: 'The record with its verification', schema: OwnConsent } },
      errors: ownershipErrors,
      async handle(request) {
        const { consent, profile } = await findOwn(request);
        if (consent === null) throw new ServiceError('consent_not_found');
        const gpcSignal = hasGpcSignal(request.headers['sec-gpc']);
        const view = isBrowser(request) ? views.toVisitorRecord : views.toRecord;
        const record = await view(consent, profile, gpcSignal);
        const gpp = signals.decided(record.gppString ?? null, consent);
        return {
          body: {
            record,
            verification: await service.verify(consent, gpcSignal),
            ...(gpp !== null && { gpp }),
          },
        };
      },
    }),
    defineRoute({
      id: 'eraseOwnConsent',
      method: 'DELETE',
      path: '/consent',
      tag,
      summary: 'Erase the record of the visitor in the cookie',
      description: otherSites,
      access: owns,
      cors: 'allowlist',
      bucket: 'consentWrites',
      query: TenantQuery,
      replies: { 200: { description: 'Erased; the visitor’s cookies end', schema: Erasure } },
      errors: ownershipErrors,
      async handle(request) {
        const own = await findOwn(request);
        return erase(own.request, own);
      },
    }),
  ];
}
