import { withDeadline } from '../kernel/concurrency/deadline';
import { describeError, type Logger } from '../kernel/logger';
import { type Place, readPlace, unknownPlace } from '../standards/jurisdiction';
import { failuresOf } from './first-of';
import type { GeoProvider, GeoQuery } from './geo-provider';

export interface LocateOptions {
  readonly logger: Logger;
  /** Milliseconds after which the visitor's place counts as unknown. */
  readonly timeoutMs?: number;
}

const late = Symbol('late');

/**
 * Where the provider says the visitor is, with codes checked. A provider that throws, takes too long or
 * answers what is no place counts as "unknown" and is logged, without anything of the query, since it
 * contains the IP address. Never rejects.
 */
export async function locateWithin(
  provider: GeoProvider,
  query: GeoQuery,
  { logger, timeoutMs = 500 }: LocateOptions,
): Promise<Place> {
  try {
    const answer = await withDeadline(timeoutMs, askAsync(provider, query), (): typeof late => late);
    if (answer === late) {
      logger.warn(
        { provider: provider.name, timeoutMs },
        'The geo provider took too long; the place counts as unknown.',
      );
      return unknownPlace;
    }
    for (const failure of failuresOf(answer)) {
      logger.warn(
        { provider: failure.provider, error: describeError(failure.error) },
        'A geo provider reported a failure; what is known without it counts.',
      );
    }
    const place = readPlace(answer?.country, answer?.region);
    if (place.country === null && answer?.country) {
      logger.warn(
        { provider: provider.name },
        'The geo provider answered no ISO 3166-1 country; the place counts as unknown.',
      );
    }
    return place;
  } catch (error) {
    logger.warn(
      { provider: provider.name, error: describeError(error) },
      'The geo provider failed; the place counts as unknown.',
    );
    return unknownPlace;
  }
}

/** In an async function, so that a provider that throws at once rejects like one that throws later. */
async function askAsync(provider: GeoProvider, query: GeoQuery) {
  return provider.locate(query);
}
