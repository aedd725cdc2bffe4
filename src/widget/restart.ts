import { dom, readGlobal } from './core/dom';
import { runForeign } from './core/foreign';
import { createFailure } from './core/request';
import { startWidget } from './core/start';
import type { Kit, WidgetContext } from './widget-types';

/** Hash of all parts of this version. */
declare const widgetHash: string;

// The service sends this part in place of any other to a `widget.js` whose contract it does not have: one from a cache, or
// that of a server with another version. It starts the widget of this version with the options of that script. The exports
// and what they use of a context are the same in all versions. Why: docs/adr/0130-versions-side-by-side.md

/** Creates nothing: the script reports the error, and opens nothing. */
export function create(context: WidgetContext): never {
  replace(context);
  throw createFailure(
    'The page had the script of another version, which was replaced. See docs/guide/troubleshooting.md#two-versions',
  );
}

export const passGate = ({ context }: Kit): never => create(context);
export const settleDecision = ({ context }: Kit): never => create(context);
export const holdPage = (context: WidgetContext): never => create(context);

/** For a page that has been open since before an upgrade: opens the preferences of this version. */
export function openPreferences({ context }: Kit): void {
  const isNew = !context.successor;
  replace(context);
  if (isNew) void context.successor?.open();
}

/** Starts the widget once for a page, however many parts its script asks for. */
function replace(context: WidgetContext): void {
  const { options, listeners, successor } = context;
  if (successor) return;
  if (options.isSuccessor)
    throw createFailure(
      'Servers with different versions answer this page, so there is no banner. See docs/guide/troubleshooting.md#two-versions',
    );
  // The script before comes to rest; what it shows has nobody to answer it.
  context.apply = () => {};
  for (const { shadowRoot } of dom.querySelectorAll('svc-consent')) shadowRoot?.replaceChildren();
  const known = readGlobal('expressConsent');
  const widget = startWidget(
    { ...options, isSuccessor: true },
    (name) => import(`${options.base}w/${widgetHash}/${name}.js`),
  );
  context.successor = widget;
  // Scripts of the page may have kept the object, and wait for changes.
  if (known) Object.defineProperties(known, Object.getOwnPropertyDescriptors(widget));
  widget.on((change) => {
    for (const listener of listeners) runForeign(() => listener(change));
  });
  // The next page has this version's script, where no shared cache keeps the other one.
  fetch(`${options.base}widget.js`, { cache: 'reload', priority: 'low' }).catch(() => {});
}
