import { Type } from '@sinclair/typebox';
import { etagHeader, requireMatch } from '#platform/http/conditional-reply';
import { defineRoute, getPrincipal, type Route } from '#platform/http/route';
import type { ErrorCode } from '#platform/kernel/errors';
import {
  DeletedWebhook,
  Webhook,
  WebhookCreate,
  WebhookIdParam,
  WebhookMessage,
  WebhookReplay,
  WebhookTest,
  WebhookUpdate,
  WebhookWithSecret,
} from './webhook-schemas';
import type { WebhookService } from './webhook-service';

const tag = 'Webhooks';
const missing: readonly ErrorCode[] = ['webhook_not_found'];

/** Creates the admin API's webhook routes. */
export function webhookRoutes(service: WebhookService): Route[] {
  return [
    defineRoute({
      id: 'listWebhooks',
      method: 'GET',
      path: '/webhooks',
      tag,
      summary: 'List the webhooks of the tenant, oldest first, with the numbers of their messages',
      access: { permission: 'webhooks:read' },
      replies: { 200: { description: 'The webhooks', schema: Type.Array(Webhook) } },
      errors: [],
      handle: async ({ tenantId }) => ({ body: await service.list(tenantId) }),
    }),
    defineRoute({
      id: 'createWebhook',
      method: 'POST',
      path: '/webhooks',
      tag,
      summary: 'Create a webhook, which sends events to your own server',
      access: { permission: 'webhooks:create', also: ['consents:read'] },
      body: WebhookCreate,
      replies: {
        201: {
          description: 'The webhook with its secret, which only this reply contains',
          schema: WebhookWithSecret,
        },
      },
      errors: ['webhook_limit', 'reauthentication_required'],
      handle: async (request) => ({
        status: 201,
        body: await service.create(request.context, getPrincipal(request), request.body),
      }),
    }),
    defineRoute({
      id: 'getWebhook',
      method: 'GET',
      path: '/webhooks/:id',
      tag,
      summary: 'Get a webhook, with the numbers of its messages',
      access: { permission: 'webhooks:read' },
      params: WebhookIdParam,
      replies: { 200: { description: 'The webhook', schema: Webhook } },
      errors: missing,
      async handle({ tenantId, params }) {
        const webhook = await service.get(tenantId, params.id);
        return { headers: etagHeader(toComparable(webhook)), body: webhook };
      },
    }),
    defineRoute({
      id: 'updateWebhook',
      method: 'PUT',
      path: '/webhooks/:id',
      tag,
      summary: 'Change a webhook, or switch it off or on',
      description:
        '`If-Match` with the `ETag` that you last read changes only this state of the webhook; when somebody has changed it since, the answer is 412 `version_conflict`. Deliveries and new secrets are not changes.',
      access: { permission: 'webhooks:update', also: ['consents:read'] },
      params: WebhookIdParam,
      body: WebhookUpdate,
      replies: { 200: { description: 'The webhook', schema: Webhook } },
      errors: [...missing, 'reauthentication_required', 'version_conflict'],
      async handle(request) {
        const { context, params, body } = request;
        const webhook = await service.update(context, getPrincipal(request), params.id, body, (current) =>
          requireMatch(request, toComparable(current)),
        );
        return { headers: etagHeader(toComparable(webhook)), body: webhook };
      },
    }),
    defineRoute({
      id: 'deleteWebhook',
      method: 'DELETE',
      path: '/webhooks/:id',
      tag,
      summary: 'Delete a webhook, and the messages that wait for it',
      access: { permission: 'webhooks:delete' },
      params: WebhookIdParam,
      replies: { 200: { description: 'Removed', schema: DeletedWebhook } },
      errors: missing,
      async handle({ context, params }) {
        await service.remove(context, params.id);
        return { body: { deleted: true, id: params.id } };
      },
    }),
    defineRoute({
      id: 'rotateWebhookSecret',
      method: 'POST',
      path: '/webhooks/:id/rotate-secret',
      tag,
      summary: 'Replace the secret; for a day, messages are signed with the previous one too',
      access: { permission: 'webhooks:update', also: ['consents:read'] },
      params: WebhookIdParam,
      replies: {
        200: {
          description: 'The webhook with its new secret, which only this reply contains',
          schema: WebhookWithSecret,
        },
      },
      errors: [...missing, 'reauthentication_required'],
      handle: async (request) => ({
        body: await service.rotateSecret(request.context, getPrincipal(request), request.params.id),
      }),
    }),
    defineRoute({
      id: 'testWebhook',
      method: 'POST',
      path: '/webhooks/:id/test',
      tag,
      summary: 'Send a test event (`webhook.test`) at once, without retries',
      access: { permission: 'webhooks:update' },
      params: WebhookIdParam,
      replies: { 200: { description: 'How the receiver answered', schema: WebhookTest } },
      errors: missing,
      handle: async ({ context, params }) => ({ body: await service.test(context, params.id) }),
    }),
    defineRoute({
      id: 'listWebhookMessages',
      method: 'GET',
      path: '/webhooks/:id/messages',
      tag,
      summary: 'List up to 100 messages that were not delivered: those given up, then those that wait',
      access: { permission: 'webhooks:read' },
      params: WebhookIdParam,
      replies: { 200: { description: 'The messages, without content', schema: Type.Array(WebhookMessage) } },
      errors: missing,
      handle: async ({ tenantId, params }) => ({ body: await service.messages(tenantId, params.id) }),
    }),
    defineRoute({
      id: 'replayWebhook',
      method: 'POST',
      path: '/webhooks/:id/replay',
      tag,
      summary: 'Send all messages again that were given up, and those that wait at once',
      access: { permission: 'webhooks:update' },
      params: WebhookIdParam,
      replies: { 200: { description: 'How many had been given up', schema: WebhookReplay } },
      errors: missing,
      handle: async ({ context, params }) => ({
        body: { replayed: await service.replay(context, params.id) },
      }),
    }),
  ];
}

interface Changeable {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly enabled: boolean;
}

/** The fields of a webhook that operators change. */
const toComparable = ({ id, name, url, events, enabled }: Changeable): Changeable => ({
  id,
  name,
  url,
  events,
  enabled,
});
