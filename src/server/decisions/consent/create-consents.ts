import { type LocateVisitor, matchPlace, type ProfileCatalogue } from '#banners/profiles/index';
import type { TcStringMaker, VisitorSignals } from '#frameworks/signals/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Database } from '#platform/database/database';
import type { Reads } from '#platform/database/reads';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Feature } from '#platform/feature';
import type { Cursors } from '#platform/http/cursors';
import type { Paging } from '#platform/http/paging';
import type { Clock } from '#platform/kernel/clock';
import { runEach } from '#platform/kernel/concurrency/run-each';
import type { ServiceEventEmitter } from '#platform/kernel/events';
import type { Logger } from '#platform/kernel/logger';
import type { SigningKeys } from '#platform/kernel/signing-keys';
import type { Telemetry } from '#platform/kernel/telemetry/telemetry';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import { type AccountLinks, createAccountLinks } from './account/account-links';
import { accountRepository } from './account/account-repository';
import { createConsentViews, type ToRecord } from './consent-views';
import { type AuditedVisitor, createAuditedSubject, createAuditedVisitor } from './erasure/audited-visitor';
import { createErasureCertificates, type ErasureCertificates } from './erasure/certify-erasures';
import { createCountErasures, createFindLastErasure } from './erasure/count-erasures';
import { createEraseAgain, type EraseAgain } from './erasure/erase-again';
import { createEraseConsent } from './erasure/erase-consent';
import { createCompleteErasure } from './erasure/erase-each';
import { createEraseSubject } from './erasure/erase-subject';
import { erasureRepository, type StoredErasure } from './erasure/erasure-repository';
import { createErasureRetention } from './erasure/erasure-retention';
import { createOperatorViews, type OperatorViews } from './operator-views';
import { createCatchUp } from './ownership/catch-up';
import { createConsentAccess } from './ownership/consent-access';
import { createFindCookieVisitor, createFindVisitor } from './ownership/find-visitor';
import { createOwnLookup, createOwnRecord, type OwnRecord } from './ownership/own-record';
import { createEndStrays, createOwnerCookies } from './ownership/owner-cookies';
import { createVisitorCookies } from './ownership/visitor-cookies';
import { createParentalConsents } from './parental/parental-consent';
import { type ParentalRequest, parentalRepository } from './parental/parental-repository';
import { parentalRoutes } from './parental/parental-routes';
import { createParentalTokens } from './parental/parental-token';
import type { RecordChanges } from './records/consent-facts';
import { createDraftHooks } from './records/consent-hooks';
import { type ConsentLookup, createConsentLookup } from './records/consent-lookup';
import { type ConsentReader, createConsentReader } from './records/consent-reader';
import { createKeepRefusals } from './records/lost-version';
import { createNoteWrites } from './records/note-writes';
import { createRepeatedSubmissions } from './records/repeated-submission';
import { createSaveSubmissions } from './records/save-submissions';
import { createSubmitConsent } from './records/submit-consent';
import { createFindTenantOfVisitor, createFindTraces } from './records/unnamed-tenant';
import { createUpdateConsent } from './records/update-consent';
import { createRetention } from './retention/retention';
import { consentAdminRoutes } from './routes/consent-admin-routes';
import { consentListRoute } from './routes/consent-list';
import { consentRoutes } from './routes/consent-routes';
import { createEraseVisitor } from './routes/erase-visitor';
import { erasureRoutes } from './routes/erasure-routes';
import { type ImpressionRoutesOptions, impressionRoutes } from './routes/impression-routes';
import { ownConsentRoutes } from './routes/own-consent-routes';
import { subjectRoutes } from './routes/subject-routes';
import { createRequestFacts, createSubmitDecision } from './routes/submit-decision';
import { createVisitorForms, type VisitorForms } from './routes/visitor-forms';
import { visitorListRoute } from './routes/visitor-list';
import { type ConsentStringsOptions, createConsentStrings } from './strings/consent-strings';
import { createRefusesTcf } from './strings/refuses-tcf';

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
  readonly telemetry: Telemetry;
  readonly noteShown: ImpressionRoutesOptions['noteShown'];
  /** Returns of how many banners of a tenant one is counted; 0: none. */
  readonly impressionSample: (tenantId: string) => Promise<number>;
  readonly events: ServiceEventEmitter;
  readonly paging: Paging;
  readonly cursors: Cursors;
  readonly limits: Pick<ResolvedConfig['limits'], 'maxPageSize'>;
  /** Returns the number of records of a tenant, or of one of its profiles. */
  readonly totalConsents: (tenantId: string, profileId?: string) => Promise<number>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly visitorCookie: ResolvedConfig['visitorCookie'];
  readonly choiceCookie: ResolvedConfig['choiceCookie'];
  readonly tcf: ResolvedConfig['tcf'];
  readonly gpp: ResolvedConfig['gpp'];
  readonly registry: ConsentStringsOptions['registry'];
  readonly frameworks: { readonly tcStrings: TcStringMaker; readonly signals: VisitorSignals };
  readonly retention: ResolvedConfig['retention'];
  readonly compliance: Pick<
    ResolvedConfig['compliance'],
    'parentalTokenHours' | 'parentalTokenInResponse' | 'type' | 'defaultGroup' | 'jurisdictions'
  >;
  readonly keys: SigningKeys;
}

/** The parts of consents that other features can read. */
export interface ConsentRecords extends ConsentLookup, OperatorViews {
  readonly own: OwnRecord;
  /** Returns a record as operators see it, also with TC strings that are no longer a signal to vendors. */
  readonly toEvidence: ToRecord;
  readonly auditedVisitor: AuditedVisitor;
  /** Returns when one of the host's users last signed in, also one who has decided nothing; null: never. */
  readonly signedInAt: (tenantId: string, subjectId: string) => Promise<number | null>;
  /** Returns the last erasure of one of the host's users, by the host's id; null: none is kept. */
  readonly lastErasureOfSubject: (tenantId: string, subjectId: string) => Promise<StoredErasure | null>;
  /** Certificates of erasures. */
  readonly certificates: ErasureCertificates;
  /** Returns the state of each parental consent that was requested for this visitor. */
  readonly parental: (tenantId: string, visitorId: string) => Promise<ParentalRequest[]>;
  /** Returns a reader for one export. */
  readonly openReader: () => ConsentReader;
}

export interface ConsentsFeature extends Feature {
  readonly records: ConsentRecords;
  readonly forms: VisitorForms;
  readonly accounts: AccountLinks;
  readonly eraseAgain: EraseAgain;
}

export function createConsents(options: ConsentsOptions): ConsentsFeature {
  const { catalogue, tenantOrigins, locate, clock, keys, visitorCookie, compliance } = options;
  const { requireProof, requireOnUpdate } = visitorCookie;
  const cookies = createVisitorCookies(visitorCookie, keys.ownershipProofs);
  const auditedVisitor = createAuditedVisitor(keys.auditedVisitorIds);
  const countErasures = createCountErasures(auditedVisitor);
  const strings = createConsentStrings(options);
  const views = createConsentViews(strings, catalogue);
  const operatorViews = createOperatorViews(catalogue, views);
  const draftHooks = createDraftHooks({ ...options, strings });
  const refusesTcf = createRefusesTcf(catalogue);
  const noteWrites = createNoteWrites(options.recordChanges, views);
  const saveSubmissions = createSaveSubmissions({
    clock,
    noteWrites,
    ownedOnly: requireProof || requireOnUpdate,
    requireProof,
    countErasures,
    findLastErasure: createFindLastErasure(auditedVisitor),
  });
  const writing = { ...options, strings, views, draftHooks, refusesTcf };
  const submit = createSubmitConsent({
    ...writing,
    repeated: createRepeatedSubmissions(options.database, keys.submissionIds, clock),
    saveSubmissions,
  });
  const update = createUpdateConsent({ ...writing, noteWrites });
  const eraseConsent = createEraseConsent({
    ...options,
    auditedVisitor,
    hashKey: keys.auditedVisitorIds[0].id,
  });
  const completeErasure = createCompleteErasure(options.database, clock);
  const auditedSubject = createAuditedSubject(keys.auditedVisitorIds);
  const certificates = createErasureCertificates({
    database: options.database,
    keys: keys.erasureCertificates,
    hashKeys: keys.auditedVisitorIds,
    auditedVisitor,
    auditedSubject,
  });
  const lookup = createConsentLookup(options);
  const access = createConsentAccess({
    cookies,
    catalogue,
    requireProof,
    sendsAcrossSites: visitorCookie.sameSite === 'none',
    tenantOrigins,
  });
  const tenantOfVisitor = options.tenancy.enabled ? createFindTenantOfVisitor(options.database) : null;
  const lookUp = createOwnLookup({ find: lookup.find, access, catalogue, tenantOfVisitor });
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
  const ownerCookies = createOwnerCookies({ ...options, cookies, endStrays });
  const catchUp = createCatchUp(ownerCookies, cookies);
  const erase = createEraseVisitor(
    eraseConsent,
    completeErasure,
    certificates.certify,
    ownerCookies,
    cookies,
  );
  const accounts = createAccountLinks({ ...options, cookies, ownerCookies, lookup, submit });
  const facts = createRequestFacts({ locate, ipHashKey: keys.ipHashes });
  const decidedSignal = options.gpp.enabled ? options.frameworks.signals.decided : null;
  const keepRefusals = createKeepRefusals(clock, options.logger, options.frameworks.tcStrings);
  const submitDecision = createSubmitDecision({
    submit,
    catalogue,
    access,
    findVisitor,
    parental,
    facts,
    cookies,
    tcStrings: options.frameworks.tcStrings,
    keepRefusals,
    clock,
  });
  const forms = createVisitorForms({
    access,
    submitDecision,
    ownerCookies,
    findCookieVisitor,
    lookUp,
    verify: lookup.verify,
    formKey: keys.forms,
    clock,
  });
  const removeOld = createRetention(options);
  const removeOldErasures = createErasureRetention(options);
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
        verify: lookup.verify,
        views,
        access,
        findCookieVisitor,
        lookUp,
        catchUp,
        erase,
        ownerCookies,
        cookies,
        facts,
        decidedSignal,
        findGroupAt: (place) => matchPlace(compliance, place, clock.now()).complianceGroup,
      }),
      ...consentRoutes({
        submitDecision,
        keepRefusals,
        catalogue,
        update,
        verify: lookup.verify,
        views,
        access,
        lookUp,
        ownRecord,
        catchUp,
        ownerCookies,
        cookies,
        erase,
        facts,
        decidedSignal,
      }),
      ...subjectRoutes(lookup, views),
      ...impressionRoutes({ ...options, access }),
    ],
    adminRoutes: [
      consentListRoute({ ...options, views: operatorViews }),
      visitorListRoute(options),
      ...consentAdminRoutes({ ...options, lookup, views: operatorViews }),
      ...erasureRoutes({
        ...options,
        erase: eraseConsent,
        eraseSubject: createEraseSubject(options.database, eraseConsent, completeErasure, auditedSubject),
        certificates,
      }),
    ],
    forms,
    accounts,
    eraseAgain: createEraseAgain(options.database, eraseConsent),
    records: {
      ...lookup,
      own: ownRecord,
      toEvidence: views.toEvidence,
      ...operatorViews,
      auditedVisitor,
      signedInAt: (tenantId, subjectId) =>
        options.database.read((connection) =>
          accountRepository(connection.tenant(tenantId)).signedInAt(subjectId),
        ),
      lastErasureOfSubject: (tenantId, subjectId) =>
        options.database.read((connection) =>
          erasureRepository(connection.tenant(tenantId)).lastOfSubject(auditedSubject(tenantId, subjectId)),
        ),
      certificates,
      parental: (tenantId, visitorId) =>
        options.database.read((connection) =>
          parentalRepository(connection.tenant(tenantId)).ofVisitor(visitorId),
        ),
      openReader: () => createConsentReader(options.reads.forOneResult(), options.totalConsents),
    },
    async maintain(isOver) {
      let isFinished = true;
      await runEach([removeOld, removeOldErasures], async (task) => {
        if (!(await task(isOver))) isFinished = false;
      });
      return isFinished ? 'finished' : 'unfinished';
    },
  };
}
