import { exceptions, findException } from '../uk-exceptions';
import { isMandatory, isSoldOrShared, type ParameterFacts } from './compliance-facts';
import { type ComplianceRule, inCategory, optIn, optOut } from './compliance-rule';

const purposesThatNeedChoice: readonly string[] = ['marketing', 'analytics'];

/** Groups of sensitive data that require consent. */
const groupsWithConsent: readonly string[] = optIn;

const ePrivacy = 'ePrivacy Directive art. 5(3)';
const exemption = 'PECR 2003 sch. A1, inserted by the Data (Use and Access) Act 2025 s. 112 and sch. 12';
const exemptPurposes: readonly string[] = Object.keys(exceptions);

/**
 * Rules on whether visitors make every choice themselves, before anything happens and for each purpose
 * separately.
 */
export const consentRules: readonly ComplianceRule[] = [
  {
    id: 'consent/pre-granted',
    groups: optIn,
    severity: 'error',
    judges: 'cookies and categories',
    message:
      'The {detail} cookie “{parameter}” is granted before the visitor has chosen: set its preGranted to false, in cookiesOverride too',
    source: `GDPR art. 4(11) and 7; ${ePrivacy}; CJEU C-673/17 (Planet49); EDPB Cookie Banner Taskforce report 2023, type B; ${exemption}`,
    asOf: '2026-11-20',
    *check({ group, parameters }) {
      for (const { id, purpose, preGranted, exemptMeasurement } of parameters.values()) {
        const exempt =
          (group === 'opt-in-exempt' && exemptPurposes.includes(purpose)) ||
          (group === 'opt-in' && exemptMeasurement);
        if (preGranted && purpose !== 'necessary' && !exempt) yield { parameter: id, detail: purpose };
      }
    },
  },
  {
    id: 'consent/mandatory-basis',
    groups: [...optIn, ...optOut, 'notice-opt-out'],
    severity: 'error',
    judges: 'cookies and categories',
    message:
      'The mandatory category “{category}” holds the {detail} cookie “{parameter}”, which visitors must be able to refuse: move it to a category with ' +
      'the legal basis “consent”',
    source: `${ePrivacy}; WP29 Opinion 04/2012; EDPB Cookie Banner Taskforce report 2023, type I; Cal. Civ. Code 1798.120; Swiss FMG art. 45c`,
    asOf: '2026-11-20',
    *check({ group, categories, parameters }) {
      for (const category of categories.filter(isMandatory)) {
        for (const { id, purpose, exemptMeasurement } of held(category.cookies, parameters)) {
          const exempt =
            purpose === 'analytics' &&
            (group === 'opt-in-exempt' || (group === 'opt-in' && exemptMeasurement));
          if (purposesThatNeedChoice.includes(purpose) && !exempt)
            yield { ...inCategory(category.id, 'legalBasis'), parameter: id, detail: purpose };
        }
      }
    },
  },
  {
    id: 'consent/mandatory-sale',
    groups: [...optIn, ...optOut, 'notice-opt-out'],
    severity: 'error',
    judges: 'cookies and categories',
    message:
      'The mandatory category “{category}” holds the cookie “{parameter}”, which {detail}, so visitors cannot refuse it: correct its purpose and move it to ' +
      'a category with the legal basis “consent”',
    source: `${ePrivacy}; GDPR art. 7; Cal. Civ. Code 1798.120 and 1798.135; 11 CCR 7026`,
    asOf: '2026-11-22',
    *check({ categories, parameters, knownMarketing }) {
      for (const category of categories.filter(isMandatory)) {
        for (const parameter of held(category.cookies, parameters)) {
          const { id, purpose } = parameter;
          // The rule consent/mandatory-basis reports these.
          if (purposesThatNeedChoice.includes(purpose)) continue;
          const isSold = isSoldOrShared(parameter);
          if (isSold || knownMarketing.has(id))
            yield {
              ...inCategory(category.id, 'cookies'),
              parameter: id,
              detail: isSold ? 'sells or shares personal information' : 'is known to serve advertising',
            };
        }
      }
    },
  },
  {
    id: 'consent/legitimate-interest',
    groups: optIn,
    severity: 'warning',
    severityIn: { 'opt-in-explicit': 'error', 'opt-in': 'error' },
    severityFor: { marketing: 'error' },
    judges: 'cookies and categories',
    message:
      'Category “{category}” claims a legitimate interest in the {detail} cookie “{parameter}”, which is stored on the visitor’s device and needs consent: ' +
      'set the legal basis to “consent”',
    source: `${ePrivacy}; EDPB Cookie Banner Taskforce report 2023, type H; EDPB Guidelines 2/2023`,
    asOf: '2026-11-22',
    *check({ group, categories, parameters }) {
      for (const category of categories) {
        if (category.legalBasis !== 'legitimate-interest') continue;
        for (const parameter of held(category.cookies, parameters)) {
          const { id, purpose, exemptMeasurement } = parameter;
          // The rules on audience measurement report these.
          if (group === 'opt-in' && purpose === 'analytics' && exemptMeasurement) continue;
          if (findException(group, [parameter]) !== null) continue;
          if (['marketing', 'analytics', 'preferences', 'functional'].includes(purpose)) {
            yield { ...inCategory(category.id, 'legalBasis'), parameter: id, detail: purpose };
          }
        }
      }
    },
  },
  {
    id: 'consent/bundled',
    groups: optIn,
    severity: 'warning',
    severityIn: { 'opt-in-explicit': 'error' },
    judges: 'cookies and categories',
    message:
      'Category “{category}” asks for marketing and {detail} in one: give marketing a category of its own',
    source: 'GDPR recital 43; EDPB Guidelines 05/2020, granularity; PIPL art. 14 and 23; PIPA art. 22',
    asOf: '2026-11-20',
    *check({ categories, parameters }) {
      for (const category of categories) {
        const purposes = new Set(held(category.cookies, parameters).map(({ purpose }) => purpose));
        const others = [...purposes].filter((purpose) => purpose !== 'marketing' && purpose !== '');
        if (purposes.has('marketing') && others.length > 0)
          yield { ...inCategory(category.id, 'cookies'), detail: others.join(', ') };
      }
    },
  },
  {
    id: 'consent/no-objection',
    groups: ['opt-in-exempt'],
    severity: 'warning',
    judges: 'cookies and categories',
    message:
      'The {detail} cookie “{parameter}” is in the mandatory category “{category}”, so visitors cannot object to it: move it to a category with the legal ' +
      'basis “consent”, where it may stay pre-granted',
    source: exemption,
    asOf: '2026-11-20',
    *check({ categories, parameters }) {
      for (const category of categories.filter(isMandatory)) {
        for (const { id, purpose } of held(category.cookies, parameters)) {
          if (exemptPurposes.includes(purpose))
            yield { ...inCategory(category.id, 'legalBasis'), parameter: id, detail: purpose };
        }
      }
    },
  },
  {
    id: 'consent/exempt-shared',
    groups: ['opt-in-exempt'],
    severity: 'warning',
    judges: 'cookies and categories',
    message:
      'The {detail} cookie “{parameter}” is pre-granted although its data is sold or shared, and data used for others’ own purposes is not exempt: set its ' +
      'preGranted to false',
    source: exemption,
    asOf: '2026-11-20',
    *check({ parameters }) {
      for (const parameter of parameters.values()) {
        const { id, purpose, preGranted } = parameter;
        if (preGranted && exemptPurposes.includes(purpose) && isSoldOrShared(parameter))
          yield { parameter: id, detail: purpose };
      }
    },
  },
  {
    id: 'sensitive/pre-granted',
    groups: [...optOut, 'notice-opt-out'],
    severity: 'error',
    judges: 'cookies and categories',
    message:
      'The cookie “{parameter}” processes sensitive data, which needs consent, and is granted before the visitor has chosen: set its preGranted to false, in ' +
      'cookiesOverride too',
    source:
      'Va. Code 59.1-578(A)(5); Colo. Rev. Stat. 6-1-1308(7); Conn. Gen. Stat. 42-520(a)(4); Swiss FADP art. 6(7). Not where only California, Utah or Iowa are ' +
      'served, whose laws give a right to limit or opt out',
    asOf: '2026-11-22',
    check: ({ group, places, parameters }) =>
      group === 'notice-opt-out' ||
      places.some(({ terms }) => groupsWithConsent.includes(terms.sensitive ?? terms.group))
        ? sensitiveAndGranted(parameters)
        : [],
  },
  {
    id: 'sensitive/granted-on-notice',
    groups: ['notice-only'],
    severity: 'warning',
    judges: 'cookies and categories',
    message:
      'The cookie “{parameter}” processes sensitive data on mere notice; for consumer health data some US states want consent first: set its preGranted to false',
    source: 'Wash. Rev. Code 19.373 (My Health My Data Act)',
    asOf: '2026-11-20',
    check: ({ parameters }) => sensitiveAndGranted(parameters),
  },
];

function* sensitiveAndGranted(parameters: ReadonlyMap<string, ParameterFacts>) {
  for (const { id, cpraCategories, preGranted } of parameters.values())
    if (preGranted && cpraCategories.includes('sensitive')) yield { parameter: id };
}

function held(cookies: readonly string[], parameters: ReadonlyMap<string, ParameterFacts>): ParameterFacts[] {
  return cookies.map((id) => parameters.get(id)).filter((parameter) => parameter !== undefined);
}
