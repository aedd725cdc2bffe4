import type { Choice, ServiceAnswers } from '#standards/choice/index';
import type { States } from '../widget-types';

/**
 * Returns the categories of a choice with no other grants than these; by default none. What is mandatory stays, with its
 * services.
 */
export const limitGrants = (
  { categories }: Pick<Choice, 'categories'>,
  states: States = {},
  services: ServiceAnswers = {},
): Choice['categories'] =>
  categories.map((category) => {
    const { id, mandatory, state, services: own } = category;
    if (mandatory) return category;
    const refusal = state === 'objected' ? state : 'denied';
    return {
      ...category,
      state: states[id] === 'granted' ? 'granted' : refusal,
      ...(own && {
        services: Object.fromEntries(Object.keys(own).map((key) => [key, services[key] === true])),
      }),
    };
  });
