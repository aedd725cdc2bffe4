import { loadContent } from '../blocking/load-content';
import type { WidgetContext } from '../widget-types';
import { defineEmbedElement } from './embed-element';
import { renderPlaceholder } from './placeholder';

/**
 * Returns a function that shows a placeholder in a frame whose category is not allowed. The placeholder is the
 * frame's own document, so size and layout of the page stay as they are. A change of states loads the frame, or
 * brings the placeholder back.
 */
export function createEmbeds(context: WidgetContext): (frame: Element) => void {
  /** Frames with a placeholder, and what loads each. */
  const held = new Map<HTMLIFrameElement, () => void>();
  /** Frames that the visitor has loaded without a decision. */
  const shown = new Set<HTMLIFrameElement>();
  const isAllowed = (frame: HTMLIFrameElement) => context.isAllowed(frame.dataset.category ?? '');

  context.on(() => {
    for (const [frame, load] of held) if (isAllowed(frame)) load();
    for (const frame of shown) if (isAllowed(frame)) shown.delete(frame);
  });

  function hold(frame: HTMLIFrameElement): void {
    const url = frame.dataset.src ?? frame.getAttribute('src');
    if (!url) return;
    const sandbox = frame.getAttribute('sandbox');
    const load = () => {
      held.delete(frame);
      frame.removeEventListener('load', draw);
      // Before the address: the content must never run outside its sandbox.
      if (sandbox !== null) frame.setAttribute('sandbox', sandbox);
      frame.dataset.src = url;
      loadContent(frame, context.policy);
    };
    const showOnce = () => {
      shown.add(frame);
      load();
    };
    const draw = () => {
      if (held.has(frame)) void renderPlaceholder(context, frame, url, showOnce);
    };
    held.set(frame, load);
    delete frame.dataset.src;
    frame.addEventListener('load', draw);
    if (frame.hasAttribute('src') || sandbox !== null) startAgain(frame);
    draw();
  }

  defineEmbedElement(context.dom);
  return (frame) => {
    if (frame instanceof HTMLIFrameElement && !held.has(frame) && !shown.has(frame)) hold(frame);
  };
}

/** Gives a frame a new, empty document that we can write to, without an entry in the history of the page. */
function startAgain(frame: HTMLIFrameElement): void {
  const { parentNode, nextSibling } = frame;
  frame.remove();
  frame.removeAttribute('src');
  frame.removeAttribute('sandbox');
  parentNode?.insertBefore(frame, nextSibling);
}
