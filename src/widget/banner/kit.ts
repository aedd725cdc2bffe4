import type { Bootstrap, Kit, Root, WidgetContext, WidgetProfile } from '../widget-types';
import { createCategories } from './consent-map';
import { element, htmlElement } from './elements';

export function createKit(
  context: WidgetContext,
  root: Root,
  bootstrap: Bootstrap,
  profile: WidgetProfile,
): Kit {
  const words = profile.words ?? bootstrap.words ?? {};
  root.dress(bootstrap, profile);

  const kit: Kit = {
    context,
    root,
    bootstrap,
    profile,
    categories: createCategories(context, bootstrap, profile),
    element,
    html: (text = '') => htmlElement(text, context.policy),
    word: (key, values = {}) =>
      (words[key] ?? '').replace(/\{(\w+)\}/g, (whole, name) => `${values[name] ?? whole}`),
    button(label, style = 'secondary', press) {
      const node = element('button', { type: 'button', class: style, part: `button ${style}` }, label);
      node.onclick = press;
      return node;
    },
    buttons(list, press) {
      const nodes = list.map((button) => kit.button(button.text ?? '', button.style, () => press(button)));
      // Two equal buttons share a row on phones, if their labels fit.
      const fits =
        list.every(({ text = '' }) => text.length < 21) &&
        list.filter(({ style }) => style === 'primary').length === 2;
      return element('div', { class: fits ? 'buttons pair' : 'buttons', part: 'buttons' }, ...nodes);
    },
    closeButton(press) {
      const node = kit.button('', 'close', press);
      node.setAttribute('aria-label', kit.word('close'));
      return node;
    },
    policyLink: () =>
      profile.privacyUrl
        ? element('a', { href: profile.privacyUrl, class: 'policy' }, kit.word('privacyPolicy'))
        : null,
    openDialog(dialog, { persistent = false, modal = true } = {}) {
      root.frame.append(dialog);
      dialog.setAttribute('closedby', persistent ? 'none' : 'any');
      // For browsers without `closedby`.
      dialog.oncancel = (event) => {
        if (persistent) event.preventDefault();
      };
      dialog.onclose = () => dialog.remove();
      dialog.toggleAttribute('data-modal', modal);
      if (modal) dialog.showModal();
      else dialog.show();
    },
  };
  return kit;
}
