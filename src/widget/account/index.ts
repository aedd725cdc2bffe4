import type { Choice } from '#standards/choice/index';
import sheet from '../account.css';
import { createButton, createCloseButton } from '../core/controls';
import { readStored, store } from '../core/storage';
import type { Parts, WidgetContext } from '../widget-types';

// Why: docs/adr/0112-consent-per-account.md

/** Time between two questions for the choice of the account (ms). */
const pause = 3_600_000;

const askedKey = 'svc_followed';
const toldKey = 'svc_told';

/**
 * Creates the part that follows the choice of the account that is signed in: it asks the service once an hour whether
 * another device has decided, and informs the visitor once of a choice that came from another device.
 */
export const create =
  (context: WidgetContext): Parts['account'] =>
  async (choice) => {
    try {
      // A page that the visitor leaves becomes hidden, and its requests end.
      const isHidden = context.dom.visibilityState === 'hidden';
      const isRecent = Math.abs(Date.now() - Number(readStored(askedKey))) < pause;
      let latest: Choice | null = choice;
      if (!choice.submissionId && !isRecent && !isHidden) {
        store(askedKey, `${Date.now()}`);
        latest = await (await context.part('renew')).follow();
      }
      const [, text] = context.readChoice();
      if (isHidden || latest?.account !== 'f' || readStored(toldKey) === text) return;
      store(toldKey, text);
      await inform(context);
    } catch (error) {
      context.report(error);
    }
  };

/** Shows the notice, with a way to change the choice. */
async function inform(context: WidgetContext): Promise<void> {
  const { root, createKit } = await context.part('banner');
  const kit = await createKit();
  root.style(sheet);
  const { element, word } = kit;
  const { choice } = context;
  const text = element('p', { role: 'status' });
  const notice = element(
    'div',
    { class: 'notice', part: 'notice' },
    text,
    createButton(kit, word('settings'), 'text', () => {
      notice.remove();
      void context.open();
    }),
    createCloseButton(kit, () => notice.remove()),
  );
  root.frame.append(notice);
  context.on((change) => {
    if (change.choice !== choice) notice.remove();
  });
  // Screen readers announce what changes in a status that is there.
  requestAnimationFrame(() => {
    text.textContent = word('accountFollowed');
  });
}
