import { ServiceError } from '../../kernel/errors';
import { knownPart } from '../../kernel/known-part';
import { UiBanner, UiModal, type UiTemplateCreate, type UiTemplateUpdate } from './template-schemas';
import type { TemplateKind } from './template-service';
import { toProfileReference } from './template-usage';

/** Presentation and buttons of banner and modal, without texts and categories. */
export interface UiPresentation {
  readonly mainBanner: UiBanner;
  readonly preferenceModal: UiModal;
}

/** UI templates: profiles label their buttons by position. */
export const uiTemplateKind: TemplateKind<UiPresentation, UiTemplateCreate, UiTemplateUpdate> = {
  table: 'ui_templates',
  columns: { mainBanner: 'main_banner', preferenceModal: 'preference_modal' },
  link: 'ui',
  resourceType: 'uiTemplate',
  notFound: () => new ServiceError('ui_template_not_found'),

  make: ({ mainBanner = {}, preferenceModal = {} }) => clean({ mainBanner, preferenceModal }),

  change(before, { mainBanner, preferenceModal }) {
    return clean({
      mainBanner: { ...before.mainBanner, ...mainBanner },
      preferenceModal: { ...before.preferenceModal, ...preferenceModal },
    });
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
};

/** Compares the existing buttons before and after; new ones can be anywhere. */
function compareButtons(before: object = {}, after: object = {}) {
  const remaining = Object.keys(after).filter((id) => Object.hasOwn(before, id));
  const inOldOrder = Object.keys(before).filter((id) => Object.hasOwn(after, id));
  return {
    removed: Object.keys(before).filter((id) => !Object.hasOwn(after, id)),
    reordered: remaining.some((id, place) => id !== inOldOrder[place]),
  };
}

/** Unknown fields are ignored, as everywhere on the admin API outside profileJson. */
function clean({ mainBanner, preferenceModal }: UiPresentation): UiPresentation {
  return {
    mainBanner: knownPart(UiBanner, mainBanner),
    preferenceModal: knownPart(UiModal, preferenceModal),
  };
}
