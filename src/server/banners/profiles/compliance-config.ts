import { type Static, Type } from '@sinclair/typebox';
import { notAScript, webAddressOrBlank } from '#platform/kernel/text-patterns';

/**
 * Texts of a profile by key. The value of a key that ends in `Url` is an address that visitors open, so it
 * must be a web address.
 */
export const ComplianceConfig = Type.Unsafe<Record<string, string>>({
  type: 'object',
  description:
    'Texts for receipts, rules and your own widget. The value of a key that ends in `Url` must begin with `http://` or `https://`; no value may be a `javascript:`, `data:` or `vbscript:` address.',
  maxProperties: 100,
  propertyNames: { maxLength: 100 },
  patternProperties: {
    '^(?![\\s\\S]*[Uu][Rr][Ll]$)': { type: 'string', maxLength: 5000, pattern: notAScript },
    '[Uu][Rr][Ll]$': { type: 'string', maxLength: 2000, pattern: webAddressOrBlank },
  },
  additionalProperties: false,
});
export type ComplianceConfig = Static<typeof ComplianceConfig>;

/**
 * Returns the texts that visitors may receive. Texts stored before this rule existed can contain addresses
 * that run as a script.
 */
export function safeComplianceConfig(config: ComplianceConfig = {}): ComplianceConfig {
  const isWebAddress = new RegExp(webAddressOrBlank);
  const isText = new RegExp(notAScript);
  return Object.fromEntries(
    Object.entries(config).filter(([key, value]) =>
      /url$/i.test(key) ? isWebAddress.test(value) : isText.test(value),
    ),
  );
}
