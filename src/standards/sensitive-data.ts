/**
 * Kinds of sensitive personal data that the GPP sections of the US states distinguish.
 * Source: IAB Tech Lab, GPP US sections, `SensitiveDataProcessing` (b27beb4 of 2025-12-17).
 */
export const sensitiveDataKinds = [
  'racial-or-ethnic-origin',
  'religious-or-philosophical-beliefs',
  'health',
  'sex-life-or-orientation',
  'citizenship-or-immigration',
  'genetic',
  'biometric',
  'precise-geolocation',
  'government-id',
  'account-access',
  'union-membership',
  'message-contents',
  'crime-victim',
  'national-origin',
  'transgender-or-nonbinary',
] as const;
export type SensitiveDataKind = (typeof sensitiveDataKinds)[number];
