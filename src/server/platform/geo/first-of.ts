import { readPlace } from '#standards/jurisdiction/index';
import { SetupError } from '../kernel/errors';
import { combineDependence } from './dependence';
import type { GeoLocation, GeoProvider, GeoStatus } from './geo-provider';

export interface GeoFailure {
  readonly provider: string;
  readonly error: unknown;
}

/** A location with the failures of providers that were asked before, which `createLocate` logs. */
export interface GeoLocationWithFailures extends GeoLocation {
  readonly failures: readonly GeoFailure[];
}

/**
 * Creates a provider that asks several providers in order and returns the first location with a country. A
 * provider that throws is reported, and the next one is asked. All of them share the time limit of one
 * lookup.
 *
 * @example
 * const geo = firstOf(headerGeoProvider({ country: 'cf-ipcountry' }), timezoneGeoProvider());
 * createConsentService({ knex, geo });
 */
export function firstOf(...providers: readonly GeoProvider[]): GeoProvider {
  requireProviders(providers);
  return {
    name: `first of ${providers.map((provider) => provider.name).join(', ')}`,
    dependsOn: combineDependence(providers),
    async locate(query): Promise<GeoLocationWithFailures> {
      const failures: GeoFailure[] = [];
      for (const provider of providers) {
        try {
          const answer = await provider.locate(query);
          failures.push(...getFailures(answer));
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
      const statuses = providers.flatMap((provider) => provider.status?.() ?? []);
      const order = `Providers are asked in this order: ${providers.map((provider) => provider.name).join(', ')}.`;
      return {
        ok: statuses.every(({ ok }) => ok),
        message: [order, ...statuses.map(({ message }) => message)].join(' '),
      };
    },
  };
}

function requireProviders(providers: readonly GeoProvider[]): void {
  if (providers.length === 0 || providers.some((provider) => typeof provider?.locate !== 'function'))
    throw new SetupError('firstOf() needs geo providers as separate arguments: firstOf(first, second)');
}

/** Returns the failures in the answer of `firstOf`; other answers have none. */
export function getFailures(answer: GeoLocation | GeoLocationWithFailures | null): readonly GeoFailure[] {
  return answer && 'failures' in answer ? answer.failures : [];
}
