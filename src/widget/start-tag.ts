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
export function startTag(extend: (load: Loader) => Loader): string {
  const tag = dom.currentScript as HTMLScriptElement | null;
  if (!tag) throw Error('A module cannot start this. See docs/guide/troubleshooting.md#module');
  const { src, nonce, dataset } = tag;
  const base = new URL(dataset.base ?? '.', src || location.href).href;
  if (!readGlobal('expressConsent'))
    startWidget(
      { ...dataset, base, nonce },
      extend((name) => import(`${base}w/${widgetHash}/${name}.js`)),
    );
  return base;
}
