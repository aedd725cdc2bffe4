import type { GppSection } from './gpp-string';

const meanings = {
  notice: ['not applicable', 'notice was given', 'notice was not given'],
  optOut: ['not applicable', 'opted out', 'did not opt out'],
  consent: ['not applicable', 'no consent', 'consent'],
  sensitive: ['not applicable', 'opted out, or no consent', 'not opted out, or consent'],
  yesNo: ['not applicable', 'yes', 'no'],
  mode: ['not applicable', 'opt-out option mode', 'service provider mode'],
} as const;

/** Values that a field of the US sections accepts, by its name; the first match applies. */
const vocabularies: readonly (readonly [RegExp, readonly string[]])[] = [
  [/Notice$/, meanings.notice],
  [/OptOut$/, meanings.optOut],
  [/^SensitiveDataProcessing$/, meanings.sensitive],
  [/Consents?$/, meanings.consent],
  [/^MspaMode$/, meanings.mode],
  [/^Mspa(CoveredTransaction|OptOutOptionMode|ServiceProviderMode)$/, meanings.yesNo],
];

export interface ExplainedField {
  readonly name: string;
  readonly value: unknown;
  /** The value in words, one for each part of a list; null where the value is self-explanatory. */
  readonly meaning: string | readonly string[] | null;
}

/**
 * Describes a section of US privacy in words. Source: IAB Tech Lab, the field tables of the GPP US sections.
 */
export function explainSection({ name: section, fields }: GppSection): readonly ExplainedField[] {
  return Object.entries(fields).map(([name, value]) => ({
    name,
    value,
    meaning: section.startsWith('us') ? explainValue(name, value) : null,
  }));
}

function explainValue(name: string, value: unknown): string | string[] | null {
  if (name === 'Gpc')
    return value === true ? 'Global Privacy Control was on' : 'Global Privacy Control was off';
  const words = vocabularies.find(([pattern]) => pattern.test(name))?.[1];
  if (words === undefined) return null;
  const word = (part: unknown) => (typeof part === 'number' ? (words[part] ?? 'not defined') : 'not defined');
  return Array.isArray(value) ? value.map(word) : word(value);
}
