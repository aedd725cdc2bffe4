import { knownPart } from '#platform/kernel/known-part';
import { toUndecidedCategories, type UndecidedCategory } from '#standards/choice/index';
import type { GpcMode } from '#standards/compliance/index';
import { type OptOutCategories, optOutCategories } from '#standards/gpp/index';
import { getExpiryDays, getGpcMode, getGroup } from '../locale-file';
import { mergeCookies, mergeModal } from '../merge-texts';
import type { ProfileJson } from '../profile-schemas';
import { TcfSettings } from '../tcf-settings';
import { type AccountRule, getAccountRule } from '../widget-settings';

/** Facts about the choices in a version of a profile: enough to check a decision on that version. */
export interface VersionFacts {
  readonly group: string | null;
  readonly expiryDays: number;
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
  /** The version's settings of the Transparency and Consent Framework; null when it does not use it. */
  readonly tcf: TcfSettings | null;
  readonly gpcMode: GpcMode;
  /** How choices of an account and a device become one; null: the version did not say that choices count for an account. */
  readonly accountRule: AccountRule | null;
  /** The categories as the choice cookie names them, in the order of the published file. */
  readonly choiceCategories: readonly UndecidedCategory[];
  /** Whether visitors say their age before anything optional is allowed; only the browser knows who has. */
  readonly hasAgeGate: boolean;
  /** Category of each service, by key; empty unless visitors decide about services. */
  readonly categoryOf: ReadonlyMap<string, string>;
  /** Ids of the parameters of each such service. */
  readonly parametersOfService: ReadonlyMap<string, readonly string[]>;
  /** The parameters that the version lists, by id. */
  readonly listed: ReadonlyMap<string, ListedParameter>;
}

/** A cookie or another parameter as a profile lists it. */
export interface ListedParameter {
  readonly isCookie: boolean;
  /** Name in the browser, in which `*` stands for any text. */
  readonly name: string;
  readonly path: string | null;
  /** Hosts of another company that it belongs to; empty for cookies of the site itself. */
  readonly hosts: readonly string[];
  /** Key of its service; null: none, or visitors do not decide about services. */
  readonly service: string | null;
}

/** Reads the facts of one version of a profile. */
export function toVersionFacts(profileJson: ProfileJson): VersionFacts {
  const { cookies = {}, preferenceModal, tcf, granularity } = profileJson;
  const services = granularity === 'service' ? (profileJson.services ?? {}) : {};
  const serviceKeys = Object.keys(services);
  const categories = Object.entries(preferenceModal?.categories ?? {});
  const optional = categories.filter(([, category]) => category.legalBasis !== 'mandatory');
  const listens = (parameter: string) => Object.hasOwn(cookies, parameter) && cookies[parameter]?.listenGpc;
  const group = getGroup(profileJson);
  return {
    group,
    expiryDays: getExpiryDays(profileJson),
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
    accountRule: getAccountRule(profileJson),
    choiceCategories: toUndecidedCategories({
      complianceGroup: group,
      cookies: mergeCookies(profileJson, undefined),
      categories: mergeModal(preferenceModal ?? {}, undefined).categories,
      granularity,
      services,
    }),
    hasAgeGate: profileJson.ageGate !== undefined,
    categoryOf: new Map(serviceKeys.map((key) => [key, services[key]?.category ?? ''])),
    parametersOfService: new Map(
      serviceKeys.map((key) => [key, Object.keys(cookies).filter((id) => cookies[id]?.service === key)]),
    ),
    listed: new Map(
      Object.entries(mergeCookies(profileJson, undefined)).map(
        ([id, { name, kind = 'cookie', path = null, domains = [], firstParty, service }]) => [
          id,
          {
            isCookie: kind === 'cookie',
            name: name ?? id,
            path,
            hosts: firstParty === true ? [] : domains,
            service: service !== undefined && Object.hasOwn(services, service) ? service : null,
          },
        ],
      ),
    ),
    optOutCategories: optOutCategories(
      cookies,
      Object.fromEntries(optional),
      Object.fromEntries(categories.filter(([, { legalBasis }]) => legalBasis === 'mandatory')),
    ),
    tcf: tcf === undefined ? null : knownPart(TcfSettings, tcf),
  };
}
