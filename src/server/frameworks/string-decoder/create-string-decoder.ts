import type { Feature } from '#platform/feature';
import { type DecodeRoutesOptions, decodeRoutes } from './decode-routes';

/** Creates the routes with which operators decode strings of the IAB frameworks. */
export function createStringDecoder(options: DecodeRoutesOptions): Feature {
  return { adminRoutes: decodeRoutes(options) };
}
