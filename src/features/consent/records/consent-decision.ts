import { validationFailed } from '../../../kernel/errors';
import { canonicalJson } from '../../../kernel/json';
import { allowsCategory, isAcknowledgement } from '../../../standards/compliance';
import { readState } from '../../../standards/consent-state';
import { canonicalLocale } from '../../../standards/locale';
import type { ProfileFacts } from '../../profiles';
import {
  boundToMap,
  type ConsentDraft,
  type ConsentInput,
  type ConsentJson,
  type ConsentUpdate,
  maxCategoryLength,
  maxSignalBytes,
} from '../consent-schemas';

/** A visitor's decision: all fields of a draft except the visitor, the tenant and the profile. */
export type Decision = Omit<ConsentDraft, 'tenantId' | 'visitorId' | 'profileId'>;

/** Returns the decision of a POST. @throws ServiceError `validation_failed` */
export function readSubmission(input: ConsentInput, gpcSignal: boolean): Decision {
  return normalizeDecision({
    consentJson: input.consentJson,
    locale: input.locale ?? 'en',
    gpcDetected: gpcSignal || (input.gpcDetected ?? false),
    source: input.source ?? 'banner',
    ...defined({
      gpcOverride: input.gpcOverride,
      ageVerified: input.ageVerified,
      tcfString: input.tcfString,
      gppString: input.gppString,
    }),
  });
}

/** Returns the changes of a PUT. @throws ServiceError `validation_failed` */
export function readUpdate(update: ConsentUpdate, gpcSignal: boolean): DecisionChanges {
  const { consentJson, locale, gpcDetected, gpcOverride, tcfString, gppString } = update;
  return normalizeDecision({
    consentJson,
    ...defined({ locale, gpcDetected: gpcSignal ? true : gpcDetected, gpcOverride, tcfString, gppString }),
  });
}

export type DecisionChanges = Partial<Decision> & Pick<Decision, 'consentJson'>;

/**
 * Applies the rules that a schema cannot express, and one spelling to each language.
 * @throws ServiceError `validation_failed`
 */
export function normalizeDecision<T extends DecisionChanges>(decision: T): T {
  if (Object.keys(decision.consentJson).some((category) => category.length > maxCategoryLength)) {
    throw validationFailed({
      path: 'consentJson',
      message: `must not have keys longer than ${maxCategoryLength} characters`,
    });
  }
  for (const field of ['tcfString', 'gppString'] as const) {
    if (Buffer.byteLength(decision[field] ?? '') > maxSignalBytes)
      throw validationFailed({ path: field, message: `must not be longer than ${maxSignalBytes} bytes` });
  }
  if (decision.locale === undefined) return decision;
  const locale = canonicalLocale(decision.locale);
  if (locale === null)
    throw validationFailed({ path: 'locale', message: 'must be a BCP 47 language tag such as en or de-AT' });
  return { ...decision, locale };
}

/** Returns `after` without the fields that belong to the map of `before` and were not sent again. */
export function withoutStale(before: ConsentDraft, after: ConsentDraft): ConsentDraft {
  if (canonicalJson(before.consentJson) === canonicalJson(after.consentJson)) return after;
  const stale = boundToMap.filter((field) => after[field] === before[field]) as readonly string[];
  return Object.fromEntries(
    Object.entries(after).filter(([field]) => !stale.includes(field)),
  ) as ConsentDraft;
}

function defined<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

/**
 * `in` = every optional category granted, `out` = none granted, `partial` = some, `none` = a notice was read
 * and nothing chosen, or there is no optional category.
 */
export type Choice = 'in' | 'out' | 'partial' | 'none';

/** @param profile what the decision was made against */
export function getChoice(
  consentJson: ConsentJson,
  { group, optionalCategories }: Pick<ProfileFacts, 'group' | 'optionalCategories'>,
): Choice {
  if (optionalCategories.length === 0 || isAcknowledgement(group, consentJson)) return 'none';
  const granted = optionalCategories.filter((category) =>
    allowsCategory(group, consentJson, category),
  ).length;
  if (granted === optionalCategories.length) return 'in';
  return granted === 0 ? 'out' : 'partial';
}

/**
 * Whether a map grants what the map before did not, or no longer names what that one refused: where a law
 * asks for opt-out, silence allows.
 */
export function allowsMore(after: ConsentJson, before: ConsentJson, mandatory: readonly string[]): boolean {
  const isNewlyAllowed = (category: string) => {
    const [now, then] = [readState(after, category), readState(before, category)];
    return now === 'granted'
      ? then !== 'granted'
      : now === undefined && then !== undefined && then !== 'granted';
  };
  return Object.keys({ ...before, ...after }).some(
    (category) => !mandatory.includes(category) && isNewlyAllowed(category),
  );
}

/** Whether a map no longer grants what the map before did, or refuses what that one did not name. */
export function withdrawsAnything(
  after: ConsentJson,
  before: ConsentJson,
  mandatory: readonly string[],
): boolean {
  const isAllowed = (map: ConsentJson, category: string) =>
    (readState(map, category) ?? 'granted') === 'granted';
  return Object.keys({ ...before, ...after }).some(
    (category) =>
      !mandatory.includes(category) &&
      ((readState(before, category) === 'granted' && readState(after, category) !== 'granted') ||
        (isAllowed(before, category) && !isAllowed(after, category))),
  );
}
