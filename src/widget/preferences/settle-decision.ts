import { listServices } from '#layers/index';
import type { ConsentState, Decision, Kit } from '../widget-types';
import { confirmAgainstSignal } from './signal-confirmation';

/**
 * Asks what must be asked before a decision may allow something: the visitor's age, and, under `gpcMode: strict`, what it
 * newly allows against Global Privacy Control.
 * @returns the decision as it may stand; null where nothing is left of it
 */
export async function settleDecision(kit: Kit, decision: Decision): Promise<Decision | null> {
  const { profile, categories, context } = kit;
  const { states, services = {}, method } = decision;
  const servicesOf = (id: string) => listServices(profile, id);
  const allowing = categories.ids.filter(
    (id) =>
      !categories.isMandatory(id) &&
      (states[id] === 'granted' || servicesOf(id).some((key) => services[key])),
  );
  if (!allowing[0]) return decision;
  if (!(await (await context.part('banner')).passAgeGate(kit))) return null;

  const against = allowing.filter(categories.isSignalled);
  if (profile.gpcMode !== 'strict' || !against[0]) return decision;
  const isNew = against.some(
    (id) =>
      (states[id] === 'granted' && !categories.isOn(id)) ||
      servicesOf(id).some((key) => services[key] && !context.services[key]),
  );
  if (!isNew || (await confirmAgainstSignal(kit))) return { ...decision, gpcOverride: true };
  // A placeholder asks for nothing else.
  if (method === 'embed') return null;
  const refused = categories.map(() => false);
  const pick = <T>(keys: readonly string[], value: (key: string) => T) =>
    Object.fromEntries(keys.map((key) => [key, value(key)]));
  return {
    ...decision,
    states: { ...states, ...pick(against, (id) => refused[id] as ConsentState) }, // of all ids
    services: { ...services, ...pick(against.flatMap(servicesOf), () => false) },
  };
}
