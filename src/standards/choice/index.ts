export { type Choice, type ChoiceCategory, encodeChoice, gpcModes, readChoiceStates } from './choice';
export { toUndecidedCategories, type UndecidedCategory } from './choice-categories';
export { findChoice } from './find-choice';
export { readGrantedPurposes } from './granted-purposes';
