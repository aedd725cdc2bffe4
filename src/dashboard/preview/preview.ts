import { widgetWords } from '#content/widget-words/index';
import { answerContract, withVariant } from '#layers/index';
import { encodeChoice, toUndecidedCategories } from '#standards/choice/index';
import { asksFirst } from '#standards/consent-state';
import { textDirection } from '#standards/locale/index';
import { toChoice } from '#widget/banner/consent-map';
import { createWidget } from '#widget/index';
import type { Bootstrap, WidgetProfile } from '#widget/widget-types';
import type { PreviewAnswer, PreviewMessage } from './preview-message';
import { drawSketch } from './sketch';

// Runs in the frame of a preview, which has no origin (docs/adr/0055-dashboard-in-the-package.md). Shows one message
// of its parent with the real widget; what is decided stays in the frame.

const cookieName = 'svc_choice';

addEventListener('message', receive);
answer({ type: 'ready' });

function receive({ source, origin, data }: MessageEvent<PreviewMessage>): void {
  if (source !== parent || origin !== location.origin) return;
  removeEventListener('message', receive);
  show(data);
}

function answer(message: PreviewAnswer): void {
  parent.postMessage(message, location.origin);
}

function show({
  profile: published,
  tcfList,
  scheme,
  direction,
  situation,
  variant = 'A',
}: PreviewMessage): void {
  const { variants: _others, ...shown } = withVariant(published, variant);
  const profile: WidgetProfile = {
    ...shown,
    ...(direction === 'auto' ? {} : { dir: direction }),
  };
  const bootstrap = toBootstrap(profile, tcfList);
  document.documentElement.lang = profile.currentLocale;
  document.documentElement.dir = profile.dir ?? bootstrap.dir;
  drawSketch(scheme);
  adaptSheets(scheme);
  keepCookies(situation === 'returning' ? `${cookieName}=${encodeRefusal(bootstrap, profile)}` : '');
  answerRequests(tcfList);
  keepOnPage();
  writeBootstrap(bootstrap);
  const widget = createWidget({ base: `${location.origin}/`, gpc: situation === 'gpc' });
  if (situation === 'preferences') void widget.ready.then(widget.open);
  void waitUntilDrawn(situation === 'preferences' ? 'dialog' : '.banner, dialog, .reopen').then(() =>
    answer({ type: 'drawn' }),
  );
}

/** The service's answer to the widget, for a visitor whose place sets no limits of its own. */
function toBootstrap(profile: WidgetProfile, tcfList: PreviewMessage['tcfList']): Bootstrap {
  const { currentLocale: locale, complianceGroup } = profile;
  return {
    contract: answerContract,
    found: true,
    tenantId: 'preview',
    complianceGroup: complianceGroup ?? '',
    asksFirst: asksFirst(complianceGroup),
    law: null,
    country: null,
    region: null,
    gpcBinding: profile.gpcMode === 'strict',
    childAge: null,
    consentMonths: null,
    locale,
    dir: textDirection(locale),
    profileId: profile.id,
    profileVersion: 1,
    cookies: {
      choice: cookieName,
      visitor: null,
      domain: null,
      path: '/',
      sameSite: 'lax',
      secure: false,
    },
    tcf: tcfList === undefined ? null : toTcfNotice(tcfList),
    gpp: null,
    categories: toUndecidedCategories({ ...profile, categories: profile.preferenceModal.categories }),
    words: { ...widgetWords(locale) },
    profile,
  };
}

/** The strings for vendors stay empty: there are none in the frame. */
const toTcfNotice = ({
  tcfPolicyVersion,
  vendorListVersion,
}: NonNullable<PreviewMessage['tcfList']>): NonNullable<Bootstrap['tcf']> => ({
  cmpId: 0,
  cmpVersion: 0,
  policyVersion: tcfPolicyVersion,
  listVersion: vendorListVersion,
  gdprApplies: true,
  publisherCC: 'AA',
  tcString: '',
  refusedString: '',
});

/** The choice of a visitor who refused everything optional. */
function encodeRefusal(bootstrap: Bootstrap, profile: WidgetProfile): string {
  const states = Object.entries(profile.preferenceModal.categories).map(([id, { legalBasis }]) => [
    id,
    legalBasis === 'mandatory' ? 'granted' : 'denied',
  ]);
  return encodeChoice(toChoice(bootstrap, profile, Object.fromEntries(states))) ?? '';
}

/** Where the widget reads it before it asks the service. */
function writeBootstrap(bootstrap: Bootstrap): void {
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'svc-boot';
  data.textContent = JSON.stringify(bootstrap);
  document.head.append(data);
}

/** Browsers leave out the colours of buttons on paper. */
const inColour = '*{-webkit-print-color-adjust:exact;print-color-adjust:exact}';

/** Fixes the visitor's colour scheme in the widget's style sheets. On paper the banner, for once, is what is printed. */
function adaptSheets(scheme: PreviewMessage['scheme']): void {
  const { replaceSync } = CSSStyleSheet.prototype;
  CSSStyleSheet.prototype.replaceSync = function (text) {
    // One of the conditions is always true, the other never.
    const media = scheme === 'dark' ? '(min-width:0)' : '(max-width:0)';
    const adapted = text.replaceAll(/\(prefers-color-scheme: ?dark\)/g, media);
    replaceSync.call(this, adapted.replaceAll('@media print', '@media (max-width:0)') + inColour);
  };
}

/** Keeps cookies in memory, because this frame cannot reach those of the browser. */
function keepCookies(first: string): void {
  let kept = first;
  Object.defineProperty(Document.prototype, 'cookie', {
    get: () => kept,
    set(text: string) {
      if (!text.startsWith(`${cookieName}=`)) return;
      kept = /;max-age=0/.test(text) ? '' : (text.split(';')[0] ?? '');
    },
  });
}

/** Answers the widget's requests to the service. Nothing leaves the frame. */
function answerRequests(tcfList: PreviewMessage['tcfList']): void {
  window.fetch = async (address) => {
    const { pathname, searchParams } = new URL(String(address));
    if (pathname.endsWith('/consent')) return Response.json({ visitorId: '' });
    if (tcfList !== undefined && pathname.includes('/tcf/list/')) return Response.json(tcfList);
    const locale = searchParams.get('lang');
    if (!pathname.endsWith('/bootstrap') || locale === null)
      throw new TypeError('The preview has no network.');
    answer({ type: 'language', locale });
    // The dashboard replaces this frame.
    return new Promise<Response>(() => {});
  };
}

/** Links in the banner lead nowhere. */
function keepOnPage(): void {
  addEventListener(
    'click',
    (event) => {
      const isLink = (target: EventTarget) => target instanceof Element && target.matches('a[href]');
      if (event.composedPath().some(isLink)) event.preventDefault();
    },
    { capture: true },
  );
}

/** Resolves when something is shown, or at the latest after a second. */
async function waitUntilDrawn(selector: string): Promise<void> {
  const end = Date.now() + 1000;
  const isDrawn = () => document.querySelector('svc-consent')?.shadowRoot?.querySelector(selector);
  while (!isDrawn() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 16));
}
