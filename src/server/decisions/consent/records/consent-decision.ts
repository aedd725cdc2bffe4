import { findShownVersion, type ProfileCatalogue, type ProfileFacts } from '#banners/profiles/index';
import { millisecondsPerDay } from '#platform/kernel/clock';
import { validationFailed } from '#platform/kernel/errors';
import { canonicalJson } from '#platform/kernel/json';
import { type AskedServices, type ServiceAnswers, settleServices } from '#standards/choice/index';
import { allowsCategory, isAcknowledgement, readState } from '#standards/consent-state';
import { canonicalLocale } from '#standards/locale/index';
import {
  boundToMap,
  type ConsentDraft,
  type ConsentInput,
  type ConsentJson,
  type ConsentUpdate,
  maxCategoryLength,
  maxSignalBytes,
} from '../consent-schemas';
import type { Choice, Manner } from './consent-facts';

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
      services: input.services,
      gpcOverride: input.gpcOverride,
      ageVerified: input.ageVerified,
      tcfString: input.tcfString,
      gppString: input.gppString,
    }),
  });
}

/** Returns the changes of a PUT. @throws ServiceError `validation_failed` */
export function readUpdate(update: ConsentUpdate, gpcSignal: boolean): DecisionChanges {
  const { consentJson, services, locale, gpcDetected, gpcOverride, tcfString, gppString } = update;
  return normalizeDecision({
    consentJson,
    ...defined({
      services,
      locale,
      gpcDetected: gpcSignal ? true : gpcDetected,
      gpcOverride,
      tcfString,
      gppString,
    }),
  });
}

export type DecisionChanges = Partial<Decision> & Pick<Decision, 'consentJson'>;

/**
 * Applies the rules that a schema cannot express, and one spelling to each language.
 * @throws ServiceError `validation_failed`
 */
export function normalizeDecision<T extends DecisionChanges>(decision: T): T {
  for (const category of Object.keys(decision.consentJson)) {
    if (category.length > maxCategoryLength)
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

/** A decision about categories only. */
export const noServices: AskedServices = { categoryOf: new Map(), mandatoryCategories: [] };

/** The group of the version that a visitor was shown, and what it asked. */
export type ShownVersion = AskedServices & Pick<ProfileFacts, 'group' | 'optionalCategories'>;

/** @param version undefined: the one that is shown now */
export async function findShown(
  catalogue: Pick<ProfileCatalogue, 'version'>,
  profile: ProfileFacts,
  version: number | undefined,
): Promise<ShownVersion> {
  if (version === undefined) return profile;
  const { group, optionalCategories } = profile;
  return (
    (await findShownVersion(catalogue, profile, version)) ?? { ...noServices, group, optionalCategories }
  );
}

/** Returns a decision in which categories and services agree; without services where the version has none. */
export function withSettledServices<T extends DecisionChanges>(decision: T, shown: AskedServices): T {
  const { services: sent, ...rest } = decision;
  if (shown.categoryOf.size === 0) return rest as unknown as T; // services are optional
  const { states, services } = settleServices(decision.consentJson, sent, shown);
  return { ...rest, consentJson: states, ...(services && { services }) } as unknown as T; // as before, with other answers
}

/** Returns `after` without the fields that belong to the map of `before` and were not sent again. */
export function withoutStale(before: ConsentDraft, after: ConsentDraft): ConsentDraft {
  if (canonicalJson(toMap(before)) === canonicalJson(toMap(after))) return after;
  const stale = boundToMap.filter((field) => after[field] === before[field]) as readonly string[];
  return Object.fromEntries(
    Object.entries(after).filter(([field]) => !stale.includes(field)),
  ) as ConsentDraft;
}

/** The choices of a decision. */
const toMap = ({ consentJson, services }: ConsentDraft) => [consentJson, services ?? null];

/** Returns how and where the visitor decided, as the page reports it. */
export const readManner = ({ method, layer }: Pick<ConsentInput, 'method' | 'layer'>): Manner => ({
  method: method ?? null,
  layer: layer ?? null,
});

/** Longest time that a decision can wait before it is submitted (days). */
export const maxWaitDays = 30;

/**
 * Returns the time of a decision (epoch milliseconds), never later than now; undefined when it was not sent.
 * A time in the future counts as now: a visitor whose clock is ahead must be able to withdraw.
 * @throws ServiceError `validation_failed`
 */
export function readDecidedAt(sent: string | undefined, now: number): number | undefined {
  if (sent === undefined) return undefined;
  const decidedAt = Date.parse(sent);
  if (!(decidedAt >= now - maxWaitDays * millisecondsPerDay))
    throw validationFailed({
      path: 'decidedAt',
      message: `must not be a time more than ${maxWaitDays} days ago, by the clock of the service`,
    });
  return Math.min(decidedAt, now);
}

/** Returns whether a decision comes with a TC or GPP string. */
export const hasString = ({
  tcfString,
  gppString,
}: {
  readonly tcfString?: unknown;
  readonly gppString?: unknown;
}) => tcfString !== undefined || gppString !== undefined;

function defined<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const kept = { ...fields };
  for (const key in kept) if (kept[key] === undefined) delete kept[key];
  return kept as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}

/** @param shown the version that the visitor was shown: a category that it did not have was neither granted nor refused */
export function getChoice(
  consentJson: ConsentJson,
  { group, optionalCategories, categoryOf }: Omit<ShownVersion, 'mandatoryCategories'>,
  services: ServiceAnswers | null = null,
): Choice {
  if (optionalCategories.length === 0 || isAcknowledgement(group, consentJson)) return 'none';
  let granted = 0;
  for (const category of optionalCategories) if (allowsCategory(group, consentJson, category)) granted += 1;
  if (granted === optionalCategories.length) return 'in';
  const allowsService = Object.entries(services ?? {}).some(
    ([key, isAllowed]) => isAllowed && optionalCategories.includes(categoryOf.get(key) ?? ''),
  );
  return granted === 0 && !allowsService ? 'out' : 'partial';
}

/** Returns the key of a service next to those of categories, of which none is equal. */
export const serviceAnswer = (key: string): string => `\u0000${key}`;

/**
 * Returns the answers of a decision in one map: its categories, and its services under keys that no category has. For a
 * decision without answers about services, each has the answer of its category.
 */
export function listAnswers(
  {
    consentJson,
    services = null,
  }: Pick<Decision, 'consentJson'> & { readonly services?: ServiceAnswers | null },
  profile: Pick<ProfileFacts, 'categoryOf'> | null,
): ConsentJson {
  const answers: Record<string, ConsentJson[string]> = { ...consentJson };
  for (const [key, category] of profile?.categoryOf ?? []) {
    const answer = readState(services ?? {}, key);
    const state = readState(consentJson, category);
    if (answer !== undefined) answers[serviceAnswer(key)] = answer ? 'granted' : 'denied';
    else if (state !== undefined) answers[serviceAnswer(key)] = state;
  }
  return answers;
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
