import type { Database } from '#platform/database/database';
import { bumpContent, type RevisionWatcher } from '#platform/database/revisions';
import type { RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import type { ActorContext, Principal } from '#platform/kernel/caller';
import { changedFields } from '#platform/kernel/changes';
import { type Clock, toIso, toIsoOrNull } from '#platform/kernel/clock';
import { ServiceError, validationFailed } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import { type ConfirmOwner, lockCaller } from '../accounts';
import type { Deliver } from './delivery';
import {
  countMessages,
  hasten,
  type MessageCounts,
  messageRepository,
  removeOf,
  renew,
  revive,
} from './message-repository';
import type { WebhookOutbox } from './outbox';
import type { ReceiverAddresses } from './receiver-address';
import { newSecret } from './signature';
import { testEvent, toBody } from './webhook-events';
import { type StoredWebhook, type WebhookFields, webhookRepository } from './webhook-repository';
import {
  maxUrlLength,
  type Webhook,
  type WebhookCreate,
  type WebhookMessage,
  type WebhookTest,
  type WebhookUpdate,
} from './webhook-schemas';
import { openSecrets } from './worker';

export interface WebhookServiceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly watcher: RevisionWatcher;
  readonly clock: Clock;
  readonly outbox: WebhookOutbox;
  readonly addresses: ReceiverAddresses;
  readonly deliver: Deliver;
  readonly confirmOwner: ConfirmOwner;
  /** Delivers soon what waits for a webhook. */
  readonly retry: (webhookId: string) => void;
  /** Time for which an attempt holds a message (ms). */
  readonly claimMs: number;
}

/**
 * Manages the webhooks of a tenant. Changes take effect at once; in other processes within half a second. Where decisions
 * are sent, and the secret that proves where they come from, need proof of identity and throw as ConfirmOwner does. Webhooks
 * are created and changed only for callers who are still signed in; else they throw `unauthenticated`.
 */
export interface WebhookService {
  list(tenantId: string): Promise<Webhook[]>;
  /** @throws ServiceError `webhook_not_found` */
  get(tenantId: string, id: string): Promise<Webhook>;
  /** @throws ServiceError `validation_failed` for an address that is refused, `webhook_limit` */
  create(
    context: ActorContext,
    caller: Principal,
    input: WebhookCreate,
  ): Promise<Webhook & { readonly secret: string }>;
  /**
   * Another address needs proof of identity.
   * @param check throws where the webhook, which no other change can reach now, is not in the state that the caller has read
   * @throws ServiceError `webhook_not_found`, `validation_failed`, and as `check` does
   */
  update(
    context: ActorContext,
    caller: Principal,
    id: string,
    input: WebhookUpdate,
    check: (webhook: StoredWebhook) => void,
  ): Promise<Webhook>;
  /** Removes the webhook and what waits for it. @throws ServiceError `webhook_not_found` */
  remove(context: ActorContext, id: string): Promise<void>;
  /**
   * Replaces the secret. For a day, replaced ones also sign messages. @throws ServiceError `webhook_not_found`
   */
  rotateSecret(
    context: ActorContext,
    caller: Principal,
    id: string,
  ): Promise<Webhook & { readonly secret: string }>;
  /** Sends a test event at once, and only once. @throws ServiceError `webhook_not_found` */
  test(context: ActorContext, id: string): Promise<WebhookTest>;
  /** Lists up to 100 messages that were not delivered, those given up first. @throws ServiceError `webhook_not_found` */
  messages(tenantId: string, id: string): Promise<WebhookMessage[]>;
  /** Tries messages again that were given up. @throws ServiceError `webhook_not_found` */
  replay(context: ActorContext, id: string): Promise<number>;
}

const maxWebhooks = 50;
const maxListed = 100;
const rotationMs = 86_400_000;
/** Most secrets that sign messages next to the current one. */
const maxPrevious = 9;
const noMessages: MessageCounts = { waiting: 0, dead: 0 };

export function createWebhookService({
  database,
  runUnit,
  watcher,
  clock,
  outbox,
  addresses,
  deliver,
  confirmOwner,
  retry,
  claimMs,
}: WebhookServiceOptions): WebhookService {
  const { sealing } = outbox;

  /** Returns the address as requests use it. @throws ServiceError `validation_failed` */
  function toUsable(url: string): string {
    const fault = addresses.fault(url);
    if (fault !== null) throw validationFailed({ path: 'url', ...fault });
    const { href } = new URL(url);
    // Encoded, it can be longer than it was sent.
    if (href.length > maxUrlLength)
      throw validationFailed({
        path: 'url',
        message: `must have at most ${maxUrlLength} characters after encoding`,
        rule: 'max_length',
        limit: maxUrlLength,
      });
    return href;
  }

  function audit(
    unit: UnitOfWork,
    { tenantId, actor }: ActorContext,
    verb: string,
    webhook: { id: string; name: string },
    changes: object,
  ) {
    unit.audit({
      tenantId,
      action: `webhook:${verb}`,
      resourceType: 'webhook',
      resourceId: webhook.id,
      resourceName: webhook.name,
      actor,
      changes: { name: webhook.name, ...changes },
    });
  }

  async function changed(unit: UnitOfWork, tenantId: string): Promise<void> {
    await bumpContent(unit, tenantId);
    unit.afterCommit(() => watcher.expire(tenantId));
  }

  /** Changes a webhook that exists, under the lock of its row. */
  const change = (
    context: ActorContext,
    caller: Principal,
    id: string,
    verb: string,
    toNext: (webhook: StoredWebhook) => WebhookFields,
  ): Promise<StoredWebhook> =>
    runUnit(async (unit) => {
      await lockCaller(unit, caller);
      const webhooks = webhookRepository(unit.tenant(context.tenantId));
      const webhook = await webhooks.lock(id);
      if (webhook === null) throw new ServiceError('webhook_not_found');
      const next = { ...webhook, ...toNext(webhook), updatedAt: clock.now() };
      await webhooks.update(id, next);
      audit(unit, context, verb, next, {
        ...changedFields(audited(webhook), audited(next)),
        ...(webhook.url !== next.url && { addressChanged: true }),
      });
      await changed(unit, context.tenantId);
      return next;
    });

  async function requireWebhook(tenantId: string, id: string): Promise<StoredWebhook> {
    const webhook = await database.read((connection) =>
      webhookRepository(connection.tenant(tenantId)).find(id),
    );
    if (webhook === null) throw new ServiceError('webhook_not_found');
    return webhook;
  }

  const countsOf = (tenantId: string, id: string) =>
    database.read((connection) => countMessages(connection, { tenantId, id }));

  return {
    list: (tenantId) =>
      database.read(async (connection) => {
        const views: Webhook[] = [];
        for (const webhook of await webhookRepository(connection.tenant(tenantId)).list())
          views.push(toView(webhook, await countMessages(connection, webhook)));
        return views;
      }),

    async create(context, caller, { name, url: sentUrl, events }) {
      const url = toUsable(sentUrl);
      await confirmOwner({ caller, actor: context.actor }, {}, 'createWebhook');
      const id = newId();
      const secret = newSecret();
      const fields: WebhookFields = {
        name,
        url,
        events,
        enabled: true,
        secret: sealing.seal(secret, id),
        previousSecrets: [],
        updatedAt: clock.now(),
      };
      const created = await runUnit(async (unit) => {
        await lockCaller(unit, caller);
        const webhooks = webhookRepository(unit.tenant(context.tenantId));
        // Before the list, since it locks its row: creations at the same time are counted one after the other.
        await changed(unit, context.tenantId);
        if ((await webhooks.list()).length >= maxWebhooks) throw new ServiceError('webhook_limit');
        await webhooks.insert(id, fields);
        audit(unit, context, 'created', { id, name }, { url: hostOf(url), events });
        return webhooks.find(id);
      });
      if (created === null) throw new ServiceError('webhook_not_found');
      return { ...toView(created, noMessages), secret };
    },

    async get(tenantId, id) {
      return toView(await requireWebhook(tenantId, id), await countsOf(tenantId, id));
    },

    async update(context, caller, id, input, check) {
      const url = input.url === undefined ? undefined : toUsable(input.url);
      const before = await requireWebhook(context.tenantId, id);
      if (url !== undefined && url !== before.url)
        await confirmOwner({ caller, actor: context.actor }, {}, 'moveWebhook');
      if (input.enabled === true && !before.enabled) {
        check(before);
        // Before it is on, so that nothing is given up that its receiver has had no chance to accept.
        await renew(database, before, clock, claimMs);
      }
      const next = await change(context, caller, id, 'updated', (webhook) => {
        check(webhook);
        return {
          ...webhook,
          name: input.name ?? webhook.name,
          url: url ?? webhook.url,
          events: input.events ?? webhook.events,
          enabled: input.enabled ?? webhook.enabled,
        };
      });
      retry(id);
      return toView(next, await countsOf(context.tenantId, id));
    },

    async remove(context, id) {
      await runUnit(async (unit) => {
        const webhooks = webhookRepository(unit.tenant(context.tenantId));
        const webhook = await webhooks.lock(id);
        if (webhook === null) throw new ServiceError('webhook_not_found');
        await webhooks.remove(id);
        audit(unit, context, 'deleted', webhook, { url: hostOf(webhook.url) });
        await changed(unit, context.tenantId);
      });
      // The upkeep removes what is left.
      await removeOf(database, [id]).catch(() => {});
    },

    async rotateSecret(context, caller, id) {
      await requireWebhook(context.tenantId, id);
      await confirmOwner({ caller, actor: context.actor }, {}, 'rotateWebhookSecret');
      const secret = newSecret();
      const next = await change(context, caller, id, 'secretRotated', (webhook) => ({
        ...webhook,
        secret: sealing.seal(secret, id),
        previousSecrets: [
          { secret: webhook.secret, until: clock.now() + rotationMs },
          ...webhook.previousSecrets.filter(({ until }) => until > clock.now()),
        ].slice(0, maxPrevious),
      }));
      return { ...toView(next, await countsOf(context.tenantId, id)), secret };
    },

    async test({ tenantId }, id) {
      const webhook = await requireWebhook(tenantId, id);
      const secrets = openSecrets(outbox, webhook, clock.now());
      const from = clock.elapsed();
      const body = toBody(testEvent, { occurredAt: toIso(clock.now()), tenantId });
      const result =
        secrets === null
          ? ({ delivered: false, status: null, error: 'key_missing' } as const)
          : await deliver(
              { url: webhook.url, secrets },
              { id: newId(), body, now: clock.now() },
              new AbortController().signal,
            );
      return {
        delivered: result.delivered,
        status: result.status,
        error: result.delivered ? null : result.error,
        durationMs: Math.round(clock.elapsed() - from),
      };
    },

    async messages(tenantId, id) {
      await requireWebhook(tenantId, id);
      const stored = await database.read((connection) =>
        messageRepository(connection.tenant(tenantId)).list(id, maxListed),
      );
      return stored.map(({ id: messageId, event, status, attempts, lastError, createdAt, dueAt }) => ({
        id: messageId,
        event,
        status,
        attempts,
        lastError,
        createdAt: toIso(createdAt),
        dueAt: status === 'dead' ? null : toIso(dueAt),
      }));
    },

    async replay(context, id) {
      const webhook = await requireWebhook(context.tenantId, id);
      const { dead } = await countsOf(context.tenantId, id);
      await runUnit(async (unit) => audit(unit, context, 'replayed', webhook, { messages: dead }));
      await hasten(database, webhook, clock, claimMs);
      const replayed = await revive(database, webhook, clock);
      retry(id);
      return replayed;
    },
  };
}

function toView(webhook: StoredWebhook, { waiting, dead }: MessageCounts): Webhook {
  const { id, tenantId, name, url, events, enabled, lastError } = webhook;
  return {
    id,
    tenantId,
    name,
    url,
    events: [...events],
    enabled,
    waiting,
    dead,
    lastError,
    lastSuccessAt: toIsoOrNull(webhook.lastSuccessAt),
    failingSince: toIsoOrNull(webhook.failingSince),
    lostAt: toIsoOrNull(webhook.lostAt),
    previousSecretUntil: toIsoOrNull(webhook.previousSecrets[0]?.until ?? null),
    createdAt: toIso(webhook.createdAt),
    updatedAt: toIso(webhook.updatedAt),
  };
}

/** Returns the facts for the audit log: of addresses only the origin. Paths and queries of receivers can contain tokens. */
const audited = ({ name, url, events, enabled }: WebhookFields) => ({
  name,
  url: hostOf(url),
  events,
  enabled,
});

const hostOf = (url: string) => new URL(url).origin;
