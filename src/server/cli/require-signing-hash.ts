import type { OpenService } from './open-service';
import { UsageError } from './usage-error';

/**
 * For commands that write what webhooks receive. Without the key of the app they would seal these messages with a random one,
 * and the app could never send them. Does nothing where no tenant has a webhook, as in a new database.
 * @throws UsageError
 */
export async function requireSigningHashForWebhooks({
  service,
  config,
}: Pick<OpenService, 'service' | 'config'>): Promise<void> {
  if (config.compliance?.dataSigningHash === undefined && (await service.operations.hasWebhooks()))
    throw new UsageError(
      'compliance.dataSigningHash is not set: the app could not send what webhooks receive about these changes. Set it in the module of --config, or with --database the variable EXPRESS_CONSENT_DATA_SIGNING_HASH',
    );
}
