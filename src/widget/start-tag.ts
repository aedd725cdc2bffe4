import { request } from './core/bootstrap';
import { dom, readGlobal } from './core/dom';
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
  const script = dom.currentScript as HTMLScriptElement;
  const { base: path = '.', tenant, lang, cookie, noHints, gpc } = script.dataset;
  const base = new URL(path, script.src || location.href).href;
  const toFile = (name: string) => `${base}w/${widgetHash}/${name}`;

  window.expressConsent =
    readGlobal('expressConsent') ??
    startWidget(
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
        css: async (name) => (await request(toFile(`${name}.css`))).text(),
      }),
    );
  return base;
}
