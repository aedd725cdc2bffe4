export { createApiKeys } from './create-api-keys';
