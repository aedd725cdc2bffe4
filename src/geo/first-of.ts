import { SetupError } from '../kernel/errors';
import { readPlace } from '../standards/jurisdiction';
import type { GeoLocation, GeoProvider, GeoStatus } from './geo-provider';

export interface GeoFailure {
  readonly provider: string;
  readonly error: unknown;
}

/** A location with what failed on the way to it, which `locateWithin` logs. */
export interface GeoLocationWithFailures extends GeoLocation {
  readonly failures: readonly GeoFailure[];
}

/**
 * Asks the providers in order and answers the first that knows the country. One that throws is passed over to
 * the next, and reported. All of them together have the one time limit of a lookup.
 *
 * @example
 * createConsentService({ knex, geo: firstOf(headerGeoProvider({ country: 'cf-ipcountry' }), timezoneGeoProvider()) });
 */
export function firstOf(...providers: readonly GeoProvider[]): GeoProvider {
  requireProviders(providers);
  return {
    name: `first of ${providers.map((provider) => provider.name).join(', ')}`,
    async locate(query): Promise<GeoLocationWithFailures> {
      const failures: GeoFailure[] = [];
      for (const provider of providers) {
        try {
          const answer = await provider.locate(query);
          failures.push(...failuresOf(answer));
          const place = readPlace(answer?.country, answer?.region);
          if (place.country !== null) return { ...place, failures };
        } catch (error) {
          failures.push({ provider: provider.name, error });
        }
      }
      return { country: null, region: null, failures };
    },
    async open() {
      for (const provider of providers) await provider.open?.();
    },
    status(): GeoStatus {
      const known = providers.flatMap((provider) => provider.status?.() ?? []);
      const order = `Providers are asked in this order: ${providers.map((provider) => provider.name).join(', ')}.`;
      return {
        ok: known.every(({ ok }) => ok),
        message: [order, ...known.map(({ message }) => message)].join(' '),
      };
    },
  };
}

function requireProviders(providers: readonly GeoProvider[]): void {
  if (providers.length === 0 || providers.some((provider) => typeof provider?.locate !== 'function'))
    throw new SetupError('firstOf() needs geo providers as separate arguments: firstOf(first, second)');
}

/** The failures that a `firstOf` answer carries; none for any other. */
export function failuresOf(answer: GeoLocation | GeoLocationWithFailures | null): readonly GeoFailure[] {
  return answer && 'failures' in answer ? answer.failures : [];
}
