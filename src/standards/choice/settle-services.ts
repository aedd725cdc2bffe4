import { readState } from '../consent-state';
import type { ServiceAnswers } from './choice';

// Why: docs/adr/0102-consent-per-service.md

/** The part of a profile that the answers about services depend on. */
export interface AskedServices {
  /** Category of each service, by key; empty for a profile that asks about categories only. */
  readonly categoryOf: ReadonlyMap<string, string>;
  readonly mandatoryCategories: readonly string[];
}

/**
 * Returns a decision in which categories and services agree. Every service of the profile has an answer: its own, else
 * that of its category. A category counts as granted only when it and every one of its services were granted; a refusal
 * of a category is never lifted, and a service that was granted by itself stays granted. A category that the decision
 * does not name counts as refused when one of its services has an answer.
 * @param sent answers by service; those about services that the profile does not have are left out
 *
 * @example
 * settleServices({ marketing: 'granted' }, { youtube: true, meta: false }, asked);
 * // { states: { marketing: 'denied' }, services: { youtube: true, meta: false } }
 */
export function settleServices<State extends string>(
  states: Readonly<Record<string, State>>,
  sent: ServiceAnswers | null | undefined,
  { categoryOf, mandatoryCategories }: AskedServices,
): { states: Record<string, State | 'denied'>; services: Record<string, boolean> | null } {
  if (categoryOf.size === 0) return { states: { ...states }, services: null };
  const settled: Record<string, State | 'denied'> = { ...states };
  const services: Record<string, boolean> = {};
  for (const id of new Set(categoryOf.values())) {
    const keys = [...categoryOf].filter(([, category]) => category === id).map(([key]) => key);
    const isMandatory = mandatoryCategories.includes(id);
    const category = settleCategory(readState(states, id), keys, isMandatory ? {} : (sent ?? {}));
    if (isMandatory) for (const key of keys) services[key] = true;
    // About a category that the decision does not name, nothing was answered.
    else if (category.state !== undefined) {
      settled[id] = category.state;
      Object.assign(services, category.services);
    }
  }
  return { states: settled, services };
}

/** Returns a category and its services as `settleServices` does; the state is undefined when nothing was answered. */
export function settleCategory<State extends string>(
  state: State | undefined,
  keys: readonly string[],
  answers: ServiceAnswers,
): { state: State | 'denied' | undefined; services: Record<string, boolean> } {
  const isAnswered = keys.some((key) => readState(answers, key) !== undefined);
  const entries = keys.map((key) => [key, readState(answers, key) ?? state === 'granted'] as const);
  const isRefused = state ? state === 'granted' && entries.some(([, isAllowed]) => !isAllowed) : isAnswered;
  return { state: isRefused ? 'denied' : state, services: Object.fromEntries(entries) };
}
