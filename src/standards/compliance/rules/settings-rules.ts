import { thirteenMonths } from '../../calendar';
import { complianceGroupIds } from '../compliance-group-ids';
import { complianceGroups } from '../compliance-groups';
import { type ComplianceFacts, isSoldOrShared, type SettingsFacts, serves } from './compliance-facts';
import { type ComplianceRule, optIn, optOut, type RuleHit } from './compliance-rule';
import { isSensitive } from './gpc-rules';

/** Six months as operators count them (days): a setting of 180 days should pass. */
const shortestDaysOptIn = 180;
const shortestDaysOptOut = 365;

/** Greatest number of places that one message names. */
const maxPlaces = 16;

/** Rules on how long a choice is valid, and who asks for it. */
export const settingsRules: readonly ComplianceRule[] = [
  {
    id: 'expiry/too-long',
    groups: optIn,
    severity: 'warning',
    judges: 'settings',
    message:
      'A choice is valid for {detail}: lower expiryDays, or list in countries only the places that the profile is for',
    source:
      'TCF Policies (reminder at least every 13 months); CNIL recommendation 2020-092 and DPC guidance on cookies 2020 (six months); the limits of other places: ' +
      'consentMonths of the jurisdiction table',
    asOf: '2026-11-22',
    check: tooLong,
  },
  {
    id: 'expiry/asks-too-soon',
    groups: optIn,
    severity: 'warning',
    judges: 'settings',
    message: `Visitors are asked again after {detail} days, also those who refused: leave them alone for about six months (expiryDays ${shortestDaysOptIn} or more)`,
    source: 'Garante, guidelines on cookies of 10 June 2021; CNIL recommendation 2020-092',
    asOf: '2026-11-20',
    *check(_facts, { expiryDays }) {
      if (expiryDays < shortestDaysOptIn) yield { detail: String(expiryDays) };
    },
  },
  {
    id: 'expiry/too-short',
    groups: optOut,
    severity: 'warning',
    judges: 'settings',
    message: `Visitors who opted out are asked again after {detail} days: wait twelve months at least (expiryDays ${shortestDaysOptOut} or more)`,
    source: 'Cal. Civ. Code 1798.135(c)(4)',
    asOf: '2026-11-20',
    *check(_facts, { expiryDays }) {
      if (expiryDays < shortestDaysOptOut) yield { detail: String(expiryDays) };
    },
  },
  {
    id: 'countries/stricter-law',
    groups: complianceGroupIds,
    severity: 'warning',
    judges: 'settings',
    message:
      'The law of {detail} asks for a stricter compliance group than this one: choose that group for these places, or take them off countries',
    source:
      'The laws of the jurisdiction table, each with its source; for the EU: ePrivacy Directive art. 5(3)',
    asOf: '2026-11-22',
    *check({ group, places, namedPlaces }) {
      const stricter = places.filter(
        ({ place, terms }) =>
          namedPlaces.includes(place) && complianceGroups[terms.group].rank > complianceGroups[group].rank,
      );
      if (stricter.length > 0)
        yield {
          detail: stricter
            .slice(0, maxPlaces)
            .map(({ place, terms }) => `${place} (${terms.group})`)
            .join(', '),
        };
    },
  },
  {
    id: 'india/fiduciary',
    groups: ['opt-in-explicit'],
    severity: 'warning',
    judges: 'settings',
    message:
      'India is served and complianceConfig.dataFiduciary is blank: name the data fiduciary, who decides what the data is used for',
    source: 'DPDP Act 2023 s. 5 and 6; DPDP Rules 2025 r. 3; in force from 2027-05-13',
    asOf: '2026-11-22',
    *check({ places }, { dataFiduciary }) {
      const isInForce = places.some(
        ({ place, terms }) => place === 'IN' && terms.group === 'opt-in-explicit',
      );
      if (isInForce && dataFiduciary === '') yield {};
    },
  },
  {
    id: 'expiry/no-refresh',
    groups: ['opt-out-strict'],
    severity: 'warning',
    judges: 'settings',
    message:
      'Consent to sensitive data is valid for {detail} days. Colorado asks for fresh consent from consumers who were not in contact for 24 months: lower ' +
      `expiryDays to ${toDays(24)} or less`,
    source: '4 CCR 904-3 rule 7.08',
    asOf: '2026-11-22',
    *check(facts, { expiryDays }) {
      const isSensitiveData = [...facts.parameters.values()].some(isSensitive);
      if (isSensitiveData && serves(facts, 'US-CO') && expiryDays > toDays(24))
        yield { detail: String(expiryDays) };
    },
  },
  {
    id: 'children/advertising',
    groups: complianceGroupIds.filter((group) => group !== 'unregulated'),
    severity: 'warning',
    judges: 'settings',
    message:
      'The site is for children and the cookie “{parameter}” advertises to them or sells their data: below {detail} years this is banned or needs a parent’s ' +
      'consent, so take it out, or grant it only with parental consent',
    source:
      'GDPR art. 8; COPPA (16 CFR 312); DPDP Act 2023 s. 9; Cal. Civ. Code 1798.120(c); LGPD art. 14; the ages of the places served: childAge of the ' +
      'jurisdiction table',
    asOf: '2026-11-22',
    *check({ parameters, places }, { forChildren }) {
      const age = Math.max(coppaAge, ...places.flatMap(({ terms }) => terms.childAge ?? []));
      for (const parameter of parameters.values()) {
        if (forChildren && (parameter.purpose === 'marketing' || isSoldOrShared(parameter)))
          yield { parameter: parameter.id, detail: String(age) };
      }
    },
  },
  {
    id: 'age/no-gate',
    groups: [...optIn, ...optOut],
    severity: 'warning',
    judges: 'settings',
    message:
      'The site is for children, and visitors of any age can allow what needs consent: below {detail} years that is for a parent to decide. Give the profile an ' +
      'ageGate; with parental, visitors can ask a parent',
    source:
      'GDPR art. 8(1) and (2), EDPB Guidelines 05/2020 para. 132 to 137; COPPA, 16 CFR 312.5(a); Cal. Civ. Code 1798.120(c); DPDP Act 2023 s. 9(1); LGPD art. 14(1); ' +
      'the ages of the places served: childAge of the jurisdiction table',
    asOf: '2026-11-22',
    *check({ group, places, parameters, optionalCategories }, { forChildren, ageGate }) {
      if (!forChildren || ageGate !== null) return;
      const ages = places.flatMap(({ terms }) => terms.childAge ?? []);
      const asksForConsent = optIn.some((id) => id === group) && optionalCategories.length > 0;
      const advertises = [...parameters.values()].some(
        (parameter) => parameter.purpose === 'marketing' || isSoldOrShared(parameter),
      );
      if (ages.length > 0 && (asksForConsent || advertises)) yield { detail: String(Math.max(...ages)) };
    },
  },
];

/** Age below which the oldest of these laws protects children, for places without their own. */
const coppaAge = 13;

/** Returns the shortest length of a number of calendar months (days): six months are 182. */
function toDays(months: number): number {
  return Math.floor((months * 365.25) / 12);
}

function* tooLong(
  { places, hasVendors }: ComplianceFacts,
  { expiryDays }: SettingsFacts,
): Generator<RuleHit> {
  const limits = places.flatMap(({ place, terms }) =>
    terms.consentMonths === undefined ? [] : [{ place, months: terms.consentMonths }],
  );
  const months = Math.min(...limits.map((limit) => limit.months));
  // Calendar months are two days longer at most, and the service ends a choice after them whatever the days.
  if (expiryDays > toDays(months) + 2) {
    const where = limits.filter((limit) => limit.months === months).map(({ place }) => place);
    const more = where.length > maxPlaces ? ` and ${where.length - maxPlaces} more` : '';
    yield {
      detail: `${expiryDays} days, and ${months} months at most in ${where.slice(0, maxPlaces).join(', ')}${more}`,
    };
  } else if (expiryDays > thirteenMonths) {
    yield {
      detail: hasVendors
        ? `13 months (${thirteenMonths} days) in place of ${expiryDays} days, because the TCF asks again by then`
        : `${expiryDays} days, and 13 months (${thirteenMonths} days) are the longest that is defended anywhere`,
    };
  }
}
