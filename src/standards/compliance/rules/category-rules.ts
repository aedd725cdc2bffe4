import { canBeCookieName } from '../../cookie-name';
import { complianceGroupIds } from '../compliance-group-ids';
import { leavesSite } from '../partners';
import { type ComplianceRule, inCategory, optIn, optOut, structural } from './compliance-rule';

/** Two years (days). */
const twoYears = 731;

/** Rules on whether cookies and categories fit each other, and give visitors the information they need. */
export const categoryRules: readonly ComplianceRule[] = [
  {
    id: 'category/unknown-parameter',
    groups: complianceGroupIds,
    severity: 'error',
    judges: 'cookies and categories',
    message:
      'Category “{category}” lists the cookie “{parameter}”, which the profile does not have: add it to the cookies or take it off the list',
    source: structural,
    asOf: '2026-11-20',
    *check({ categories, parameters }) {
      for (const { id, cookies } of categories) {
        for (const parameter of cookies)
          if (!parameters.has(parameter)) yield { ...inCategory(id, 'cookies'), parameter };
      }
    },
  },
  {
    id: 'category/parameter-twice',
    groups: complianceGroupIds,
    severity: 'error',
    judges: 'cookies and categories',
    message:
      'The cookie “{parameter}” is in the categories “{detail}” and “{category}”, so a visitor can refuse and grant it at once: keep it in one',
    source: structural,
    asOf: '2026-11-20',
    *check({ categories, parameters }) {
      const home = new Map<string, string>();
      for (const { id, cookies } of categories) {
        for (const parameter of cookies) {
          const first = home.get(parameter);
          if (first === undefined) home.set(parameter, id);
          else if (parameters.has(parameter))
            yield { ...inCategory(id, 'cookies'), parameter, detail: first };
        }
      }
    },
  },
  {
    id: 'category/uncategorised-parameter',
    groups: complianceGroupIds,
    severity: 'warning',
    judges: 'cookies and categories',
    message:
      'The cookie “{parameter}” is not in any category, so visitors neither read about it nor decide on it; put it into one',
    source: structural,
    asOf: '2026-11-20',
    *check({ categories, parameters }) {
      const categorised = new Set(categories.flatMap(({ cookies }) => cookies));
      for (const parameter of parameters.keys()) if (!categorised.has(parameter)) yield { parameter };
    },
  },
  {
    id: 'category/necessary-optional',
    groups: complianceGroupIds,
    severity: 'warning',
    judges: 'cookies and categories',
    message:
      'The necessary cookie “{parameter}” is in the category “{category}”, which visitors can switch off: move it to a category with the legal basis ' +
      '“mandatory”, or give it the purpose that it truly has',
    source: structural,
    asOf: '2026-11-20',
    *check({ optionalCategories, parameters }) {
      for (const { id, cookies } of optionalCategories) {
        for (const parameter of cookies)
          if (parameters.get(parameter)?.purpose === 'necessary')
            yield { ...inCategory(id, 'cookies'), parameter };
      }
    },
  },
  {
    id: 'category/unexplained',
    groups: [...optIn, ...optOut, 'notice-opt-out'],
    severity: 'warning',
    judges: 'cookies and categories',
    message:
      'Category “{category}” has no text: say in its htmlText what its cookies are for and who gets the data',
    source:
      'GDPR art. 4(11) and 13; PIPL art. 17; DPDP Act 2023 s. 5; Cal. Civ. Code 1798.100(a); Swiss FMG art. 45c; PIPEDA principle 4.3',
    asOf: '2026-11-20',
    *check({ optionalCategories }) {
      for (const { id, hasText } of optionalCategories) if (!hasText) yield inCategory(id, 'htmlText');
    },
  },
  {
    id: 'parameter/not-one-name',
    groups: complianceGroupIds,
    severity: 'warning',
    judges: 'cookies and categories',
    message:
      'The cookie “{parameter}” has the name “{detail}”, which no cookie can have, so a withdrawal does not remove it: list each cookie by itself, with its exact name or one pattern (_ga_*), without commas and spaces',
    source: structural,
    asOf: '2026-11-29',
    *check({ parameters }) {
      for (const { id, name, isCookie } of parameters.values())
        if (isCookie && !canBeCookieName(name)) yield { parameter: id, detail: name };
    },
  },
  {
    id: 'parameter/undisclosed',
    groups: [...optIn, ...optOut],
    severity: 'warning',
    judges: 'cookies and categories',
    message:
      'The cookie “{parameter}” does not state its {detail}: fill in who sets it and how long it is kept',
    source: 'CJEU C-673/17 (Planet49) para. 81; GDPR art. 13; Cal. Civ. Code 1798.100(a), 11 CCR 7012',
    asOf: '2026-11-20',
    *check({ parameters }) {
      for (const { id, purpose, provider, duration } of parameters.values()) {
        const missing = [provider === '' && 'provider', duration === '' && 'duration'].filter(Boolean);
        if (purpose !== 'necessary' && missing.length > 0)
          yield { parameter: id, detail: missing.join(' and ') };
      }
    },
  },
  {
    id: 'parameter/long-lived',
    groups: optIn,
    severity: 'warning',
    judges: 'cookies and categories',
    message:
      'The cookie “{parameter}” is kept for longer than two years ({detail}): shorten that to what its purpose needs',
    source:
      'GDPR art. 5(1)(c) and (e); AEPD guide on cookies 2024 (24 months); CNIL recommendation 2020-092; CJEU C-673/17 (Planet49) para. 79',
    asOf: '2026-11-22',
    *check({ parameters }) {
      for (const { id, purpose, duration, lifetime } of parameters.values()) {
        if (purpose !== 'necessary' && lifetime !== null && lifetime > twoYears)
          yield { parameter: id, detail: duration };
      }
    },
  },
  {
    id: 'parameter/recipient-unstated',
    groups: ['opt-in-explicit'],
    severity: 'warning',
    judges: 'cookies and categories',
    message:
      'The cookie “{parameter}” does not tell visitors the {detail} of the recipient, which consent to a transfer abroad must name: fill in the missing fields',
    source: 'PIPL art. 23 and 39; PIPA (Korea) art. 28-8(2)',
    asOf: '2026-11-22',
    *check({ parameters, foldedController }) {
      for (const parameter of parameters.values()) {
        const { id, purpose, providerContact, providerCountry } = parameter;
        const missing = [
          providerContact === '' && 'contact (providerContact)',
          providerCountry === '' && 'country (providerCountry)',
        ].filter(Boolean);
        if (purpose !== 'necessary' && leavesSite(parameter, foldedController) && missing.length > 0)
          yield { parameter: id, detail: missing.join(' and ') };
      }
    },
  },
  {
    id: 'parameter/sale-unstated',
    groups: optOut,
    severity: 'warning',
    judges: 'cookies and categories',
    message:
      'The marketing cookie “{parameter}” does not say whether it sells or shares personal information: set its cpraCategory to “selling”, “sharing”, ' +
      '“sensitive” or “none”, or to a list where several apply',
    source: 'Cal. Civ. Code 1798.100(a), 1798.140(ad) and (ah), 11 CCR 7012',
    asOf: '2026-11-20',
    *check({ parameters }) {
      for (const { id, purpose, cpraCategories } of parameters.values())
        if (purpose === 'marketing' && cpraCategories.length === 0) yield { parameter: id };
    },
  },
];
