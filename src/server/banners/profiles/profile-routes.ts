import { Type } from '@sinclair/typebox';
import { defineRoute, type Route, type RouteRequest } from '#platform/http/route';
import { type Caller, holds, isSuperadmin } from '#platform/kernel/caller';
import { type ErrorCode, ServiceError } from '#platform/kernel/errors';
import { oneOf } from '#platform/kernel/schemas';
import type { PublicationPermit } from './approval/publication-permit';
import { createdReply, etag, expectedVersion, savedReply, toView } from './profile-replies';
import type { StoredProfile } from './profile-repository';
import {
  ProfileActivate,
  ProfileConflict,
  ProfileCopy,
  ProfileCreate,
  ProfileIdParam,
  ProfileSummary,
  ProfileUpdate,
  ProfileUpdated,
  ProfileView,
  ProfileWithTexts,
  ProfileWithWarnings,
  PublishedProfileView,
} from './profile-schemas';
import type { ProfileService } from './profile-service';
import type { ProfilePublisher } from './publishing/profile-publisher';
import type { ProfileVersions } from './versions/profile-versions';

const tag = 'Profiles';
const missing: readonly ErrorCode[] = ['profile_not_found'];
const refusedContent: readonly ErrorCode[] = ['profile_invalid'];

const IncludeTexts = Type.Object({
  include: Type.Optional(
    oneOf(['localeContent'] as const, {
      description:
        '`localeContent`: add the own texts of every other locale, and which of them are outdated or not checked.',
    }),
  ),
});

/** The admin API's profile routes. */
export function profileRoutes(
  service: ProfileService,
  publisher: Pick<ProfilePublisher, 'deactivate' | 'remove'>,
  versions: Pick<ProfileVersions, 'ownTexts'>,
): Route[] {
  const findProfile = (request: RouteRequest<{ id: string }>) =>
    service.get(request.tenantId, request.params.id);
  return [
    ...readingRoutes(service, versions),
    ...savingRoutes(service, findProfile),
    ...publishingRoutes(service, publisher, findProfile),
  ];
}

type FindProfile = (request: RouteRequest<{ id: string }>) => Promise<StoredProfile>;

function readingRoutes(service: ProfileService, versions: Pick<ProfileVersions, 'ownTexts'>): Route[] {
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
      id: 'getProfile',
      method: 'GET',
      path: '/profiles/:id',
      tag,
      summary: 'Get one profile; profileJson contains only the default locale',
      access: { permission: 'profiles:read' },
      reads: { record: 'profile', param: 'id' },
      params: ProfileIdParam,
      query: IncludeTexts,
      replies: { 200: { description: 'The profile', schema: ProfileWithTexts } },
      errors: missing,
      async handle({ tenantId, params, query }) {
        const profile = await service.get(tenantId, params.id);
        const view = toView(profile);
        if (query.include === undefined) return { headers: etag(profile), body: view };
        return {
          headers: etag(profile),
          body: { ...view, ...(await versions.ownTexts(profile)) },
        };
      },
    }),
  ];
}

function savingRoutes(service: ProfileService, findProfile: FindProfile): Route[] {
  const saving = (request: RouteRequest) => ({
    ...request.context,
    mayActivate: holds(request.caller, 'profiles:activate'),
  });
  return [
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
      errors: [...refusedContent, 'approval_required'],
      async handle(request) {
        const saved = await service.create(saving(request), request.body);
        return saved.conflict === null ? createdReply(saved) : savedReply(saved);
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
      query: IncludeTexts,
      body: ProfileUpdate,
      replies: {
        200: {
          description:
            '`{ profile, warnings }` when the profile has a built-in group, else the profile with `warnings`; or the conflict',
          schema: ProfileUpdated,
        },
      },
      errors: [
        ...missing,
        ...refusedContent,
        'version_conflict',
        'active_group_change',
        'approval_required',
        'default_locale_content_missing',
      ],
      guard: findProfile,
      async handle(request) {
        const saved = await service.update(
          saving(request),
          request.found,
          request.body,
          expectedVersion(request.headers['if-match']),
        );
        return savedReply(saved, request.query.include !== undefined);
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
        return createdReply(await service.copy(request.context, request.found, request.body));
      },
    }),
  ];
}

function publishingRoutes(
  service: ProfileService,
  publisher: Pick<ProfilePublisher, 'deactivate' | 'remove'>,
  findProfile: FindProfile,
): Route[] {
  return [
    defineRoute({
      id: 'activateProfile',
      method: 'POST',
      path: '/profiles/:id/activate',
      tag,
      summary: 'Publish the current version and make the profile the active one of its group',
      description:
        '`If-Match: "8"` publishes only version 8: when another one is the current version, the answer is 412 `version_conflict` with its number in `version`. Of a version whose experiment has ended, this publishes the content without variants, as the next version. Where the tenant requires approval, this is 409 `approval_required`: request the publication instead.',
      access: { permission: 'profiles:activate' },
      params: ProfileIdParam,
      body: ProfileActivate,
      bodyOptional: true,
      replies: {
        200: { description: 'The profile, and what it replaced', schema: PublishedProfileView },
      },
      errors: [...missing, 'compliance_group_required', 'version_conflict', 'approval_required'],
      guard: findProfile,
      async handle(request) {
        const { withoutApproval, ...decision } = request.body;
        const { profile, replaced } = await service.activate(
          request.context,
          request.found,
          expectedVersion(request.headers['if-match']),
          decision,
          toPermit(request.caller, withoutApproval),
        );
        return { headers: etag(profile), body: { ...toView(profile), replaced } };
      },
    }),
    defineRoute({
      id: 'deactivateProfile',
      method: 'POST',
      path: '/profiles/:id/deactivate',
      tag,
      summary: 'Withdraw the published files; version snapshots stay',
      description:
        'This ends a running experiment: if its version is the current one, the same content without variants becomes the next version.',
      access: { permission: 'profiles:activate' },
      params: ProfileIdParam,
      replies: { 200: { description: 'The profile', schema: ProfileView } },
      errors: missing,
      guard: findProfile,
      async handle(request) {
        const profile = await publisher.deactivate(request.context, request.found);
        return { headers: etag(profile), body: toView(profile) };
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
        await publisher.remove(request.context, await findProfile(request));
        return { body: { deleted: true, id: request.params.id } };
      },
    }),
  ];
}

/** @throws ServiceError `forbidden` when a caller other than a superadmin wants to publish alone */
function toPermit(caller: Caller, withoutApproval: string | undefined): PublicationPermit | null {
  if (withoutApproval === undefined) return null;
  if (!isSuperadmin(caller))
    throw new ServiceError('forbidden', { message: 'Only a superadmin can publish without approval.' });
  return { kind: 'emergency', reason: withoutApproval.trim() };
}
