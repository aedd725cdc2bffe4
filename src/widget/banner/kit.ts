import { getTextPolicy } from '../core/text-policy';
import type { Bootstrap, Kit, Root, WidgetContext, WidgetProfile } from '../widget-types';
import { createCategories } from './consent-map';
import { build, clearLeaving, element, leave } from './elements';

export function createKit(
  context: WidgetContext,
  root: Root,
  bootstrap: Bootstrap,
  profile: WidgetProfile,
): Kit {
  const words = profile.words ?? bootstrap.words ?? {};
  root.dress(bootstrap, profile);

  return {
    context,
    root,
    bootstrap,
    profile,
    categories: createCategories(context, bootstrap, profile),
    element,
    build: (description) => build(description, getTextPolicy(context)),
    word: (key, values = {}) =>
      (words[key] ?? '').replace(/\{(\w+)\}/g, (whole, name) => `${values[name] ?? whole}`),
    openDialog(dialog, { persistent, modal = true } = {}) {
      clearLeaving(root.frame);
      root.frame.append(dialog);
      dialog.setAttribute('closedby', persistent ? 'none' : 'any');
      // For browsers without `closedby`.
      dialog.oncancel = (event) => {
        if (persistent) event.preventDefault();
      };
      dialog.onclose = () => leave(dialog);
      dialog.toggleAttribute('data-modal', modal);
      // Reading begins at the top, no answer looks chosen, and none gets a key that was meant for the page. By attributes, so
      // also when the page has taken the dialog away and it comes back.
      const start = dialog.querySelector('.heading,.ask,.text:first-child');
      start?.setAttribute('tabindex', '-1');
      start?.toggleAttribute('autofocus', true);
      if (!modal) return;
      dialog.showModal();
      context
        .load<typeof import('./hold-page')>('hold-page')
        .then(({ holdPage }) => holdPage(context, dialog))
        .catch(context.report);
    },
  };
}
