import type { Unblocker, WidgetContext } from '../widget-types';
import { blockedContent } from './find-content';
import { loadContent } from './load-content';

/**
 * Elements whose addresses load something and do nothing else: a sanitizer that accepts `data-` attributes must not let
 * `<base data-href>` through.
 */
const loadable =
  'iframe,img,link:is([rel=stylesheet],[rel=preload],[rel=icon]),video,audio,source,object,embed,a';

/**
 * Creates what loads the blocked content of the page that is allowed now: scripts with `type="text/plain"`, and
 * elements with `data-src`, `data-srcset`, `data-href` or `data-poster`.
 *
 * Scripts start when the page has been parsed, as with `defer`. External ones load in parallel and run in the
 * order of the page; inline ones wait for those before them; a script that fails stops no other.
 */
export function create(context: WidgetContext): Unblocker {
  const { dom, isAllowed, policy, report } = context;
  const { nonce } = context.options;
  /** Informs tags. A tag that was blocked until now knows nothing yet. */
  let onRun = () => {};
  let embeds: Promise<(frame: Element) => void> | undefined;
  /** Resolves once the scripts so far have run, except those with `async`. */
  let order: Promise<unknown> = Promise.resolve();

  /** Shows a placeholder for a frame that is not allowed, or sets up a `<svc-embed>`. */
  function hold(frame: Element): void {
    embeds ??= context
      .load<typeof import('../embeds')>('embeds')
      .then(({ createEmbeds }) => createEmbeds(context));
    embeds.then((show) => show(frame)).catch(report);
  }

  function release(node: HTMLElement): void {
    const { category } = node.dataset;
    const allowed = category ? isAllowed(category) : false;
    if (allowed === undefined)
      report(`Unknown category "${category}". See docs/guide/troubleshooting.md#unknown-category`);
    else if (!allowed) node.matches('iframe,svc-embed') && hold(node);
    else if (!(node instanceof HTMLScriptElement)) node.matches(loadable) && loadContent(node, policy);
    // While the page loads, the parser may not have read the whole text of a script.
    else if (node.type === 'text/plain' && dom.readyState !== 'loading') revive(node);
  }

  function revive(old: HTMLScriptElement): void {
    // The widget vouches for what it inserts: without this, injected markup could run code past the policy.
    if (nonce && old.nonce !== nonce)
      return report(
        'A blocked script lacks the nonce of the page. See docs/guide/troubleshooting.md#script-without-nonce',
      );
    const { src = old.getAttribute('src'), type = '' } = old.dataset;
    const script = dom.createElement('script');
    for (const { name, value } of old.attributes)
      if (!/^(data-)?(src|type)$/.test(name)) script.setAttribute(name, value);
    old.removeAttribute('data-category');
    script.nonce = old.nonce;
    script.async = old.hasAttribute('async');
    script.type = type;
    if (src === null) {
      script.text = policy.createScript(old.text);
      order = order.then(() => old.replaceWith(script));
    } else {
      const end = new Promise((resolve) => {
        script.onload = script.onerror = resolve;
      });
      if (script.async) end.then(() => onRun());
      else order = Promise.all([order, end]);
      script.src = policy.createScriptURL(src);
      old.replaceWith(script);
    }
    order.then(() => onRun());
  }

  return {
    unblock(signal) {
      onRun = signal;
      for (const node of dom.querySelectorAll<HTMLElement>(blockedContent)) {
        try {
          release(node);
        } catch (error) {
          report(error);
        }
      }
    },
  };
}
