import type { TemplateButtons, UiPresentation } from '../../templates';
import type { Banner, Finding, LocaleContent, Modal, ProfileJson } from '../profile-schemas';
import type { ProfileTexts } from './profile-content';

/**
 * A profile labels the buttons of its UI template, matched by their place. Sections whose buttons the
 * template leaves out are the profile's own.
 */

function buttonsOf({ mainBanner, preferenceModal }: UiPresentation) {
  return {
    mainBanner: mainBanner.buttons,
    gpcBanner: mainBanner.buttons,
    preferenceModal: preferenceModal.buttons,
  };
}

/**
 * Puts in what the profile's buttons leave out: look, action and cookies of the template's button at the same
 * place.
 */
export function withTemplateButtons(profileJson: ProfileJson, ui: UiPresentation | null): ProfileJson {
  if (ui === null) return profileJson;
  const { mainBanner, gpcBanner, preferenceModal } = profileJson;
  const models = buttonsOf(ui);
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
    // Cookies belong to an action: those of the template do not go with another one.
    const takesCookies = cookies !== undefined && (button.action === undefined || button.action === action);
    return { style: type, action, ...(takesCookies && { cookies }), ...button };
  });
  return { ...part, buttons };
}

/** Sections whose labels are not as many as the template's buttons, in every locale. */
export function findButtonCounts(
  { defaultLocale, profileJson, localeContent }: ProfileTexts,
  ui: UiPresentation | null,
): Finding[] {
  if (ui === null) return [];
  const contents: readonly (readonly [string, LocaleContent])[] = [
    [defaultLocale, profileJson],
    ...Object.entries(localeContent),
  ];
  return contents.flatMap(([locale, content]) => countsOf(locale, content, profileJson, ui));
}

function countsOf(
  locale: string,
  content: LocaleContent,
  shared: LocaleContent,
  ui: UiPresentation,
): Finding[] {
  return Object.entries(buttonsOf(ui)).flatMap(([section, models]) => {
    const part = content[section as 'mainBanner' | 'gpcBanner' | 'preferenceModal'];
    // A locale may go without a GPC banner of its own; of one that the profile lacks nothing is shown.
    const isAbsent = section === 'gpcBanner' && (part === undefined || shared.gpcBanner === undefined);
    if (models === undefined || isAbsent) return [];
    const wanted = Object.keys(models);
    const found = part?.buttons?.length ?? 0;
    if (found === wanted.length) return [];
    const message = `The UI template has ${count(wanted.length)}${wanted.length > 0 ? ` (${wanted.join(', ')})` : ''} here and the profile labels ${found}: give one label for each`;
    return [{ rule: 'content/button-count', message, locale, section, field: 'buttons' }];
  });
}

function count(buttons: number): string {
  return buttons === 1 ? '1 button' : `${buttons} buttons`;
}
