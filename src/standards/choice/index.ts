export type { ByCategory, ByService, CategoryId, CategoryIds, ServiceId } from './category-id';
export {
  type Choice,
  type ChoiceCategory,
  encodeChoice,
  fitsCookie,
  gpcModes,
  isRefused,
  readChoiceEffect,
  readChoiceStates,
  readServiceStates,
  type ServiceAnswers,
} from './choice';
export {
  type ChoiceSource,
  hasPurpose,
  toUndecidedCategories,
  toUndecidedChoice,
  type UndecidedCategory,
  withoutPreGrants,
} from './choice-categories';
export { findChoice } from './find-choice';
export { readGrantedPurposes } from './granted-purposes';
export { type AskedServices, settleCategory, settleServices } from './settle-services';
