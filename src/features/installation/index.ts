export { createInstallation } from './create-installation';
export { getPageOrigin, readOrigin } from './page-origin';
export type { SeenPage } from './page-sightings';
