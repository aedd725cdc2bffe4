import { ServiceError } from '#platform/kernel/errors';
import { knownPart } from '#platform/kernel/known-part';
import type { RuleSeverities } from '#standards/compliance/index';
import type { TemplateTable } from './template-repository';
import { UiBanner, UiModal, type UiTemplateCreate, type UiTemplateUpdate } from './template-schemas';
import type { TemplateKind } from './template-service';
import { toProfileReference } from './template-usage';
import { Theme } from './theme';
import { findUiFindings } from './ui-findings';

/** Presentation and buttons of banner and modal, without texts and categories. A blank theme sets nothing. */
export interface UiPresentation {
  readonly mainBanner: UiBanner;
  readonly preferenceModal: UiModal;
  readonly theme: Theme;
}

export const uiTemplateTable: TemplateTable<UiPresentation> = {
  table: 'ui_templates',
  columns: { mainBanner: 'main_banner', preferenceModal: 'preference_modal', theme: 'theme' },
  keepsChanges: true,
};

/** UI templates: profiles label their buttons by position. @param severities of the rules about the look */
export const createUiTemplateKind = (
  severities: RuleSeverities,
): TemplateKind<UiPresentation, UiTemplateCreate, UiTemplateUpdate> => ({
  ...uiTemplateTable,
  link: 'ui',
  resourceType: 'uiTemplate',
  notFound: () => new ServiceError('ui_template_not_found'),

  make: ({ mainBanner = {}, preferenceModal = {}, theme = {} }) =>
    toCheckedUi({ mainBanner, preferenceModal, theme }, severities),

  change(before, { mainBanner, preferenceModal, theme = before.theme }) {
    const changed = {
      theme,
      mainBanner: { ...before.mainBanner, ...mainBanner },
      preferenceModal: { ...before.preferenceModal, ...preferenceModal },
    };
    return toCheckedUi(changed, severities);
  },

  async guard(before, after, profiles) {
    const changes = [
      compareButtons(before.mainBanner.buttons, after.mainBanner.buttons),
      compareButtons(before.preferenceModal.buttons, after.preferenceModal.buttons),
    ];
    const removedButtonIds = [...new Set(changes.flatMap(({ removed }) => removed))];
    const reordered = changes.some((change) => change.reordered);
    if (removedButtonIds.length === 0 && !reordered) return;
    const blockingProfiles = (await profiles.using())
      .filter(({ isActive }) => isActive)
      .map(toProfileReference);
    if (blockingProfiles.length > 0)
      throw new ServiceError('buttons_in_use', { body: { blockingProfiles, removedButtonIds, reordered } });
  },
});

/** Compares the existing buttons before and after; new ones can be anywhere. */
function compareButtons(before: object = {}, after: object = {}) {
  const remaining = Object.keys(after).filter((id) => Object.hasOwn(before, id));
  const inOldOrder = Object.keys(before).filter((id) => Object.hasOwn(after, id));
  return {
    removed: Object.keys(before).filter((id) => !Object.hasOwn(after, id)),
    reordered: remaining.some((id, place) => id !== inOldOrder[place]),
  };
}

/** @throws ServiceError `ui_template_invalid` for findings that block the save, such as too little contrast */
function toCheckedUi(ui: UiPresentation, severities: RuleSeverities): UiPresentation {
  const { mainBanner, preferenceModal, theme } = ui;
  const { errors } = findUiFindings(ui, severities);
  if (errors.length > 0)
    throw new ServiceError('ui_template_invalid', {
      message: `The UI template cannot be saved: ${errors[0]?.message}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}.`,
      body: { errors },
    });
  // Unknown fields are ignored, as everywhere on the admin API outside profileJson.
  return {
    mainBanner: knownPart(UiBanner, mainBanner),
    preferenceModal: knownPart(UiModal, preferenceModal),
    theme: knownPart(Theme, theme),
  };
}
