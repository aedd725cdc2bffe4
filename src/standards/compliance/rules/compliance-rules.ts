import { bannerRules } from './banner-rules';
import { categoryRules } from './category-rules';
import type { ComplianceRule } from './compliance-rule';
import { consentRules } from './consent-rules';
import { firstLayerRules } from './first-layer-rules';
import { gpcRules } from './gpc-rules';
import { labelRules } from './label-rules';
import { lastingLinkRules } from './lasting-link-rules';
import { measurementRules } from './measurement-rules';
import { settingsRules } from './settings-rules';
import { translationRules } from './translation-rules';
import { wordingRules } from './wording-rules';

/**
 * Every compliance rule: law as data, each with its source and the day of its last review. This is not legal
 * advice.
 */
export const complianceRules: readonly ComplianceRule[] = [
  ...categoryRules,
  ...consentRules,
  ...measurementRules,
  ...gpcRules,
  ...bannerRules,
  ...firstLayerRules,
  ...lastingLinkRules,
  ...labelRules,
  ...wordingRules,
  ...translationRules,
  ...settingsRules,
];
