import { dom } from '../core/dom';
import { addLocator } from './stubs';

/**
 * Keeps the frame by which vendors find an API that is installed. When a page replaces its body, the frame comes back before
 * the body, where it stays; from the start, React 18 could not hydrate a whole page with it.
 */
export function keepLocator(name: string): void {
  if (!dom.body) return void setTimeout(keepLocator, 9, name);
  addLocator(name);
  const frame = dom.querySelector(`iframe[name=${name}]`) as Element;
  const observer = new MutationObserver(() => {
    if (frame.isConnected) return;
    observer.disconnect();
    dom.documentElement.insertBefore(frame, dom.body);
  });
  for (const node of [document, dom.documentElement, dom.body]) observer.observe(node, { childList: true });
}
