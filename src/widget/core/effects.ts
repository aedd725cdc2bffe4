import { readGrantedPurposes } from '../../standards/choice';
import { hasContent } from '../blocking/find-content';
import { sendToGoogle, toGoogleConsent } from '../signals/google';
import { sendToTags } from '../signals/tags';
import type { Change, Unblocker, WidgetContext } from '../widget-types';
import { dom, readGlobal } from './dom';

/**
 * Returns what the page must notice after each change of states, in this order: signals to tags, unblocked
 * content, events, and the removal of what withdrawn categories have stored.
 */
export function createEffects(context: WidgetContext): (change: Change) => void {
  const { report } = context;
  let signal = () => {};
  let unblocker: Promise<Unblocker | void> | undefined;
  let isWatching = false;

  /** Loads what loads blocked content, once the page has such content. */
  function unblock(): void {
    if (!unblocker && !hasContent(context)) return;
    unblocker ??= context.part('unblock').catch(report);
    unblocker.then((part) => part?.unblock(signal));
  }

  /** Notices what is added to the page. */
  function watch(): void {
    isWatching = true;
    new MutationObserver(unblock).observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-category'],
    });
    addEventListener('DOMContentLoaded', unblock);
  }

  return ({ choice, states, previous, decided, allowsAll }) => {
    const consent = toGoogleConsent(
      allowsAll ? 'nfpam' : readGrantedPurposes(choice?.categories ?? [], states),
    );
    sendToGoogle(consent);
    signal = () => sendToTags(consent, report);
    signal();
    if (choice || allowsAll) {
      // A part that could not be loaded is tried again after a decision, not at each change of the page.
      unblocker = undefined;
      unblock();
      if (!isWatching) watch();
    }
    readGlobal('dataLayer')?.push({ event: 'consent', states });
    dom.dispatchEvent(new CustomEvent('consent', { detail: { states, decided } }));

    // A refusal also removes what is left from before it, such as of a choice that has expired.
    const isWithdrawn = ({ id, state }: { id: string; state: string | null }) =>
      states[id] !== 'granted' && (previous ? decided : state === 'granted');
    const withdrawn = choice?.categories.filter(isWithdrawn).map(({ id }) => id);
    if (withdrawn?.[0])
      context
        .load<typeof import('../blocking/withdraw')>('withdraw')
        .then(({ withdraw }) => withdraw(context, withdrawn, previous))
        .catch(report);
  };
}
