import { loadContent, readAddress } from '../blocking/load-content';
import { getTextPolicy } from '../core/text-policy';
import type { WidgetContext } from '../widget-types';
import { defineEmbedElement } from './embed-element';
import { renderPlaceholder } from './placeholder';

/** Frames without a visible size are not for visitors (CSS pixels). */
const leastWidth = 80;

/**
 * Returns a function that shows a frame whose category is allowed, and a placeholder in any other; call it again after
 * each change. The placeholder is the frame's own document, so size and layout of the page stay as they are. The frame
 * stays where it is, and its address and sandbox stay in the markup.
 */
export function createEmbeds(context: WidgetContext): (frame: HTMLElement) => void {
  const { dom } = context;
  const policy = getTextPolicy(context);
  /** Addresses of frames with a placeholder. */
  const held = new Map<HTMLIFrameElement, string>();
  /** Addresses that the visitor has loaded without a decision. */
  const shown = new WeakMap<HTMLIFrameElement, string>();
  /** Sandboxes of frames that are without one until their empty document is there. */
  const sandboxes = new WeakMap<HTMLIFrameElement, string>();

  // A hidden tab or slide gets a size when the visitor opens it.
  const sizes = new ResizeObserver((entries) => {
    // In a task of its own: browsers report changes of sizes among these calls as an error of the page.
    setTimeout(() => {
      for (const { target } of entries) draw(target as HTMLIFrameElement);
    });
  });

  const readSource = (frame: HTMLIFrameElement) => {
    const parent = frame.parentElement;
    const text = parent?.localName === 'svc-embed' ? parent.getAttribute('srcdoc') : null;
    return {
      text,
      address: readAddress(frame, 'src') ?? frame.getAttribute('src') ?? (text && 'about:srcdoc'),
    };
  };

  function update(frame: HTMLIFrameElement): void {
    const { address } = readSource(frame);
    if (!address) return;
    if (context.isAllowed(frame.dataset.category, frame.dataset.service)) load(frame);
    else if (shown.get(frame) !== address) hold(frame, address);
  }

  function load(frame: HTMLIFrameElement): void {
    const { text } = readSource(frame);
    held.delete(frame);
    sizes.unobserve(frame);
    frame.removeEventListener('load', onLoad);
    // Before the address: the content must never run outside its sandbox.
    restoreSandbox(frame);
    // The visitor has pressed a button in the document that goes.
    if (dom.activeElement === frame) frame.addEventListener('load', () => frame.focus(), { once: true });
    if (text === null) loadContent(frame, policy);
    else if (!frame.hasAttribute('srcdoc')) frame.setAttribute('srcdoc', policy.createHTML(text));
  }

  function hold(frame: HTMLIFrameElement, address: string): void {
    const last = held.get(frame);
    if (last === address) return draw(frame);
    held.set(frame, address);
    shown.delete(frame);
    for (const other of held.keys()) if (!other.isConnected) held.delete(other);
    frame.addEventListener('load', onLoad);
    sizes.observe(frame);
    // The placeholder names where the content comes from.
    if (last !== undefined) frame.contentDocument?.body.replaceChildren();
    if (frame.hasAttribute('src') || frame.hasAttribute('srcdoc')) empty(frame);
    draw(frame);
  }

  const onLoad = (event: Event) => draw(event.currentTarget as HTMLIFrameElement);

  function draw(frame: HTMLIFrameElement): void {
    const address = held.get(frame);
    if (address === undefined) return;
    if (!frame.contentDocument) {
      if (frame.hasAttribute('sandbox')) empty(frame);
      return;
    }
    restoreSandbox(frame);
    if (frame.offsetWidth < leastWidth) return;
    const show = () => {
      shown.set(frame, address);
      load(frame);
    };
    renderPlaceholder(context, frame, address, show).catch(context.report);
  }

  /** Gives a frame an empty document that we can write to, without an entry in the history of the page. */
  function empty(frame: HTMLIFrameElement): void {
    const src = frame.getAttribute('src');
    const sandbox = frame.getAttribute('sandbox');
    if (src && readAddress(frame, 'src') === null) frame.dataset.consentSrc = src;
    if (sandbox !== null) sandboxes.set(frame, sandbox);
    for (const name of ['src', 'srcdoc', 'sandbox']) frame.removeAttribute(name);
    frame.contentWindow?.location.replace('about:blank');
  }

  function restoreSandbox(frame: HTMLIFrameElement): void {
    const sandbox = sandboxes.get(frame);
    // The page can have set another one meanwhile.
    if (sandbox !== undefined && !frame.hasAttribute('sandbox')) frame.setAttribute('sandbox', sandbox);
    sandboxes.delete(frame);
  }

  defineEmbedElement(dom);
  return (node) => {
    const frame = node.localName === 'svc-embed' ? node.querySelector('iframe') : node;
    if (frame instanceof HTMLIFrameElement) update(frame);
  };
}
