import { type CpraCategory, type CpraCategoryInput, toCpraCategories } from '../cpra-category';
import type { SensitiveDataKind } from '../sensitive-data';

/** Uses of data that a visitor of a US state can opt out of. */
export const optOutKinds = ['sale', 'sharing', 'targetedAdvertising', 'sensitiveData'] as const;
export type OptOutKind = (typeof optOutKinds)[number];

interface ParameterFacts {
  readonly purpose: string;
  readonly cpraCategory?: CpraCategoryInput | undefined;
  readonly sensitiveData?: readonly SensitiveDataKind[] | undefined;
}

/**
 * Returns the uses of a parameter's data that a visitor can opt out of. A stated `cpraCategory` decides;
 * without one, a marketing parameter is treated as sold, shared and used for targeted advertising, which
 * protects the visitor most. A stated use of a marketing parameter is targeted advertising too, which
 * California calls sharing.
 * Source: California Civil Code § 1798.140(ad) sale, (ah) sharing, (ae) sensitive personal information; the
 * state laws' "targeted advertising".
 */
function findKinds(parameter: ParameterFacts): readonly OptOutKind[] {
  const advertises = parameter.purpose === 'marketing';
  const kinds = toCpraCategories(parameter).flatMap((category) => kindsByCategory[category]);
  if (parameter.cpraCategory === undefined && advertises)
    return [...kinds, 'sale', 'sharing', 'targetedAdvertising'];
  return advertises && kinds.length > 0 ? [...kinds, 'sharing', 'targetedAdvertising'] : kinds;
}

/**
 * Uses by `cpraCategory`. Sharing is disclosure for cross-context behavioural advertising, which the other
 * states call targeted advertising.
 */
const kindsByCategory: Readonly<Record<CpraCategory, readonly OptOutKind[]>> = {
  selling: ['sale'],
  sharing: ['sharing', 'targetedAdvertising'],
  sensitive: ['sensitiveData'],
  none: [],
};

/**
 * Categories by the use that refusing them opts out of. Mandatory categories cannot be refused, so they are
 * not listed.
 */
export interface OptOutCategories extends Readonly<Record<OptOutKind, readonly string[]>> {
  /**
   * Categories of `sensitiveData`, by the kind of data; `unstated` where a parameter does not state its
   * kinds.
   */
  readonly sensitiveKinds: Readonly<Partial<Record<StatedKind, readonly string[]>>>;
  /** Sale, sharing and advertising by parameters of mandatory categories: no opt-out is offered for them. */
  readonly imposed?: readonly OptOutKind[];
  /** Kinds of sensitive data that parameters of mandatory categories process. */
  readonly imposedSensitiveKinds?: readonly StatedKind[];
}

type StatedKind = SensitiveDataKind | 'unstated';

type Categories = Readonly<Record<string, { readonly cookies?: readonly string[] | undefined }>>;

/** Returns the kinds of sensitive data that parameters process. */
function findSensitiveKinds(parameters: readonly ParameterFacts[]): readonly StatedKind[] {
  const sensitive = parameters.filter((parameter) => findKinds(parameter).includes('sensitiveData'));
  return [...new Set(sensitive.flatMap<StatedKind>(({ sensitiveData }) => sensitiveData ?? ['unstated']))];
}

export function optOutCategories(
  parameters: Readonly<Record<string, ParameterFacts>>,
  optionalCategories: Categories,
  mandatoryCategories: Categories = {},
): OptOutCategories {
  const listParameters = ({ cookies = [] }: Categories[string]) =>
    cookies.flatMap((id) => (Object.hasOwn(parameters, id) ? [parameters[id] as ParameterFacts] : []));
  const found: Record<OptOutKind, string[]> = {
    sale: [],
    sharing: [],
    targetedAdvertising: [],
    sensitiveData: [],
  };
  const sensitiveKinds: Partial<Record<StatedKind, string[]>> = {};
  for (const [category, content] of Object.entries(optionalCategories)) {
    const held = listParameters(content);
    for (const kind of new Set(held.flatMap(findKinds))) found[kind].push(category);
    for (const kind of findSensitiveKinds(held)) {
      sensitiveKinds[kind] = [...(sensitiveKinds[kind] ?? []), category];
    }
  }
  const mandatory = Object.values(mandatoryCategories).flatMap(listParameters);
  const imposed = [...new Set(mandatory.flatMap(findKinds))].filter((kind) => kind !== 'sensitiveData');
  const imposedSensitiveKinds = findSensitiveKinds(mandatory);
  return {
    ...found,
    sensitiveKinds,
    ...(imposed.length > 0 && { imposed }),
    ...(imposedSensitiveKinds.length > 0 && { imposedSensitiveKinds }),
  };
}

/** Returns the categories of several versions of a profile as one table. */
export function mergeOptOutCategories(tables: readonly OptOutCategories[]): OptOutCategories {
  const union = (lists: readonly (readonly string[] | undefined)[]) => [
    ...new Set(lists.flatMap((list) => list ?? [])),
  ];
  const { imposed, imposedSensitiveKinds } = tables[0] ?? {};
  const kinds = union(tables.map(({ sensitiveKinds }) => Object.keys(sensitiveKinds)));
  return {
    ...(Object.fromEntries(
      optOutKinds.map((kind) => [kind, union(tables.map((table) => table[kind]))]),
    ) as Record<OptOutKind, string[]>),
    ...(imposed && { imposed }),
    ...(imposedSensitiveKinds && { imposedSensitiveKinds }),
    sensitiveKinds: Object.fromEntries(
      kinds.map((kind) => [
        kind,
        union(tables.map(({ sensitiveKinds }) => sensitiveKinds[kind as SensitiveDataKind])),
      ]),
    ),
  };
}

/** Returns the table without the categories that `isKept` rejects. */
export function filterOptOutCategories(
  table: OptOutCategories,
  isKept: (category: string) => boolean,
): OptOutCategories {
  const kept = (list: readonly string[] | undefined) => (list ?? []).filter(isKept);
  return {
    ...(Object.fromEntries(optOutKinds.map((kind) => [kind, kept(table[kind])])) as Record<
      OptOutKind,
      string[]
    >),
    sensitiveKinds: Object.fromEntries(
      Object.entries(table.sensitiveKinds).map(([kind, list]) => [kind, kept(list)]),
    ),
  };
}
