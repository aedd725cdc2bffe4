import type { Bootstrap, WidgetContext } from '../widget-types';

/** Returns what applies to the visitor now, however long the page has been open. Rejects without an answer. */
export const readNow = (context: WidgetContext): Promise<Bootstrap> =>
  // Without a language, the answer would be the one that the page has.
  context.bootstrap(context.readHints().get('lang') ?? '');

/**
 * Returns what applies to the visitor now, for a page that can be open since before the profile or the place changed; without
 * an answer, what applied before.
 */
export const readAgain = (context: WidgetContext): Promise<Bootstrap> =>
  readNow(context).catch(() => context.bootstrap());
