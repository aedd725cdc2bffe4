import type { GeoDependence, GeoProvider } from './geo-provider';

/** Dependence with every part stated; header names are in lower case. */
export type KnownDependence = Required<GeoDependence>;

const headerName = /^[a-z0-9!#$%&'*+.^_`|~-]+$/;

/**
 * Returns what a provider's answers depend on. A provider that does not state it, or not correctly, depends
 * on the client's address.
 */
export function getDependence({ dependsOn }: Pick<GeoProvider, 'dependsOn'>): KnownDependence {
  const { hints, headers = [], address } = dependsOn ?? { address: true };
  const names = Array.isArray(headers) ? headers.map((name) => String(name).toLowerCase()) : [''];
  const isValid = names.every((name) => headerName.test(name));
  return {
    hints: hints === true,
    headers: isValid ? [...new Set(names)].sort() : [],
    address: address === true || !isValid,
  };
}

/** Returns what the answers of several providers together depend on. */
export function combineDependence(providers: readonly GeoProvider[]): KnownDependence {
  const all = providers.map(getDependence);
  return {
    hints: all.some(({ hints }) => hints),
    headers: [...new Set(all.flatMap(({ headers }) => headers))].sort(),
    address: all.some(({ address }) => address),
  };
}
