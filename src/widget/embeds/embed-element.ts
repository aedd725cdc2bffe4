/**
 * Defines `<svc-embed category service src title width height>`, which becomes a frame. Further attributes, such as
 * `allow`, are those of the frame. A frame with `srcdoc` reads it from this element: as an attribute of the frame, it would
 * have to be one that sanitizers let through.
 */
export function defineEmbedElement(dom: Document): void {
  if (customElements.get('svc-embed')) return;
  customElements.define(
    'svc-embed',
    class extends HTMLElement {
      constructor() {
        super();
        // Frameworks use the element again for another frame.
        new MutationObserver((records) => {
          const frame = this.querySelector('iframe');
          if (!frame) return;
          for (const { attributeName } of records) {
            copy(this, `${attributeName}`, frame);
            if (attributeName === 'srcdoc') frame.remove();
          }
          this.connectedCallback();
        }).observe(this, { attributes: true });
      }
      connectedCallback() {
        if (this.firstElementChild) return;
        const frame = dom.createElement('iframe');
        frame.style.border = '0';
        for (const name of ['width', 'height', ...this.getAttributeNames()]) copy(this, name, frame);
        this.append(frame);
      }
    },
  );
}

/** Gives a frame an attribute of its `<svc-embed>`, or takes away one that the element has no longer. */
function copy(from: Element, name: string, frame: HTMLIFrameElement): void {
  if (/^(id|class|style|srcdoc|on.*)$/.test(name)) return;
  const own = name === 'src' ? 'data-consent-src' : /^(category|service)$/.test(name) ? `data-${name}` : name;
  const value = from.getAttribute(name) ?? (/^(width|height)$/.test(name) ? '100%' : null);
  if (value === null) frame.removeAttribute(own);
  else frame.setAttribute(own, value);
}
