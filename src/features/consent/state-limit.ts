import { millisecondsPerDay } from '../../kernel/clock';
import { ServiceError } from '../../kernel/errors';
import type { consentRepository } from './consent-repository';
import type { StoredConsent } from './stored-consent';

/**
 * Maximum number of states that one visitor can add in a UTC day. Far above what a person decides, and a
 * bound for the history.
 */
const maxStatesADay = 200;

/**
 * Refuses a write that adds more states than a day allows. Exact under concurrency: the write holds the
 * record, and revisions count its states without gaps. Costs nothing before the limit can be reached.
 * @param written the record after the write, in its transaction, before the new state is added
 * @throws ServiceError `rate_limited`
 */
export async function requireRoomToday(
  repository: Pick<ReturnType<typeof consentRepository>, 'stateTime'>,
  written: StoredConsent,
  now: number,
): Promise<void> {
  const { id, revision } = written;
  if (revision <= maxStatesADay) return;
  const today = now - (now % millisecondsPerDay);
  const earlier = await repository.stateTime(id, revision - maxStatesADay);
  if (earlier === null || earlier < today) return;
  const secondsLeft = Math.ceil((today + millisecondsPerDay - now) / 1000);
  throw new ServiceError('rate_limited', {
    message: `This visitor has decided ${maxStatesADay} times today; try again tomorrow.`,
    headers: { 'Retry-After': String(secondsLeft) },
  });
}
