import { knownPart } from '../../../kernel/known-part';
import { toUndecidedCategories, type UndecidedCategory } from '../../../standards/choice';
import type { GpcMode } from '../../../standards/compliance';
import { type OptOutCategories, optOutCategories } from '../../../standards/gpp';
import { getGpcMode } from '../locale-file';
import { mergeCookies, mergeModal } from '../merge-texts';
import type { ProfileJson } from '../profile-schemas';
import { TcfSettings } from '../tcf-settings';

/** Facts about the choices in a version of a profile: enough to check a decision on that version. */
export interface VersionFacts {
  /** Ids of the parameters of each category, mandatory ones included. */
  readonly parametersOf: ReadonlyMap<string, readonly string[]>;
  /** `consent`, `legitimate-interest` or `mandatory` of each category that states it. */
  readonly legalBases: ReadonlyMap<string, string>;
  /** Categories whose legal basis is `mandatory`. */
  readonly mandatoryCategories: readonly string[];
  /** Categories whose legal basis is not `mandatory`. */
  readonly optionalCategories: readonly string[];
  /** Optional categories that hold a parameter with `listenGpc`. */
  readonly gpcCategories: readonly string[];
  /** Optional categories whose refusal opts the visitor out of something. */
  readonly optOutCategories: OptOutCategories;
  /** What the version asks for under the Transparency and Consent Framework; null: nothing. */
  readonly tcf: TcfSettings | null;
  readonly gpcMode: GpcMode;
  /** The categories as the choice cookie names them, in the order of the published file. */
  readonly choiceCategories: readonly UndecidedCategory[];
}

/** Reads the facts of one version of a profile. */
export function toVersionFacts(profileJson: ProfileJson): VersionFacts {
  const { cookies = {}, preferenceModal, tcf } = profileJson;
  const categories = Object.entries(preferenceModal?.categories ?? {});
  const optional = categories.filter(([, category]) => category.legalBasis !== 'mandatory');
  const listens = (parameter: string) => Object.hasOwn(cookies, parameter) && cookies[parameter]?.listenGpc;
  return {
    parametersOf: new Map(categories.map(([id, category]) => [id, category.cookies ?? []])),
    legalBases: new Map(
      categories.flatMap(([id, { legalBasis }]) => (legalBasis === undefined ? [] : [[id, legalBasis]])),
    ),
    mandatoryCategories: categories
      .filter(([, category]) => category.legalBasis === 'mandatory')
      .map(([id]) => id),
    optionalCategories: optional.map(([id]) => id),
    gpcCategories: optional
      .filter(([, category]) => (category.cookies ?? []).some(listens))
      .map(([id]) => id),
    gpcMode: getGpcMode(profileJson),
    choiceCategories: toUndecidedCategories({
      cookies: mergeCookies(profileJson, undefined),
      categories: mergeModal(preferenceModal ?? {}, undefined).categories,
    }),
    optOutCategories: optOutCategories(
      cookies,
      Object.fromEntries(optional),
      Object.fromEntries(categories.filter(([, { legalBasis }]) => legalBasis === 'mandatory')),
    ),
    tcf: tcf === undefined ? null : knownPart(TcfSettings, tcf),
  };
}
