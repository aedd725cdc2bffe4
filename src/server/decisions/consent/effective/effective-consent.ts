import type { ProfileFacts } from '#banners/profiles/index';
import type { ServiceAnswers } from '#standards/choice/index';
import type { GpcMode } from '#standards/compliance/index';
import { readState } from '#standards/consent-state';
import { effectiveConsent } from '#standards/gpc/index';
import { consentValidity } from '#standards/jurisdiction/index';
import { childConsent } from '#standards/known-child';
import type { ConsentJson } from '../consent-schemas';
import type { StoredConsent } from '../records/stored-consent';
import {
  carryDecision,
  carryParentalDenied,
  carryServices,
  type DecisionBasis,
  everyCategory,
} from './carried-decision';

/**
 * Returns whether another device of the known user has sent the signal, before or after this decision. It
 * applies in mode `strict` only.
 */
export function getSubjectSignal(
  { subjectSignalAt, updatedAt }: Pick<StoredConsent, 'subjectSignalAt' | 'updatedAt'>,
  gpcMode: GpcMode,
): { readonly before: boolean; readonly after: boolean } {
  if (gpcMode !== 'strict' || subjectSignalAt === null) return { before: false, after: false };
  return { before: subjectSignalAt <= updatedAt, after: subjectSignalAt > updatedAt };
}

/**
 * Returns the decision that remains after Global Privacy Control, under its current profile. In mode
 * `strict`, the signal that one device of a known user sent with a decision applies to all of them.
 */
export function afterSignal(consent: StoredConsent, basis: DecisionBasis, gpcSignal: boolean): ConsentJson {
  return applySignal(carryDecision(consent, basis), consent, basis, gpcSignal);
}

function applySignal(
  states: ConsentJson,
  consent: StoredConsent,
  basis: DecisionBasis,
  gpcSignal: boolean,
): ConsentJson {
  const { gpcMode } = basis.today;
  const subjectSignal = getSubjectSignal(consent, gpcMode);
  const decidedWithSignal = consent.decidedWithSignal || subjectSignal.before;
  const signalNow = gpcSignal || subjectSignal.after;
  if (!decidedWithSignal && !signalNow) return states;
  return effectiveConsent(states, {
    gpcMode,
    listening: everyCategory(basis).gpcCategories,
    decidedWithSignal,
    signalNow,
    override: consent.gpcOverride === true,
  });
}

/** Returns the effective consent of a decision: after the signal and, for a child, the parent's consent. */
export function getEffectiveConsent(
  consent: StoredConsent,
  basis: DecisionBasis,
  gpcSignal: boolean,
): ConsentJson {
  return limitForChild(afterSignal(consent, basis, gpcSignal), consent, basis);
}

function limitForChild(states: ConsentJson, consent: StoredConsent, basis: DecisionBasis): ConsentJson {
  if (consent.parentalConsent === null) return states;
  const parentalDenied = carryParentalDenied(consent.parentalDenied, basis);
  return childConsent(states, everyCategory(basis).optOutCategories, { ...consent, parentalDenied });
}

/**
 * Returns the answers about services that remain after a limit on categories: a service is judged as its category would
 * be with the answer about the service.
 * @param states of the categories
 */
export function limitServices(
  answers: ServiceAnswers,
  categoryOf: ReadonlyMap<string, string>,
  states: ConsentJson,
  limit: (states: ConsentJson) => ConsentJson,
): Record<string, boolean> {
  const entries = Object.entries(answers).map(
    ([key, isAllowed]) => [key, isAllowed, categoryOf.get(key) ?? ''] as const,
  );
  const asGranted = entries.flatMap(([, isAllowed, category]) =>
    isAllowed ? [[category, 'granted' as const]] : [],
  );
  const limited = limit({ ...states, ...Object.fromEntries(asGranted) });
  return Object.fromEntries(
    entries.map(([key, isAllowed, category]) => [
      key,
      isAllowed && readState(limited, category) === 'granted',
    ]),
  );
}

/** Returns the answers about today's services, before any signal and as `getEffectiveConsent` limits them; null without services. */
export function getEffectiveServices(
  consent: StoredConsent,
  basis: DecisionBasis,
  gpcSignal: boolean,
): { readonly decided: ServiceAnswers; readonly effective: Record<string, boolean> } | null {
  const { categoryOf } = basis.today;
  if (categoryOf.size === 0) return null;
  const carried = carryDecision(consent, basis);
  const decided = carryServices(consent, carried, basis);
  const effective = limitServices(decided, categoryOf, carried, (states) =>
    limitForChild(applySignal(states, consent, basis, gpcSignal), consent, basis),
  );
  return { decided, effective };
}

/**
 * Returns when the visitor must be asked again (epoch milliseconds): after the profile's `expiryDays`, or
 * sooner where the law of their place requires it.
 */
export function getExpiry(
  { updatedAt, country, region }: StoredConsent,
  { expiryDays }: Pick<ProfileFacts, 'expiryDays'>,
): number {
  return consentValidity({ decidedAt: updatedAt, expiryDays, place: { country, region } }).expiresAt;
}
