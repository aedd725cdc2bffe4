import { readText as text } from '../../blank-text';
import { describeMaxAge, toMaxAgeDays } from '../../cookie-age';
import { type CpraCategory, toCpraCategories } from '../../cpra-category';
import type { PlaceWithLaw } from '../../jurisdiction';
import type { ComplianceGroupId } from '../compliance-group-ids';
import { foldName } from '../partners';
import { readLifetime } from './cookie-lifetime';
import { type LayoutFacts, readLayout } from './layout-facts';
import { entries, type Fields, fields, ids, isObject } from './read-fields';
import { scanHtml } from './scan-html';
import { servedPlaces } from './served-places';

/**
 * The content of a profile, as an operator would send it. Every part may be missing or of any form: parts
 * that cannot be understood are treated as absent. Rules about `settings` and `locales` are skipped when
 * those are missing.
 */
export interface ComplianceInput {
  readonly cookies?: unknown;
  readonly cookiesOverride?: unknown;
  /** Categories of the preference modal, in the default locale. */
  readonly categories?: unknown;
  /** `gpcMode` and `expiryDays` as they take effect, defaults included. */
  readonly settings?: {
    readonly gpcMode?: unknown;
    readonly expiryDays?: unknown;
    readonly complianceConfig?: unknown;
    readonly forChildren?: unknown;
    readonly ageGate?: unknown;
    readonly tcf?: unknown;
  };
  /**
   * ISO 3166 codes (`FR`, `US-CA`) of the places whose visitors the profile is for; when empty, every place
   * of the group.
   */
  readonly countries?: unknown;
  /**
   * Each locale's own texts, the default locale first. Buttons are judged in the default locale, texts in
   * every locale that has its own.
   */
  readonly locales?: readonly {
    readonly locale: string;
    readonly mainBanner?: unknown;
    readonly gpcBanner?: unknown;
    readonly preferenceModal?: unknown;
    readonly choicesLink?: unknown;
    readonly privacyUrl?: unknown;
    /** Texts of parameters, by id. */
    readonly cookies?: unknown;
  }[];
  /** Ids of parameters whose cookie is known to serve advertising, whatever their `purpose` says. */
  readonly knownMarketing?: readonly string[];
  /** Presentation of the UI template. */
  readonly ui?: unknown;
}

export interface ParameterFacts {
  readonly id: string;
  /** The cookie's name; its id when it has none. */
  readonly name: string;
  /** Whether it is a cookie, and no entry of a storage. */
  readonly isCookie: boolean;
  readonly purpose: string;
  readonly listenGpc: boolean;
  /** Categories of California's law; empty when the operator has not stated them. */
  readonly cpraCategories: readonly CpraCategory[];
  /** Whether it is granted before a choice, `cookiesOverride` included. */
  readonly preGranted: boolean;
  readonly provider: string;
  /** Whether the data stays with the site. */
  readonly firstParty: boolean;
  /** Whether the provider acts on the site's instructions alone. */
  readonly serviceProvider: boolean;
  readonly providerContact: string;
  readonly providerCountry: string;
  readonly description: string;
  /** How long it is kept, in words. */
  readonly duration: string;
  /** Lifetime (days): 0 for a session, Infinity for no limit; null when the duration cannot be read. */
  readonly lifetime: number | null;
  /**
   * Whether it is audience measurement that some countries allow without consent: marked as such, or by its facts the
   * site's own and kept for at most 13 months. The mark takes precedence.
   */
  readonly exemptMeasurement: boolean;
}

export interface CategoryFacts {
  readonly id: string;
  readonly legalBasis: string;
  /** Parameter ids as listed, each once; unknown ones included. */
  readonly cookies: readonly string[];
  readonly hasText: boolean;
}

export interface SettingsFacts {
  readonly gpcMode: string;
  readonly expiryDays: number;
  readonly dataFiduciary: string;
  /** Whether the site is for children. */
  readonly forChildren: boolean;
  /** Whether visitors are asked for their age, and younger ones for a parent; null: not asked. */
  readonly ageGate: { readonly parental: boolean } | null;
}

/** A profile in the form that rules judge: complete, typed, and indexed by id. */
export interface ComplianceFacts {
  readonly group: ComplianceGroupId;
  /** Time of the check (epoch milliseconds); laws apply from their first day. */
  readonly now: number;
  /** The places whose visitors the profile is for, with the laws in force. */
  readonly places: readonly PlaceWithLaw[];
  /** Whether the profile names its places, instead of serving its whole group. */
  readonly namesPlaces: boolean;
  /** Codes of the places that the profile names itself, without their regions. */
  readonly namedPlaces: readonly string[];
  /** Name of the controller, folded; empty when the profile does not name one. */
  readonly foldedController: string;
  readonly parameters: ReadonlyMap<string, ParameterFacts>;
  /** Parameters whose cookie is known to serve advertising. */
  readonly knownMarketing: ReadonlySet<string>;
  /** Whether vendors of the TCF ask as well. */
  readonly hasVendors: boolean;
  readonly categories: readonly CategoryFacts[];
  readonly optionalCategories: readonly CategoryFacts[];
  /** Ids of all parameters outside mandatory categories. */
  readonly optionalParameters: ReadonlySet<string>;
  readonly settings: SettingsFacts | null;
  readonly layout: LayoutFacts | null;
}

/** @param now epoch milliseconds */
export function readComplianceFacts(
  given: ComplianceInput,
  group: ComplianceGroupId,
  now: number,
): ComplianceFacts {
  const input = fields(given);
  const overrides = new Map(
    entries(input.cookiesOverride).map(([id, override]) => [id, fields(override).preGranted]),
  );
  const parameters = new Map(
    entries(input.cookies).map(([id, parameter]) => [
      id,
      readParameter(id, fields(parameter), overrides.get(id)),
    ]),
  );
  const categories = entries(input.categories).map(([id, category]) => readCategory(id, fields(category)));
  const codes = [...ids(input.countries)];
  let places: readonly PlaceWithLaw[] | undefined; // of hundreds, so only when a rule asks
  const { controllerName, dataFiduciary } = fields(fields(input.settings).complianceConfig);
  const mandatory = new Set(categories.filter(isMandatory).flatMap(({ cookies }) => cookies));
  return {
    group,
    now,
    get places() {
      places ??= servedPlaces(codes, group, now);
      return places;
    },
    namesPlaces: codes.length > 0,
    namedPlaces: codes,
    foldedController: foldName(text(controllerName) || text(dataFiduciary)),
    parameters,
    knownMarketing: new Set(ids(input.knownMarketing)),
    hasVendors: isObject(fields(input.settings).tcf),
    categories,
    optionalCategories: categories.filter((category) => !isMandatory(category)),
    optionalParameters: new Set([...parameters.keys()].filter((id) => !mandatory.has(id))),
    settings: isObject(input.settings) ? readSettings(fields(input.settings)) : null,
    layout:
      Array.isArray(input.locales) && input.locales.length > 0 ? readLayout(input.locales, input.ui) : null,
  };
}

/**
 * Whether the profile is for visitors of a place: one that it names, or one of its group when it names none.
 */
export function serves({ places }: ComplianceFacts, code: string): boolean {
  return places.some(({ place }) => place === code);
}

/** Calendar months that audience measurement without consent may be kept where no law sets another limit. */
export const measurementMonths = 13;

/** Returns the most days that calendar months can have. */
export const daysIn = (months: number): number => Math.ceil((months * 366) / 12);

export function isSoldOrShared({ cpraCategories }: Pick<ParameterFacts, 'cpraCategories'>): boolean {
  return cpraCategories.includes('selling') || cpraCategories.includes('sharing');
}

export function isMandatory({ legalBasis }: CategoryFacts): boolean {
  return legalBasis === 'mandatory';
}

function readParameter(id: string, given: Fields, override: unknown): ParameterFacts {
  const purpose = text(given.purpose);
  const cpraCategories = toCpraCategories(given);
  const lifetime = toMaxAgeDays(given.maxAgeSeconds) ?? readLifetime(text(given.duration));
  const isOwnMeasurement =
    purpose === 'analytics' &&
    given.firstParty === true &&
    !isSoldOrShared({ cpraCategories }) &&
    lifetime !== null &&
    lifetime <= daysIn(measurementMonths);
  return {
    id,
    name: text(given.name) || id,
    isCookie: (text(given.kind) || 'cookie') === 'cookie',
    purpose,
    listenGpc: given.listenGpc === true,
    cpraCategories,
    preGranted: (typeof override === 'boolean' ? override : given.preGranted) === true,
    provider: text(given.provider),
    firstParty: given.firstParty === true,
    serviceProvider: given.serviceProvider === true,
    providerContact: text(given.providerContact),
    providerCountry: text(given.providerCountry),
    description: text(given.description),
    duration: describeMaxAge(given.maxAgeSeconds) ?? text(given.duration),
    lifetime,
    exemptMeasurement:
      typeof given.exemptMeasurement === 'boolean' ? given.exemptMeasurement : isOwnMeasurement,
  };
}

function readCategory(id: string, given: Fields): CategoryFacts {
  return {
    id,
    legalBasis: text(given.legalBasis),
    cookies: [...ids(given.cookies)],
    hasText: scanHtml(text(given.htmlText)).hasText,
  };
}

function readSettings(given: Fields): SettingsFacts {
  return {
    gpcMode: text(given.gpcMode),
    expiryDays: typeof given.expiryDays === 'number' ? given.expiryDays : Number.NaN,
    dataFiduciary: text(fields(given.complianceConfig).dataFiduciary),
    forChildren: given.forChildren === true,
    ageGate: isObject(given.ageGate) ? { parental: fields(given.ageGate).parental === true } : null,
  };
}

/** Returns whether a profile has only what is mandatory, so that nobody asks for anything. */
export function isNecessaryOnly({
  hasVendors,
  categories,
  optionalCategories,
  optionalParameters,
}: Pick<
  ComplianceFacts,
  'hasVendors' | 'categories' | 'optionalCategories' | 'optionalParameters'
>): boolean {
  return (
    !hasVendors && categories.length > 0 && optionalCategories.length === 0 && optionalParameters.size === 0
  );
}
