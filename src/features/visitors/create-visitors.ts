import type { Feature } from '../feature';
import { type VisitorRoutesOptions, visitorRoutes } from './visitor-routes';

/** Creates the list of visitors that have decided. */
export function createVisitors(options: VisitorRoutesOptions): Feature {
  return { adminRoutes: visitorRoutes(options) };
}
