import type { Feature } from '#platform/feature';
import {
  type ApiKeyAuthenticator,
  type ApiKeyAuthenticatorOptions,
  createApiKeyAuthenticator,
} from './api-key-authenticator';
import { apiKeyRoutes } from './api-key-routes';
import { type ApiKeyServiceOptions, createApiKeyService } from './api-key-service';
import { createKeyHolders, type KeyHoldersOptions } from './key-holder';

export type ApiKeysOptions = Omit<
  ApiKeyServiceOptions & ApiKeyAuthenticatorOptions & KeyHoldersOptions,
  'holders'
>;

export interface ApiKeysFeature
  extends Feature,
    Pick<ApiKeyAuthenticator, 'authenticate' | 'authenticateOperator'> {}

/** Creates the keys with which servers call the public API and, with scopes, routes of the admin API. */
export function createApiKeys(options: ApiKeysOptions): ApiKeysFeature {
  const holders = createKeyHolders(options);
  const { authenticate, authenticateOperator, flush } = createApiKeyAuthenticator({ ...options, holders });
  return {
    adminRoutes: apiKeyRoutes(createApiKeyService({ ...options, holders })),
    authenticate,
    authenticateOperator,
    close: flush,
  };
}
