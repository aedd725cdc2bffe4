import type { Purpose } from '#standards/compliance/index';
import type { CpraCategoryInput } from '#standards/cpra-category';

/**
 * A well-known cookie, in the form of a parameter. The texts are written for this catalogue, and the facts
 * are from the providers' public documentation. Purposes and the two suggestions are a starting point for
 * operators, who know how they use the tool.
 */
export interface CatalogueEntry {
  /** Stable id, from which templates are made. */
  readonly id: string;
  /** Exact name, or a pattern: `*` matches one or more characters. */
  readonly name: string;
  readonly provider: string;
  readonly purpose: Purpose;
  readonly description: string;
  /** `Session`, or the longest time that the cookie is kept. */
  readonly duration: string;
  /** Domain that sets the cookie, when it is not the operator's own site. */
  readonly domains?: readonly string[];
  /**
   * True for software that runs on the site itself: the data stays there, and the software's maker is not a
   * recipient.
   */
  readonly firstParty?: boolean;
  /** Suggestion: whether a Global Privacy Control signal should deny it. */
  readonly listenGpc: boolean;
  /**
   * Suggestion: how California's law classifies it. Advertising is listed as sold and shared: only the operator can
   * say whether the contract with the provider excludes a sale.
   */
  readonly cpraCategory: CpraCategoryInput;
}
