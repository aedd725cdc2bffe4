import { getTextPolicy } from '../core/text-policy';
import type { Unblocker, WidgetContext } from '../widget-types';
import { blockedContent } from './find-content';
import { findElements } from './find-elements';
import { loadContent, readAddress } from './load-content';
import { createWriteGuard } from './write-guard';

/**
 * Elements whose addresses load something and do nothing else: a sanitizer that accepts `data-` attributes must not let
 * `<base data-href>` through.
 */
const loadable =
  'iframe,img,link:is([rel=stylesheet],[rel=preload],[rel=icon]),video,audio,source,object,embed,a';

/** Types of scripts that browsers run: `ascript` ends those of JavaScript and ECMAScript. */
const runnable = /^(|module|.*ascript)$/i;

const matches = (node: Element, selector: string) => Element.prototype.matches.call(node, selector);

/**
 * Creates what loads the blocked content of the page that is allowed now: scripts with `type="text/plain"`, and
 * elements with `data-consent-src`, `data-src` and the like.
 *
 * No element of the page is removed, moved or replaced. Of a script, a copy runs beside it and goes again: the page's
 * framework finds what it has made, and no copy of the markup contains a script that would run.
 * Why: docs/adr/0097-a-guest-in-the-page.md
 *
 * Scripts start when the page has been parsed, before its event `DOMContentLoaded`. External ones load in parallel and
 * run in the order of the page; inline ones wait for those before them; a script that fails stops no other.
 */
export function create(context: WidgetContext): Unblocker {
  const { dom, isAllowed, report, roots } = context;
  const policy = getTextPolicy(context);
  const { nonce } = context.options;
  const guard = createWriteGuard(context);
  /** Scripts of the page that have been started. */
  const started = new WeakSet<Element>();
  /** Informs tags. A tag that was blocked until now knows nothing yet. */
  let onRun = () => {};
  let embeds: Promise<(frame: HTMLElement) => void> | undefined;
  /** Resolves once the scripts so far have run, except those with `async`. */
  let order: Promise<unknown> | undefined;

  /** Shows a frame or its placeholder, or sets up a `<svc-embed>`. */
  function show(frame: HTMLElement): void {
    embeds ??= context
      .load<typeof import('../embeds')>('embeds')
      .then(({ createEmbeds }) => createEmbeds(context));
    embeds.then((update) => update(frame)).catch(report);
  }

  function release(node: HTMLElement): void {
    if (started.has(node)) return;
    // The frame in it has the category.
    if (node.localName === 'svc-embed') return show(node);
    const category = node.getAttribute('data-category');
    const service = node.getAttribute('data-service');
    const readAllowed = () => isAllowed(category, service);
    const allowed = readAllowed();
    const isFrame = node.localName === 'iframe';
    if (allowed === undefined)
      report(
        category === null
          ? `Unknown service "${service}". See docs/guide/troubleshooting.md#unknown-service`
          : `Unknown category "${category}". See docs/guide/troubleshooting.md#unknown-category`,
      );
    else if (isFrame && (!allowed || embeds)) show(node);
    else if (!allowed) return;
    else if (!(node instanceof HTMLScriptElement)) matches(node, loadable) && loadContent(node, policy);
    // While the page loads, the parser may not have read the whole text of a script.
    else if (node.type === 'text/plain' && dom.readyState !== 'loading') start(node, readAllowed);
  }

  function start(original: HTMLScriptElement, readAllowed: () => boolean | undefined): void {
    const { type = '' } = original.dataset;
    // A script that has left the page starts when it comes back. Browsers that run this one know modules.
    if (!original.isConnected || (original.noModule && type !== 'module')) return;
    // The widget vouches for what it inserts: without this, injected markup could run code past the policy.
    if (nonce && original.nonce !== nonce)
      return report(
        'A blocked script lacks the nonce of the page. See docs/guide/troubleshooting.md#script-without-nonce',
      );
    started.add(original);
    const ownSrc = original.getAttribute('src');
    const src = readAddress(original, 'src') ?? ownSrc;
    const script = dom.createElement('script');
    for (const { name, value } of original.attributes)
      if (!/^(on.*|(data-)?(consent-)?(src|type)|data-(category|service))$/.test(name))
        script.setAttribute(name, value);
    script.nonce = original.nonce;
    script.async = original.hasAttribute('async');
    script.type = type;
    const finish = (event?: Event) => {
      try {
        guard.insert(script, original);
      } catch (error) {
        report(error);
      }
      script.remove();
      // Handlers and listeners of the page are on its own script.
      if (event) original.dispatchEvent(new Event(event.type));
      // Turbo and htmx compare the head with that of the next page, and would run a script that differs again.
      // Why: docs/adr/0180-scripts-of-a-head-that-is-compared.md
      if (ownSrc === null && original.parentNode === dom.head) original.removeAttribute('src');
      onRun();
    };
    if (src === null) {
      script.text = policy.createScript(original.text);
      const run = () => {
        // The visitor can have refused it while it waited.
        if (!original.isConnected || !readAllowed()) return void started.delete(original);
        guard.run(script, () => original.after(script));
        finish();
      };
      // Without a script to wait for, at once: nothing else of the page may come between.
      if (order) order = order.then(run);
      else run();
      return;
    }
    const end = new Promise<Event>((resolve) => {
      for (const name of ['load', 'error']) script.addEventListener(name, resolve);
    }).then(finish);
    const url = policy.createScriptURL(src);
    script.src = url;
    // Scripts look for their own element by its id or address. Of this type, it loads nothing.
    original.setAttribute('src', url);
    guard.run(script, () => original.after(script));
    // A script of another type never loads.
    if (!script.async && runnable.test(type)) order = Promise.all([order, end]);
  }

  return {
    unblock(signal, scopes = roots) {
      onRun = signal;
      for (const node of findElements(scopes, blockedContent)) {
        try {
          release(node);
        } catch (error) {
          report(error);
        }
      }
    },
  };
}
