import type { VersionFacts } from '#banners/profiles/index';
import { readChoiceStates, type ServiceAnswers } from '#standards/choice/index';
import { isAcknowledgement, readState } from '#standards/consent-state';
import type { PreferencesForm } from './preferences-schemas';

type ConsentState = 'granted' | 'denied' | 'objected';
export type States = Readonly<Record<string, ConsentState>>;

/** A decision as the form brings it, in the terms of `POST /consent`. */
export interface FormChoice {
  readonly consentJson: States;
  /** Answers about services, from the switches of the page; absent: each has that of its category. */
  readonly services?: ServiceAnswers;
  /** Whether something stays granted that the visitor had confirmed against the signal. */
  readonly gpcOverride?: true;
  readonly method: 'accept' | 'refuse' | 'save' | 'gpc';
}

const methods = ['accept', 'refuse', 'save', 'gpc'] as const;

/** Prefixes of the names of switches. */
export const switchPrefix = 'category.';
export const servicePrefix = 'service.';

export interface DecidedAgainst
  extends Pick<VersionFacts, 'choiceCategories' | 'legalBases' | 'gpcMode' | 'categoryOf'> {
  readonly group: string | null;
}

/** The answers in the visitor's record about the same profile. */
export interface OwnAnswers {
  readonly states: States;
  readonly services: ServiceAnswers;
  /** Whether it need not be asked for again. */
  readonly isValid: boolean;
  /** Whether the visitor confirmed it against Global Privacy Control. */
  readonly isConfirmed: boolean;
}

/**
 * Returns the decision of a form, by the same rules as the widget: a button grants all, nothing optional or some
 * categories; without a button, what is switched on counts. Where Global Privacy Control binds by law, a form cannot
 * grant what it denies: that needs a click of its own (11 CCR § 7025(c)(4)). What the visitor has confirmed by such a
 * click stays, unless the form refuses it.
 *
 * A category with services is what its services are: granted when every one is on. The page has no switch of its own for
 * it; a form that has one switches on all of them.
 * @param own null: there is no record, or it is about another profile
 * @returns null when the form names no button
 */
export function toFormChoice(
  form: PreferencesForm,
  { choiceCategories, legalBases, gpcMode, categoryOf, group }: DecidedAgainst,
  gpcSignal: boolean,
  own: OwnAnswers | null = null,
): FormChoice | null {
  const method = methods.find((name) => form[name] !== undefined);
  if (method === undefined) return null;
  const value = form[method] ?? '';
  // A page that was open before the visitor decided must not take a refusal back.
  const decided = own?.isValid ? own : null;
  const isAnswered = choiceCategories.some(
    ({ id, mandatory }) => !mandatory && readState(decided?.states ?? {}, id) !== undefined,
  );
  if (value === '=' && !isAnswered && form.layer !== 'preferences' && isAcknowledgement(group, {}))
    return { consentJson: {}, method };
  const before: States = {
    ...readChoiceStates(
      {
        gpcMode,
        gpcDetected: false,
        gpcOverride: false,
        categories: choiceCategories.map((category) => ({ ...category, state: null })),
      },
      gpcSignal,
    ),
    ...decided?.states,
  };
  const named = value.split(' ').map(decode);
  const isGranted = (id: string) => {
    if (value === '*' || value === '!') return value === '*';
    if (value !== '=') return named.includes(id);
    return form.layer === 'preferences' ? form[switchPrefix + id] !== undefined : before[id] === 'granted';
  };
  const isSwitched = value === '=' && form.layer === 'preferences';
  const bound = new Set(
    gpcSignal && gpcMode === 'strict'
      ? choiceCategories.flatMap(({ id, listensToGpc }) => (listensToGpc ? [id] : []))
      : [],
  );
  const confirmed = own?.isConfirmed ? own : null;
  const services = Object.fromEntries(
    [...categoryOf].map(([key, id]) => {
      const kept = value === '=' && !isSwitched ? readState(decided?.services ?? {}, key) : undefined;
      const isOn = kept ?? (isGranted(id) || (isSwitched && form[servicePrefix + key] !== undefined));
      return [key, isOn && (!bound.has(id) || readState(confirmed?.services ?? {}, key) === true)] as const;
    }),
  );
  const isAllowed = (id: string) => {
    const keys = [...categoryOf].flatMap(([key, category]) => (category === id ? [key] : []));
    if (keys.length > 0) return keys.every((key) => services[key]);
    return isGranted(id) && (!bound.has(id) || readState(confirmed?.states ?? {}, id) === 'granted');
  };
  const states = choiceCategories.map(({ id, mandatory }): [string, ConsentState] => {
    if (mandatory || isAllowed(id)) return [id, 'granted'];
    return [id, legalBases.get(id) === 'legitimate-interest' ? 'objected' : 'denied'];
  });
  const isKept =
    states.some(([id, state]) => bound.has(id) && state === 'granted') ||
    [...categoryOf].some(([key, id]) => bound.has(id) && services[key]);
  return {
    consentJson: Object.fromEntries(states),
    method,
    ...(categoryOf.size > 0 && { services }),
    ...(isKept && { gpcOverride: true }),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
