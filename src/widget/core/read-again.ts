import type { Bootstrap, WidgetContext } from '../widget-types';

/**
 * Returns what applies to the visitor now, for a page that can be open since before the profile or the place changed; without
 * an answer, what applied before.
 */
export const readAgain = (context: WidgetContext): Promise<Bootstrap> =>
  // Without a language, the answer would be the one that the page has.
  context.bootstrap(context.readHints().get('lang') ?? '').catch(() => context.bootstrap());
