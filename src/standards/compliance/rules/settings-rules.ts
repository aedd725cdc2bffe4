import { type ComplianceRule, optIn, optOut } from './compliance-rule';

/** Thirteen months. */
const longestDays = 396;
/** Six months, as operators count them: a setting of 180 days is meant to pass. */
const shortestDaysOptIn = 180;
const shortestDaysOptOut = 365;

/** How long a choice counts, and who asks for it. */
export const settingsRules: readonly ComplianceRule[] = [
  {
    id: 'expiry/too-long',
    groups: optIn,
    severity: 'warning',
    judges: 'settings',
    message: `A choice counts for {detail} days: ask again after 13 months at the latest (expiryDays ${longestDays}); some authorities want six months`,
    source: 'TCF Policies (reminder at least every 13 months); CNIL recommendation 2020-092 (six months as good practice)',
    asOf: '2026-11-20',
    *check(_facts, { expiryDays }) {
      if (expiryDays > longestDays) yield { detail: String(expiryDays) };
    },
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
    id: 'india/fiduciary',
    groups: ['opt-in-explicit'],
    severity: 'warning',
    judges: 'settings',
    message: 'complianceConfig.dataFiduciary is blank: name the data fiduciary, who decides what the data is used for',
    source: 'DPDP Act 2023 s. 5 and 6; DPDP Rules 2025 r. 3',
    asOf: '2026-11-20',
    *check(_facts, { dataFiduciary }) {
      if (dataFiduciary === '') yield {};
    },
  },
];
