import type { Connection, Database } from '#platform/database/database';
import type { RevisionWatcher } from '#platform/database/revisions';
import type { EmittedEvent, EventOutbox } from '#platform/database/unit-of-work';
import type { Clock } from '#platform/kernel/clock';
import { hmacSha256Hex } from '#platform/kernel/crypto';
import { groupBy } from '#platform/kernel/group-by';
import { newId } from '#platform/kernel/ids';
import type { Keyring } from '#platform/kernel/keyring';
import {
  messageRepository,
  type NewMessage,
  type RenewedMessage,
  type StoredMessage,
  unlimitedEvent,
} from './message-repository';
import { createSealing, type Sealing } from './sealing';
import { isWebhookEvent, readVisitors, toBody, withoutDevice } from './webhook-events';
import { listAllWebhooks, type StoredWebhook } from './webhook-repository';

// Why: docs/adr/0108-webhooks-in-the-service.md

export interface WebhookOutbox extends EventOutbox {
  readonly sealing: Sealing;
  /** Returns what the current keys make of a message; null when no key opens it. */
  renew(message: Pick<StoredMessage, 'id' | 'body'>): RenewedMessage | null;
  /** Returns a webhook of any tenant, at most half a second old; undefined when it was deleted. */
  find(id: string): Promise<StoredWebhook | undefined>;
  /** Returns the webhooks of all tenants, at most half a second old. */
  list(): Promise<readonly StoredWebhook[]>;
  /** Registers the function that delivers what was committed. */
  onStored(wake: () => void): void;
  /** Webhooks whose queues are full, as the worker last counted them. */
  readonly full: Set<string>;
  /** Webhooks that lost an event because their queue was full. */
  readonly losing: Set<string>;
}

export interface OutboxOptions {
  readonly database: Database;
  readonly watcher: RevisionWatcher;
  readonly clock: Clock;
  /** Keys that seal messages and secrets. */
  readonly sealingKeys: Keyring;
  /** Keys that hash visitors, so that an erasure finds their messages. */
  readonly visitorKeys: Keyring;
}

/**
 * Creates the outbox: it stores a message for each webhook in the transaction that causes the event, so that neither is
 * there without the other.
 */
export function createWebhookOutbox({
  database,
  watcher,
  clock,
  sealingKeys,
  visitorKeys,
}: OutboxOptions): WebhookOutbox {
  const sealing = createSealing(sealingKeys);
  const full = new Set<string>();
  const losing = new Set<string>();
  let webhooks: readonly StoredWebhook[] = [];
  let wanted: ReadonlySet<string> = new Set();
  let loading: Promise<void> | null = null;
  let wake = () => {};
  // A change while the list is being read makes it stale again.
  let staleSince = 0;
  let loadedAt = -1;
  watcher.onChange(() => {
    staleSince += 1;
  });

  async function load(): Promise<void> {
    const from = staleSince;
    webhooks = await database.read(listAllWebhooks);
    wanted = new Set(
      webhooks.flatMap((webhook) => webhook.events.filter((event) => isStored(webhook, event))),
    );
    loadedAt = from;
  }

  async function ready(): Promise<void> {
    await watcher.ensureFresh();
    while (loadedAt !== staleSince) {
      loading ??= load().finally(() => {
        loading = null;
      });
      await loading;
    }
  }

  const hashes = (tenantId: string, visitorId: string) =>
    visitorKeys.map(({ key }) => hmacSha256Hex(key, JSON.stringify([tenantId, visitorId])));

  const currentHash = (tenantId: string, visitorId: string | undefined) =>
    visitorId === undefined ? null : (hashes(tenantId, visitorId)[0] ?? null);

  function toMessages({ name, payload }: EmittedEvent): NewMessage[] {
    const { tenantId } = payload;
    const visitorHash = currentHash(tenantId, 'visitorId' in payload ? payload.visitorId : undefined);
    const deviceHash = currentHash(tenantId, 'consent' in payload ? payload.consent?.deviceId : undefined);
    return webhooks
      .filter((webhook) => webhook.tenantId === tenantId && isStored(webhook, name))
      .filter(({ id }) => {
        if (!full.has(id) || name === unlimitedEvent) return true;
        losing.add(id);
        return false;
      })
      .map(({ id: webhookId }) => {
        const id = newId();
        const body = sealing.seal(toBody(name, payload), id);
        return { id, webhookId, event: name, visitorHash, deviceHash, body };
      });
  }

  /** Removes what waits about erased visitors, and their ids where they are the devices of others. */
  async function forget(connection: Connection, tenantId: string, events: readonly EmittedEvent[]) {
    const erased = events.flatMap(({ name, payload }) =>
      name === 'consent.erased' && 'visitorId' in payload ? hashes(tenantId, payload.visitorId) : [],
    );
    if (erased.length === 0) return;
    const messages = messageRepository(connection.tenant(tenantId));
    await messages.forget(erased);
    await messages.forgetDevices(erased, ({ id, body }) => {
      const opened = sealing.open(body, id);
      // A message that no key opens is never sent.
      return opened === null ? body : sealing.seal(withoutDevice(opened), id);
    });
  }

  return {
    sealing,
    renew({ id, body }) {
      const opened = sealing.open(body, id);
      if (opened === null) return null;
      const { tenantId, visitorId, deviceId } = readVisitors(opened);
      return {
        body: sealing.seal(opened, id),
        visitor_hash: currentHash(tenantId, visitorId),
        device_hash: currentHash(tenantId, deviceId),
      };
    },
    full,
    losing,
    ready,
    wants: (name) => wanted.has(name),
    async write(connection, emitted) {
      const events = emitted.filter(({ name }) => isWebhookEvent(name));
      let stored = 0;
      for (const [tenantId, ofTenant] of groupBy(events, ({ payload }) => payload.tenantId)) {
        await forget(connection, tenantId, ofTenant);
        const messages = ofTenant.flatMap(toMessages);
        if (messages.length === 0) continue;
        await messageRepository(connection.tenant(tenantId)).insert(messages, clock.now());
        stored += messages.length;
      }
      return stored > 0;
    },
    committed: () => wake(),
    async find(id) {
      await ready();
      return webhooks.find((webhook) => webhook.id === id);
    },
    async list() {
      await ready();
      return webhooks;
    },
    onStored(listener) {
      wake = listener;
    },
  };
}

/** Returns whether an event is stored for a webhook: erasures also for one that is switched off. */
const isStored = ({ enabled, events }: StoredWebhook, event: string): boolean =>
  events.includes(event) && (enabled || event === unlimitedEvent);
