import type { ComplianceFacts } from './compliance-facts';
import { optIn } from './compliance-rule';
import type { ButtonFacts, LayoutFacts } from './layout-facts';

/** What the buttons of a profile do to a visitor's choices. */

/** Grants all there is to grant: `*`, or a list with every optional parameter in it. */
export function grantsAll({ optionalParameters }: ComplianceFacts, { action, grants }: ButtonFacts): boolean {
  if (action !== 'custom' || grants === '!') return false;
  return (
    grants === '*' || (optionalParameters.size > 0 && [...optionalParameters].every((id) => grants.has(id)))
  );
}

/**
 * Grants none of these parameters. `submit` leaves everything as it stands: off before a choice where consent
 * comes first, else as pre-granted.
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

/** Grants nothing optional. */
export function refuses(facts: ComplianceFacts, button: ButtonFacts): boolean {
  return leavesOut(facts, button, facts.optionalParameters);
}

export function opensChoices({ action }: ButtonFacts): boolean {
  return action === 'manage';
}

/**
 * Locales whose banner gives no way to refuse these parameters: no button that leaves them out or opens the
 * choices, no link that does.
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
