import type { RouteReply } from '#platform/http/route';
import { toIso, toIsoOrNull } from '#platform/kernel/clock';
import { validationFailed } from '#platform/kernel/errors';
import type { StoredProfile } from './profile-repository';
import type { ProfileView } from './profile-schemas';
import type { SavedProfile } from './publishing/profile-writer';
import { toOutdatedSince } from './versions/outdated-texts';

/** The forms in which the admin API returns profiles. */

export function toView(profile: StoredProfile): ProfileView {
  const { isActive, profileJson } = profile;
  return {
    id: profile.id,
    tenantId: profile.tenantId,
    name: profile.name,
    defaultLocale: profile.defaultLocale,
    version: profile.version,
    publishedVersion: profile.publishedVersion,
    isActive,
    complianceGroup: profile.group,
    profileJson: { ...profileJson, isActive },
    createdAt: toIso(profile.createdAt),
    updatedAt: toIso(profile.updatedAt),
    activatedAt: toIsoOrNull(profile.activatedAt),
  };
}

export function etag(profile: StoredProfile): Record<string, string> {
  return { ETag: `"${profile.version}"` };
}

/** Creates the reply to every request that creates a profile. */
export function createdReply({ profile, warnings }: SavedProfile): RouteReply {
  return { status: 201, headers: etag(profile), body: { ...toView(profile), warnings } };
}

/**
 * Creates the reply to every request that writes a next version.
 * @param withTexts whether the profile has the texts of its other locales, as `include=localeContent` asks for
 */
export function savedReply(saved: SavedProfile, withTexts = false): RouteReply {
  const profile = { ...toView(saved.profile), ...(withTexts && toTextsView(saved.texts)) };
  const { conflict, warnings } = saved;
  const headers = etag(saved.profile);
  if (conflict !== null) return { headers, body: { conflict, requiresChoice: true, profile, warnings } };
  const wrapped = saved.profile.profileJson.complianceGroup !== undefined;
  return { headers, body: wrapped ? { profile, warnings } : { ...profile, warnings } };
}

/** Returns the texts of the other locales with their marks; for outdated ones the version since which they are. */
export const toTextsView = ({ localeContent, outdatedTexts, uncheckedTexts }: SavedProfile['texts']) => ({
  localeContent,
  outdatedTexts: toOutdatedSince(outdatedTexts),
  uncheckedTexts,
});

/** Reads the expected version from `If-Match: "3"`; `*` and an absent header accept any version. */
export function expectedVersion(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const match = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(ifMatch);
  if (match === null)
    throw validationFailed({ path: 'If-Match', message: 'must be a quoted version number such as "3"' });
  return Number(match[1]);
}
