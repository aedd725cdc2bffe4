import type { Choice } from '#standards/choice/index';
import { isVisitorUnknown } from '../core/age';
import { checkedKey, readStored, store } from '../core/storage';
import type { Bootstrap, Change, Frameworks, States, WidgetContext } from '../widget-types';
import type { FrameworkAnswer, GppSignal, TcfNotice } from './framework-types';
import { type GppApi, installGppApi, toPending } from './gpp-api';
import { withToday } from './read-tc-string';
import { retireStubs } from './retire-stubs';
import { createStubs } from './stubs';
import { installTcfApi, type TcfApi, type TcfEvent } from './tcf-api';

// Why: docs/adr/0198-strings-of-earlier-visits.md

const minute = 60_000;

/** Key of the last strings, in local storage: the next page views have them without a request. */
const storedKey = 'svc_frameworks';

/** The strings of the choice in force. */
interface Stored {
  /** Time of the choice that they belong to. */
  readonly at: number;
  /** States of that choice then, the signal and the zone: a later signal, a parent or another device can limit them. */
  readonly effect: string;
  /** When the service was last asked about the choice: after the next time, the strings are loaded again. */
  readonly checked: string | null;
  readonly tcf: TcfNotice | null;
  readonly tcString: string | null;
  readonly gpp: GppSignal | null;
}

/** The answer of `GET /consent`. */
interface OwnAnswer {
  readonly record: FrameworkAnswer & { readonly effectiveConsent?: States };
  readonly gpp?: GppSignal;
}

/** Creates the APIs of the IAB frameworks, and keeps them up to date. */
export function create(context: WidgetContext): Frameworks {
  let notice: TcfNotice | null = null;
  let tcf: TcfApi | undefined;
  let gpp: GppApi | undefined;
  let observer: MutationObserver | undefined;
  /** The words about vendors that the visitor sees, else the frame of a layer. */
  let shown: Element | null = null;
  /** Whether the string of the last decision is yet to come. */
  let isPending = false;
  /** The choice whose strings the APIs have or wait for. */
  let { choice } = context;
  /** Submission of the last decision, until one of another tab replaces it. */
  let heldId = choice?.submissionId;
  /** Time of the decision whose strings the APIs have; 0 while those of a decision are yet to come. */
  let shownAt = 0;
  /** The TC string that vendors get. */
  let tcString: string | null = null;
  /** The TC string that the next decision starts from: while vendors get one that allows nothing, that of the decision before. */
  let chosen: string | null = null;

  /** A page that is open for long shows a newer notice than the first one. */
  function renew(newest: TcfNotice | null): void {
    if (!newest) return;
    notice = newest;
    tcf?.renew(newest);
  }

  function install(stored: Pick<Stored, 'tcf' | 'tcString' | 'gpp'>): void {
    const used = { tcf: stored.tcf !== null, gpp: stored.gpp !== null };
    createStubs(used);
    retireStubs(used);
    renew(stored.tcf);
    if (notice && !tcf) {
      tcString = stored.tcString;
      tcf = installTcfApi(notice, tcString);
    }
    if (stored.gpp) {
      gpp ??= installGppApi(stored.gpp);
      gpp.announce(stored.gpp);
    }
  }

  /** Returns what the strings depend on. The place depends on the zone, whose offset costs less to read than its name. */
  const readEffect = () => JSON.stringify([context.gpc, context.states, new Date().getTimezoneOffset()]);

  /** Answers for the choice in force: from storage, else from the record; when that cannot be read, from storage again. */
  async function load(event: TcfEvent): Promise<void> {
    const loaded = choice;
    const effect = readEffect();
    const stored = readLast();
    const isOwn = stored && isOf(loaded, stored.at) && stored.effect === effect;
    if (!isOwn || stored.checked !== readStored(checkedKey))
      try {
        return await ask(loaded, effect, event);
      } catch (error) {
        if (!isOwn || choice !== loaded) throw error;
      }
    install(stored);
    showTcString(stored.tcString, event, stored.at);
    // Asked again tomorrow, not on each page.
    store(storedKey, JSON.stringify({ ...stored, checked: readStored(checkedKey) }));
  }

  async function ask(loaded: Choice | null, effect: string, event: TcfEvent): Promise<void> {
    // Before anything is said of a visitor without a choice, the banner sees whether they can have one in the record.
    if (!loaded) await context.part('banner');
    const bootstrap = await context.bootstrap();
    install({ tcf: bootstrap.tcf, tcString, gpp: readUndecided(bootstrap) });
    if (!bootstrap.tcf && !bootstrap.gpp) return store(storedKey);
    if (!loaded || loaded.submissionId) return;
    const { states } = context;
    const query = context.readHints();
    query.set('denied', `${Object.keys(states).filter((id) => states[id] !== 'granted')}`);
    const { record, gpp: ownGpp } = await context.call<OwnAnswer>(
      `consent?${query}`,
      ({ record }) => (record.tcfString ?? '').length >= 0,
      { credentials: 'include' },
    );
    if (choice?.decidedAt !== loaded.decidedAt || readEffect() !== effect) return;
    // The record does not know of a consent that has ended, nor of a signal that extensions show to scripts alone.
    const isGrant = ([id, state]: [string, unknown]) =>
      state === 'granted' && (states[id] ?? state) !== state;
    const isLess = Object.entries(record.effectiveConsent ?? {}).some(isGrant);
    // Only a request with the signal gets a section with it.
    if (isLess && context.gpc) return showTcString(readRefused(), event, loaded.decidedAt);
    takeOver(loaded.decidedAt, { tcfString: isLess ? null : record.tcfString, gpp: ownGpp }, event);
  }

  /**
   * Returns the signal from before a choice. It must not replace that of a choice that may have opted out, and says nothing
   * of a visitor whose record is not read yet, or who may be a child.
   */
  function readUndecided(bootstrap: Bootstrap): GppSignal | null {
    const signal = withSignal(bootstrap.gpp, context.gpc);
    return signal && (choice || isVisitorUnknown(context, bootstrap)) ? toPending(signal) : signal;
  }

  function takeOver(at: number, answer: FrameworkAnswer, event: TcfEvent): void {
    const { tcfString, gpp: signal = null } = answer;
    showTcString(tcfString || readRefused(), event, at);
    if (signal) gpp?.announce(signal);
    // Without the bootstrap nobody knows which frameworks apply: the next page view asks.
    if (tcf || gpp)
      store(
        storedKey,
        JSON.stringify({
          at,
          effect: readEffect(),
          checked: readStored(checkedKey),
          tcf: notice,
          tcString,
          gpp: signal,
        } satisfies Stored),
      );
  }

  /**
   * Notifies vendors of a string.
   * @param at time of the decision that it is the string of; none for one that allows nothing until that has come
   */
  function showTcString(text: string | null, event: TcfEvent, at = 0): void {
    tcString = text;
    if (at) chosen = text;
    shownAt = at;
    isPending = false;
    tcf?.announce(event, text);
  }

  /** Returns the string of a visitor who allows nothing. */
  const readRefused = () => notice && withToday(notice.refusedString);
  const showRefused = () => showTcString(readRefused(), 'useractioncomplete');

  /** Keeps up with decisions here, in other tabs, and of other parts of the widget. */
  function follow({ choice: next, states, previous, decided }: Change): void {
    const before = choice;
    choice = decided ? next : null;
    if (choice === before) {
      // The visitor may have passed the age gate.
      if (!choice)
        void context.bootstrap().then(
          (bootstrap) => {
            const signal = choice ? null : readUndecided(bootstrap);
            if (signal) gpp?.announce(signal);
          },
          () => {},
        );
      return;
    }
    if (!choice) {
      store(storedKey, null);
      showRefused();
      tcString = chosen = null;
      ready = load('cmpuishown').catch(() => {});
      return;
    }
    const { decidedAt, submissionId } = choice;
    const isSame = isOf(choice, shownAt) && JSON.stringify(previous) === JSON.stringify(states);
    if (submissionId ? submissionId === heldId : isSame) return;
    heldId = submissionId;
    isPending = true;
    shownAt = 0;
    // Only decisions of this page have seconds. What the visitor allowed vendors elsewhere is not known yet.
    if (!submissionId || decidedAt % minute === 0) chosen = readRefused();
    gpp?.hold();
    const isGranted = (of: typeof states, id: string) => of[id] === 'granted';
    const optional = choice.categories.filter(({ mandatory }) => !mandatory);
    if (
      !optional.some(({ id }) => isGranted(states, id)) ||
      optional.some(({ id }) => previous && isGranted(previous, id) && !isGranted(states, id))
    )
      showRefused();
    if (submissionId) store(storedKey, null);
    else ready = load('useractioncomplete').catch(() => {});
  }

  const frameworks: Frameworks = {
    receive: ({ decidedAt, submissionId }, answer) =>
      void ready.then(() => {
        // The visitor may have decided again meanwhile.
        if (!heldId || submissionId === heldId) takeOver(decidedAt, answer, 'useractioncomplete');
      }),
    tcString: () => ready.then(() => chosen ?? undefined),
    withdraw() {
      showRefused();
      chosen = tcString;
    },
    watch(frame) {
      // Each layer is about the newest one.
      ready
        .then(() => context.bootstrap())
        .then(({ tcf: newest }) => renew(newest))
        .catch(() => {});
      if (observer) return;
      const look = () => {
        // A layer that fades out is no longer shown: the next one can come before it has gone.
        const next =
          frame.querySelector(':is(.banner, dialog):not(.leaving)') && (frame.querySelector('.tcf') ?? frame);
        if (next === shown) return;
        shown = next;
        const status = next ? 'visible' : 'hidden';
        tcf?.display(status);
        gpp?.display(status);
        // Legitimate interests hold once the visitor can object to them.
        if (next)
          tcf?.announce(
            'cmpuishown',
            tcString ?? (notice && !choice && next !== frame ? notice.tcString : readRefused()),
          );
        // Closed without a decision. Of a decision, vendors hear when the service has made its string.
        else if (tcString && !isPending) tcf?.announce('useractioncomplete', tcString);
      };
      observer = new MutationObserver(look);
      observer.observe(frame, { childList: true, subtree: true, attributeFilter: ['class'] });
      void ready.then(look);
    },
  };
  // Without an answer of the service, the stub keeps the calls: vendors then do without consent.
  let ready = load('tcloaded').catch(() => {});
  context.on(follow);
  return frameworks;
}

/** Returns whether a choice is of that time. The cookie has times in minutes. */
const isOf = (choice: Choice | null, at: number) =>
  choice && Math.floor(choice.decidedAt / minute) === Math.floor(at / minute);

function readLast(): Stored | null {
  try {
    const stored: Stored = JSON.parse(readStored(storedKey) ?? 'null');
    const { tcf, gpp, tcString } = stored;
    if (typeof tcf === 'object' && typeof gpp === 'object' && (tcString ?? '').length >= 0) return stored;
  } catch {
    // Not ours.
  }
  return null;
}

function withSignal(gpp: GppSignal | null, gpc: boolean): GppSignal | null {
  return gpp?.withGpc && gpc ? { ...gpp, ...gpp.withGpc } : gpp;
}
