import type { ProfileFacts } from '#banners/profiles/index';
import { millisecondsPerDay } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { allowsMore, listAnswers, withdrawsAnything } from './consent-decision';
import type { ConsentFacts } from './consent-facts';
import type { consentRepository } from './consent-repository';
import type { StoredConsent } from './stored-consent';

// Why: docs/adr/0036-bounded-history.md

/** Maximum number of states that a visitor's record can get in a UTC day. */
const maxStatesADay = 200;

/** A write of a record, in its transaction, before its state is added. */
export interface NewState {
  readonly written: StoredConsent;
  /** The record before the write; null when the write created it. */
  readonly before: (ConsentFacts & Pick<StoredConsent, 'services'>) | null;
  readonly byStranger: boolean;
  /** Time of the write (epoch milliseconds). */
  readonly at: number;
  /** Says which categories need no consent, and which services there are; null: no longer known. */
  readonly profile: Pick<ProfileFacts, 'mandatoryCategories' | 'categoryOf'> | null;
}

/**
 * Refuses a write that adds more states than a day allows. Strangers, who only name the visitor, are refused once the
 * day is used up by anybody; the owner and API keys only by their own states, so that strangers cannot use up their day.
 * A write that only withdraws is never refused (GDPR, Article 7(3)); each takes away a grant, so they are bounded by the
 * grants.
 *
 * Exact under concurrency, because the write holds the lock of the record. Costs nothing before the limit
 * can be reached.
 * @throws ServiceError `rate_limited`
 */
export async function requireRoomToday(
  repository: Pick<ReturnType<typeof consentRepository>, 'countStates'>,
  state: NewState,
): Promise<void> {
  const { written, byStranger, at } = state;
  if (written.revision <= maxStatesADay) return;
  const today = at - (at % millisecondsPerDay);
  const used = await repository.countStates(written, { since: today, fromOwner: !byStranger });
  if (used < maxStatesADay || (byStranger ? refusesForStranger(state) : onlyWithdraws(state))) return;
  const secondsLeft = Math.ceil((today + millisecondsPerDay - at) / 1000);
  throw new ServiceError('rate_limited', {
    message: `This visitor has decided ${maxStatesADay} times today; try again tomorrow.`,
    headers: { 'Retry-After': String(secondsLeft) },
  });
}

/** Returns whether the write removes something and allows nothing new. */
function onlyWithdraws({ written, before, profile }: NewState): boolean {
  if (before === null) return false;
  // The same category id can mean something else in another profile.
  if (before.profileId !== written.profileId) return refusesAfterGrant(written, before);
  const [after, held] = [listAnswers(written, profile), listAnswers(before, profile)];
  const mandatory = profile?.mandatoryCategories ?? [];
  return !allowsMore(after, held, mandatory) && withdrawsAnything(after, held, mandatory);
}

/** Only whole refusals, so that the states of strangers stay as few as the grants of others. */
const refusesForStranger = ({ written, before }: NewState) =>
  before !== null && refusesAfterGrant(written, before);

const refusesAfterGrant = (written: ConsentFacts, before: ConsentFacts) =>
  written.choice === 'out' && before.choice !== 'out';
