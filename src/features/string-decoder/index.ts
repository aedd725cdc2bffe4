export { decodeRoutes } from './decode-routes';
