import { toCpraCategories } from '../cpra-category';

/**
 * Exceptions from consent that have a way to object, by the purpose of the cookies that use them.
 * Source: PECR 2003 reg. 6 and sch. A1, inserted by the Data (Use and Access) Act 2025 s. 112 and sch. 12, in force since
 * 2026-02-05 (SI 2026/82 reg. 2(w)). The exceptions for transmission, for what the visitor asked for and for emergency
 * assistance have none: their cookies are necessary.
 */
export const exceptions = {
  analytics: 'PECR 2003 sch. A1: statistical purposes',
  preferences: 'PECR 2003 sch. A1: appearance',
} as const;

interface ExemptParameter {
  readonly purpose: string;
  readonly cpraCategory?: unknown;
  readonly cpraCategories?: readonly string[];
}

/**
 * Returns the exceptions under which cookies may be used without consent, joined by a semicolon; null when one of them
 * needs consent, or none needs an exception. Data that is sold or shared is never exempt.
 * @param group compliance group of the visitor; only `opt-in-exempt` has these exceptions
 * @example findException('opt-in-exempt', [{ purpose: 'analytics' }]) // 'PECR 2003 sch. A1: statistical purposes'
 */
export function findException(group: string | null, parameters: readonly ExemptParameter[]): string | null {
  if (group !== 'opt-in-exempt') return null;
  const found = new Set<string>();
  for (const { purpose, cpraCategories, ...stated } of parameters) {
    if (purpose === 'necessary') continue;
    const categories = cpraCategories ?? toCpraCategories(stated);
    if (!isExempt(purpose) || categories.includes('selling') || categories.includes('sharing')) return null;
    found.add(exceptions[purpose]);
  }
  return found.size === 0 ? null : [...found].join('; ');
}

const isExempt = (purpose: string): purpose is keyof typeof exceptions => Object.hasOwn(exceptions, purpose);
