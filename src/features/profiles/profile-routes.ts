import { Type } from '@sinclair/typebox';
import { defineRoute, type Route, type RouteRequest } from '../../http/route';
import { holds } from '../../kernel/caller';
import type { ErrorCode } from '../../kernel/errors';
import { oneOf } from '../../kernel/schemas';
import { conflictReply, createdReply, etag, expectedVersion, savedReply, toView } from './profile-replies';
import {
  ProfileConflict,
  ProfileCopy,
  ProfileCreate,
  ProfileIdParam,
  ProfilePublish,
  ProfileSummary,
  ProfileUpdate,
  ProfileView,
  ProfileWithTexts,
  ProfileWithWarnings,
  ProfileWrapped,
  PublishedProfileView,
} from './profile-schemas';
import type { ProfileService } from './profile-service';
import type { ProfilePublisher } from './publishing/profile-publisher';
import type { ProfileVersions } from './versions/profile-versions';

const tag = 'Profiles';
const missing: readonly ErrorCode[] = ['profile_not_found'];
const refusedContent: readonly ErrorCode[] = ['profile_invalid'];

/** The admin API's profile routes. */
export function profileRoutes(
  service: ProfileService,
  publisher: Pick<ProfilePublisher, 'deactivate' | 'remove'>,
  versions: Pick<ProfileVersions, 'ownTexts'>,
): Route[] {
  const findProfile = (request: RouteRequest<{ id: string }>) =>
    service.get(request.tenantId, request.params.id);
  const context = (request: RouteRequest) => request.context;
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
      query: Type.Object({
        include: Type.Optional(
          oneOf(['localeContent'] as const, {
            description:
              '`localeContent`: add the own texts of every other locale, and which of them are outdated.',
          }),
        ),
      }),
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
        return createdReply(await service.copy(context(request), request.found, request.body));
      },
    }),
    defineRoute({
      id: 'activateProfile',
      method: 'POST',
      path: '/profiles/:id/activate',
      tag,
      summary: 'Publish the current version and make the profile the active one of its group',
      description:
        '`If-Match: "8"` publishes only version 8: when another one is the current version, the answer is 412 `version_conflict` with its number in `version`.',
      access: { permission: 'profiles:activate' },
      params: ProfileIdParam,
      body: ProfilePublish,
      bodyOptional: true,
      replies: {
        200: { description: 'The profile, and what it replaced', schema: PublishedProfileView },
      },
      errors: [...missing, 'compliance_group_required', 'version_conflict'],
      guard: findProfile,
      async handle(request) {
        const { profile, replaced } = await service.activate(
          context(request),
          request.found,
          expectedVersion(request.headers['if-match']),
          request.body,
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
