import { readGlobal } from './core/dom';
import { startWidget } from './core/start';
import type { ChunkName, Loader, SheetName, WidgetApi, WidgetOptions } from './widget-types';

export type {
  Change,
  ConsentState,
  States,
  WidgetApi,
  WidgetOptions,
} from './widget-types';

/** Bundlers split here, as the build of the script does. */
const chunks: Partial<Record<ChunkName, () => Promise<unknown>>> = {
  banner: () => import('./banner'),
  decide: () => import('./decide'),
  preferences: () => import('./preferences'),
  'age-gate': () => import('./age-gate'),
  link: () => import('./link'),
  embeds: () => import('./embeds'),
  unblock: () => import('./blocking/unblock'),
  withdraw: () => import('./blocking/withdraw'),
  frameworks: () => import('./frameworks'),
  tcf: () => import('./tcf'),
};
const sheets: Partial<Record<SheetName, () => Promise<{ readonly default: string }>>> = {
  widget: () => import('./widget.css'),
  preferences: () => import('./preferences.css'),
  link: () => import('./link.css'),
  embeds: () => import('./embeds.css'),
  tcf: () => import('./tcf.css'),
};

const missing = (name: string) => Promise.reject<never>(new Error(`The widget has no part ${name}.`));
const loader: Loader = {
  // Each name stands for one module, whose type its caller knows.
  chunk: <T>(name: ChunkName) => (chunks[name]?.() ?? missing(name)) as Promise<T>,
  css: async (name) => (await (sheets[name]?.() ?? missing(name))).default,
};

/**
 * Starts the consent widget in a page that bundles it, instead of by a script tag. Call it in a browser. A page has
 * one widget: later calls return it.
 *
 * @example
 * const consent = createWidget({ base: 'https://shop.example/svc/' });
 * await consent.when('analytics');
 */
export function createWidget(options: WidgetOptions): WidgetApi {
  const widget = readGlobal('expressConsent') ?? startWidget(options, loader);
  window.expressConsent = widget;
  return widget;
}
