import type { Decision, Kit, States } from '../widget-types';

// Why: docs/adr/0162-decisions-about-some-categories.md

/**
 * Returns a decision about some categories and services as one about all: the others stay as the visitor decided. What
 * a privacy signal has denied since stays denied.
 */
export function keepOthers({ bootstrap, categories, context }: Kit, decision: Decision): Decision {
  const { choice } = context;
  const kept = (choice?.categories ?? []).filter(
    ({ id, state, mandatory }) => (state || mandatory) && !Object.hasOwn(decision.states, id),
  );
  const pick = <T>(from: Readonly<Record<string, T>>, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, from[name] as T])); // what applies is known of the whole choice
  const ids = kept.map(({ id }) => id);
  const states = { ...pick(context.states, ids), ...decision.states };
  const keys = kept.flatMap((category) => Object.keys(category.services ?? {}));
  const services = { ...pick(context.services, keys), ...decision.services };
  // A confirmation against the signal is about what was allowed then.
  const allowsMore = bootstrap.categories.some(
    ({ id, services: own }) =>
      categories.isSignalled(id) &&
      ((states[id] === 'granted' && !categories.isOn(id)) ||
        Object.keys(own ?? {}).some((key) => services[key] && !context.services[key])),
  );
  return {
    gpcOverride: !allowsMore && choice?.gpcOverride,
    ...decision,
    states,
    services,
    keepsOthers: kept.some(({ mandatory }) => !mandatory),
  };
}

/**
 * @throws TypeError for what the visitor's profile does not ask about, and where nothing is decided: a misspelt category would
 * otherwise have no effect, and the page would take it for granted.
 */
export function requireKnown({ bootstrap }: Kit, states: States, services: object = {}): void {
  const ids = bootstrap.categories.map(({ id }) => id);
  const keys = bootstrap.categories.flatMap((category) => Object.keys(category.services ?? {}));
  const named = Object.keys(states);
  const wrong = [
    ...named.filter((id) => !ids.includes(id) || !/^(granted|denied|objected)$/.test(`${states[id]}`)),
    // A profile that asks about categories only has none.
    ...Object.keys(services).filter((key) => (keys[0] || !named[0]) && !keys.includes(key)),
  ];
  if (!named[0] && !Object.keys(services)[0]) wrong.push('{}');
  if (wrong[0]) throw new TypeError(`decide(): unknown category, state or service: ${wrong}`);
}
