export { createInstallation } from './create-installation';
export type { InstalledPage } from './installation-routes';
export { getPageOrigin, readOrigin } from './page-origin';
export type { SeenPage } from './page-sightings';
