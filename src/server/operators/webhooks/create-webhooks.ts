import type { Feature } from '#platform/feature';
import type { Background } from '#platform/kernel/concurrency/background';
import type { ServiceLogger } from '#platform/kernel/logger';
import type { Telemetry } from '#platform/kernel/telemetry/telemetry';
import { createDelivery } from './delivery';
import { measuredDelivery } from './measured-delivery';
import { countWaiting } from './message-repository';
import { createReceiverAddresses } from './receiver-address';
import { type ResealedWebhooks, resealWebhooks } from './reseal';
import { webhookRoutes } from './webhook-routes';
import { createWebhookService, type WebhookServiceOptions } from './webhook-service';
import { createWebhookWorker, type WebhookTimes, webhookTimes } from './worker';

export interface WebhooksOptions
  extends Pick<
    WebhookServiceOptions,
    'database' | 'runUnit' | 'watcher' | 'clock' | 'outbox' | 'confirmOwner'
  > {
  readonly background: Background;
  readonly logger: ServiceLogger;
  readonly telemetry: Telemetry;
  readonly webhooks: {
    readonly allowedHosts: readonly string[];
    readonly giveUpDays: number;
    readonly maxMessages: number;
  };
  readonly times?: Partial<WebhookTimes> | undefined;
}

export interface Webhooks extends Feature {
  /** Seals secrets and messages with the current key. */
  readonly reseal: () => Promise<ResealedWebhooks>;
}

const dayMs = 86_400_000;

/** Creates webhooks: what operators set up, and the delivery of what the outbox stores. */
export function createWebhooks({ webhooks, times, ...options }: WebhooksOptions): Webhooks {
  const { allowedHosts, giveUpDays, maxMessages } = webhooks;
  const allTimes = { ...webhookTimes, ...times };
  const addresses = createReceiverAddresses(allowedHosts);
  const { database, telemetry } = options;
  const deliver = measuredDelivery(createDelivery(addresses, allTimes.timeoutMs), telemetry);
  telemetry.watch('queue.length', async () => [
    { labels: { queue: 'webhooks' }, value: await database.read(countWaiting) },
  ]);
  const worker = createWebhookWorker({
    ...options,
    deliver,
    onGivenUp: (messages) => telemetry.count('webhook.messages.given_up', {}, messages),
    times: allTimes,
    giveUpMs: giveUpDays * dayMs,
    maxMessages,
  });
  options.outbox.onStored(worker.wake);
  const service = createWebhookService({
    ...options,
    addresses,
    deliver,
    retry: worker.retry,
    claimMs: allTimes.claimMs,
  });
  return {
    adminRoutes: webhookRoutes(service),
    start: worker.wake,
    maintain: worker.maintain,
    catchUp: worker.catchUp,
    close: worker.close,
    reseal: () => resealWebhooks(database, options.outbox),
  };
}
