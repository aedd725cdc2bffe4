import type { Database } from '#platform/database/database';
import type { Feature } from '#platform/feature';
import type { Clock } from '#platform/kernel/clock';
import type { Background } from '#platform/kernel/concurrency/background';
import { withDeadline } from '#platform/kernel/concurrency/deadline';
import { describeError, type ServiceLogger } from '#platform/kernel/logger';
import type { Attempt, Deliver } from './delivery';
import {
  countMessages,
  listDueMessages,
  messageRepository,
  nextMessageAt,
  removeMessagesBefore,
  type StoredMessage,
} from './message-repository';
import type { WebhookOutbox } from './outbox';
import { listAllWebhooks, type StoredWebhook, webhookRepository } from './webhook-repository';

export interface WebhookTimes {
  /** Longest time for one attempt (ms). */
  readonly timeoutMs: number;
  /** Pause after the first failure, doubled after each further one (ms). */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** Time between two looks at messages of processes that are gone (ms). */
  readonly pollMs: number;
  /** Time after which another process takes over a message; longer than an attempt (ms). */
  readonly claimMs: number;
}

export const webhookTimes: WebhookTimes = {
  timeoutMs: 10_000,
  firstRetryMs: 5_000,
  longestRetryMs: 3_600_000,
  pollMs: 5_000,
  claimMs: 60_000,
};

export interface WorkerOptions {
  readonly background: Background;
  readonly database: Database;
  readonly outbox: WebhookOutbox;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly logger: ServiceLogger;
  readonly times: WebhookTimes;
  readonly giveUpMs: number;
  readonly maxMessages: number;
  /** Called for each message that is given up. */
  readonly onGivenUp: () => void;
}

export interface WebhookWorker {
  /** Delivers soon. */
  wake(): void;
  /** Removes old messages, and seals secrets with the current key. Without timers it delivers what is due first. */
  maintain: NonNullable<Feature['maintain']>;
  close(): Promise<void>;
}

/** Attempts at the same time, in all and to one webhook: a slow receiver does not hold up the others. */
const concurrency = 8;
const concurrencyOfOne = 2;

/** Time after which a run of the upkeep delivers no further messages (ms). */
const longestRunMs = 60_000;

/** Time for attempts in progress when the service closes (ms). */
const closeGraceMs = 1_000;

/** Time for which messages that were given up can be sent again (ms). */
const keepDeadMs = 30 * 86_400_000;

/** Pause of messages whose webhook is switched off; switching it on makes them due (ms). */
const disabledPauseMs = 3_600_000;

/** Successes are noted at most this often (ms). */
const successEveryMs = 60_000;

/** Creates the loop that delivers what the outbox stores. Processes share the messages, and each message has one claim. */
export function createWebhookWorker({
  background,
  database,
  outbox,
  deliver,
  clock,
  logger,
  times,
  giveUpMs,
  maxMessages,
  onGivenUp,
}: WorkerOptions): WebhookWorker {
  const stopping = new AbortController();
  /** Number of attempts in progress, by webhook. */
  const inFlight = new Map<string, number>();
  const attempts = new Set<Promise<void>>();
  const timer = background.timer(wake);
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let isWoken = false;
  let countedAt = Number.NEGATIVE_INFINITY;

  function wakeIn(milliseconds: number): void {
    if (!stopping.signal.aborted) timer.set(milliseconds);
  }

  function wake(): void {
    if (stopping.signal.aborted || !background.isOn) return;
    isWoken = true;
    if (isRunning) return;
    isRunning = true;
    running = background.run(run);
  }

  /** Starts attempts until nothing is due or enough are in progress. Never rejects. */
  async function run(): Promise<void> {
    let pause = times.pollMs;
    try {
      while (isWoken && !stopping.signal.aborted) {
        isWoken = false;
        if (!(await outbox.hasAny())) break;
        await countQueues();
        await fill();
        const next = await database.read(nextMessageAt);
        if (next !== null) pause = Math.min(times.pollMs, Math.max(next - clock.now(), 50));
      }
    } catch (error) {
      logger.warn({ error: describeError(error) }, 'Waiting webhook messages could not be read');
    } finally {
      isRunning = false;
    }
    if (isWoken) wake();
    else wakeIn(pause);
  }

  /** Delivers what is due; returns false when it stops earlier. */
  async function deliverDue(isOver: () => boolean): Promise<boolean> {
    const endsAt = clock.elapsed() + longestRunMs;
    for (;;) {
      isWoken = true;
      running = run();
      await running;
      if (attempts.size === 0) return true;
      await Promise.all(attempts);
      if (isOver() || clock.elapsed() > endsAt) return false;
    }
  }

  async function fill(): Promise<void> {
    while (attempts.size < concurrency && !stopping.signal.aborted) {
      const busy = [...inFlight].filter(([, count]) => count >= concurrencyOfOne).map(([id]) => id);
      const due = await database.read((connection) =>
        listDueMessages(connection, clock.now(), { limit: concurrency - attempts.size, except: busy }),
      );
      let started = 0;
      for (const message of due) {
        if ((inFlight.get(message.webhookId) ?? 0) >= concurrencyOfOne) continue;
        const claimed = await database.transaction((connection) =>
          messageRepository(connection.tenant(message.tenantId)).claim(message, clock.now() + times.claimMs),
        );
        if (claimed === null) continue;
        started += 1;
        start(claimed);
      }
      if (started === 0) return;
    }
  }

  function start(message: StoredMessage): void {
    const { webhookId } = message;
    inFlight.set(webhookId, (inFlight.get(webhookId) ?? 0) + 1);
    const attempt = attemptOne(message)
      .catch((error) =>
        // The claim ends by itself.
        logger.warn({ webhookId, error: describeError(error) }, 'A webhook message could not be updated'),
      )
      .finally(() => {
        const left = (inFlight.get(webhookId) ?? 1) - 1;
        if (left === 0) inFlight.delete(webhookId);
        else inFlight.set(webhookId, left);
        attempts.delete(attempt);
        wake();
      });
    attempts.add(attempt);
  }

  async function attemptOne(message: StoredMessage): Promise<void> {
    const webhook = await outbox.find(message.webhookId);
    const { tenantId, id } = message;
    if (webhook === undefined) return change(tenantId, (messages) => messages.remove(message));
    if (!webhook.enabled)
      return change(tenantId, (messages) =>
        messages.postpone(message, clock.now() + disabledPauseMs, message.lastError),
      );
    const body = outbox.sealing.open(message.body, id);
    const secrets = openSecrets(outbox, webhook, clock.now());
    const result: Attempt =
      body === null || secrets === null
        ? { delivered: false, status: null, error: 'key_missing', retryAfterMs: 0 }
        : await deliver({ url: webhook.url, secrets }, { id, body, now: clock.now() }, stopping.signal);
    if (result.delivered) return noteSuccess(message, webhook);
    // Another process, or the next start, repeats it.
    if (stopping.signal.aborted)
      return change(tenantId, (messages) => messages.postpone(message, clock.now(), message.lastError));
    return noteFailure(message, webhook, result);
  }

  const change = (
    tenantId: string,
    work: (messages: ReturnType<typeof messageRepository>) => Promise<void>,
  ) => database.transaction((connection) => work(messageRepository(connection.tenant(tenantId))));

  async function noteSuccess(message: StoredMessage, webhook: StoredWebhook): Promise<void> {
    const now = clock.now();
    await database.transaction(async (connection) => {
      const scope = connection.tenant(message.tenantId);
      await messageRepository(scope).remove(message);
      const webhooks = webhookRepository(scope);
      const current = await webhooks.find(webhook.id);
      if (current === null) return;
      if (current.failingSince !== null || now - (current.lastSuccessAt ?? 0) >= successEveryMs)
        await webhooks.noteSuccess(webhook.id, now);
    });
  }

  async function noteFailure(
    message: StoredMessage,
    { id }: StoredWebhook,
    { error, retryAfterMs }: Extract<Attempt, { delivered: false }>,
  ): Promise<void> {
    const now = clock.now();
    const pause = Math.min(times.firstRetryMs * 2 ** (message.attempts - 1), times.longestRetryMs);
    // Half of the pause is random, so that a receiver that comes back does not get everything at once.
    const jittered = pause / 2 + (Math.random() * pause) / 2;
    const dueAt = Math.ceil(now + Math.min(Math.max(jittered, retryAfterMs), times.longestRetryMs));
    const isOver = dueAt > message.createdAt + giveUpMs;
    await database.transaction(async (connection) => {
      const scope = connection.tenant(message.tenantId);
      if (isOver) await messageRepository(scope).giveUp(message, error);
      else await messageRepository(scope).postpone(message, dueAt, error);
      await webhookRepository(scope).noteFailure(id, now, error);
    });
    const facts = { tenantId: message.tenantId, webhookId: id, messageId: message.id, event: message.event };
    if (isOver) onGivenUp();
    if (isOver)
      logger.error({ ...facts, error }, 'A webhook message was given up; replay it in the dashboard');
    else logger.debug({ ...facts, error, attempts: message.attempts }, 'A webhook message is tried again');
  }

  /** Finds full queues, and notes on webhooks that events were lost. */
  async function countQueues(): Promise<void> {
    if (clock.elapsed() - countedAt < times.pollMs) return;
    countedAt = clock.elapsed();
    const counts = await database.read(countMessages);
    outbox.full.clear();
    for (const [id, { waiting, dead }] of counts) if (waiting + dead >= maxMessages) outbox.full.add(id);
    for (const id of outbox.losing) {
      outbox.losing.delete(id);
      const webhook = await outbox.find(id);
      if (webhook === undefined) continue;
      await database.transaction((connection) =>
        webhookRepository(connection.tenant(webhook.tenantId)).noteLoss(id, clock.now()),
      );
      logger.error(
        { tenantId: webhook.tenantId, webhookId: id },
        'A webhook lost events: its queue is full because the receiver does not accept them',
      );
    }
  }

  async function reseal(): Promise<void> {
    const { sealing } = outbox;
    for (const webhook of await database.read(listAllWebhooks)) {
      for (const [column, sealed] of [
        ['secret', webhook.secret],
        ['previous_secret', webhook.previousSecret],
      ] as const) {
        if (sealed === null || sealing.isCurrent(sealed)) continue;
        const secret = sealing.open(sealed, webhook.id);
        if (secret === null) continue;
        await database.transaction((connection) =>
          webhookRepository(connection.tenant(webhook.tenantId)).reseal(
            webhook.id,
            column,
            sealed,
            sealing.seal(secret, webhook.id),
          ),
        );
      }
    }
  }

  return {
    wake,
    async maintain(isOver) {
      const isFinished = background.isOn || (await deliverDue(isOver));
      await reseal();
      const before = clock.now() - giveUpMs - keepDeadMs;
      await database.transaction((connection) => removeMessagesBefore(connection, before));
      return isFinished ? 'finished' : 'unfinished';
    },
    async close() {
      timer.clear();
      isWoken = false;
      const ended = Promise.all([running, ...attempts]);
      await withDeadline(closeGraceMs, ended, () => {});
      stopping.abort();
      timer.clear();
      await running;
      await Promise.all(attempts);
    },
  };
}

/** Returns the secrets that sign a message now; null when the current one cannot be opened. */
export function openSecrets(
  { sealing }: Pick<WebhookOutbox, 'sealing'>,
  { id, secret, previousSecret, previousUntil }: StoredWebhook,
  now: number,
): readonly string[] | null {
  const current = sealing.open(secret, id);
  if (current === null) return null;
  const previous =
    previousSecret === null || (previousUntil ?? 0) <= now ? null : sealing.open(previousSecret, id);
  return previous === null ? [current] : [current, previous];
}
