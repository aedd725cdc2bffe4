import type { ResolvedConfig } from '../../config/config-schema';
import type { Database } from '../../database/database';
import type { Reads } from '../../database/reads';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import type { Cursors } from '../../http/cursors';
import type { Paging } from '../../http/paging';
import type { Clock } from '../../kernel/clock';
import type { ServiceEventEmitter } from '../../kernel/events';
import type { SigningKeys } from '../../kernel/signing-keys';
import type { HookRunner } from '../../plugins/plugin-registry';
import type { Feature } from '../feature';
import type { TcStringMaker, VisitorSignals } from '../frameworks';
import type { LocateVisitor, ProfileCatalogue } from '../profiles';
import { createConsentViews, type ToRecord } from './consent-views';
import { createOperatorViews, type OperatorViews } from './operator-views';
import { createChoiceCookie } from './ownership/choice-cookie';
import { createConsentAccess } from './ownership/consent-access';
import { createFindCookieVisitor } from './ownership/cookie-visitor';
import { createFindVisitor } from './ownership/find-visitor';
import { createOwnLookup, createOwnRecord, type OwnRecord } from './ownership/own-record';
import { createOwnerCookies } from './ownership/owner-cookies';
import { createEndStrays } from './ownership/stray-cookies';
import { createVisitorCookies } from './ownership/visitor-cookies';
import { createParentalConsents } from './parental/parental-consent';
import { type ParentalRequest, parentalRepository } from './parental/parental-repository';
import { parentalRoutes } from './parental/parental-routes';
import { createParentalTokens } from './parental/parental-token';
import { type AuditedVisitor, createAuditedVisitor } from './records/audited-visitor';
import type { RecordChanges } from './records/consent-facts';
import { createDraftHooks } from './records/consent-hooks';
import { type ConsentReader, createConsentReader } from './records/consent-reader';
import { type ConsentRecordService, createConsentRecordService } from './records/consent-record-service';
import { createCertifyErasure } from './records/erasure-certificate';
import { createCountErasures } from './records/erasures';
import { createRepeatedSubmissions } from './records/repeated-submission';
import { createFindTenantOfVisitor, createFindTraces } from './records/unnamed-tenant';
import { createRetention } from './retention/retention';
import { consentAdminRoutes } from './routes/consent-admin-routes';
import { consentListRoute } from './routes/consent-list';
import { consentRoutes } from './routes/consent-routes';
import { createEraseVisitor } from './routes/erase-visitor';
import { erasureRoutes } from './routes/erasure-routes';
import { ownConsentRoutes } from './routes/own-consent-routes';
import { subjectRoutes } from './routes/subject-routes';
import { type ConsentStringsOptions, createConsentStrings } from './strings/consent-strings';

export interface ConsentsOptions {
  readonly database: Database;
  readonly reads: Reads;
  readonly runUnit: RunUnitOfWork;
  readonly catalogue: ProfileCatalogue;
  readonly tenancy: Pick<ResolvedConfig['tenancy'], 'enabled'>;
  /** Returns the tenant's `allowedOrigins`; empty: no restriction. */
  readonly tenantOrigins: (tenantId: string) => Promise<readonly string[]>;
  readonly locate: LocateVisitor;
  readonly hooks: HookRunner;
  readonly recordChanges: RecordChanges;
  readonly events: ServiceEventEmitter;
  readonly paging: Paging;
  readonly cursors: Cursors;
  readonly limits: Pick<ResolvedConfig['limits'], 'maxPageSize'>;
  /** Returns the number of records of a tenant, or of one of its profiles. */
  readonly totalConsents: (tenantId: string, profileId?: string) => Promise<number>;
  readonly clock: Clock;
  readonly visitorCookie: ResolvedConfig['visitorCookie'];
  readonly choiceCookie: ResolvedConfig['choiceCookie'];
  readonly tcf: ResolvedConfig['tcf'];
  readonly gpp: ResolvedConfig['gpp'];
  readonly registry: ConsentStringsOptions['registry'];
  readonly frameworks: { readonly tcStrings: TcStringMaker; readonly signals: VisitorSignals };
  readonly retention: ResolvedConfig['retention'];
  readonly compliance: Pick<ResolvedConfig['compliance'], 'parentalTokenHours' | 'parentalTokenInResponse'>;
  readonly keys: SigningKeys;
}

/** The parts of consents that other features can read. */
export interface ConsentRecords
  extends Pick<ConsentRecordService, 'find' | 'findOwner' | 'ofSubject' | 'states' | 'verify'>,
    OperatorViews {
  readonly own: OwnRecord;
  /** Returns a record as servers see it. */
  readonly toRecord: ToRecord;
  readonly auditedVisitor: AuditedVisitor;
  /** Returns the state of each parental consent that was requested for this visitor. */
  readonly parental: (tenantId: string, visitorId: string) => Promise<ParentalRequest[]>;
  /** Returns a reader for one export. */
  readonly openReader: () => ConsentReader;
}

export interface ConsentsFeature extends Feature {
  readonly records: ConsentRecords;
}

export function createConsents(options: ConsentsOptions): ConsentsFeature {
  const { catalogue, tenantOrigins, locate, hooks, clock, keys, visitorCookie, compliance } = options;
  const { requireProof, requireOnUpdate } = visitorCookie;
  const cookies = createVisitorCookies(visitorCookie, keys.ownershipProofs);
  const choiceCookie = createChoiceCookie(options.choiceCookie, visitorCookie);
  const auditedVisitor = createAuditedVisitor(keys.auditedVisitorIds);
  const countErasures = createCountErasures(auditedVisitor);
  const strings = createConsentStrings(options);
  const views = createConsentViews(strings, catalogue);
  const operatorViews = createOperatorViews(catalogue, views);
  const draftHooks = createDraftHooks({ ...options, strings });
  const service = createConsentRecordService({
    ...options,
    strings,
    views,
    draftHooks,
    hooks,
    auditedVisitor,
    repeated: createRepeatedSubmissions(options.database, keys.submissionIds, clock),
    ownedOnly: requireProof || requireOnUpdate,
    requireProof,
    countErasures,
  });
  const access = createConsentAccess({ cookies, catalogue, requireProof, tenantOrigins });
  const tenantOfVisitor = options.tenancy.enabled ? createFindTenantOfVisitor(options.database) : null;
  const lookUp = createOwnLookup({ service, access, catalogue, tenantOfVisitor });
  const ownRecord = createOwnRecord(lookUp);
  const parental = createParentalConsents({
    ...options,
    views,
    countErasures,
    tokens: createParentalTokens(keys.parentalTokens, clock),
    tokenHours: compliance.parentalTokenHours,
  });
  const findCookieVisitor = createFindCookieVisitor(cookies, options.database);
  const findVisitor = createFindVisitor({
    access,
    requireProof,
    findTraces: createFindTraces(options.database),
    countErasures: (visitorId, tenantId) =>
      options.database.read((connection) => countErasures(connection, { tenantId, visitorId })),
    findCookieVisitor,
  });
  const endStrays = createEndStrays(visitorCookie, options.choiceCookie);
  const ownerCookies = createOwnerCookies({ cookies, choiceCookie, endStrays, catalogue, clock });
  const erase = createEraseVisitor(service, ownerCookies);
  return {
    publicRoutes: [
      ...parentalRoutes({
        parental,
        access,
        cookies,
        endStrays,
        findVisitor,
        tokenInResponse: compliance.parentalTokenInResponse,
      }),
      ...ownConsentRoutes({
        service,
        views,
        access,
        findCookieVisitor,
        lookUp,
        erase,
        signals: options.frameworks.signals,
      }),
      ...consentRoutes({
        service,
        views,
        access,
        lookUp,
        ownRecord,
        parental,
        findVisitor,
        ownerCookies,
        erase,
        clock,
        locate,
        ipHashKey: keys.ipHashes,
        tcStrings: options.frameworks.tcStrings,
        signals: options.frameworks.signals,
      }),
      ...subjectRoutes(service, views),
    ],
    adminRoutes: [
      consentListRoute({ ...options, views: operatorViews }),
      ...consentAdminRoutes({ ...options, service, views: operatorViews }),
      ...erasureRoutes(service, createCertifyErasure(options.database)),
    ],
    records: {
      find: service.find,
      findOwner: service.findOwner,
      ofSubject: service.ofSubject,
      states: service.states,
      verify: service.verify,
      own: ownRecord,
      toRecord: views.toRecord,
      ...operatorViews,
      auditedVisitor,
      parental: (tenantId, visitorId) =>
        options.database.read((connection) =>
          parentalRepository(connection.tenant(tenantId)).ofVisitor(visitorId),
        ),
      openReader: () => createConsentReader(options.reads.forOneResult(), options.totalConsents),
    },
    maintain: createRetention(options),
  };
}
