import type { Feature } from '../feature';
import { type DecodeRoutesOptions, decodeRoutes } from './decode-routes';

/** What an operator can look up about the strings of the IAB frameworks. */
export function createStringDecoder(options: DecodeRoutesOptions): Feature {
  return { adminRoutes: decodeRoutes(options) };
}
