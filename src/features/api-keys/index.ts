export { createApiKeyAuthenticator } from './api-key-authenticator';
export { apiKeyRoutes } from './api-key-routes';
export { createApiKeyService } from './api-key-service';
