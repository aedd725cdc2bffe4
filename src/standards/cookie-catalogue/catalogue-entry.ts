import type { Purpose } from '../compliance';

/**
 * A well-known cookie, in the form of a parameter. Texts are ours, facts are from the providers' public documentation; purposes and the two
 * suggestions are a start for operators, who know how they use the tool.
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
  /** Suggestion: whether a Global Privacy Control signal should deny it. */
  readonly listenGpc: boolean;
  /** Suggestion: what it is under California's law. */
  readonly cpraCategory: 'selling' | 'sharing' | 'sensitive' | 'none';
}

type Facts = readonly [id: string, name: string, purpose: Purpose, duration: string, description: string];

/** Entries of one provider. What advertises is taken to be shared, and to listen to the signal. */
export function cookiesOf(
  provider: string,
  cookies: readonly Facts[],
  common: Partial<Pick<CatalogueEntry, 'domains' | 'listenGpc' | 'cpraCategory'>> = {},
): CatalogueEntry[] {
  return cookies.map(([id, name, purpose, duration, description]) => {
    const advertises = purpose === 'marketing';
    return { id, name, provider, purpose, description, duration, listenGpc: advertises, cpraCategory: advertises ? 'sharing' : 'none', ...common };
  });
}
