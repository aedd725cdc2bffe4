export { answerContract } from './contracts';
export {
  describeButton,
  describeButtons,
  describeCloseButton,
  describeIcon,
  describePolicyLink,
  describeScope,
  describeText,
  grantsCategory,
  type LayerButton,
  toMethod,
} from './elements';
export {
  describeFirstLayer,
  toFrameAttributes,
  toFrameKey,
} from './first-layer';
export type { Markup, MarkupAttributes } from './markup';
export { countCookies, countryName, listServices, type Word } from './preferences';
export { pickVariant, withVariant } from './variants';
