import { themeColours } from '../theme-colours';
import type { Root, Theme, WidgetContext } from '../widget-types';
import { element } from './elements';

/** Creates the widget's place. */
export function createRoot(context: WidgetContext): Root {
  const { dom } = context;
  const host = dom.createElement('svc-consent');
  const shadow = host.attachShadow({ mode: 'open' });
  const frame = element('div', { class: 'frame' });
  const themeSheet = new CSSStyleSheet();
  const styled: Record<string, Promise<void>> = {};
  shadow.append(frame);
  shadow.adoptedStyleSheets = [themeSheet];
  const attached = keepInPage(dom, host);

  return {
    frame,
    style(name) {
      styled[name] ??= context.css(name).then(
        (text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          shadow.adoptedStyleSheets.push(sheet);
          return attached;
        },
        (error) => {
          delete styled[name];
          throw error;
        },
      );
      return styled[name];
    },
    dress({ locale, dir }, { currentLocale = locale, darkMode, enhanceAccessibility, theme, ...profile }) {
      frame.lang = currentLocale;
      frame.dir = profile.dir ?? dir;
      frame.classList.toggle('auto', darkMode);
      frame.classList.toggle('plus', enhanceAccessibility);
      if (theme) applyTheme(themeSheet, theme);
    },
  };
}

/**
 * Keeps an element first in the body, so that keyboards and screen readers reach it first. It comes back when the
 * page replaces or empties its body (Turbo, htmx), and stays within reach when the page hides everything behind a
 * dialog of its own. Resolves when the page has a body.
 */
function keepInPage(dom: Document, host: HTMLElement): Promise<void> {
  let resolve = () => {};
  const attached = new Promise<void>((done) => {
    resolve = done;
  });
  const hiding = ['inert', 'aria-hidden'];
  let last = 0;
  let isWaiting = false;
  const attach = () => {
    const { body, documentElement } = dom;
    isWaiting = false;
    last = Date.now();
    for (const name of hiding) host.removeAttribute(name);
    if (body && host.parentNode !== body) {
      body.prepend(host);
      // A dialog that leaves the page is no longer modal.
      for (const dialog of host.shadowRoot?.querySelectorAll<HTMLDialogElement>('dialog[data-modal]') ?? []) {
        dialog.removeAttribute('open');
        dialog.showModal();
      }
      host.shadowRoot?.querySelector<HTMLElement>('[popover]')?.showPopover?.();
    }
    for (const node of [document, documentElement, body])
      if (node) observer.observe(node, { childList: true });
    if (body) resolve();
  };
  const observer = new MutationObserver(() => {
    const isGone = host.parentNode !== dom.body || hiding.some((name) => host.hasAttribute(name));
    // Once a second at most: a page that removes it each time must keep working.
    if (!isGone || isWaiting) return;
    isWaiting = true;
    setTimeout(attach, Date.now() - last < 1000 ? 1000 : 0);
  });
  observer.observe(host, { attributeFilter: hiding });
  attach();
  return attached;
}

/** Sets values through the object model: no text of a theme can become another rule. */
function applyTheme(sheet: CSSStyleSheet, { light = {}, dark = {}, radius, font }: Theme): void {
  sheet.replaceSync('.frame{} @media (prefers-color-scheme:dark){.frame.auto{}}');
  const [base, media] = sheet.cssRules as unknown as [CSSStyleRule, CSSMediaRule]; // the two rules above
  const set = (rule: CSSStyleRule, name: string, value: string | number | undefined) =>
    value !== undefined && rule.style.setProperty(name, `${value}`);
  for (const name of themeColours) {
    set(base, `--t-${name}`, light[name]);
    set(media.cssRules[0] as CSSStyleRule, `--t-${name}`, dark[name]);
  }
  set(base, '--t-radius', radius === undefined ? radius : `${radius}px`);
  if (font && font !== 'system') set(base, '--t-font', font);
}
