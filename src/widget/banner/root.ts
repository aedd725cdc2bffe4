import { toFrameAttributes } from '#layers/index';
import sheet from '../widget.css';
import type { Root, Theme, WidgetContext } from '../widget-types';
import { element } from './elements';

/**
 * Returns the place that the server has written, once the parser has reached its end; null where the page has none.
 */
export async function findWrittenHost({ dom, options }: WidgetContext): Promise<HTMLElement | null> {
  while (options.frame !== undefined) {
    const host = dom.querySelector<HTMLElement>('body > svc-consent[data-frame]');
    const isParsing = dom.readyState === 'loading';
    if (host?.nextSibling || !isParsing) return host;
    await new Promise((resolve) => setTimeout(resolve, 9));
  }
  return null;
}

/** Creates the widget's place. @param written the one that the server has written */
export function createRoot(context: WidgetContext, written: HTMLElement | null): Root {
  const { dom } = context;
  const host = written ?? dom.createElement('svc-consent');
  // Older browsers do not give an element the shadow root in its markup.
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  // Nothing follows a layer that was cut off; it can lack a button.
  const frame =
    shadow.querySelector<HTMLElement>('.frame:not(:last-child)') ?? element('div', { class: 'frame' });
  if (!frame.parentNode) shadow.replaceChildren(frame);
  let banner = frame.querySelector<HTMLElement>('.banner');
  const themeSheet = new CSSStyleSheet();
  shadow.adoptedStyleSheets = [themeSheet];
  const pageSheet = new CSSStyleSheet();
  dom.adoptedStyleSheets = [...dom.adoptedStyleSheets, pageSheet];
  const styled = new Set<string>();
  // The page cannot tell which of our fields has the focus, and would take its keys for shortcuts.
  frame.onkeydown = frame.onkeypress = frame.onkeyup = (event) => event.stopPropagation();

  const root: Root = {
    frame,
    attached: keepInPage(dom, host, shadow),
    takeWritten(key) {
      const found = banner;
      banner = null;
      if (host.dataset.frame === key) return found;
      found?.remove();
      return null;
    },
    stylePage(text = '') {
      // Layers in pages that a script has parsed, or in copies, have no shadow root, so their line for old browsers would show.
      pageSheet.replaceSync(`svc-consent>*{display:none!important}${text}`);
    },
    style(text) {
      if (styled.has(text)) return;
      styled.add(text);
      const added = new CSSStyleSheet();
      added.replaceSync(text);
      shadow.adoptedStyleSheets.push(added);
    },
    dress(bootstrap, profile) {
      for (const [name, value] of Object.entries(toFrameAttributes(bootstrap, profile)))
        frame.setAttribute(name, value);
      if (profile.theme) applyTheme(dom, themeSheet, profile.theme);
    },
  };
  root.stylePage();
  // A style sheet that the page's policy has blocked does not exist.
  if (!shadow.querySelector('style')?.sheet) root.style(sheet);
  return root;
}

/**
 * Keeps an element right before the body: keyboards and screen readers reach it first, no style or script of the page
 * counts it among the page's own elements, and a `transform` of the body does not move it. It comes back when the page
 * removes it, and stays within reach when the page hides everything behind its own dialog. Resolves when the page has a
 * body. Why: docs/adr/0097-a-guest-in-the-page.md
 *
 * One that the server has written into the body stays there until the page removes it.
 */
const keepInPage = (dom: Document, host: HTMLElement, shadow: ShadowRoot): Promise<void> =>
  new Promise((resolve) => {
    const hiding = ['inert', 'aria-hidden'];
    let last = 0;
    let isWaiting = false;
    const isInPage = () =>
      host.parentNode === dom.documentElement ||
      (host.dataset.frame !== undefined && host.parentNode === dom.body);
    const attach = () => {
      const { body, documentElement } = dom;
      isWaiting = false;
      last = Date.now();
      for (const name of hiding) host.removeAttribute(name);
      if (body && !isInPage()) {
        documentElement.insertBefore(host, body);
        // A dialog that leaves the page is no longer modal.
        for (const dialog of shadow.querySelectorAll<HTMLDialogElement>('dialog[data-modal]')) {
          dialog.removeAttribute('open');
          dialog.showModal();
        }
        // A dialog that is open throws, and shows without it.
        for (const layer of shadow.querySelectorAll<HTMLElement>('[popover]:not([open])'))
          layer.showPopover?.();
      }
      for (const node of [document, documentElement, host.parentNode])
        if (node) observer.observe(node, { childList: true });
      if (body) resolve();
    };
    const observer = new MutationObserver(() => {
      const isGone = !isInPage() || hiding.some((name) => host.hasAttribute(name));
      // Once a second at most: a page that removes it each time must keep working.
      if (!isGone || isWaiting) return;
      isWaiting = true;
      setTimeout(attach, Date.now() - last < 1000 ? 1000 : 0);
    });
    observer.observe(host, { attributeFilter: hiding });
    attach();
  });

/** Sets values through the object model: no text of a theme can become another rule. */
function applyTheme(
  dom: Document,
  sheet: CSSStyleSheet,
  { light, dark = {}, radius, buttonRadius, font }: Theme,
): void {
  sheet.replaceSync('.frame{}');
  const { style } = sheet.cssRules[0] as CSSStyleRule;
  const set = (prefix: string, values: Readonly<Record<string, string | number | undefined>>) => {
    for (const [name, value] of Object.entries(values))
      style.setProperty(`--svc-${prefix}-${name}`, typeof value === 'number' ? `${value}px` : (value ?? ''));
  };
  set('d', dark);
  // The widget is beside the body, whose font it does not inherit.
  const ofPage = () => getComputedStyle(dom.body ?? dom.documentElement).fontFamily;
  set('t', {
    ...light,
    radius,
    buttonRadius,
    font: font === 'system' ? '' : font === 'inherit' ? ofPage() : font,
  });
}
