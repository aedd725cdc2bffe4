import { Type } from '@sinclair/typebox';
import { defineRoute, type Route, type RouteReply, type RouteRequest } from '../../http/route';
import { holds } from '../../kernel/caller';
import { toIso, toIsoOrNull } from '../../kernel/clock';
import { type ErrorCode, validationFailed } from '../../kernel/errors';
import type { StoredProfile } from './profile-repository';
import {
  ProfileConflict,
  ProfileCopy,
  ProfileCreate,
  ProfileIdParam,
  ProfileSummary,
  ProfileUpdate,
  ProfileView,
  ProfileWithWarnings,
  ProfileWrapped,
} from './profile-schemas';
import type { ProfileService } from './profile-service';
import type { ProfilePublisher } from './publishing/profile-publisher';
import type { SavedProfile } from './publishing/profile-writer';

const tag = 'Profiles';
const missing: readonly ErrorCode[] = ['profile_not_found'];
const refusedContent: readonly ErrorCode[] = ['profile_invalid'];

/** The admin API's profile routes. */
export function profileRoutes(
  service: ProfileService,
  publisher: Pick<ProfilePublisher, 'deactivate' | 'remove'>,
): Route[] {
  const findProfile = (request: RouteRequest<{ id: string }>) =>
    service.get(request.tenantId, request.params.id);
  const context = ({ tenantId, actor }: RouteRequest) => ({ tenantId, actor });
  const saving = (request: RouteRequest) => ({
    ...context(request),
    mayActivate: holds(request.caller, 'profiles:activate'),
  });

  return [
    defineRoute({
      id: 'listProfiles',
      method: 'GET',
      path: '/profiles',
      tag,
      summary: 'List all profiles of the tenant, oldest first',
      access: { permission: 'profiles:read' },
      query: Type.Object({
        summary: Type.Optional(
          Type.Unsafe<string>({
            type: 'string',
            enum: ['0', '1'],
            description: '`1`: leave out profileJson.',
          }),
        ),
      }),
      replies: {
        200: {
          description: 'The profiles',
          schema: Type.Union([Type.Array(ProfileView), Type.Array(ProfileSummary)]),
        },
      },
      errors: [],
      async handle({ tenantId, query }) {
        if (query.summary === '1') return { body: await service.summaries(tenantId) };
        return { body: (await service.list(tenantId)).map(toView) };
      },
    }),
    defineRoute({
      id: 'createProfile',
      method: 'POST',
      path: '/profiles',
      tag,
      summary: 'Create a profile at version 1',
      description:
        '`profileJson.isActive: true` also publishes the profile. Without the permission `profiles:activate` that returns 403 `forbidden` and writes nothing.',
      access: { permission: 'profiles:create' },
      body: ProfileCreate,
      replies: {
        201: { description: 'The profile', schema: ProfileWithWarnings },
        200: {
          description: 'Conflict: the group already has an active profile, so the new one was saved inactive',
          schema: ProfileConflict,
        },
      },
      errors: refusedContent,
      async handle(request) {
        const saved = await service.create(saving(request), request.body);
        if (saved.conflict !== null) return conflictReply(saved);
        return createdReply(saved);
      },
    }),
    defineRoute({
      id: 'getProfile',
      method: 'GET',
      path: '/profiles/:id',
      tag,
      summary: 'Get one profile; profileJson contains only the default locale',
      access: { permission: 'profiles:read' },
      reads: { record: 'profile', param: 'id' },
      params: ProfileIdParam,
      replies: { 200: { description: 'The profile', schema: ProfileView } },
      errors: missing,
      async handle({ tenantId, params }) {
        const profile = await service.get(tenantId, params.id);
        return { headers: etag(profile), body: toView(profile) };
      },
    }),
    defineRoute({
      id: 'updateProfile',
      method: 'PUT',
      path: '/profiles/:id',
      tag,
      summary: 'Write the next version; the published version stays until `activate`',
      description:
        '`profileJson.isActive: true` publishes an inactive profile. Without the permission `profiles:activate` that returns 403 `forbidden` and writes nothing.',
      access: { permission: 'profiles:update' },
      params: ProfileIdParam,
      body: ProfileUpdate,
      replies: {
        200: {
          description:
            '`{ profile, warnings }` when the profile has a built-in group, else the profile with `warnings`; or the conflict',
          schema: Type.Union([ProfileWrapped, ProfileWithWarnings, ProfileConflict]),
        },
      },
      errors: [
        ...missing,
        ...refusedContent,
        'version_conflict',
        'active_group_change',
        'default_locale_content_missing',
      ],
      guard: findProfile,
      async handle(request) {
        return savedReply(
          await service.update(
            saving(request),
            request.found,
            request.body,
            expectedVersion(request.headers['if-match']),
          ),
        );
      },
    }),
    defineRoute({
      id: 'deleteProfile',
      method: 'DELETE',
      path: '/profiles/:id',
      tag,
      summary: 'Delete the profile and withdraw its published files; snapshots stay',
      access: { permission: 'profiles:delete' },
      params: ProfileIdParam,
      replies: {
        200: { description: 'Done', schema: Type.Object({ deleted: Type.Literal(true), id: Type.String() }) },
      },
      errors: [...missing, 'version_conflict'],
      async handle(request) {
        await publisher.remove(context(request), await findProfile(request));
        return { body: { deleted: true, id: request.params.id } };
      },
    }),
    defineRoute({
      id: 'copyProfile',
      method: 'POST',
      path: '/profiles/:id/copy',
      tag,
      summary: 'Copy the profile to a new inactive one at version 1',
      access: { permission: 'profiles:create' },
      params: ProfileIdParam,
      body: ProfileCopy,
      bodyOptional: true,
      replies: { 201: { description: 'The copy', schema: ProfileWithWarnings } },
      errors: [...missing, ...refusedContent],
      guard: findProfile,
      async handle(request) {
        return createdReply(await service.copy(context(request), request.found, request.body.name));
      },
    }),
    defineRoute({
      id: 'activateProfile',
      method: 'POST',
      path: '/profiles/:id/activate',
      tag,
      summary: 'Publish the current version and make the profile the active one of its group',
      access: { permission: 'profiles:activate' },
      params: ProfileIdParam,
      replies: { 200: { description: 'The profile', schema: ProfileView } },
      errors: [...missing, 'compliance_group_required', 'version_conflict'],
      guard: findProfile,
      async handle(request) {
        const profile = await service.activate(context(request), request.found);
        return { headers: etag(profile), body: toView(profile) };
      },
    }),
    defineRoute({
      id: 'deactivateProfile',
      method: 'POST',
      path: '/profiles/:id/deactivate',
      tag,
      summary: 'Withdraw the published files; version snapshots stay',
      access: { permission: 'profiles:activate' },
      params: ProfileIdParam,
      replies: { 200: { description: 'The profile', schema: ProfileView } },
      errors: missing,
      guard: findProfile,
      async handle(request) {
        const profile = await publisher.deactivate(context(request), request.found);
        return { headers: etag(profile), body: toView(profile) };
      },
    }),
  ];
}

function toView(profile: StoredProfile): ProfileView {
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

function etag(profile: StoredProfile): Record<string, string> {
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

function conflictReply({ conflict, profile, warnings }: SavedProfile): RouteReply {
  return {
    status: 200,
    headers: etag(profile),
    body: { conflict, requiresChoice: true, profile: toView(profile), warnings },
  };
}

/** Reads the expected version from `If-Match: "3"`; `*` and an absent header accept any version. */
function expectedVersion(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const match = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(ifMatch);
  if (match === null)
    throw validationFailed({ path: 'If-Match', message: 'must be a quoted version number such as "3"' });
  return Number(match[1]);
}
