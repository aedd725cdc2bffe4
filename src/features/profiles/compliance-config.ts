import { type Static, Type } from '@sinclair/typebox';

/** Blank means unset. */
const webAddress = '^(\\s*|https?://[^\\s<>"\'`]+)$';

/**
 * Texts of a profile by key. A key that ends in `Url` is an address that visitors open, so it must be one of
 * the web.
 */
export const ComplianceConfig = Type.Unsafe<Record<string, string>>({
  type: 'object',
  description:
    'Texts for receipts, rules and your own widget. Keys that end in `Url` take an address that begins with `http://` or `https://`.',
  maxProperties: 100,
  propertyNames: { maxLength: 100 },
  patternProperties: {
    '^(?![\\s\\S]*[Uu][Rr][Ll]$)': { type: 'string', maxLength: 5000 },
    '[Uu][Rr][Ll]$': { type: 'string', maxLength: 2000, pattern: webAddress },
  },
  additionalProperties: false,
});
export type ComplianceConfig = Static<typeof ComplianceConfig>;

/**
 * The texts that visitors can get: what was stored before this rule can hold addresses that run as a script.
 */
export function safeComplianceConfig(config: ComplianceConfig = {}): ComplianceConfig {
  const isWebAddress = new RegExp(webAddress);
  return Object.fromEntries(
    Object.entries(config).filter(([key, value]) => !/url$/i.test(key) || isWebAddress.test(value)),
  );
}
