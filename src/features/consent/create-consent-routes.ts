import type { ResolvedConfig } from '../../config/config-schema';
import type { Database } from '../../database/database';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import type { Route } from '../../http/route';
import type { Clock } from '../../kernel/clock';
import type { Logger } from '../../kernel/logger';
import type { HookRunner } from '../../plugins/plugin-registry';
import type { LocateVisitor, ProfileCatalogue } from '../profiles';
import { createConsentAccess } from './consent-access';
import { consentAdminRoutes } from './consent-admin-routes';
import { createDraftHooks } from './consent-hooks';
import { consentRoutes } from './consent-routes';
import { createConsentService } from './consent-service';
import { createVisitorCookie } from './visitor-cookie';

export interface ConsentFeatureOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly catalogue: ProfileCatalogue;
  /** The tenant's `allowedOrigins`; empty: no restriction. */
  readonly tenantOrigins: (tenantId: string) => Promise<readonly string[]>;
  readonly locate: LocateVisitor;
  readonly hooks: HookRunner;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly visitorCookie: ResolvedConfig['visitorCookie'];
  /** `compliance.dataSigningHash`, else random. */
  readonly signingKey: string | Buffer;
}

export function createConsentRoutes(options: ConsentFeatureOptions): { publicRoutes: Route[]; adminRoutes: Route[] } {
  const { catalogue, tenantOrigins, locate, hooks, signingKey, visitorCookie } = options;
  const cookie = createVisitorCookie(visitorCookie);
  const draftHooks = createDraftHooks(options);
  const service = createConsentService({ ...options, draftHooks, hooks, requireOnUpdate: visitorCookie.requireOnUpdate });
  const access = createConsentAccess({ cookie, tenantOrigins });
  return {
    publicRoutes: consentRoutes({ service, access, cookie, catalogue, locate, signingKey }),
    adminRoutes: consentAdminRoutes(service),
  };
}
