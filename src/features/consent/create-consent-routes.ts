import type { ResolvedConfig } from '../../config/config-schema';
import type { Database } from '../../database/database';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import type { Route } from '../../http/route';
import type { Clock } from '../../kernel/clock';
import type { ServiceEventEmitter } from '../../kernel/events';
import type { Paging } from '../../kernel/paging';
import type { HookRunner } from '../../plugins/plugin-registry';
import type { LocateVisitor, ProfileCatalogue } from '../profiles';
import { createConsentAccess } from './consent-access';
import { consentAdminRoutes } from './consent-admin-routes';
import type { RecordChanges } from './consent-changes';
import { createDraftHooks } from './consent-hooks';
import { consentListRoute } from './consent-list';
import { consentRoutes } from './consent-routes';
import { type ConsentService, createConsentService } from './consent-service';
import { type ConsentStretches, createConsentStretches } from './consent-stretches';
import type { FrameworkStrings } from './framework-strings';
import { createOwnLookup, createOwnRecord, type OwnRecord } from './own-record';
import { createParentalConsents } from './parental-consent';
import { type ParentalRequest, parentalRepository } from './parental-repository';
import { parentalRoutes } from './parental-routes';
import { createParentalTokens } from './parental-token';
import { createRetention } from './retention';
import { subjectRoutes } from './subject-routes';
import { createFindTenantOfVisitor } from './unnamed-tenant';
import { createVisitorCookie } from './visitor-cookie';

export interface ConsentFeatureOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly catalogue: ProfileCatalogue;
  readonly severalTenants: boolean;
  /** The tenant's `allowedOrigins`; empty: no restriction. */
  readonly tenantOrigins: (tenantId: string) => Promise<readonly string[]>;
  readonly locate: LocateVisitor;
  readonly hooks: HookRunner;
  readonly recordChanges: RecordChanges;
  readonly events: ServiceEventEmitter;
  readonly paging: Paging;
  /** How many records a tenant has, or of them were given against one profile. */
  readonly totalConsents: (tenantId: string, profileId?: string) => Promise<number>;
  readonly clock: Clock;
  readonly visitorCookie: ResolvedConfig['visitorCookie'];
  readonly strings: FrameworkStrings;
  readonly retention: ResolvedConfig['retention'];
  readonly compliance: Pick<ResolvedConfig['compliance'], 'parentalTokenHours' | 'parentalTokenInResponse'>;
  /** `compliance.dataSigningHash`, else random. */
  readonly signingKey: string | Buffer;
}

/** What other features may read of consents. */
export interface ConsentRecords extends Pick<ConsentService, 'find' | 'states' | 'verify'> {
  readonly own: OwnRecord;
  /** Where the parental consents stand that were asked for this visitor. */
  readonly parental: (tenantId: string, visitorId: string) => Promise<ParentalRequest[]>;
  readonly stretches: ConsentStretches;
}

export interface ConsentFeature {
  readonly publicRoutes: Route[];
  readonly adminRoutes: Route[];
  readonly records: ConsentRecords;
  /** Upkeep: removes what has been kept for long enough. */
  readonly applyRetention: (isOver: () => boolean) => Promise<void>;
}

export function createConsentRoutes(options: ConsentFeatureOptions): ConsentFeature {
  const { catalogue, tenantOrigins, locate, hooks, clock, signingKey, visitorCookie, compliance } = options;
  const cookie = createVisitorCookie(visitorCookie);
  const draftHooks = createDraftHooks(options);
  const service = createConsentService({ ...options, draftHooks, hooks, requireOnUpdate: visitorCookie.requireOnUpdate });
  const access = createConsentAccess({ cookie, tenantOrigins });
  const tenantOfVisitor = options.severalTenants ? createFindTenantOfVisitor(options.database) : null;
  const lookUp = createOwnLookup({ service, access, catalogue, tenantOfVisitor });
  const ownRecord = createOwnRecord(lookUp);
  const parental = createParentalConsents({ ...options, tokens: createParentalTokens(signingKey, clock), tokenHours: compliance.parentalTokenHours });
  return {
    publicRoutes: [
      ...parentalRoutes({ parental, access, catalogue, tokenInResponse: compliance.parentalTokenInResponse }),
      ...consentRoutes({ service, strings: options.strings, access, lookUp, ownRecord, parental, cookie, catalogue, locate, signingKey }),
      ...subjectRoutes(service),
    ],
    adminRoutes: [consentListRoute(options), ...consentAdminRoutes(service, catalogue)],
    records: {
      find: service.find,
      states: service.states,
      verify: service.verify,
      own: ownRecord,
      parental: (tenantId, visitorId) => options.database.read((connection) => parentalRepository(connection.tenant(tenantId)).ofVisitor(visitorId)),
      stretches: createConsentStretches(options.database, options.totalConsents),
    },
    applyRetention: createRetention(options),
  };
}
