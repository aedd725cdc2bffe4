import type { ConsentJson, ConsentRecord } from '#decisions/consent/index';
import type { Columns } from './export-format';

/**
 * Greatest number of categories with their own column. Only categories that profiles know get one: browsers
 * can send any others, and each column makes every row longer.
 */
const maxCategoryColumns = 1000;

/** Collects the categories that profiles know. */
export interface FoundCategories {
  add(decisions: readonly (readonly string[])[]): void;
  /** Returns the categories with a column, sorted by name. */
  names(): string[];
}

export function collectCategories(): FoundCategories {
  const found = new Set<string>();
  return {
    add(decisions) {
      for (const categories of decisions) {
        for (const category of categories) {
          if (found.size < maxCategoryColumns) found.add(category);
        }
      }
    },
    names: () => [...found].sort(),
  };
}

/**
 * A record as servers read it, with the visitor's place, the group under whose rules the decision was made, and what an import
 * needs to keep an opt-out by a signal.
 */
export type ExportedConsent = ConsentRecord & {
  readonly country: string | null;
  readonly region: string | null;
  readonly decidedWithSignal: boolean;
  /** Since when a signal opts the visitor out, ISO 8601; null: it does not. */
  readonly signalAt: string | null;
  readonly complianceGroup: string | null;
};

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
  ['region', ({ region }) => region],
  ['gpcOverride', ({ gpcOverride = null }) => gpcOverride],
  ['parentalConsent', ({ parentalConsent = null }) => parentalConsent],
  ['subjectId', ({ subjectId = null }) => subjectId],
  ['method', ({ method = null }) => method],
  ['layer', ({ layer = null }) => layer],
  ['deviceId', ({ deviceId = null }) => deviceId],
  ['expiresAt', ({ expiresAt = null }) => expiresAt],
  ['services', ({ services }) => (services === undefined ? null : JSON.stringify(services))],
  [
    'effectiveConsent',
    ({ effectiveConsent }) => (effectiveConsent === undefined ? null : JSON.stringify(effectiveConsent)),
  ],
  ['variant', ({ variant = null }) => variant],
  ['parentalDenied', ({ parentalDenied }) => (parentalDenied ? JSON.stringify(parentalDenied) : null)],
  ['decidedWithSignal', ({ decidedWithSignal }) => decidedWithSignal],
  ['signalAt', ({ signalAt }) => signalAt],
  ['complianceGroup', ({ complianceGroup }) => complianceGroup],
];

/**
 * Header of the last column: as JSON, the decisions on categories without a column, because no profile knows
 * them, there are too many, or one was added after the columns were chosen. No category's column has this
 * name.
 */
const otherCategories = 'consent';

/** Returns the columns: facts of a record, then the decision on each category. */
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
