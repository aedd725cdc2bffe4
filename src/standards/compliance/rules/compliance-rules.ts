import { bannerRules } from './banner-rules';
import { categoryRules } from './category-rules';
import type { ComplianceRule } from './compliance-rule';
import { consentRules } from './consent-rules';
import { gpcRules } from './gpc-rules';
import { settingsRules } from './settings-rules';

/** Every compliance rule. Law as data: each with its source and the day of its last review. No legal advice. */
export const complianceRules: readonly ComplianceRule[] = [...categoryRules, ...consentRules, ...gpcRules, ...bannerRules, ...settingsRules];
