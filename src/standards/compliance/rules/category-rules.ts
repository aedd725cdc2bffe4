import { complianceGroupIds } from '../compliance-group-ids';
import { type ComplianceRule, inCategory, optIn, optOut, structural } from './compliance-rule';

/** Whether cookies and categories fit each other, and tell visitors what they must know. */
export const categoryRules: readonly ComplianceRule[] = [
  {
    id: 'category/unknown-parameter',
    groups: complianceGroupIds,
    severity: 'error',
    judges: 'cookies and categories',
    message: 'Category “{category}” lists the cookie “{parameter}”, which the profile does not have: add it to the cookies or take it off the list',
    source: structural,
    asOf: '2026-11-20',
    *check({ categories, parameters }) {
      for (const { id, cookies } of categories) {
        for (const parameter of cookies) if (!parameters.has(parameter)) yield { ...inCategory(id, 'cookies'), parameter };
      }
    },
  },
  {
    id: 'category/parameter-twice',
    groups: complianceGroupIds,
    severity: 'error',
    judges: 'cookies and categories',
    message: 'The cookie “{parameter}” stands in the categories “{detail}” and “{category}”, so a visitor can refuse and grant it at once: keep it in one',
    source: structural,
    asOf: '2026-11-20',
    *check({ categories, parameters }) {
      const home = new Map<string, string>();
      for (const { id, cookies } of categories) {
        for (const parameter of cookies) {
          const first = home.get(parameter);
          if (first === undefined) home.set(parameter, id);
          else if (parameters.has(parameter)) yield { ...inCategory(id, 'cookies'), parameter, detail: first };
        }
      }
    },
  },
  {
    id: 'category/uncategorised-parameter',
    groups: complianceGroupIds,
    severity: 'warning',
    judges: 'cookies and categories',
    message: 'The cookie “{parameter}” stands in no category, so visitors neither read of it nor decide on it: put it into one',
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
      'The necessary cookie “{parameter}” stands in the category “{category}”, which visitors can switch off: move it to a category with the legal basis ' +
      '“mandatory”, or give it the purpose that it truly has',
    source: structural,
    asOf: '2026-11-20',
    *check({ optionalCategories, parameters }) {
      for (const { id, cookies } of optionalCategories) {
        for (const parameter of cookies) if (parameters.get(parameter)?.purpose === 'necessary') yield { ...inCategory(id, 'cookies'), parameter };
      }
    },
  },
  {
    id: 'category/unexplained',
    groups: [...optIn, ...optOut, 'notice-opt-out'],
    severity: 'warning',
    judges: 'cookies and categories',
    message: 'Category “{category}” has no text: say in its htmlText what its cookies are for and who gets the data',
    source: 'GDPR art. 4(11) and 13; PIPL art. 17; DPDP Act 2023 s. 5; Cal. Civ. Code 1798.100(a); Swiss FMG art. 45c; PIPEDA principle 4.3',
    asOf: '2026-11-20',
    *check({ optionalCategories }) {
      for (const { id, hasText } of optionalCategories) if (!hasText) yield inCategory(id, 'htmlText');
    },
  },
  {
    id: 'parameter/undisclosed',
    groups: [...optIn, ...optOut],
    severity: 'warning',
    judges: 'cookies and categories',
    message: 'The cookie “{parameter}” does not tell its {detail}: fill in who sets it and how long it stays',
    source: 'CJEU C-673/17 (Planet49) para. 81; GDPR art. 13; Cal. Civ. Code 1798.100(a), 11 CCR 7012',
    asOf: '2026-11-20',
    *check({ parameters }) {
      for (const { id, purpose, provider, duration } of parameters.values()) {
        const missing = [provider === '' && 'provider', duration === '' && 'duration'].filter(Boolean);
        if (purpose !== 'necessary' && missing.length > 0) yield { parameter: id, detail: missing.join(' and ') };
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
      '“sensitive” or “none”',
    source: 'Cal. Civ. Code 1798.100(a), 1798.140(ad) and (ah), 11 CCR 7012',
    asOf: '2026-11-20',
    *check({ parameters }) {
      for (const { id, purpose, cpraCategory } of parameters.values()) if (purpose === 'marketing' && cpraCategory === '') yield { parameter: id };
    },
  },
];
