import { startWidget } from './core/start';
import type { Loader } from './widget-types';

/** Hash of all parts, so that a new version of the package replaces them together. */
declare const widgetHash: string;

/**
 * Starts the widget as the attributes of its script element say. Call it while that script runs.
 * @param extend returns the loader to use, given the one that asks the service
 * @returns the URL of the service, with a slash at its end
 */
export function startTag(extend: (loader: Loader) => Loader): string {
  // By the prototype: an element with this name, such as `<img name="currentScript">`, hides the property of the document.
  const script = Reflect.get(Document.prototype, 'currentScript', document) as HTMLScriptElement;
  const { base: path = '.', tenant, lang, cookie, noHints, gpc } = script.dataset;
  const base = new URL(path, script.src || location.href).href;
  const toFile = (name: string) => `${base}w/${widgetHash}/${name}`;

  window.expressConsent ??= startWidget(
    {
      base,
      tenantId: tenant,
      lang,
      nonce: script.nonce,
      cookieName: cookie,
      hints: noHints === undefined,
      gpc: gpc === undefined ? undefined : true,
    },
    extend({
      chunk: (name) => import(toFile(`${name}.js`)),
      async css(name) {
        const response = await fetch(toFile(`${name}.css`));
        if (!response.ok) throw response;
        return response.text();
      },
    }),
  );
  return base;
}
