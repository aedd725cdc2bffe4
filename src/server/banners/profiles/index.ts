export { maxServices } from '../templates';
export { createPublicVersionCheck } from './approval/public-version';
export { requirePermit } from './approval/publication-permit';
export { type ComplianceConfig, safeComplianceConfig } from './compliance-config';
export { createProfiles, type FindExperiment, type PublicationReader } from './create-profiles';
export type { VersionFacts } from './delivery/choice-facts';
export {
  asksAgain,
  findShownVariant,
  findShownVersion,
  type ProfileCatalogue,
  type ProfileFacts,
} from './delivery/profile-catalogue';
export { type LocateVisitor, matchPlace, type ResolvedGroup, resolveGroup } from './delivery/resolve-profile';
export { type CookieToList, findCategoryFault, type PlacedCookies, placeCookies } from './drafts/list-cookie';
export { type Listing, prepareListing, purposeOfCategory } from './drafts/listed-parameters';
export { sanitiseOperatorHtml } from './drafts/operator-html';
export { showVariant } from './experiments/published-variants';
export { getGroup, type LocaleFile } from './locale-file';
export type { StoredProfile } from './profile-repository';
export { type CookieMap, Finding, LocaleContent, ProfileCreate, ProfileJson } from './profile-schemas';
export type { ListedCookies, ProfileService } from './profile-service';
export { PublishedProfile } from './published-profile-schema';
export type { ProfileContext } from './publishing/profile-transaction';
export type { PublicationPeriod } from './publishing/publication-period-repository';
export { toPublication } from './publishing/publication-routes';
export { TcfSettings } from './tcf-settings';
export { controllerConfig, getBannerFacts } from './templates/banner-facts';
export { profilesOfTemplate, toTemplateParameters } from './templates/profiles-of-template-repository';
export { type StarterButton, starterButtons } from './templates/starter-buttons';
export { choicesLinkText, starterSettings } from './templates/starter-settings';
export { PrivacyUrl } from './widget-settings';
