export { createLocate } from './create-locate';
export { getDependence } from './dependence';
export { firstOf } from './first-of';
export type { GeoDependence, GeoLocation, GeoProvider, GeoQuery, GeoStatus } from './geo-provider';
export { type HeaderGeoOptions, headerGeoProvider } from './header-geo-provider';
export { type MaxmindGeoOptions, type MaxmindGeoProvider, maxmindGeoProvider } from './maxmind-geo-provider';
export { type TimezoneGeoOptions, timezoneGeoProvider } from './timezone-geo-provider';
