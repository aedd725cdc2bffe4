import { fetchText } from '../core/request';
import { getTextPolicy } from '../core/text-policy';
import type { States, WidgetContext } from '../widget-types';

const sheet = `
svc-declaration{display:block}
svc-declaration [role=region]{overflow-x:auto;margin-block:.5em 1.5em}
svc-declaration table{border-collapse:collapse;table-layout:fixed;width:100%;min-width:36em}
svc-declaration :is(th,td){border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent);padding:.5em;text-align:start;vertical-align:top}
svc-declaration :is(code,td){overflow-wrap:anywhere}
svc-declaration small{font-weight:400}
svc-declaration button{font:inherit;min-height:44px;padding-inline:1em}
@media print{svc-declaration [role=region]{overflow:visible}svc-declaration button{display:none}svc-declaration tr{break-inside:avoid}}`;

/**
 * Defines `<svc-declaration lang group>`: the list of what the site stores, from the service, with the visitor's current
 * choice. An element that the server has filled keeps its content.
 */
export function create(context: WidgetContext): object {
  const elements = new Set<HTMLElement>();
  const fill = (element: HTMLElement, states: States) => {
    for (const node of element.querySelectorAll<HTMLElement>('[data-svc-state]')) {
      const { svcState = '', on, off } = node.dataset;
      node.textContent = `(${states[svcState] === 'granted' ? on : off})`;
    }
  };
  context.on(({ states }) => {
    for (const element of elements) if (element.isConnected) fill(element, states);
  });
  dress(context.dom);

  if (!customElements.get('svc-declaration'))
    customElements.define(
      'svc-declaration',
      class extends HTMLElement {
        connectedCallback() {
          elements.add(this);
          load(context, this)
            .then(() => fill(this, context.states))
            .catch(context.report);
        }
        disconnectedCallback() {
          elements.delete(this);
        }
      },
    );
  return {};
}

async function load(context: WidgetContext, element: HTMLElement): Promise<void> {
  const { dom, options, readHints } = context;
  if (element.firstElementChild) return;
  const lang = element.closest('[lang]')?.getAttribute('lang') || options.lang || 'auto';
  const query = readHints();
  query.delete('lang');
  const group = element.getAttribute('group');
  if (group) query.set('group', group);
  const url = `${options.base}api/v1/declaration/${encodeURIComponent(lang)}?${query}`;
  const html = await fetchText(url, { headers: { Accept: 'text/html' } });
  const section = dom.createElement('div');
  section.innerHTML = getTextPolicy(context).createHTML(html);
  if (!element.firstElementChild) element.append(...section.children);
}

/** Adds the style where the page has not been given it: a style of the page's own comes later and prevails. */
function dress(dom: Document): void {
  const style = new CSSStyleSheet();
  style.replaceSync(sheet);
  dom.adoptedStyleSheets = [style, ...dom.adoptedStyleSheets];
}
