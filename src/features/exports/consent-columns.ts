import type { ConsentJson, ConsentRecord } from '../consent';
import type { Columns } from './export-format';

/**
 * Categories come from visitors' browsers, so there may be any number: this many have a column of their own.
 * A record has at most 200.
 */
const maxCategoryColumns = 1000;

/** Which categories there are in decisions. */
export interface FoundCategories {
  add(decisions: readonly ConsentJson[]): void;
  /** Those that have a column, in the order of their names. */
  names(): string[];
}

export function collectCategories(): FoundCategories {
  const found = new Set<string>();
  return {
    add(decisions) {
      for (const decision of decisions) {
        for (const category of Object.keys(decision)) {
          if (found.size < maxCategoryColumns) found.add(category);
        }
      }
    },
    names: () => [...found].sort(),
  };
}

/** A record as servers read it, and where its visitor was. */
export type ExportedConsent = ConsentRecord & { readonly country: string | null };

const columns: readonly (readonly [
  string,
  (consent: ExportedConsent) => string | number | boolean | null,
])[] = [
  ['id', ({ id }) => id],
  ['visitorId', ({ visitorId }) => visitorId],
  ['profileId', ({ profileId }) => profileId],
  ['profileVersion', ({ profileVersion }) => profileVersion],
  ['locale', ({ locale }) => locale],
  ['source', ({ source }) => source],
  ['gpcDetected', ({ gpcDetected }) => gpcDetected],
  ['ageVerified', ({ ageVerified = null }) => ageVerified],
  ['country', ({ country }) => country],
  ['tcfString', ({ tcfString = null }) => tcfString],
  ['gppString', ({ gppString = null }) => gppString],
  ['createdAt', ({ createdAt }) => createdAt],
  ['updatedAt', ({ updatedAt }) => updatedAt],
  ['by', ({ by }) => by],
  ['apiKeyId', ({ apiKeyId = null }) => apiKeyId],
];

/**
 * Heads the last column: as JSON, what was decided of categories without a column, be it that there are too
 * many or that one came up after the columns were chosen. No category's column is called so.
 */
const otherCategories = 'consent';

/** Facts of a record, then what was decided of each category. */
export function consentColumns(names: readonly string[]): Columns<ExportedConsent> {
  const own = new Set(names);
  const others = (decision: ConsentJson) => {
    const left = Object.entries(decision).filter(([category]) => !own.has(category));
    return left.length === 0 ? null : JSON.stringify(Object.fromEntries(left));
  };
  return {
    header: [...columns.map(([name]) => name), ...names.map((name) => `consent.${name}`), otherCategories],
    cells: (consent) => {
      const decision = consent.consentJson;
      return [
        ...columns.map(([, cell]) => cell(consent)),
        ...names.map((name) => (Object.hasOwn(decision, name) ? (decision[name] ?? null) : null)),
        others(decision),
      ];
    },
  };
}
