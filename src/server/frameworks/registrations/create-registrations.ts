import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Feature } from '#platform/feature';
import type { Clock } from '#platform/kernel/clock';
import type { Background } from '#platform/kernel/concurrency/background';
import type { Logger } from '#platform/kernel/logger';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { createConfirmations } from './confirmations';
import { gppDraft, gppRoutes } from './gpp-routes';
import { gppReadiness, type RegistrationReadiness, tcfReadiness } from './registration-readiness';
import { createTcfRegistrations, tcfDraft } from './tcf-registrations';
import { createTcfRegistry, type TcfRegistry } from './tcf-registry';
import { tcfRoutes } from './tcf-routes';

export interface RegistrationsOptions {
  readonly tcf: ResolvedConfig['tcf'];
  readonly gpp: ResolvedConfig['gpp'];
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly storage: StorageAdapter;
  readonly background: Background;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Time limit for one response of a registry (ms). Default 10 s. */
  readonly registryTimeoutMs?: number | undefined;
}

export interface RegistrationsFeature extends Feature {
  /** The lists that IAB Europe publishes. Sends no requests while TCF is off. */
  readonly registry: TcfRegistry;
  /** Checks what each framework still needs for a tenant, without contacting a registry. */
  readonly readiness: Readonly<Record<'tcf' | 'gpp', (tenantId: string) => Promise<RegistrationReadiness>>>;
}

/** Creates the registrations with the IAB frameworks, their confirmations and published lists. */
export function createRegistrations({
  tcf,
  gpp,
  registryTimeoutMs = 10_000,
  ...options
}: RegistrationsOptions): RegistrationsFeature {
  const registry = createTcfRegistry({ ...options, config: tcf, timeoutMs: registryTimeoutMs });
  const tcfConfirmations = createConfirmations('tcf', tcfDraft(tcf), options);
  const gppConfirmations = createConfirmations('gpp', gppDraft(gpp), options);
  return {
    adminRoutes: [
      ...tcfRoutes(tcf, createTcfRegistrations(tcfDraft(tcf), tcfConfirmations, registry)),
      ...gppRoutes(gpp, gppDraft(gpp), gppConfirmations),
    ],
    start: registry.start,
    maintain: registry.maintain,
    close: registry.close,
    registry,
    readiness: {
      async tcf(tenantId) {
        if (!tcf.enabled)
          return { ok: true, unused: true, message: 'The Transparency and Consent Framework is disabled.' };
        return tcfReadiness(await tcfConfirmations.state(tenantId), await registry.known());
      },
      async gpp(tenantId) {
        return gpp.enabled
          ? gppReadiness(await gppConfirmations.state(tenantId))
          : { ok: true, unused: true, message: 'The Global Privacy Platform is disabled.' };
      },
    },
  };
}
