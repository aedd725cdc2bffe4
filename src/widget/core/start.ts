import { readChoiceStates } from '../../standards/choice';
import type { Change, Loader, Parts, WidgetApi, WidgetContext, WidgetOptions } from '../widget-types';
import { callService, fetchBootstrap, readHints } from './bootstrap';
import { readChoice, readCookies } from './choice-cookie';
import { dom, readGlobal } from './dom';
import { createEffects } from './effects';
import { createReport } from './report';
import { readStored } from './storage';
import { createTextPolicy } from './text-policy';

const day = 86_400_000;

/** Starts the widget on this page. */
export function startWidget(options: WidgetOptions, loader: Loader): WidgetApi {
  const report = createReport();
  const listeners = new Set<(change: Change) => void>();
  const loaded: Record<string, Promise<unknown>> = {};
  const remember = <T>(key: string, load: () => Promise<T>): Promise<T> => {
    loaded[key] ??= load().catch((error) => {
      delete loaded[key];
      throw error;
    });
    return loaded[key] as Promise<T>;
  };
  const gpc = options.gpc ?? navigator.globalPrivacyControl === true;
  /** The value of the cookie when it was last read. */
  let cookie: string | undefined;
  let last: Change | undefined;

  const context: WidgetContext = {
    options,
    dom,
    report,
    policy: createTextPolicy(),
    gpc,
    fields: {},
    get choice() {
      return last?.decided ? last.choice : null;
    },
    get states() {
      return last?.states ?? {};
    },
    bootstrap(lang = '') {
      if (lang) delete loaded.bootstrap;
      return remember('bootstrap', () => fetchBootstrap(options, report, lang));
    },
    load: loader.chunk,
    part: (name) =>
      remember(name, async () =>
        (await loader.chunk<{ create(context: WidgetContext): Parts[typeof name] }>(name)).create(context),
      ),
    css: (name) => remember(`${name}.css`, () => loader.css(name)),
    apply(choice, decided, allowsAll) {
      const states = choice ? readChoiceStates(choice, gpc) : {};
      const isNews = last?.decided !== decided || JSON.stringify(last.states) !== JSON.stringify(states);
      last = { choice, states, previous: last?.states ?? null, decided, allowsAll };
      if (isNews) effects(last);
      // Also for a decision that changes nothing: it closes the banner.
      for (const listener of listeners) listener(last);
    },
    on(listener) {
      listeners.add(listener);
      if (last) listener(last);
      return () => listeners.delete(listener);
    },
    isAllowed(categories) {
      if (last?.allowsAll) return true;
      const states = categories
        .split(' ')
        .map((id) => (Object.hasOwn(context.states, id) ? context.states[id] : undefined));
      return states.includes(undefined) ? undefined : states.every((state) => state === 'granted');
    },
    call: (route, isAnswer, init = {}) => callService(options, route, init, isAnswer),
    readHints: (lang) => readHints(options, lang),
    readCookies,
    readChoice: () => readChoice(options.cookieName),
    open: () =>
      context
        .part('banner')
        .then((banner) => banner.open())
        .catch(report),
    decide: (decision) =>
      context
        .part('decide')
        .then((recorder) => recorder.decide(decision))
        .catch(report),
  };
  const effects = createEffects(context);
  const until = (isReached: (change: Change) => boolean | undefined) =>
    new Promise<void>((resolve) => {
      const listener = (change: Change) => {
        if (!isReached(change)) return;
        listeners.delete(listener);
        resolve();
      };
      context.on(listener);
    });

  let isSettling = false;

  /** Reads the cookie, which other tabs and the service write too. */
  function look(): void {
    const [choice, text] = context.readChoice();
    const isNews = text !== cookie;
    cookie = text;
    if (!choice) {
      if (isNews) ask().catch(report);
      return;
    }
    if (isNews) context.apply(choice, true);
    // Times in the future come from a clock that was wrong.
    const isRecent = (time: number) => Math.abs(Date.now() - time) < day;
    const isDue = !isRecent(choice.decidedAt) && !isRecent(Number(readStored('svc_checked')));
    const isDenied = ({ id, state }: { id: string; state: string | null }) =>
      state === 'granted' && context.states[id] !== state;
    if (isSettling || !(choice.submissionId || isDue || (isNews && choice.categories.some(isDenied)))) return;
    isSettling = true;
    (readGlobal('requestIdleCallback') ?? setTimeout)(async () => {
      try {
        await (await context.part('decide')).settle(choice, isDue);
      } catch (error) {
        report(error);
      }
      isSettling = false;
    });
  }

  async function ask(): Promise<void> {
    // All requests start at once.
    for (const start of [() => context.css('widget'), context.bootstrap]) start().catch(() => {});
    await (await context.part('banner')).ask();
  }

  function checkLink(): void {
    if (dom.querySelector('[data-consent-open]:not(:empty)')) return;
    context
      .load<typeof import('../link')>('link')
      .then(({ showLink }) => showLink(context))
      .catch(report);
  }

  look();
  if (dom.readyState === 'loading') addEventListener('DOMContentLoaded', checkLink);
  else checkLink();
  // Stubs have calls to answer; pages without them have had strings.
  if (readGlobal('__tcfapi') || readGlobal('__gpp') || readStored('svc_frameworks'))
    context.part('frameworks').catch(() => {});
  // The last one bubbles to the window.
  for (const event of ['pageshow', 'focus', 'online', 'visibilitychange']) addEventListener(event, look);
  dom.addEventListener('click', (event) => {
    const opens = (target: EventTarget) =>
      target instanceof Element && Element.prototype.matches.call(target, '[data-consent-open]');
    if (!event.composedPath().some(opens)) return;
    event.preventDefault();
    void context.open();
  });

  return {
    get states() {
      return context.states;
    },
    get decided() {
      return context.choice !== null;
    },
    ready: until(() => true),
    open: context.open,
    decide: async (wanted) => (await context.part('decide')).decideAll(wanted),
    on: context.on,
    when: (category) => until(({ states, allowsAll }) => allowsAll || states[category] === 'granted'),
    erase: async () => (await context.part('decide')).erase(),
  };
}

declare global {
  interface Navigator {
    /** W3C Global Privacy Control. */
    readonly globalPrivacyControl?: boolean;
  }
}
