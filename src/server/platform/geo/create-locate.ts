import { type Place, readPlace, unknownPlace } from '#standards/jurisdiction/index';
import { withDeadline } from '../kernel/concurrency/deadline';
import { describeError, type Logger } from '../kernel/logger';
import { getFailures } from './first-of';
import type { GeoProvider, GeoQuery } from './geo-provider';

export interface LocateOptions {
  readonly logger: Logger;
  /** Time after which the visitor's place is treated as unknown (ms). Default: 500. */
  readonly timeoutMs?: number;
}

const late = Symbol('late');

/**
 * Creates the function that returns the visitor's place according to the provider, with valid codes. The place is
 * unknown when the provider throws, takes too long or returns an invalid place. This is logged without the query, which
 * contains the IP address. The function never rejects.
 */
export function createLocate(
  provider: GeoProvider,
  { logger, timeoutMs = 500 }: LocateOptions,
): (query: GeoQuery) => Promise<Place> {
  return async (query) => {
    try {
      const asked = provider.locate(query);
      // An answer that is there needs no timer.
      const isPromised = asked !== null && 'then' in asked;
      const answer = isPromised ? await withDeadline(timeoutMs, asked, (): typeof late => late) : asked;
      if (answer === late) {
        logger.warn(
          { provider: provider.name, timeoutMs },
          'The geo provider took too long; the place is treated as unknown. See docs/guide/troubleshooting.md#geo-provider',
        );
        return unknownPlace;
      }
      const failures = answer && 'failures' in answer ? getFailures(answer) : [];
      for (const failure of failures) {
        logger.warn(
          { provider: failure.provider, error: describeError(failure.error) },
          'A geo provider reported a failure; the place was determined without it. See docs/guide/troubleshooting.md#geo-provider',
        );
      }
      const place = readPlace(answer?.country, answer?.region);
      if (place.country === null && answer?.country) {
        logger.warn(
          { provider: provider.name },
          'The geo provider returned an invalid ISO 3166-1 country; the place is treated as unknown. See docs/guide/troubleshooting.md#geo-provider',
        );
      }
      return place;
    } catch (error) {
      logger.warn(
        { provider: provider.name, error: describeError(error) },
        'The geo provider failed; the place is treated as unknown. See docs/guide/troubleshooting.md#geo-provider',
      );
      return unknownPlace;
    }
  };
}
