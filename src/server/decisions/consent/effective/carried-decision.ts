import type { ProfileCatalogue, ProfileFacts, VersionFacts } from '#banners/profiles/index';
import type { Connection } from '#platform/database/database';
import { allowsCategory, asksFirst, readState } from '#standards/consent-state';
import {
  filterOptOutCategories,
  mergeOptOutCategories,
  type OptOutCategories,
  optOutKinds,
} from '#standards/gpp/index';
import type { ConsentJson } from '../consent-schemas';
import type { StoredConsent } from '../records/stored-consent';

// Why: docs/adr/0042-decisions-are-judged-by-their-version.md

/** The meaning of a decision's categories when it was made: by version, the version of the record first. */
export type DecidedFacts = readonly VersionFacts[];

/** A profile as it is now, with the facts that a decision was made against; null when those are unknown. */
export interface DecisionBasis {
  readonly today: ProfileFacts;
  readonly decided: DecidedFacts | null;
  /** The facts of the version about which a parent answered; null when they are unknown, or no parent refused anything. */
  readonly answered?: VersionFacts | null;
}

export type DecidedAgainst = Pick<StoredConsent, 'tenantId' | 'profileId' | 'profileVersion' | 'consentJson'>;

/** Returns a profile with the facts that the visitor and a parent decided against. */
export async function findBasis(
  catalogue: Pick<ProfileCatalogue, 'version'>,
  consent: StoredConsent,
  today: ProfileFacts,
  connection?: Connection,
): Promise<DecisionBasis> {
  return {
    today,
    decided: await findDecidedFacts(catalogue, consent, today, connection),
    answered: await findAnswered(catalogue, consent, connection),
  };
}

/** Returns the facts of the version about which a parent answered; null when they are unknown, or no parent refused anything. */
export async function findAnswered(
  catalogue: Pick<ProfileCatalogue, 'version'>,
  {
    tenantId,
    profileId,
    parentalVersion: version,
  }: Pick<StoredConsent, 'tenantId' | 'profileId' | 'parentalVersion'>,
  connection?: Connection,
): Promise<VersionFacts | null> {
  return version === null ? null : catalogue.version({ tenantId, profileId, version }, connection);
}

/** Most earlier versions that are searched for the category names of a page that was out of date. */
const maxSearched = 50;

/**
 * Returns the facts that a decision was made against. A map can name categories that its version no longer
 * has, because the page was cached: the newest earlier version that has such a category says what it meant.
 * Null when a version is not stored, or when a refused category is nowhere to be found.
 */
export async function findDecidedFacts(
  catalogue: Pick<ProfileCatalogue, 'version'>,
  { tenantId, profileId, profileVersion, consentJson }: DecidedAgainst,
  today: ProfileFacts,
  connection?: Connection,
): Promise<DecidedFacts | null> {
  const versionFacts = (version: number) => catalogue.version({ tenantId, profileId, version }, connection);
  const own =
    today.id === profileId && profileVersion === today.shownVersion
      ? today
      : await versionFacts(profileVersion);
  if (own === null) return null;
  const found = [own];
  let missing = Object.keys(consentJson).filter(
    (category) => !own.parametersOf.has(category) && today.knownNames.categories.has(category),
  );
  const oldest = Math.max(1, profileVersion - maxSearched);
  for (let version = profileVersion - 1; missing.length > 0 && version >= oldest; version -= 1) {
    const facts = await versionFacts(version);
    if (!missing.some((category) => facts?.parametersOf.has(category)) || facts === null) continue;
    found.push(facts);
    missing = missing.filter((category) => !facts.parametersOf.has(category));
  }
  return missing.some((category) => consentJson[category] !== 'granted') ? null : found;
}

/**
 * Returns a decision in the categories of today, before any signal. What was refused stays refused under another name: a
 * category counts as denied when one of its parameters was refused in the category that held it, when it is
 * new and serves a use that was refused, or, in a group that asks first, when the decision does not name it.
 * When the facts of the decision are not known, every optional category counts as denied.
 */
export function carryDecision(
  { consentJson, group: decidedIn }: Pick<StoredConsent, 'consentJson' | 'group'>,
  { today, decided }: DecisionBasis,
): ConsentJson {
  const group = groupOfSilence(decidedIn, today);
  const isOfToday = decided?.length === 1 && decided[0] === today;
  // Nothing has another meaning than then, and silence means nothing.
  if (
    isOfToday &&
    today.optionalCategories.every((category) => readState(consentJson, category) !== undefined)
  )
    return consentJson;
  const isDenied = decided === null ? () => true : deniesUnder(consentJson, group, today, decided);
  const denied = today.optionalCategories.filter(
    (category) => readState(consentJson, category) !== 'objected' && isDenied(category),
  );
  if (denied.length === 0) return consentJson;
  return { ...consentJson, ...Object.fromEntries(denied.map((category) => [category, 'denied' as const])) };
}

// Why: docs/adr/0140-a-parents-refusal-follows-the-cookie.md

/**
 * Returns the categories to which a parent did not agree: those that the answer names, and those of today that hold what
 * was refused or serve a new use like it. What the answer left open, such as a new category, stays with the child.
 */
export function carryParentalDenied(
  parentalDenied: readonly string[],
  { today, answered }: { readonly today: VersionFacts; readonly answered?: VersionFacts | null },
): readonly string[] {
  if (parentalDenied.length === 0) return parentalDenied;
  const isDenied =
    answered == null
      ? () => true
      : deniesUnder(
          Object.fromEntries(
            answered.optionalCategories.map((id) => [id, parentalDenied.includes(id) ? 'denied' : 'granted']),
          ),
          'opt-out',
          today,
          [answered],
        );
  return [...new Set([...parentalDenied, ...today.optionalCategories.filter(isDenied)])];
}

function deniesUnder(
  consentJson: ConsentJson,
  group: string | null,
  today: VersionFacts,
  decided: DecidedFacts,
): (category: string) => boolean {
  const refused = refusedCategories(consentJson, group, decided);
  const refusedParameters = new Set(
    [...refused].flatMap(([category, facts]) => facts.parametersOf.get(category) ?? []),
  );
  const refusedUses = listUses([...refused]);
  const [own] = decided;
  // Where the decision names the category that held the parameter, its own word counts.
  const isMoved = (category: string) => (parameter: string) =>
    refusedParameters.has(parameter) &&
    !(readState(consentJson, category) !== undefined && own?.parametersOf.get(category)?.includes(parameter));
  return (category) => {
    if ((today.parametersOf.get(category) ?? []).some(isMoved(category))) return true;
    const state = readState(consentJson, category);
    if (state !== undefined) return state === 'denied';
    if (needsConsent(category, group, today)) return true;
    const isNew = !decided.some(({ parametersOf }) => parametersOf.has(category));
    return isNew && listUses([[category, today]]).some((use) => refusedUses.includes(use));
  };
}

/**
 * Returns the answers of a decision about the services of today; empty unless visitors decide about services today. What
 * was refused stays refused under another name: a service is denied when it, or one of its parameters, was refused in
 * whatever held the parameter. One that the decision does not answer, or that has another category now, follows its
 * category, which keeps its default where the decision does not name it and the law does not ask first: the page does the
 * same.
 * @param carried the decision in the categories of today
 */
export function carryServices(
  { consentJson, services, group: decidedIn }: Pick<StoredConsent, 'consentJson' | 'services' | 'group'>,
  carried: ConsentJson,
  { today, decided }: { readonly today: VersionFacts; readonly decided: DecidedFacts | null },
): Record<string, boolean> {
  if (today.categoryOf.size === 0) return {};
  const group = groupOfSilence(decidedIn, today);
  const [own] = decided ?? [];
  const answers = services ?? {};
  const parameters = (isAllowed: boolean) =>
    [...(own?.parametersOfService ?? [])].flatMap(([key, ids]) =>
      readState(answers, key) === isAllowed ? ids : [],
    );
  const allowed = new Set(parameters(true));
  const refused = new Set([
    ...[...refusedCategories(consentJson, group, decided ?? [])].flatMap(([category, facts]) =>
      (facts.parametersOf.get(category) ?? []).filter((parameter) => !allowed.has(parameter)),
    ),
    ...parameters(false),
  ]);
  const preGranted = new Set(
    today.choiceCategories.flatMap((category) => (category.preGranted ? [category.id] : [])),
  );
  const isAllowed = (key: string, category: string) => {
    if (today.mandatoryCategories.includes(category)) return true;
    const answer = readState(answers, key);
    if (answer === false || today.parametersOfService.get(key)?.some((parameter) => refused.has(parameter)))
      return false;
    if (answer === true && own?.categoryOf.get(key) === category) return true;
    const isNamed = readState(carried, category) !== undefined;
    return allowsCategory(group, carried, category) && (isNamed || preGranted.has(category));
  };
  return Object.fromEntries([...today.categoryOf].map(([key, category]) => [key, isAllowed(key, category)]));
}

/** Optional categories that a decision refused, each with the facts of the version that it had then. */
function refusedCategories(
  consentJson: ConsentJson,
  group: string | null,
  decided: DecidedFacts,
): Map<string, VersionFacts> {
  const refused = new Map<string, VersionFacts>();
  for (const [index, facts] of decided.entries()) {
    for (const category of facts.optionalCategories) {
      const state = readState(consentJson, category);
      // Only the record's own version says what a name that is missing means.
      const isRefused =
        state === undefined ? index === 0 && needsConsent(category, group, facts) : state !== 'granted';
      const isOwn = index === 0 || !decided.slice(0, index).some((own) => own.parametersOf.has(category));
      if (isRefused && isOwn) refused.set(category, facts);
    }
  }
  return refused;
}

/**
 * Returns the group that says what silence means. Where the profile asks first by now, silence in a group that did not is not
 * consent (GDPR recital 32).
 */
const groupOfSilence = (decidedIn: string | null, { group }: Pick<VersionFacts, 'group'>): string | null =>
  asksFirst(group) ? group : decidedIn;

/** Whether silence about a category refuses it. A legitimate interest holds until the visitor objects. */
export function needsConsent(
  category: string,
  group: string | null,
  { legalBases }: Pick<VersionFacts, 'legalBases'>,
): boolean {
  return asksFirst(group) && legalBases.get(category) !== 'legitimate-interest';
}

function listUses(categories: readonly (readonly [string, VersionFacts])[]): readonly string[] {
  return optOutKinds.filter((use) =>
    categories.some(([category, { optOutCategories }]) => optOutCategories[use].includes(category)),
  );
}

/** Returns the facts that a decision was made against and that are not those of today. */
function earlierFacts({ today, decided }: DecisionBasis): DecidedFacts {
  return (decided ?? []).filter((facts) => facts !== today);
}

/**
 * Returns the categories of today, and those of the decision that today no longer has, by what they were used
 * for. Cached pages still act on the old names.
 */
export function everyCategory(basis: DecisionBasis): {
  readonly gpcCategories: readonly string[];
  readonly optOutCategories: OptOutCategories;
} {
  const { today } = basis;
  const gone = earlierFacts(basis);
  if (gone.length === 0) return today;
  return {
    gpcCategories: [...new Set([today, ...gone].flatMap(({ gpcCategories }) => gpcCategories))],
    optOutCategories: mergeOptOutCategories([today, ...gone].map(({ optOutCategories }) => optOutCategories)),
  };
}

/**
 * Returns the categories by what refusing them opts out of: those of today, and those that today no longer
 * has or no longer uses so, as far as they were refused.
 */
export function refusableCategories(
  effectiveConsent: ConsentJson,
  decidedIn: string | null,
  basis: DecisionBasis,
): OptOutCategories {
  const { today } = basis;
  const group = groupOfSilence(decidedIn, today);
  const gone = earlierFacts(basis);
  if (gone.length === 0) return today.optOutCategories;
  const isRefused = (category: string) => !allowsCategory(group, effectiveConsent, category);
  return mergeOptOutCategories([
    today.optOutCategories,
    ...gone.map(({ optOutCategories }) => filterOptOutCategories(optOutCategories, isRefused)),
  ]);
}

/**
 * Whether a map leaves nothing for a TC string to allow: it refuses the category that the profile's choices under the
 * framework belong to, or, without one, every optional category.
 */
export function deniesTcf(
  consentJson: ConsentJson,
  decidedIn: string | null,
  { optionalCategories, tcf, ...facts }: VersionFacts,
): boolean {
  const group = groupOfSilence(decidedIn, facts);
  const isAllowed = (category: string) => {
    const state = readState(consentJson, category);
    return state === undefined ? !needsConsent(category, group, facts) : state === 'granted';
  };
  const own = optionalCategories.filter((category) => category === tcf?.category);
  const judged = own.length > 0 ? own : optionalCategories;
  return judged.length > 0 && !judged.some(isAllowed);
}
