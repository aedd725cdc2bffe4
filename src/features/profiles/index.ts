export { profileFetchHooks } from './fetch-hooks';
export { createProfileCatalogue, type ProfileCatalogue, type ProfileFacts } from './profile-catalogue';
export { profileRoutes } from './profile-routes';
export { profileVersionRoutes } from './profile-version-routes';
export { createProfileVersions } from './profile-versions';
export { createProfileService, type ProfileService } from './profile-service';
export { createProfileSnapshots } from './profile-snapshots';
export { publicProfileRoutes } from './public-profile-routes';
export type { LocateVisitor } from './resolve-profile';
