import type { RouteReply } from '../../http/route';
import { toIso, toIsoOrNull } from '../../kernel/clock';
import { validationFailed } from '../../kernel/errors';
import type { StoredProfile } from './profile-repository';
import type { ProfileView } from './profile-schemas';
import type { SavedProfile } from './publishing/profile-writer';

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

/** Creates the reply to every request that writes a next version. */
export function savedReply(saved: SavedProfile): RouteReply {
  if (saved.conflict !== null) return conflictReply(saved);
  const profile = toView(saved.profile);
  const wrapped = saved.profile.profileJson.complianceGroup !== undefined;
  return {
    headers: etag(saved.profile),
    body: wrapped ? { profile, warnings: saved.warnings } : { ...profile, warnings: saved.warnings },
  };
}

export function conflictReply({ conflict, profile, warnings }: SavedProfile): RouteReply {
  return {
    status: 200,
    headers: etag(profile),
    body: { conflict, requiresChoice: true, profile: toView(profile), warnings },
  };
}

/** Reads the expected version from `If-Match: "3"`; `*` and an absent header accept any version. */
export function expectedVersion(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const match = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(ifMatch);
  if (match === null)
    throw validationFailed({ path: 'If-Match', message: 'must be a quoted version number such as "3"' });
  return Number(match[1]);
}
