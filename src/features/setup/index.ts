export { createSeeding } from './seed-profiles';
export { setupRoutes } from './setup-routes';
