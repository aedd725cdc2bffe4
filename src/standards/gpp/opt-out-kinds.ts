/** What a visitor of a US state may opt out of. */
export const optOutKinds = ['sale', 'sharing', 'targetedAdvertising', 'sensitiveData'] as const;
export type OptOutKind = (typeof optOutKinds)[number];

interface ParameterFacts {
  readonly purpose: string;
  readonly cpraCategory?: string | undefined;
}

/**
 * What a parameter's data is used for that one may opt out of. `cpraCategory` decides where it is given; without it a
 * marketing parameter counts as sold, shared and used for targeted advertising, which protects the visitor most.
 * Source: California Civil Code § 1798.140(ad) sale, (ah) sharing, (ae) sensitive personal information; the state laws'
 * "targeted advertising".
 */
function kindsOf({ purpose, cpraCategory }: ParameterFacts): readonly OptOutKind[] {
  const advertises: readonly OptOutKind[] = purpose === 'marketing' ? ['targetedAdvertising'] : [];
  switch (cpraCategory) {
    case 'none':
      return [];
    case 'selling':
      return ['sale', ...advertises];
    case 'sharing':
      return ['sharing', 'targetedAdvertising'];
    case 'sensitive':
      return ['sensitiveData', ...advertises];
    default:
      return purpose === 'marketing' ? ['sale', 'sharing', 'targetedAdvertising'] : [];
  }
}

/** Categories by what refusing them opts out of; mandatory ones cannot be refused, so they are in none. */
export type OptOutCategories = Readonly<Record<OptOutKind, readonly string[]>>;

export function optOutCategories(
  parameters: Readonly<Record<string, ParameterFacts>>,
  optionalCategories: Readonly<Record<string, { readonly cookies?: readonly string[] | undefined }>>,
): OptOutCategories {
  const found: Record<OptOutKind, string[]> = { sale: [], sharing: [], targetedAdvertising: [], sensitiveData: [] };
  for (const [category, { cookies = [] }] of Object.entries(optionalCategories)) {
    const kinds = new Set(cookies.flatMap((id) => (Object.hasOwn(parameters, id) ? kindsOf(parameters[id] as ParameterFacts) : [])));
    for (const kind of kinds) found[kind].push(category);
  }
  return found;
}
