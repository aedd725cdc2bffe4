import type { ConsentServiceConfig } from '#platform/config/config-schema';
import { serveWellKnown } from '#platform/http/well-known';
import { gpcResourcePath, gpcSupport } from '#standards/gpc/index';
import { createApis } from './apis';
import type { ConsentService, InternalService, Internals } from './consent-service';
import { createFeatures } from './features';
import { createOperations } from './operations';
import { createPlatform } from './platform';
import { resolveServiceConfig } from './resolve-service-config';
import { createServiceLifecycle } from './service-lifecycle';

const secondsPerDay = 86_400;

/**
 * Creates a consent service from the host's configuration. Two services in one process share nothing.
 * @throws ConfigError naming every wrong key at once
 *
 * @example
 * const consent = createConsentService({
 *   knex,
 *   auth: { adminEmail: 'admin@example.com', adminPassword, masterSecret },
 *   compliance: { dataSigningHash },
 * });
 * app.use(consent.publicRouter);
 * app.use(consent.adminRouter);
 */
export function createConsentService(input: ConsentServiceConfig): ConsentService {
  return createService(input);
}

/** `createConsentService` with replaceable internals, for tests. */
export function createService(input: ConsentServiceConfig, internals: Internals = {}): InternalService {
  const config = resolveServiceConfig(input);
  const platform = createPlatform(config, internals);
  const features = createFeatures(config, platform);
  const { events, hooks, telemetry } = platform;
  const { tags, accounts, ...apis } = createApis(config, platform, features);
  return {
    ...apis,
    ...tags,
    ...accounts,
    ...createServiceLifecycle(config, platform, features),
    health: () => features.health(),
    choice: features.guard.readChoice,
    events,
    metrics: { register: telemetry.register },
    plugins: { register: hooks.register, names: hooks.names },
    wellKnownGpc: serveWellKnown({
      path: gpcResourcePath,
      body: gpcSupport(config.compliance.gpcLastUpdate),
      maxAge: secondsPerDay,
    }),
    operations: createOperations(config, platform, features),
  };
}
