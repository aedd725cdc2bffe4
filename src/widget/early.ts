import { toHints } from './core/hints';

/** Values that the service writes into the snippet. */
export interface EarlyOptions {
  /** URL of `GET /bootstrap`. */
  readonly bootstrap: string;
  readonly tenantId?: string;
  /** Language of the texts, where the script tag of the widget names one. */
  readonly lang?: string;
}

/** The service replaces this name by the options as JSON. */
declare const earlyOptions: EarlyOptions;

preloadBootstrap(earlyOptions);

/**
 * Asks for the banner's texts before `widget.js` has arrived, on the page of a first visit. The widget's own request
 * then gets the answer, because its address is the same.
 */
function preloadBootstrap({ bootstrap, tenantId, lang }: EarlyOptions): void {
  const hints = toHints(lang || document.documentElement.lang, true, tenantId);
  document.head.append(
    Object.assign(document.createElement('link'), {
      rel: 'preload',
      as: 'fetch',
      href: `${bootstrap}?${hints}`,
      crossOrigin: '',
    }),
  );
}
