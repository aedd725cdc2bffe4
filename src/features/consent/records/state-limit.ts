import { millisecondsPerDay } from '../../../kernel/clock';
import { ServiceError } from '../../../kernel/errors';
import { allowsMore, withdrawsAnything } from './consent-decision';
import type { ConsentFacts } from './consent-facts';
import type { consentRepository } from './consent-repository';
import type { StoredConsent } from './stored-consent';

// Why: docs/adr/0036-bounded-history.md

/** Maximum number of states that the owner of a record and API keys can add in a UTC day. */
const maxStatesADay = 200;

/** The same for requests that only name the visitor: they must not use up what its owner can add. */
const maxStrangersStatesADay = 20;

/** A write of a record, in its transaction, before its state is added. */
export interface NewState {
  readonly written: StoredConsent;
  /** The record before the write; null when the write created it. */
  readonly before: ConsentFacts | null;
  readonly byStranger: boolean;
  /** Time of the write (epoch milliseconds). */
  readonly at: number;
  /** Categories that need no consent. */
  readonly mandatoryCategories: readonly string[];
}

/**
 * A stranger's refusal above the limit that would withdraw nothing. It is answered like any other and not
 * stored: a refusal with an error would disclose what the record grants.
 */
export class NothingToWithdraw extends Error {
  override readonly name = 'NothingToWithdraw';
  constructor(readonly written: StoredConsent) {
    super('The record grants nothing that this decision withdraws');
  }
}

/**
 * Refuses a write that adds more states than a day allows. A write that only withdraws is never refused
 * (GDPR, Article 7(3)); each takes away a grant, so they are bounded by the grants.
 *
 * Exact under concurrency, because the write holds the lock of the record. Costs nothing before the limit
 * can be reached.
 * @throws ServiceError `rate_limited`
 * @throws NothingToWithdraw
 */
export async function requireRoomToday(
  repository: Pick<ReturnType<typeof consentRepository>, 'countStates'>,
  state: NewState,
): Promise<void> {
  const { written, byStranger, at } = state;
  const limit = byStranger ? maxStrangersStatesADay : maxStatesADay;
  if (written.revision <= limit) return;
  const today = at - (at % millisecondsPerDay);
  if ((await repository.countStates(written, { since: today, byStranger })) < limit) return;
  if (byStranger ? refusesForStranger(state) : onlyWithdraws(state)) return;
  if (byStranger && written.choice === 'out') throw new NothingToWithdraw(written);
  const secondsLeft = Math.ceil((today + millisecondsPerDay - at) / 1000);
  throw new ServiceError('rate_limited', {
    message: byStranger
      ? `Requests without the visitor’s cookie can change this record ${limit} times a day; try again tomorrow.`
      : `This visitor has decided ${limit} times today; try again tomorrow.`,
    headers: { 'Retry-After': String(secondsLeft) },
  });
}

/** Returns whether the write removes something and allows nothing new. */
function onlyWithdraws({ written, before, mandatoryCategories }: NewState): boolean {
  if (before === null) return false;
  // The same category id can mean something else in another profile.
  if (before.profileId !== written.profileId) return refusesAfterGrant(written, before);
  return (
    !allowsMore(written.consentJson, before.consentJson, mandatoryCategories) &&
    withdrawsAnything(written.consentJson, before.consentJson, mandatoryCategories)
  );
}

/** Only whole refusals, so that the states of strangers stay as few as the grants of others. */
const refusesForStranger = ({ written, before }: NewState) =>
  before !== null && refusesAfterGrant(written, before);

const refusesAfterGrant = (written: ConsentFacts, before: ConsentFacts) =>
  written.choice === 'out' && before.choice !== 'out';
