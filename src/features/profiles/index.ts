export { type ComplianceConfig, safeComplianceConfig } from './compliance-config';
export { profileFetchHooks } from './delivery/fetch-hooks';
export {
  createProfileCatalogue,
  type ProfileCatalogue,
  type ProfileFacts,
} from './delivery/profile-catalogue';
export { publicProfileRoutes } from './delivery/public-profile-routes';
export type { LocateVisitor } from './delivery/resolve-profile';
export { profileComplianceRoutes } from './drafts/profile-compliance-routes';
export type { LocaleFile } from './locale-file';
export { profileRoutes } from './profile-routes';
export type { CookieMap, LocaleContent, ProfileCreate } from './profile-schemas';
export { createProfileService, type ProfileContext, type ProfileService } from './profile-service';
export { PublishedProfile } from './published-profile-schema';
export { createProfileRepair } from './publishing/profile-repair';
export { bannerFactsOf, controllerConfig } from './templates/banner-facts';
export { profileFromTemplateRoutes } from './templates/profile-from-template-routes';
export { profilesOfTemplate } from './templates/profiles-of-template';
export { type StarterButton, starterButtons } from './templates/starter-buttons';
export { choicesLinkText, starterSettings } from './templates/starter-settings';
export { createProfileSnapshots } from './versions/profile-snapshots';
export { profileVersionRoutes } from './versions/profile-version-routes';
export { createProfileVersions } from './versions/profile-versions';
