import type { ProfileFacts } from '#banners/profiles/index';
import { SetupError } from '#platform/kernel/errors';
import type { Mapping } from './mapping-schema';
import type { Columns } from './rows';

/** Fields of a mapping whose columns are optional in a file. */
const optionalFields = [
  'services',
  'locale',
  'country',
  'region',
  'gpcDetected',
  'decidedWithSignal',
  'signalAt',
  'gpcOverride',
  'parentalConsent',
  'parentalDenied',
  'subjectId',
  'ageVerified',
  'method',
  'layer',
  'tcfString',
  'gppString',
] as const satisfies readonly (keyof Mapping)[];

/** Returns the columns that a mapping reads. @throws SetupError naming a category that the profile lacks */
export function getDecisionColumns(mapping: Mapping, profile: ProfileFacts): Columns {
  const { decision, visitorId, createdAt, updatedAt } = mapping;
  const own = {
    columns: () =>
      [...getCategoryTargets(mapping, profile)].flatMap(([source, target]) =>
        target === null ? [] : [`${getCategoryPrefix(decision)}${source}`],
      ),
    object: () => ('field' in decision ? [decision.field] : []),
    list: () => ('field' in decision ? [decision.field] : []),
    entries: () => ('field' in decision ? [decision.field] : []),
    rows: () => (decision.in === 'rows' ? [decision.category, decision.state] : []),
  }[decision.in]();
  const times = [createdAt, updatedAt].filter((name) => name !== undefined);
  // This service's own export has no columns for categories that no visitor was asked about.
  const decisive = mapping.categories === undefined && decision.in === 'columns' ? [] : own;
  const optional = optionalFields.map((name) => mapping[name]).filter((column) => column !== undefined);
  return {
    required: [visitorId, ...times, ...decisive],
    optional: [...optional, ...own, ...getOtherColumns(decision)],
    prefix: getCategoryPrefix(decision) || null,
  };
}

/** Returns the prefix of category columns. */
const getCategoryPrefix = (decision: Mapping['decision']) =>
  decision.in === 'columns' ? (decision.prefix ?? '') : '';

/** Returns the columns that hold categories without a column. */
export const getOtherColumns = (decision: Mapping['decision']): readonly string[] =>
  decision.in === 'columns' ? [decision.others ?? []].flat() : [];

/**
 * Returns the profile's category for each category of the source; null: not imported.
 * @param profile with the facts of the version that the visitors saw
 * @throws SetupError naming a category that it lacks
 */
export function getCategoryTargets(
  { categories }: Mapping,
  profile: ProfileFacts,
): ReadonlyMap<string, string | null> {
  const own = [...profile.mandatoryCategories, ...profile.optionalCategories];
  if (categories === undefined) return new Map(own.map((id) => [id, id]));
  for (const target of Object.values(categories)) {
    if (target !== null && !own.includes(target))
      throw new SetupError(
        `Version ${profile.shownVersion} of the profile has no category "${target}": use one of ${own.join(', ')} in the mapping's categories`,
      );
  }
  return new Map(Object.entries(categories));
}
