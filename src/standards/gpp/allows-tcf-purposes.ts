import type { GppSection } from './gpp-string';

/**
 * Fields of the TCF sections that allow something. Legitimate interests of vendors are not among them: they
 * are also set for special purposes, which visitors cannot refuse.
 * Source: IAB Tech Lab, GPP sections "tcfeuv2" and "tcfcav1".
 */
const allowing: ReadonlySet<string> = new Set([
  'SpecialFeatureOptins',
  'PurposeConsents',
  'PurposeLegitimateInterests',
  'VendorConsents',
  'PublisherConsents',
  'PublisherLegitimateInterests',
  'PublisherCustomConsents',
  'PublisherCustomLegitimateInterests',
  'SpecialFeatureExpressConsent',
  'PurposesExpressConsent',
  'PurposesImpliedConsent',
  'VendorExpressConsent',
  'VendorImpliedConsent',
  'PubPurposesExpressConsent',
  'PubPurposesImpliedConsent',
  'CustomPurposesExpressConsent',
  'CustomPurposesImpliedConsent',
]);

/**
 * Returns whether a section of the Transparency and Consent Framework allows anything that can be refused.
 */
export function allowsTcfPurposes({ name, fields }: Pick<GppSection, 'name' | 'fields'>): boolean {
  return (
    name.startsWith('tcf') &&
    Object.entries(fields).some(([field, value]) => allowing.has(field) && isAnySet(value))
  );
}

const isAnySet = (value: unknown): boolean =>
  Array.isArray(value) ? value.some((item) => item !== false && item !== 0) : value === true;
