import { goesToThirdParty } from '../partners';
import { grantsAll } from './buttons';
import { isSoldOrShared, type ParameterFacts } from './compliance-facts';
import { type ComplianceRule, optIn, optOut } from './compliance-rule';

const binding =
  '11 CCR 7025; 4 CCR 904-3 part 5; Conn. Gen. Stat. 42-520(e)(1)(A)(ii); Tex. Bus. & Com. Code 541.055(e)';

export function isSensitive({ cpraCategories }: ParameterFacts): boolean {
  return cpraCategories.includes('sensitive');
}

/** Rules on whether the Global Privacy Control signal has the effect that the law requires. */
export const gpcRules: readonly ComplianceRule[] = [
  {
    id: 'gpc/not-listening',
    groups: optOut,
    severity: 'warning',
    severityIn: { 'opt-out-strict': 'error' },
    judges: 'cookies and categories',
    message:
      'The cookie “{parameter}” sells, shares or advertises and does not listen to the Global Privacy Control signal: set its listenGpc to true',
    source: binding,
    asOf: '2026-11-20',
    *check({ parameters }) {
      for (const parameter of parameters.values()) {
        if (!parameter.listenGpc && (parameter.purpose === 'marketing' || isSoldOrShared(parameter)))
          yield { parameter: parameter.id };
      }
    },
  },
  {
    id: 'gpc/analytics-not-listening',
    groups: optOut,
    severity: 'warning',
    judges: 'cookies and categories',
    message:
      'The analytics cookie “{parameter}” gives data to a third party and does not listen to the Global Privacy Control signal. Without a service provider’s ' +
      'contract this is a sale: set its listenGpc to true, or its serviceProvider where there is such a contract',
    source: 'People v. Sephora USA (Cal. Super. Ct. 2022); Cal. Civ. Code 1798.140(ad) and (ag); 11 CCR 7051',
    asOf: '2026-11-22',
    *check({ parameters, foldedController }) {
      for (const parameter of parameters.values()) {
        const { id, purpose, listenGpc } = parameter;
        if (
          purpose === 'analytics' &&
          !listenGpc &&
          !isSoldOrShared(parameter) &&
          goesToThirdParty(parameter, foldedController)
        )
          yield { parameter: id };
      }
    },
  },
  {
    id: 'gpc/objection-unheard',
    groups: optIn,
    severity: 'warning',
    judges: 'cookies and categories',
    message:
      'The marketing cookie “{parameter}” does not listen to the Global Privacy Control signal, which can be read as an objection: set its listenGpc to true',
    source: 'GDPR art. 21(5) as read by the W3C’s Global Privacy Control legal guide; not binding',
    asOf: '2026-11-20',
    *check({ parameters }) {
      for (const { id, purpose, listenGpc } of parameters.values())
        if (!listenGpc && purpose === 'marketing') yield { parameter: id };
    },
  },
  {
    id: 'gpc/ignored',
    groups: ['opt-out-strict'],
    severity: 'error',
    judges: 'settings',
    message:
      'gpcMode is “ignore”, and here the Global Privacy Control signal is an opt-out by law: set it to “strict”, or leave it out',
    source: binding,
    asOf: '2026-11-20',
    *check(_facts, { gpcMode }) {
      if (gpcMode === 'ignore') yield {};
    },
  },
  {
    id: 'gpc/overridable',
    groups: ['opt-out-strict'],
    severity: 'warning',
    judges: 'settings',
    message:
      'With gpcMode “honor” a click on accept all undoes the visitor’s signal: set it to “strict”, so that only a separate choice does, or leave it out',
    source: '11 CCR 7025(c)(3) and (4); Conn. Gen. Stat. 42-520(e)(1)(A)(ii)',
    asOf: '2026-11-20',
    *check(_facts, { gpcMode }) {
      if (gpcMode === 'honor') yield {};
    },
  },
  {
    id: 'gpc/banner-accepts-only',
    groups: [...optIn, ...optOut],
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'Every button of the gpcBanner accepts everything, against the visitor’s signal: add one that keeps the opt-out (action “custom”, cookies “!”) or opens the choices (action “manage”)',
    source: '11 CCR 7025(c)(3), (4) and (6), 7004(a)(2)',
    asOf: '2026-11-22',
    *check(facts, { gpcButtons }) {
      if (
        gpcButtons !== null &&
        gpcButtons.length > 0 &&
        gpcButtons.every((button) => grantsAll(facts, button))
      )
        yield { section: 'gpcBanner', field: 'buttons' };
    },
  },
  {
    id: 'gpc/no-banner',
    groups: ['opt-out-strict'],
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'Visitors who send the Global Privacy Control signal are not shown that it was processed: add a gpcBanner that says so',
    source: '11 CCR 7025(c)(6), since 2026-01-01',
    asOf: '2026-11-20',
    *check({ optionalParameters }, { gpcButtons }) {
      if (gpcButtons === null && optionalParameters.size > 0) yield { section: 'gpcBanner' };
    },
  },
];
