import type { TemplateButtons, UiPresentation } from '../../templates';
import type { Banner, Finding, LocaleContent, Modal, ProfileJson } from '../profile-schemas';
import type { ProfileTexts } from './profile-content';

/**
 * A profile labels the buttons of its UI template, matched by position. Where the template has no buttons for
 * a section, the profile defines them.
 */

function getButtons({ mainBanner, preferenceModal }: UiPresentation) {
  return {
    mainBanner: mainBanner.buttons,
    gpcBanner: mainBanner.buttons,
    preferenceModal: preferenceModal.buttons,
  };
}

/**
 * Fills in the style, action and cookies that the profile's buttons leave out, from the template's button at
 * the same position.
 */
export function withTemplateButtons(profileJson: ProfileJson, ui: UiPresentation | null): ProfileJson {
  if (ui === null) return profileJson;
  const { mainBanner, gpcBanner, preferenceModal } = profileJson;
  const models = getButtons(ui);
  return {
    ...profileJson,
    ...(mainBanner && { mainBanner: filled(mainBanner, models.mainBanner) }),
    ...(gpcBanner && { gpcBanner: filled(gpcBanner, models.gpcBanner) }),
    ...(preferenceModal && { preferenceModal: filled(preferenceModal, models.preferenceModal) }),
  };
}

function filled<Part extends Banner | Modal>(part: Part, models: TemplateButtons | undefined): Part {
  if (models === undefined || part.buttons === undefined) return part;
  const list = Object.values(models);
  const buttons = part.buttons.map((button, place) => {
    const model = list[place];
    if (model === undefined) return button;
    const { type, action, cookies } = model;
    // Cookies belong to an action: the template's cookies do not apply to a different one.
    const takesCookies = cookies !== undefined && (button.action === undefined || button.action === action);
    return { style: type, action, ...(takesCookies && { cookies }), ...button };
  });
  return { ...part, buttons };
}

/** Returns the sections, in every locale, whose number of labels differs from the template's buttons. */
export function findButtonCounts(
  { defaultLocale, profileJson, localeContent }: ProfileTexts,
  ui: UiPresentation | null,
): Finding[] {
  if (ui === null) return [];
  const contents: readonly (readonly [string, LocaleContent])[] = [
    [defaultLocale, profileJson],
    ...Object.entries(localeContent),
  ];
  return contents.flatMap(([locale, content]) => findCountsIn(locale, content, profileJson, ui));
}

function findCountsIn(
  locale: string,
  content: LocaleContent,
  shared: LocaleContent,
  ui: UiPresentation,
): Finding[] {
  return Object.entries(getButtons(ui)).flatMap(([section, models]) => {
    const part = content[section as 'mainBanner' | 'gpcBanner' | 'preferenceModal'];
    // A locale can omit its GPC banner, and a GPC banner that the profile lacks is not shown.
    const isAbsent = section === 'gpcBanner' && (part === undefined || shared.gpcBanner === undefined);
    if (models === undefined || isAbsent) return [];
    const wanted = Object.keys(models);
    const labelled = part?.buttons?.length ?? 0;
    if (labelled === wanted.length) return [];
    const message = `The UI template has ${count(wanted.length)}${wanted.length > 0 ? ` (${wanted.join(', ')})` : ''} here, but the profile labels ${labelled}; provide one label for each`;
    return [{ rule: 'content/button-count', message, locale, section, field: 'buttons' }];
  });
}

function count(buttons: number): string {
  return buttons === 1 ? '1 button' : `${buttons} buttons`;
}
