import type { ResolvedConfig } from '../../config/config-schema';
import type { Database } from '../../database/database';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import type { Cursors } from '../../http/cursors';
import type { Paging } from '../../http/paging';
import type { Clock } from '../../kernel/clock';
import type { ServiceEventEmitter } from '../../kernel/events';
import type { SigningKeys } from '../../kernel/signing-keys';
import type { HookRunner } from '../../plugins/plugin-registry';
import type { Feature } from '../feature';
import type { LocateVisitor, ProfileCatalogue } from '../profiles';
import { type AuditedVisitor, createAuditedVisitor } from './audited-visitor';
import { createConsentAccess } from './consent-access';
import { consentAdminRoutes } from './consent-admin-routes';
import type { RecordChanges } from './consent-facts';
import { createDraftHooks } from './consent-hooks';
import { consentListRoute } from './consent-list';
import { type ConsentReader, createConsentReader } from './consent-reader';
import { type ConsentRecordService, createConsentRecordService } from './consent-record-service';
import { consentRoutes } from './consent-routes';
import { type ConsentStringsOptions, createConsentStrings } from './consent-strings';
import { createConsentViews, type ToRecord } from './consent-views';
import { createOwnLookup, createOwnRecord, type OwnRecord } from './own-record';
import { createParentalConsents } from './parental-consent';
import { type ParentalRequest, parentalRepository } from './parental-repository';
import { parentalRoutes } from './parental-routes';
import { createParentalTokens } from './parental-token';
import { createRetention } from './retention';
import { subjectRoutes } from './subject-routes';
import { createFindTenantOfVisitor, createHasRecordIn } from './unnamed-tenant';
import { createVisitorCookies } from './visitor-cookies';

export interface ConsentsOptions {
  readonly database: Database;
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
  readonly tcf: ResolvedConfig['tcf'];
  readonly gpp: ResolvedConfig['gpp'];
  readonly registry: ConsentStringsOptions['registry'];
  readonly retention: ResolvedConfig['retention'];
  readonly compliance: Pick<ResolvedConfig['compliance'], 'parentalTokenHours' | 'parentalTokenInResponse'>;
  readonly keys: SigningKeys;
}

/** The parts of consents that other features can read. */
export interface ConsentRecords extends Pick<ConsentRecordService, 'find' | 'states' | 'verify'> {
  readonly own: OwnRecord;
  /** Returns a record as servers see it. */
  readonly toRecord: ToRecord;
  readonly auditedVisitor: AuditedVisitor;
  /** Returns the state of each parental consent that was requested for this visitor. */
  readonly parental: (tenantId: string, visitorId: string) => Promise<ParentalRequest[]>;
  readonly reader: ConsentReader;
}

export interface ConsentsFeature extends Feature {
  readonly records: ConsentRecords;
}

export function createConsents(options: ConsentsOptions): ConsentsFeature {
  const { catalogue, tenantOrigins, locate, hooks, clock, keys, visitorCookie, compliance } = options;
  const { requireProof, requireOnUpdate } = visitorCookie;
  const cookies = createVisitorCookies(visitorCookie, keys.ownershipProofs);
  const auditedVisitor = createAuditedVisitor(keys.auditedVisitorIds);
  const strings = createConsentStrings(options);
  const views = createConsentViews(strings, catalogue);
  const draftHooks = createDraftHooks({ ...options, strings });
  const service = createConsentRecordService({
    ...options,
    strings,
    views,
    draftHooks,
    hooks,
    auditedVisitor,
    ownedOnly: requireProof || requireOnUpdate,
  });
  const access = createConsentAccess({ cookies, catalogue, requireProof, tenantOrigins });
  const tenantOfVisitor = options.tenancy.enabled ? createFindTenantOfVisitor(options.database) : null;
  const lookUp = createOwnLookup({ service, access, catalogue, tenantOfVisitor });
  const ownRecord = createOwnRecord(lookUp);
  const parental = createParentalConsents({
    ...options,
    views,
    auditedVisitor,
    tokens: createParentalTokens(keys.parentalTokens, clock),
    tokenHours: compliance.parentalTokenHours,
  });
  return {
    publicRoutes: [
      ...parentalRoutes({ parental, access, tokenInResponse: compliance.parentalTokenInResponse }),
      ...consentRoutes({
        service,
        views,
        access,
        lookUp,
        ownRecord,
        parental,
        cookies,
        locate,
        ipHashKey: keys.ipHashes,
        requireProof,
        hasRecordIn: createHasRecordIn(options.database),
      }),
      ...subjectRoutes(service, views),
    ],
    adminRoutes: [
      consentListRoute({ ...options, views }),
      ...consentAdminRoutes({ ...options, service, views }),
    ],
    records: {
      find: service.find,
      states: service.states,
      verify: service.verify,
      own: ownRecord,
      toRecord: views.toRecord,
      auditedVisitor,
      parental: (tenantId, visitorId) =>
        options.database.read((connection) =>
          parentalRepository(connection.tenant(tenantId)).ofVisitor(visitorId),
        ),
      reader: createConsentReader(options.database, options.totalConsents),
    },
    maintain: createRetention(options),
  };
}
