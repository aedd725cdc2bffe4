import { toMethod } from '../banner/banner';
import type { Kit, WidgetButton } from '../widget-types';
import { createCategoryList } from './categories';
import { createFooterFacts } from './footer-facts';
import { confirmAgainstSignal } from './signal-confirmation';

/** Opens the preferences: a native modal dialog, in which nothing changes until a button saves. */
export function openPreferences(kit: Kit): void {
  const { profile, element, root, word, categories } = kit;
  if (root.frame.querySelector('.preferences')) return;
  const { heading, htmlText, buttons, position = 'center' } = profile.preferenceModal;
  const look = profile.ui?.preferenceModal ?? {};
  const list = createCategoryList(kit);
  const isSignalled = categories.ids.some(categories.isSignalled);

  const press = async (button: WidgetButton) => {
    const states = categories.press(button, list.isSwitchedOn);
    const isStrict = profile.gpcMode === 'strict';
    const against = isStrict
      ? categories.ids.filter((id) => categories.isSignalled(id) && states[id] === 'granted')
      : [];
    const isNew = against.some((id) => !categories.isOn(id));
    const confirmed = !isNew || (await confirmAgainstSignal(kit));
    const kept = confirmed
      ? states
      : categories.map((id) => states[id] === 'granted' && !against.includes(id));
    dialog.close();
    void kit.context.decide({
      states: kept,
      method: toMethod(button),
      layer: 'preferences',
      ...(against.length > 0 && confirmed && { gpcOverride: true }),
    });
  };

  const body = element(
    'div',
    { class: 'body', tabindex: 0, role: 'group', 'aria-labelledby': 'preferences-heading' },
    kit.html(htmlText),
    isSignalled &&
      element(
        'div',
        { class: 'note', part: 'note' },
        profile.gpcBanner?.htmlText ? kit.html(profile.gpcBanner.htmlText) : word('gpcHonoured'),
      ),
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
      profile.languageSwitch && profile.locales.length > 1 && createLanguageSwitch(kit, () => dialog.close()),
      look.showClose !== false && kit.closeButton(() => dialog.close()),
    ),
    body,
    element(
      'div',
      { class: 'foot' },
      kit.buttons(buttons, (button) => void press(button)),
    ),
  );
  if (profile.tcf && kit.bootstrap.tcf)
    kit.context
      .part('tcf')
      .then(({ createSection }) => createSection(kit))
      .then((section) => list.node.after(section), kit.context.report);
  kit.openDialog(dialog, { persistent: look.persistent ?? false, modal: look.trapFocus !== false });
}

function createLanguageSwitch({ element, word, profile, context }: Kit, close: () => void): HTMLElement {
  const nameOf = (locale: string) =>
    new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  const select = element(
    'select',
    { class: 'language', 'aria-label': word('language') },
    ...profile.locales.map((locale) =>
      element(
        'option',
        { value: locale, lang: locale, selected: locale === profile.currentLocale },
        nameOf(locale),
      ),
    ),
  );
  select.onchange = async () => {
    close();
    await context.bootstrap(select.value);
    if (!context.choice) await (await context.part('banner')).show();
    await context.open();
  };
  return select;
}
