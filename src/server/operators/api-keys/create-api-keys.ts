import type { Feature } from '#platform/feature';
import {
  type ApiKeyAuthenticator,
  type ApiKeyAuthenticatorOptions,
  createApiKeyAuthenticator,
} from './api-key-authenticator';
import { apiKeyRoutes } from './api-key-routes';
import { type ApiKeyService, type ApiKeyServiceOptions, createApiKeyService } from './api-key-service';
import { createKeyHolders, type KeyHoldersOptions } from './key-holder';

export type ApiKeysOptions = Omit<
  ApiKeyServiceOptions & ApiKeyAuthenticatorOptions & KeyHoldersOptions,
  'holders'
>;

export interface ApiKeysFeature
  extends Feature,
    Pick<ApiKeyAuthenticator, 'authenticate' | 'authenticateOperator'>,
    Pick<ApiKeyService, 'revokeKeysOf'> {}

/** Creates the keys with which servers call the public API and, with scopes, routes of the admin API. */
export function createApiKeys(options: ApiKeysOptions): ApiKeysFeature {
  const holders = createKeyHolders(options);
  const { authenticate, authenticateOperator, flush } = createApiKeyAuthenticator({ ...options, holders });
  const service = createApiKeyService({ ...options, holders });
  return {
    adminRoutes: apiKeyRoutes(service),
    authenticate,
    authenticateOperator,
    revokeKeysOf: service.revokeKeysOf,
    close: flush,
  };
}
