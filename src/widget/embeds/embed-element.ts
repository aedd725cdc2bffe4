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
      static observedAttributes = ['src', 'category', 'service'];
      connectedCallback() {
        if (this.firstElementChild) return;
        const frame = dom.createElement('iframe');
        frame.width = frame.height = '100%';
        frame.style.border = '0';
        for (const { name, value } of this.attributes)
          if (!/^(id|class|style|srcdoc|on.*)$/.test(name)) frame.setAttribute(toFrameName(name), value);
        this.append(frame);
      }
      attributeChangedCallback(name: string, _: string | null, value: string | null) {
        if (value !== null) this.querySelector('iframe')?.setAttribute(toFrameName(name), value);
      }
    },
  );
}

const toFrameName = (name: string) =>
  name === 'src' ? 'data-consent-src' : /^(category|service)$/.test(name) ? `data-${name}` : name;
