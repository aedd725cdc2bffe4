/**
 * Defines `<svc-embed category src title width height>`, which becomes a frame. Further attributes, such as
 * `allow`, are those of the frame.
 */
export function defineEmbedElement(dom: Document): void {
  if (customElements.get('svc-embed')) return;
  customElements.define(
    'svc-embed',
    class extends HTMLElement {
      connectedCallback() {
        if (this.firstElementChild) return;
        const frame = dom.createElement('iframe');
        frame.width = frame.height = '100%';
        frame.style.border = '0';
        for (const { name, value } of this.attributes)
          if (!/^(id|class|style|on.*)$/.test(name))
            frame.setAttribute(name.replace(/^(category|src|srcdoc)$/, 'data-$1'), value);
        this.append(frame);
      }
    },
  );
}
