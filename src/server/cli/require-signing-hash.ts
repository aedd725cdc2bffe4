import type { OpenService } from './open-service';
import { UsageError } from './usage-error';

/**
 * For commands that write what webhooks receive. Without the key of the app they would seal these messages with a random one,
 * and the app could never send them.
 * @throws UsageError
 */
export function requireSigningHash({ config }: Pick<OpenService, 'config'>): void {
  if (config.compliance?.dataSigningHash === undefined)
    throw new UsageError(
      'compliance.dataSigningHash is not set: the app could not send what webhooks receive about these changes. Use --config with the configuration of the app, or set EXPRESS_CONSENT_DATA_SIGNING_HASH',
    );
}

/** The same for commands that also fill new databases, which have no webhooks. @throws UsageError */
export async function requireSigningHashForWebhooks(opened: OpenService): Promise<void> {
  if (await opened.service.operations.hasWebhooks()) requireSigningHash(opened);
}
