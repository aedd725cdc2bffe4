import { createIcon } from '../core/controls';
import type { Kit } from '../widget-types';

/**
 * Creates the list of languages. The texts are loaded before anything closes. The list then has the focus again, because in
 * some browsers each arrow key chooses.
 * @param reopen opens the preferences in the language that the visitor has chosen
 */
export function createLanguageSwitch(kit: Kit, reopen: (next: Kit) => void): HTMLElement {
  const { element, word, profile, context } = kit;
  const nameOf = (locale: string) =>
    new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  const select = element(
    'select',
    { 'aria-label': word('language') },
    ...profile.locales.map((locale) =>
      element(
        'option',
        { value: locale, lang: locale, selected: locale === profile.currentLocale },
        nameOf(locale),
      ),
    ),
  );
  select.onchange = async () => {
    const { value } = select;
    try {
      await context.bootstrap(value);
      // The visitor has chosen another one meanwhile.
      if (select.value !== value) return;
      const ui = await context.part('banner');
      const next = await ui.createKit();
      const dialog = select.closest('dialog');
      const isOpen = dialog?.open;
      dialog?.close();
      if (!context.choice) await ui.show();
      if (isOpen) reopen(next);
    } catch (error) {
      select.value = profile.currentLocale;
      context.report(error);
    }
  };
  return element('span', { class: 'language' }, select, createIcon(kit, 'm4 6 4 4 4-4'));
}
