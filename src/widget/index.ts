import { readGlobal } from './core/dom';
import { startWidget } from './core/start';
import type { ChunkName, Loader, WidgetApi, WidgetOptions } from './widget-types';

export type { ByCategory, CategoryId } from '#standards/choice/index';
export type {
  Change,
  ConsentState,
  States,
  WidgetApi,
  WidgetOptions,
} from './widget-types';

/** Bundlers split here, as the build of the script does. */
const chunks: Readonly<Record<ChunkName, () => Promise<unknown>>> = {
  banner: () => import('./banner'),
  decide: () => import('./decide'),
  renew: () => import('./renew'),
  preferences: () => import('./preferences'),
  'age-gate': () => import('./age-gate'),
  link: () => import('./link'),
  declaration: () => import('./declaration'),
  embeds: () => import('./embeds'),
  unblock: () => import('./blocking/unblock'),
  withdraw: () => import('./blocking/withdraw'),
  follow: () => import('./follow'),
  'report-names': () => import('./follow/report-names'),
  account: () => import('./account'),
  lost: () => import('./decide/lost'),
  'hold-page': () => import('./banner/hold-page'),
  tags: () => import('./signals/tags'),
  frameworks: () => import('./frameworks'),
  tcf: () => import('./tcf'),
};

// Each name stands for one module, whose type its caller knows.
const load: Loader = <T>(name: ChunkName) => chunks[name]() as Promise<T>;

/**
 * Starts the consent widget in a page that bundles it, instead of by a script tag. Call it in a browser. A page has
 * one widget: later calls return it.
 * @throws TypeError where `base` is not an address
 *
 * @example
 * const consent = createWidget({ base: 'https://shop.example/svc/' });
 * await consent.when('analytics');
 */
export function createWidget({
  base,
  tenantId: tenant,
  lang,
  nonce,
  cookieName: cookie,
  gpc,
  hints,
  roots: consentRoots,
  dataLayer: layer,
  reports,
  frame,
}: WidgetOptions): WidgetApi {
  return (
    readGlobal('expressConsent') ??
    startWidget(
      {
        base: new URL(base.replace(/\/*$/, '/'), location.href).href,
        tenant,
        lang,
        nonce,
        cookie,
        gpc,
        noHints: hints === false ? '' : undefined,
        consentRoots,
        layer,
        noReports: reports === false ? '' : undefined,
        frame: frame === true ? '' : frame || undefined,
      },
      load,
    )
  );
}
