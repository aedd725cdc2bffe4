import { variable } from './environment';
import type { OpenService } from './open-service';
import { UsageError } from './usage-error';

/** Work that the signing secret of the app is needed for, and what happens without it. */
const effects = {
  webhooks: 'the app could not send what webhooks receive about these changes',
  erasures: 'visitors who were erased would not be recognised',
};

/**
 * Requires the signing secret of the app. Refuses another one always, and none where the work needs it: for messages to
 * webhooks where a tenant has one, for erasures where the app has a secret. Does nothing in a new database.
 * @throws UsageError
 */
export async function requireSigningHash(
  { service: { operations } }: Pick<OpenService, 'service'>,
  work: keyof typeof effects,
): Promise<void> {
  if ((await operations.migrations.pending()).length > 0) return;
  const secrets = await operations.diagnosis.secrets();
  const secret = secrets.find(({ key }) => key === 'compliance.dataSigningHash');
  if (secret === undefined) return;
  const { key, fingerprint, remembered, isKnown } = secret;
  const isNeeded = work === 'webhooks' ? await operations.hasWebhooks() : remembered !== null;
  if (fingerprint === null ? !isNeeded : isKnown) return;
  throw new UsageError(
    `${key} is ${fingerprint === null ? 'not set' : 'not the secret that this database was last used with'}: ${effects[work]}. Use the secret of the app: set it in the module of --config, or with --database in the variable ${variable('DATA_SIGNING_HASH')}. See docs/guide/troubleshooting.md#changed-secret`,
  );
}
