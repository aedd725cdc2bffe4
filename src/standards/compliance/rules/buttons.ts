import type { ComplianceFacts } from './compliance-facts';
import { optIn } from './compliance-rule';
import type { ButtonFacts, LayoutFacts } from './layout-facts';

/** Functions that read what a profile's buttons do to a visitor's choices. */

/** Returns whether a button grants everything: `*`, or a list with every optional parameter in it. */
export function grantsAll({ optionalParameters }: ComplianceFacts, { action, grants }: ButtonFacts): boolean {
  if (action !== 'custom' || grants === '!') return false;
  return (
    grants === '*' || (optionalParameters.size > 0 && [...optionalParameters].every((id) => grants.has(id)))
  );
}

/**
 * Returns whether a button grants none of these parameters. `submit` leaves everything as it is: off before a
 * choice where consent comes first, otherwise as pre-granted.
 */
export function leavesOut(
  { group, parameters }: ComplianceFacts,
  { action, grants }: ButtonFacts,
  ids: ReadonlySet<string>,
): boolean {
  if (action === 'submit')
    return (
      (optIn as readonly string[]).includes(group) || ![...ids].some((id) => parameters.get(id)?.preGranted)
    );
  if (action !== 'custom' || grants === '*') return false;
  return grants === '!' || ![...grants].some((id) => ids.has(id));
}

/** Returns whether a button grants nothing optional. */
export function refuses(facts: ComplianceFacts, button: ButtonFacts): boolean {
  return leavesOut(facts, button, facts.optionalParameters);
}

export function opensChoices({ action }: ButtonFacts): boolean {
  return action === 'manage';
}

/**
 * Returns the locales whose banner offers no way to refuse these parameters: no button that leaves them out
 * or opens the choices, and no link that opens them.
 */
export function localesWithoutWayOut(
  facts: ComplianceFacts,
  { mainButtons, locales }: LayoutFacts,
  parameters: ReadonlySet<string>,
): string[] {
  if (
    parameters.size === 0 ||
    mainButtons.some((button) => opensChoices(button) || leavesOut(facts, button, parameters))
  )
    return [];
  return locales.filter(({ banner }) => banner?.opensChoices === false).map(({ locale }) => locale);
}
