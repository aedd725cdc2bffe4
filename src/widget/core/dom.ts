/**
 * The page's document without its named elements: `<img name="cookie">` in the page replaces `document.cookie`, so the
 * widget reads every member from the prototypes. Use it for all members of `document`.
 */
export const dom = /* @__PURE__ */ new Proxy({} as Document, {
  get(_, name) {
    const value = Reflect.get(Document.prototype, name, document);
    return typeof value === 'function' ? value.bind(document) : value;
  },
  set: (_, name, value) => Reflect.set(Document.prototype, name, value, document),
});

/** Returns a global of the page that a script has set; `<a id="expressConsent">` also makes one. */
export const readGlobal = <N extends keyof Window>(name: N): Window[N] | undefined =>
  Object.getOwnPropertyDescriptor(window, name) && window[name];

/** Only a script: texts of visitors can bring an element with this id, but no sanitizer lets a script through. */
export const writtenBootstrap = 'script#svc-boot';
