import type { Feature } from '../feature';
import {
  type ApiKeyAuthenticator,
  type ApiKeyAuthenticatorOptions,
  createApiKeyAuthenticator,
} from './api-key-authenticator';
import { apiKeyRoutes } from './api-key-routes';
import { type ApiKeyServiceOptions, createApiKeyService } from './api-key-service';

export type ApiKeysOptions = ApiKeyServiceOptions & ApiKeyAuthenticatorOptions;

export interface ApiKeysFeature extends Feature {
  readonly authenticate: ApiKeyAuthenticator['authenticate'];
}

/** Creates the keys with which servers call the public API. */
export function createApiKeys(options: ApiKeysOptions): ApiKeysFeature {
  const { authenticate, flush } = createApiKeyAuthenticator(options);
  return { adminRoutes: apiKeyRoutes(createApiKeyService(options)), authenticate, close: flush };
}
