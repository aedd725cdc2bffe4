import type { ProfileFacts } from '#banners/profiles/index';
import { readState } from '#standards/consent-state';
import { allowsMore, listAnswers, withdrawsAnything } from './consent-decision';
import type { StoredConsent } from './stored-consent';

/** The signal with which a record is treated as decided, and since when it opts the visitor out. */
export type DecidedSignal = Pick<StoredConsent, 'decidedWithSignal' | 'signalAt'>;

type Answers = Pick<StoredConsent, 'consentJson' | 'services'>;
type Asked = Pick<ProfileFacts, 'categoryOf' | 'mandatoryCategories' | 'optionalCategories'>;

/**
 * Returns whether a decision allows nothing that the decision before did not. The signal of that one then stays, since the
 * absence of a signal is not consent (California Code of Regulations, title 11, § 7025(c)).
 * @param profile null: no longer known
 */
export function allowsNothingNew(after: Answers, before: Answers, profile: Asked | null): boolean {
  return (
    refusesAll(after, profile) ||
    !allowsMore(listAnswers(after, profile), listAnswers(before, profile), profile?.mandatoryCategories ?? [])
  );
}

/**
 * Returns whether a decision that comes without a signal keeps that of the decision before: it only takes something away,
 * or grants nothing. Who grants the same once more has decided again.
 */
function keepsSignal(after: Answers, before: Answers, profile: Asked): boolean {
  if (!allowsNothingNew(after, before, profile)) return false;
  const [now, then] = [listAnswers(after, profile), listAnswers(before, profile)];
  return !grantsAnything(after, profile) || withdrawsAnything(now, then, profile.mandatoryCategories);
}

/**
 * Returns the signal of a record after a new decision of the visitor.
 * @param before the record before; null: there was none
 * @param at time of the decision (epoch milliseconds)
 */
export function nextSignal(
  before: (Answers & DecidedSignal) | null,
  decision: Answers & Pick<StoredConsent, 'gpcOverride'> & { readonly hasSignal: boolean },
  profile: Asked,
  at: number,
): DecidedSignal {
  const { hasSignal, gpcOverride } = decision;
  const keeps = before !== null && keepsSignal(decision, before, profile);
  const held = before?.signalAt ?? null;
  const decidedWithSignal = hasSignal || (keeps && before.decidedWithSignal);
  // A decision ends no opt-out from after it, which another device may have left behind.
  if (held !== null && held > at) return { decidedWithSignal, signalAt: held };
  if (gpcOverride === true) return { decidedWithSignal, signalAt: null };
  if (hasSignal) return { decidedWithSignal, signalAt: at };
  if (!keeps) return { decidedWithSignal, signalAt: null };
  return { decidedWithSignal, signalAt: held ?? (decidedWithSignal ? at : null) };
}

/** Returns the column of a record or state with the signal of its decision; null: as the signal that was sent. */
export const toSignalColumn = ({
  decidedWithSignal,
  gpcDetected,
}: Pick<StoredConsent, 'decidedWithSignal' | 'gpcDetected'>): boolean | null =>
  decidedWithSignal === gpcDetected ? null : decidedWithSignal;

function refusesAll(answers: Answers, profile: Asked | null): boolean {
  if (profile === null || grantsAnything(answers, profile)) return false;
  return profile.optionalCategories.every(
    (category) => readState(answers.consentJson, category) !== undefined,
  );
}

function grantsAnything(
  { consentJson, services }: Answers,
  { categoryOf, mandatoryCategories }: Asked,
): boolean {
  const needsConsent = (category: string | undefined) => !mandatoryCategories.includes(category ?? '');
  return (
    Object.entries(consentJson).some(([id, state]) => state === 'granted' && needsConsent(id)) ||
    Object.entries(services ?? {}).some(([key, isAllowed]) => isAllowed && needsConsent(categoryOf.get(key)))
  );
}
