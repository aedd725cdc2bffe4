export { createGuard, type Guard, type SeenCookies } from './create-guard';
export type { GuardOptions, GuardPolicyOptions } from './guard-options';
export { anonymiseName, describePath, type Leak, type LeakReporter } from './leak-reporter';
export { createIsOwnCookie, type IsOwnCookie } from './own-cookies';
export { createProfileRules, type NecessaryCookies, type ProfileRules } from './profile-rules';
export type { FindPageTenant } from './tenant-memory';
