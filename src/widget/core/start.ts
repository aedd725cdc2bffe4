import { readChoiceEffect } from '#standards/choice/index';
import type { Change, Loader, PageOptions, Parts, WidgetApi, WidgetContext } from '../widget-types';
import { readChoice, readCookies } from './choice-cookie';
import { dom, readGlobal, writtenBootstrap } from './dom';
import { createEffects } from './effects';
import { runForeign } from './foreign';
import { readHints } from './hints';
import { createReport } from './report';

/** Starts the widget on this page, as `window.expressConsent`. */
export function startWidget(options: PageOptions, load: Loader): WidgetApi {
  const report = createReport();
  const loaded: Record<string, Promise<unknown> | undefined> = {};
  const newest: typeof loaded = {};
  /** @param again whether to read although it is known, which stays until there is something newer */
  const remember = <T>(key: string, read: () => Promise<T>, again?: unknown): Promise<T> => {
    const before = loaded[key] as Promise<T> | undefined;
    if (before && !again) return before;
    const answer = read();
    newest[key] = answer;
    if (!before) loaded[key] = answer;
    answer.then(
      () => {
        if (newest[key] === answer) loaded[key] = answer;
      },
      () => {
        if (loaded[key] === answer) loaded[key] = undefined;
      },
    );
    return answer;
  };
  const gpc = (options.gpc ?? navigator.globalPrivacyControl ?? false) !== false;
  const service = () => load<typeof import('./service')>('banner');
  const open = async () => (await context.part('banner')).open();
  /** Asks the service, so that nobody is led away from the page to one that is not there. */
  const hasProfile = (hints: URLSearchParams) =>
    fetch(`${options.base}api/v1/bootstrap?${hints}`)
      .then(async (answer) => (await answer.json()).profile)
      .catch(() => {});
  /** The value of the cookie when it was last read. */
  let cookie: string | undefined;
  let last: Change | undefined;

  const context: WidgetContext = {
    options,
    dom,
    report,
    gpc,
    fields: {},
    listeners: new Set(),
    roots: new Set([dom]),
    get choice() {
      return last?.decided ? last.choice : null;
    },
    get states() {
      return last?.states ?? {};
    },
    get services() {
      return last?.services ?? {};
    },
    bootstrap(lang = '') {
      const read = async () => {
        const url = `${options.base}api/v1/bootstrap?${readHints(options, lang)}`;
        const sent = lang || !dom.querySelector(writtenBootstrap) ? fetch(url) : undefined;
        // The part that checks the answer comes at the same time.
        sent?.catch(() => {});
        return (await service()).readBootstrap(url, sent, context);
      };
      return remember('bootstrap', read, lang);
    },
    load,
    part: (name) =>
      remember(name, async () =>
        (
          await load<{
            create(context: WidgetContext): Parts[typeof name] | Promise<Parts[typeof name]>;
          }>(name)
        ).create(context),
      ),
    apply(choice, decided, allowsAll = false) {
      const { states = {}, services = {} } = choice ? readChoiceEffect(choice, gpc) : {};
      last = {
        choice,
        states,
        services,
        previous: last?.states ?? null,
        previousServices: context.services,
        decided,
        allowsAll,
      };
      effects.apply(last);
      // Also for a decision that changes nothing: it closes the banner.
      const change = last;
      for (const listener of context.listeners) runForeign(() => listener(change));
    },
    on(listener) {
      context.listeners.add(listener);
      const change = last;
      if (change) runForeign(() => listener(change));
      return () => context.listeners.delete(listener);
    },
    isAllowed(categories, service) {
      if (last?.allowsAll) return true;
      const { states, services } = context;
      if (service && Object.hasOwn(services, service)) return services[service];
      if (!categories) return service ? undefined : false;
      const found = categories.split(' ').map((id) => states[id]);
      return found.includes(undefined) ? undefined : found.every((state) => state === 'granted');
    },
    unblock: (scopes) => effects.unblock(scopes),
    call: async (...request) => (await service()).call(context, ...request),
    readHints: () => readHints(options),
    readCookies,
    readChoice: () => readChoice(options.cookie),
    open: (href) =>
      open().catch(async (error) => {
        report(error);
        if (context.successor) return;
        // Only a link to somewhere leads there. The page of preferences needs nothing that could not be loaded.
        const hints = readHints(options);
        const isLink = href && !/^(#|javascript:)/i.test(href);
        if (isLink) location.href = href;
        else if (await hasProfile(hints)) location.href = `${options.base}api/v1/preferences?${hints}`;
      }),
    decide: (decision, shown) =>
      context
        .part('banner')
        .then((banner) => banner.decide(decision, shown))
        .catch(report),
  };
  const effects = createEffects(context);
  const until = (isReached: (change: Change) => boolean | undefined) =>
    new Promise<void>((resolve) => {
      const listener = (change: Change) => {
        if (!isReached(change)) return;
        context.listeners.delete(listener);
        resolve();
      };
      context.on(listener);
    });

  /** Reads the cookie, which other tabs and the service write too. */
  function look(): void {
    const [choice, text] = context.readChoice();
    if (text === cookie) return;
    const isLater = cookie !== undefined;
    cookie = text;
    if (choice) context.apply(choice, true);
    // Its request starts with that of the banner.
    else if (!isLater) context.bootstrap().catch(() => {});
    // A cache can have kept a page with the banner since before the choice.
    if (!choice || options.frame !== undefined)
      context.part('banner').then((ui) => {
        if (choice) ui.root.takeWritten('');
        else void ui.ask(isLater);
      }, report);
  }

  /** Starts the part that the first frame of a page does not need. */
  const follow = () =>
    (readGlobal('requestIdleCallback') ?? setTimeout)(() => context.part('follow').catch(report));

  function start(): void {
    look();
    if (dom.readyState === 'loading') addEventListener('DOMContentLoaded', follow);
    else follow();
    // Stubs have calls to answer.
    if (readGlobal('__tcfapi') || readGlobal('__gpp')) context.part('frameworks').catch(() => {});
    // The last one bubbles to the window.
    for (const event of ['pageshow', 'focus', 'online', 'visibilitychange']) addEventListener(event, look);
    dom.addEventListener('click', (event) => {
      const opens = (target: EventTarget): target is Element =>
        target instanceof Element && Element.prototype.matches.call(target, '[data-consent-open]');
      const opener = event.composedPath().find(opens);
      if (!opener || context.successor) return;
      event.preventDefault();
      void context.open(opener.getAttribute('href'));
    });
  }

  const api: WidgetApi = {
    get states() {
      return context.states;
    },
    get services() {
      return context.services;
    },
    get decided() {
      return context.choice !== null;
    },
    get allowsAll() {
      return last?.allowsAll ?? false;
    },
    ready: until(() => true),
    // Perhaps without any click of the visitor, so it never leaves the page.
    open: () => open().catch(report),
    decide: async (wanted, services) => (await context.part('decide')).decideAll(wanted, services),
    on(listener) {
      let heard: unknown;
      // A decision that was sent is put in force again without the id of its submission: nothing new for the page.
      return context.on((change) => {
        const { states, services, decided, allowsAll } = change;
        const text = JSON.stringify([decided, states, services, allowsAll]);
        if (heard !== text) listener(change);
        heard = text;
      });
    },
    when: (category) => until(({ states, allowsAll }) => allowsAll || states[category] === 'granted'),
    erase: async () => (await context.part('renew')).erase(),
  };
  // Before the first event, whose listeners use it.
  window.expressConsent = api;
  if (!Object.hasOwn || !dom.adoptedStyleSheets)
    report('This browser is too old. See docs/guide/troubleshooting.md#old-browser');
  else start();
  return api;
}

declare global {
  interface Navigator {
    /** W3C Global Privacy Control. */
    readonly globalPrivacyControl?: boolean;
  }
}
