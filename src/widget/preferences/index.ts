import { toMethod } from '#layers/index';
import { createButtons, createCloseButton, createIcon, createText } from '../core/controls';
import sheet from '../preferences.css';
import type { Kit, WidgetButton } from '../widget-types';
import { type CategoryList, createCategoryList } from './categories';
import { createFooterFacts } from './footer-facts';
import { createLanguageSwitch } from './language-switch';
import { settleDecision } from './settle-decision';

export { settleDecision };

/**
 * Opens the preferences: a native modal dialog, in which nothing changes until a button saves.
 * @param before the list in another language, whose switches the visitor may have changed
 */
export function openPreferences(kit: Kit, before?: CategoryList): void {
  const { profile, element, root, word, categories } = kit;
  if (root.frame.querySelector('.preferences[open]')) return;
  root.style(sheet);
  const { heading, htmlText, buttons, position = 'center' } = profile.preferenceModal;
  const look = profile.ui?.preferenceModal ?? {};
  const list = createCategoryList(kit, before);
  const signalled = categories.ids.filter(categories.isSignalled);
  /** Not after a choice against the signal. */
  const isHonoured = signalled.length > 0 && !signalled.some(categories.isOn);

  const press = async (button: WidgetButton) => {
    const decision = await settleDecision(kit, {
      ...categories.press(button, list),
      method: toMethod(button),
      layer: 'preferences',
    });
    dialog.close();
    if (decision) void kit.context.decide(decision, kit);
  };

  const body = element(
    'div',
    { class: 'body', tabindex: 0, role: 'group', 'aria-labelledby': 'preferences-heading' },
    createText(kit, htmlText),
    profile.accountRule && element('p', { class: 'note', part: 'note scope' }, word('accountScope')),
    isHonoured && createSignalStatus(kit),
    list.node,
    createFooterFacts(kit),
  );
  const dialog = element(
    'dialog',
    {
      class: `preferences ${look.position ?? position}`,
      part: 'preferences',
      'aria-labelledby': 'preferences-heading',
    },
    element(
      'div',
      { class: 'head' },
      element(
        'h2',
        { id: 'preferences-heading', class: 'heading', part: 'heading' },
        heading || word('privacySettings'),
      ),
      profile.languageSwitch &&
        profile.locales.length > 1 &&
        createLanguageSwitch(kit, (next) => openPreferences(next, list)),
      look.showClose !== false && createCloseButton(kit, () => dialog.close()),
    ),
    body,
    element(
      'div',
      { class: 'foot' },
      createButtons(kit, buttons, (button) => void press(button)),
    ),
  );
  if (profile.tcf && kit.bootstrap.tcf)
    kit.context
      .part('tcf')
      .then(({ createSection }) => createSection(kit, Boolean(before)))
      .then((section) => list.node.after(section), kit.context.report);
  kit.openDialog(dialog, { persistent: look.persistent ?? false, modal: look.trapFocus !== false });
  if (!dialog.open) {
    // In the top layer, as the banner is.
    dialog.popover = 'manual';
    (dialog.showPopover ?? dialog.show).call(dialog);
    // As `show()` does, which throws for a popover.
    dialog.open = true;
  }
  if (before) dialog.querySelector('select')?.focus();
}

/**
 * Creates the lines that say that Global Privacy Control is in force. Where it opts out by law, they say so in the
 * law's own words (11 CCR § 7025(c)(6)).
 */
function createSignalStatus(kit: Kit): HTMLElement {
  const { profile, bootstrap, element, word } = kit;
  const text = profile.gpcBanner?.htmlText;
  return element(
    'div',
    { class: 'note', part: 'note signal' },
    bootstrap.gpcBinding &&
      element('p', { class: 'done' }, createIcon(kit, 'm3 8.5 3.5 3.5L13 4.5'), word('optOutHonoured')),
    text ? createText(kit, text) : element('p', {}, word('gpcHonoured')),
  );
}
