import { readGrantedPurposes } from '#standards/choice/index';
import { blockedContent, hasContent } from '../blocking/find-content';
import { sendToGoogle, toGoogleConsent } from '../signals/google';
import type { Change, Unblocker, WidgetContext } from '../widget-types';
import { dom, readGlobal } from './dom';
import { runForeign } from './foreign';

/** Globals of tags that have a consent mode of their own: `signals/tags.ts`. */
const tags = ['uetq', 'clarity', 'fbq', 'ttq', 'pintrk'];

/** The effects of a change on the page. */
interface Effects {
  /**
   * Runs after each change of what is allowed, in this order: signals to tags, unblocked content, events. The same again
   * has no effect.
   */
  apply(change: Change): void;
  unblock: WidgetContext['unblock'];
}

export function createEffects(context: WidgetContext): Effects {
  const { report, options } = context;
  const queue = options.layer || 'dataLayer';
  /** Informs tags of the last change. */
  let signal: () => void;
  let unblocker: Promise<Unblocker | void> | undefined;
  /** Whether anything is known of what is allowed. */
  let isKnown: unknown;
  /** The last change that the page heard of, as text. */
  let news: string | undefined;

  /** Loads the part that loads blocked content, once the page has such content. */
  function unblock(scopes?: readonly ParentNode[]): void {
    if (!isKnown || !(unblocker || scopes || hasContent(context, dom.querySelectorAll(blockedContent))))
      return;
    unblocker ??= context.part('unblock').catch(report);
    unblocker.then((part) => part?.unblock(signal, scopes));
  }

  dom.addEventListener('readystatechange', () => unblock());

  const apply: Effects['apply'] = ({ choice, states, services, decided, allowsAll }) => {
    const consent = toGoogleConsent(
      allowsAll ? 'nfpam' : readGrantedPurposes(choice?.categories ?? [], states),
    );
    // Of the same states, another profile can have other purposes.
    const text = JSON.stringify([decided, states, services, consent]);
    if (text === news) return;
    news = text;
    runForeign(() => sendToGoogle(queue, consent));
    signal = () => {
      if (tags.some(readGlobal as (name: string) => unknown))
        context
          .load<typeof import('../signals/tags')>('tags')
          .then(({ sendToTags }) => sendToTags(consent, report))
          .catch(report);
    };
    signal();
    isKnown = choice || allowsAll;
    // A part that could not be loaded is tried again after a decision, not at each change of the page.
    unblocker = undefined;
    unblock();
    runForeign(() => window[queue as 'dataLayer']?.push?.({ event: 'consent', states }));
    dom.dispatchEvent(new CustomEvent('consent', { detail: { states, services, decided, allowsAll } }));
  };
  return { apply, unblock };
}
