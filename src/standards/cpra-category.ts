/**
 * Names in California's law for the processing that a parameter does. Source: Cal. Civ. Code § 1798.140(ad),
 * (ah), (ae).
 */
export const cpraCategories = ['selling', 'sharing', 'sensitive', 'none'] as const;
export type CpraCategory = (typeof cpraCategories)[number];

/** One value, or several where more than one applies. `none` appears only alone. */
export type CpraCategoryInput = CpraCategory | readonly CpraCategory[];

/**
 * Returns a parameter's `cpraCategory` as a list. Empty when the operator has not stated one; unknown values
 * are ignored. Kinds of sensitive data say `sensitive` too.
 * @example toCpraCategories({ cpraCategory: 'sharing', sensitiveData: ['health'] }) // ['sharing',
 * 'sensitive']
 */
export function toCpraCategories(parameter: {
  readonly cpraCategory?: unknown;
  readonly sensitiveData?: unknown;
}): readonly CpraCategory[] {
  const { cpraCategory, sensitiveData } = parameter;
  const values: readonly unknown[] = Array.isArray(cpraCategory) ? cpraCategory : [cpraCategory];
  const isSensitive = Array.isArray(sensitiveData) && sensitiveData.length > 0;
  return cpraCategories.filter(
    (category) => (category === 'sensitive' && isSensitive) || values.includes(category),
  );
}
