import type { Purpose } from '../../standards/compliance';
import type { CpraCategoryInput } from '../../standards/cpra-category';

/**
 * A well-known cookie, in the form of a parameter. Texts are ours, facts are from the providers' public
 * documentation; purposes and the two suggestions are a start for operators, who know how they use the tool.
 */
export interface CatalogueEntry {
  /** Never changes: templates are made with it. */
  readonly id: string;
  /** Exact, or a pattern: `*` stands for one or more characters. */
  readonly name: string;
  readonly provider: string;
  readonly purpose: Purpose;
  readonly description: string;
  /** `Session`, or the longest time that it is kept. */
  readonly duration: string;
  /** Where it is set when not on the operator's own site. */
  readonly domains?: readonly string[];
  /** True for software that runs on the site itself: the data stays there, its maker is not a recipient. */
  readonly firstParty?: boolean;
  /** Suggestion: whether a Global Privacy Control signal should deny it. */
  readonly listenGpc: boolean;
  /** Suggestion: what it is under California's law. */
  readonly cpraCategory: CpraCategoryInput;
}

type Facts = readonly [id: string, name: string, purpose: Purpose, duration: string, description: string];

const soldAndShared = ['selling', 'sharing'] as const;

/**
 * Returns the entries of one provider. Advertising cookies count as sold and shared, and listen to the
 * signal: whether the provider's contract excludes a sale is for the operator to say.
 */
export function cookiesOf(
  provider: string,
  cookies: readonly Facts[],
  common: Partial<Pick<CatalogueEntry, 'domains' | 'firstParty' | 'listenGpc' | 'cpraCategory'>> = {},
): CatalogueEntry[] {
  return cookies.map(([id, name, purpose, duration, description]) => {
    const advertises = purpose === 'marketing';
    return {
      id,
      name,
      provider,
      purpose,
      description,
      duration,
      listenGpc: advertises,
      cpraCategory: advertises ? soldAndShared : 'none',
      ...common,
    };
  });
}

/** Returns the entries of software that the site runs itself. */
export function siteSoftware(name: string, cookies: readonly Facts[]): CatalogueEntry[] {
  return cookiesOf(name, cookies, { firstParty: true });
}
