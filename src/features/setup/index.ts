export { setupRoutes } from './setup-routes';
