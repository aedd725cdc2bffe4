import type { PlaceWithLaw } from '../../jurisdiction';
import { goesToThirdParty } from '../partners';
import { daysIn, isSoldOrShared, measurementMonths, type ParameterFacts } from './compliance-facts';
import type { ComplianceRule } from './compliance-rule';

const asOf = '2026-11-22';
const source =
  'CNIL guidelines 2020-091 art. 5; Dutch Tw art. 11.7a(3)(b); Garante, guidelines on cookies of 10 June 2021; AEPD guide on audience measurement 2024';

/**
 * Countries whose authority or law lets a site measure its own audience without consent; all overseas parts
 * of France follow the CNIL.
 */
const exempting: ReadonlySet<string> = new Set('FR BL GF GP MF MQ NC PF PM RE TF WF YT NL IT ES'.split(' '));
/** Rules on audience measurement without consent: where it is allowed, and under which conditions. */
export const measurementRules: readonly ComplianceRule[] = [
  {
    id: 'measurement/not-exempt',
    groups: ['opt-in'],
    severity: 'error',
    judges: 'cookies and categories',
    message:
      'The cookie “{parameter}” is marked as exempt audience measurement, but {detail}: correct that, or set exemptMeasurement to false and ask for consent',
    source,
    asOf,
    *check({ parameters, places, foldedController }) {
      const months = Math.min(...places.flatMap(({ terms }) => terms.trackerMonths ?? []), measurementMonths);
      for (const parameter of parameters.values()) {
        const detail = parameter.exemptMeasurement ? whyNot(parameter, foldedController, months) : null;
        if (detail !== null) yield { parameter: parameter.id, detail };
      }
    },
  },
  {
    id: 'measurement/without-consent',
    groups: ['opt-in'],
    severity: 'warning',
    judges: 'cookies and categories',
    message:
      'The cookie “{parameter}” measures the audience without consent. France, Italy, the Netherlands and Spain allow this for statistics that are the ' +
      'site’s alone, with notice{detail}',
    source,
    asOf,
    *check(facts) {
      const { categories, parameters } = facts;
      const unasked = new Set(
        categories.filter(({ legalBasis }) => legalBasis !== 'consent').flatMap(({ cookies }) => cookies),
      );
      const measuring = [...parameters.values()].filter(
        ({ id, exemptMeasurement, preGranted }) => exemptMeasurement && (preGranted || unasked.has(id)),
      );
      if (measuring.length === 0) return;
      const detail = elsewhere(facts.places, facts.namesPlaces);
      for (const { id } of measuring) yield { parameter: id, detail };
    },
  },
];

/** Returns why a parameter cannot be exempt; null when it can. */
function whyNot(parameter: ParameterFacts, foldedController: string, months: number): string | null {
  const { purpose, lifetime } = parameter;
  if (purpose !== 'analytics') return 'its purpose is not analytics';
  if (isSoldOrShared(parameter)) return 'its data is sold or shared';
  if (goesToThirdParty(parameter, foldedController))
    return 'its data goes to a third party (neither firstParty nor serviceProvider is set)';
  if (lifetime === null) return 'its duration does not say how long it is kept';
  return lifetime > daysIn(months) ? `it is kept longer than ${months} months` : null;
}

/** Returns a description of the served places that have no such exemption. */
function elsewhere(places: readonly PlaceWithLaw[], areNamed: boolean): string {
  const others = places.map(({ place }) => place).filter((place) => !exempting.has(place));
  if (others.length === 0) return '';
  return areNamed
    ? `; not in ${others.slice(0, 20).join(', ')}`
    : '; ask for consent in other countries, or list these four in countries';
}
