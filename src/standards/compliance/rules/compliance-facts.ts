import { isBlankText } from '../../blank-text';
import type { ComplianceGroupId } from '../compliance-group-ids';
import { scanHtml } from './scan-html';

/**
 * What a profile holds, as an operator would send it. Every part may be missing or of any form: what cannot be understood counts as absent.
 * Rules about `settings` and `locales` are left out when those are not given.
 */
export interface ComplianceInput {
  readonly cookies?: unknown;
  readonly cookiesOverride?: unknown;
  /** Of the preference modal, in the default locale. */
  readonly categories?: unknown;
  /** `gpcMode` and `expiryDays` as they take effect, defaults included. */
  readonly settings?: { readonly gpcMode?: unknown; readonly expiryDays?: unknown; readonly complianceConfig?: unknown };
  /** Each locale's banners and modal, the default locale first. Buttons are judged there, texts in every locale that has its own. */
  readonly locales?: readonly { readonly locale: string; readonly mainBanner?: unknown; readonly gpcBanner?: unknown; readonly preferenceModal?: unknown }[];
}

export interface ParameterFacts {
  readonly id: string;
  readonly purpose: string;
  readonly listenGpc: boolean;
  readonly cpraCategory: string;
  /** `cookiesOverride` included. */
  readonly preGranted: boolean;
  readonly provider: string;
  readonly duration: string;
}

export interface CategoryFacts {
  readonly id: string;
  readonly legalBasis: string;
  /** Ids as listed, each once; unknown ones too. */
  readonly cookies: readonly string[];
  readonly hasText: boolean;
}

export interface ButtonFacts {
  readonly action: string;
  readonly style: string;
  /** Of the action `custom`: everything, nothing optional, or these. */
  readonly grants: '*' | '!' | ReadonlySet<string>;
}

export interface SettingsFacts {
  readonly gpcMode: string;
  readonly expiryDays: number;
  readonly dataFiduciary: string;
}

export interface LayoutFacts {
  readonly mainButtons: readonly ButtonFacts[];
  /** Null without a gpcBanner. */
  readonly gpcButtons: readonly ButtonFacts[] | null;
  readonly modalButtons: readonly ButtonFacts[];
  /** The main banner's own text of each locale that has one. */
  readonly texts: readonly { readonly locale: string; readonly hasPageLink: boolean; readonly opensChoices: boolean }[];
}

/** A profile in the form that rules judge: complete, typed, looked up by id. */
export interface ComplianceFacts {
  readonly group: ComplianceGroupId;
  readonly parameters: ReadonlyMap<string, ParameterFacts>;
  readonly categories: readonly CategoryFacts[];
  readonly optionalCategories: readonly CategoryFacts[];
  /** Ids of all parameters that no mandatory category holds. */
  readonly optionalParameters: ReadonlySet<string>;
  readonly settings: SettingsFacts | null;
  readonly layout: LayoutFacts | null;
}

export function readComplianceFacts(given: ComplianceInput, group: ComplianceGroupId): ComplianceFacts {
  const input = fields(given);
  const overrides = new Map(entries(input.cookiesOverride).map(([id, override]) => [id, fields(override).preGranted]));
  const parameters = new Map(entries(input.cookies).map(([id, parameter]) => [id, readParameter(id, fields(parameter), overrides.get(id))]));
  const categories = entries(input.categories).map(([id, category]) => readCategory(id, fields(category)));
  const mandatory = new Set(categories.filter(isMandatory).flatMap(({ cookies }) => cookies));
  return {
    group,
    parameters,
    categories,
    optionalCategories: categories.filter((category) => !isMandatory(category)),
    optionalParameters: new Set([...parameters.keys()].filter((id) => !mandatory.has(id))),
    settings: isObject(input.settings) ? readSettings(fields(input.settings)) : null,
    layout: Array.isArray(input.locales) && input.locales.length > 0 ? readLayout(input.locales) : null,
  };
}

export function isMandatory({ legalBasis }: CategoryFacts): boolean {
  return legalBasis === 'mandatory';
}

function readParameter(id: string, given: Fields, override: unknown): ParameterFacts {
  return {
    id,
    purpose: text(given.purpose),
    listenGpc: given.listenGpc === true,
    cpraCategory: text(given.cpraCategory),
    preGranted: (typeof override === 'boolean' ? override : given.preGranted) === true,
    provider: text(given.provider),
    duration: text(given.duration),
  };
}

function readCategory(id: string, given: Fields): CategoryFacts {
  return { id, legalBasis: text(given.legalBasis), cookies: [...ids(given.cookies)], hasText: scanHtml(text(given.htmlText)).hasText };
}

function readSettings(given: Fields): SettingsFacts {
  return {
    gpcMode: text(given.gpcMode),
    expiryDays: typeof given.expiryDays === 'number' ? given.expiryDays : Number.NaN,
    dataFiduciary: text(fields(given.complianceConfig).dataFiduciary),
  };
}

function readLayout(locales: readonly unknown[]): LayoutFacts {
  const shared = fields(locales[0]);
  return {
    mainButtons: readButtons(shared.mainBanner),
    gpcButtons: isObject(shared.gpcBanner) ? readButtons(shared.gpcBanner) : null,
    modalButtons: readButtons(shared.preferenceModal),
    texts: locales.map(fields).flatMap(({ locale, mainBanner }) => {
      const { htmlText } = fields(mainBanner);
      return typeof htmlText === 'string' ? [{ locale: text(locale), ...scanHtml(htmlText) }] : [];
    }),
  };
}

function readButtons(part: unknown): ButtonFacts[] {
  return list(fields(part).buttons)
    .map(fields)
    .map(({ action, style, cookies }) => ({
      // A button that only names cookies can do nothing but grant them.
      action: text(action) || (cookies === undefined ? '' : 'custom'),
      style: text(style),
      grants: cookies === '*' || cookies === '!' ? cookies : ids(cookies),
    }));
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function fields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function entries(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' && !isBlankText(value) ? value.trim() : '';
}

function ids(value: unknown): ReadonlySet<string> {
  return new Set(list(value).filter((id) => typeof id === 'string'));
}
