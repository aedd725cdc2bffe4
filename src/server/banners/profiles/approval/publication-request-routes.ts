import { Type } from '@sinclair/typebox';
import { defineRoute, type Route } from '#platform/http/route';
import { toIso } from '#platform/kernel/clock';
import type { ErrorCode } from '#platform/kernel/errors';
import { nullable } from '#platform/kernel/schemas';
import { etag, expectedVersion, toView } from '../profile-replies';
import { Person, ProfileIdParam, ProfilePublish, PublishedProfileView } from '../profile-schemas';
import type { ProfileService } from '../profile-service';
import type { ListedRequest } from './publication-request-repository';
import { isOwn, type PublicationRequests } from './publication-request-service';

const tag = 'Approval';
const missing: readonly ErrorCode[] = ['publication_request_not_found', 'profile_not_found'];

const PublicationRequest = Type.Object(
  {
    id: Type.String(),
    profileId: Type.String(),
    profileName: Type.String(),
    complianceGroup: nullable(Type.String()),
    version: Type.Integer({ description: 'The version that would be published.' }),
    currentVersion: Type.Integer({
      description: 'If another one was saved since, the request can no longer be approved.',
    }),
    requireReconsent: nullable(Type.Boolean(), {
      description: 'Whether visitors would be asked again; null: as the versions were saved.',
    }),
    note: nullable(Type.String()),
    requestedBy: nullable(Person),
    requestedAt: Type.String({ format: 'date-time' }),
    savedBy: nullable(Person, { description: 'Who saved the version; null: the service itself.' }),
    authors: Type.Array(Person, {
      description:
        'Who wrote what visitors would get: all people who saved versions since the last published one, the latest first.',
    }),
    savedWithKey: Type.Boolean({
      description:
        'Whether an API key saved part of it. Anyone who knows the key may have written that part.',
    }),
    own: Type.Boolean({
      description: 'Whether the caller asked for it or is an author, and so cannot approve it.',
    }),
  },
  { title: 'PublicationRequest' },
);

const RequestIdParam = Type.Object({ id: Type.String() });
const Ended = Type.Object({ ended: Type.Literal(true), id: Type.String() });

function toRequestView({ group, requestedAt, ...request }: ListedRequest, userId: string | null) {
  return {
    ...request,
    complianceGroup: group,
    requestedAt: toIso(requestedAt),
    own: isOwn(userId, request.requestedBy, request),
  };
}

/** Routes with which one person asks for a publication and another one decides. */
export function publicationRequestRoutes(
  requests: PublicationRequests,
  profiles: Pick<ProfileService, 'get'>,
): Route[] {
  return [
    defineRoute({
      id: 'listPublicationRequests',
      method: 'GET',
      path: '/publication-requests',
      tag,
      summary: 'List the publications that wait for a second person, oldest first',
      access: { permission: 'profiles:read' },
      replies: {
        200: {
          description: 'The requests',
          schema: Type.Object({
            required: Type.Boolean({
              description: 'Whether the tenant publishes only what a second person has approved.',
            }),
            items: Type.Array(PublicationRequest),
          }),
        },
      },
      errors: [],
      async handle({ tenantId, context }) {
        const { required, requests: found } = await requests.list(tenantId);
        const { userId } = context.actor;
        return { body: { required, items: found.map((request) => toRequestView(request, userId)) } };
      },
    }),
    defineRoute({
      id: 'requestPublication',
      method: 'POST',
      path: '/profiles/:id/publication-request',
      tag,
      summary: 'Ask a second person to publish the current version',
      description:
        'Also where the tenant does not require approval. API keys cannot ask. `If-Match: "8"` asks only for version 8. A request for an earlier version is replaced.',
      access: { permission: 'profiles:activate' },
      params: ProfileIdParam,
      body: ProfilePublish,
      bodyOptional: true,
      replies: { 201: { description: 'The request', schema: PublicationRequest } },
      errors: ['profile_not_found', 'compliance_group_required', 'version_conflict', 'approval_pending'],
      guard: ({ tenantId, params }) => profiles.get(tenantId, params.id),
      async handle({ context, found, headers, body }) {
        const expected = expectedVersion(headers['if-match']);
        const made = await requests.request(context, found, expected, body);
        return { status: 201, body: toRequestView(made, context.actor.userId) };
      },
    }),
    defineRoute({
      id: 'approvePublication',
      method: 'POST',
      path: '/publication-requests/:id/approve',
      tag,
      summary: 'Approve a request of somebody else, and publish exactly its version',
      access: { permission: 'profiles:approve' },
      params: RequestIdParam,
      replies: {
        200: { description: 'The profile, and what it replaced', schema: PublishedProfileView },
      },
      errors: [...missing, 'own_approval', 'version_conflict', 'compliance_group_required'],
      async handle({ context, params }) {
        const { profile, replaced } = await requests.approve(context, params.id);
        return { headers: etag(profile), body: { ...toView(profile), replaced } };
      },
    }),
    defineRoute({
      id: 'declinePublication',
      method: 'POST',
      path: '/publication-requests/:id/decline',
      tag,
      summary: 'Decline a request; nothing is published',
      access: { permission: 'profiles:approve' },
      params: RequestIdParam,
      body: Type.Object({
        reason: Type.String({
          minLength: 1,
          maxLength: 1000,
          pattern: '\\S',
          description: 'Why: for the person who asked, and the audit log.',
        }),
      }),
      replies: { 200: { description: 'Done', schema: Ended } },
      errors: [...missing, 'version_conflict'],
      async handle({ context, params, body }) {
        await requests.decline(context, params.id, body.reason);
        return { body: { ended: true, id: params.id } };
      },
    }),
    defineRoute({
      id: 'withdrawPublicationRequest',
      method: 'DELETE',
      path: '/publication-requests/:id',
      tag,
      summary: 'Take a request back',
      access: { permission: 'profiles:activate' },
      params: RequestIdParam,
      replies: { 200: { description: 'Done', schema: Ended } },
      errors: [...missing, 'version_conflict'],
      async handle({ context, params }) {
        await requests.withdraw(context, params.id);
        return { body: { ended: true, id: params.id } };
      },
    }),
  ];
}
