import type { Database } from '#platform/database/database';
import { resealMessages } from './message-repository';
import type { WebhookOutbox } from './outbox';
import { listAllWebhooks, type StoredWebhook, webhookRepository } from './webhook-repository';

/** Values that were sealed again, and those that no key of the ring opens. */
export interface ResealedWebhooks {
  /** Number of secrets and messages. */
  readonly resealed: number;
  /** Ids of webhooks whose secret no key opens. */
  readonly unreadableSecrets: readonly string[];
  /** Number of messages that no key opens. */
  readonly unreadableMessages: number;
}

/**
 * Seals secrets and messages of webhooks with the current key, so that a previous one can be removed.
 * @param isOver asked after each part of the messages
 */
export async function resealWebhooks(
  database: Database,
  { sealing, renew }: Pick<WebhookOutbox, 'sealing' | 'renew'>,
  isOver: () => boolean = () => false,
): Promise<ResealedWebhooks> {
  let resealed = 0;
  const webhooks = await database.read(listAllWebhooks);
  for (const { id, tenantId, ...stored } of webhooks) {
    const stale = sealedSecrets(stored).filter(
      (sealed) => !sealing.isCurrent(sealed) && sealing.open(sealed, id) !== null,
    );
    if (stale.length === 0) continue;
    const reseal = (sealed: string): string => {
      const secret = sealing.isCurrent(sealed) ? null : sealing.open(sealed, id);
      return secret === null ? sealed : sealing.seal(secret, id);
    };
    await database.transaction(async (connection) => {
      const repository = webhookRepository(connection.tenant(tenantId));
      const webhook = await repository.lock(id);
      if (webhook === null) return;
      const previousSecrets = webhook.previousSecrets.map((previous) => ({
        ...previous,
        secret: reseal(previous.secret),
      }));
      await repository.update(id, { ...webhook, secret: reseal(webhook.secret), previousSecrets });
    });
    resealed += stale.length;
  }
  const messages = await resealMessages(database, sealing, renew, isOver);
  return {
    resealed: resealed + messages.resealed,
    unreadableSecrets: webhooks
      .filter(({ id, secret }) => sealing.open(secret, id) === null)
      .map(({ id }) => id),
    unreadableMessages: messages.unreadable,
  };
}

const sealedSecrets = ({ secret, previousSecrets }: Pick<StoredWebhook, 'secret' | 'previousSecrets'>) => [
  secret,
  ...previousSecrets.map((previous) => previous.secret),
];
