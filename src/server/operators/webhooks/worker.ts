import type { Connection, Database } from '#platform/database/database';
import type { Feature } from '#platform/feature';
import type { Clock } from '#platform/kernel/clock';
import type { Background } from '#platform/kernel/concurrency/background';
import { withDeadline } from '#platform/kernel/concurrency/deadline';
import { runEach } from '#platform/kernel/concurrency/run-each';
import { describeError, type ServiceLogger } from '#platform/kernel/logger';
import { type CircuitTimes, createCircuits } from './circuits';
import type { Attempt, Deliver } from './delivery';
import {
  findDueMessage,
  giveUpBefore,
  listFull,
  listNextTimes,
  messageRepository,
  removeDeadBefore,
  removeDueBefore,
  removeOrphans,
  type StoredMessage,
} from './message-repository';
import type { WebhookOutbox } from './outbox';
import { resealWebhooks } from './reseal';
import { listAllWebhooks, type StoredWebhook, webhookRepository } from './webhook-repository';

export interface WebhookTimes extends CircuitTimes {
  /** Longest time for one attempt (ms). */
  readonly timeoutMs: number;
  /** Longest pause before a message is tried again (ms). The first is `firstRetryMs`, and each further one is doubled. */
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
  longestPauseMs: 60_000,
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
  readonly onGivenUp: (messages: number) => void;
}

export interface WebhookWorker {
  /** Delivers soon. */
  wake(): void;
  /** Delivers soon, also to a webhook that pauses after failures. */
  retry(webhookId: string): void;
  /** Removes old messages, and seals secrets and messages with the current key. */
  maintain(isOver: () => boolean): Promise<void>;
  /** Delivers what is due. Rejects when it cannot be read. */
  catchUp: NonNullable<Feature['catchUp']>;
  close(): Promise<void>;
}

/** Time after which a run of the upkeep delivers no further messages (ms). */
const longestRunMs = 60_000;

/** Time for attempts in progress when the service closes (ms). */
const closeGraceMs = 1_000;

/** Time for which messages that were given up can be sent again (ms). */
const keepDeadMs = 30 * 86_400_000;

/** Time for which messages wait for a webhook that is switched off (ms). */
const keepOffMs = 365 * 86_400_000;

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
  const circuits = createCircuits(clock, times);
  const attempts = new Set<Promise<void>>();
  const timer = background.timer(wake);
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let isWoken = false;
  let countedAt = Number.NEGATIVE_INFINITY;

  function wakeIn(milliseconds: number): void {
    if (!stopping.signal.aborted) timer.set(milliseconds);
  }

  /** Without timers, requests count the queues: each process stores messages, and knows which events it has lost. */
  const counting = background.writeTimer(() =>
    countQueues().then(
      () => {
        if (outbox.full.size > 0) countSoon();
      },
      (error) =>
        logger.warn({ error: describeError(error) }, 'Waiting webhook messages could not be counted'),
    ),
  );

  function countSoon(): void {
    if (!counting.isSet) counting.set(Math.max(0, countedAt + times.pollMs - clock.elapsed()));
  }

  function wake(): void {
    if (stopping.signal.aborted) return;
    if (!background.isOn) return countSoon();
    isWoken = true;
    if (isRunning) return;
    isRunning = true;
    running = background.run(run);
  }

  /** Starts attempts when it is woken. Never rejects. */
  async function run(): Promise<void> {
    let pause = times.pollMs;
    try {
      while (isWoken && !stopping.signal.aborted) {
        isWoken = false;
        pause = Math.min(times.pollMs, Math.max(await startDue(() => stopping.signal.aborted), 50));
      }
    } catch (error) {
      logger.warn({ error: describeError(error) }, 'Waiting webhook messages could not be read');
    } finally {
      isRunning = false;
    }
    if (isWoken) wake();
    else wakeIn(pause);
  }

  /** Delivers what is due; returns `unfinished` when it stops earlier. */
  async function catchUp(isOver: () => boolean): Promise<'finished' | 'unfinished'> {
    const endsAt = clock.elapsed() + longestRunMs;
    const mustStop = () => stopping.signal.aborted || isOver() || clock.elapsed() > endsAt;
    try {
      for (;;) {
        const next = await startDue(mustStop);
        if (attempts.size === 0) return next > 0 ? 'finished' : 'unfinished';
        // Those that answer make place for more, while others hang.
        await Promise.race(attempts);
      }
    } finally {
      await Promise.all(attempts);
    }
  }

  /**
   * Starts attempts until nothing is due or enough are in progress. Returns the time until the next look (ms); 0 when it had
   * to stop earlier.
   */
  async function startDue(mustStop: () => boolean): Promise<number> {
    if ((await outbox.list()).length === 0) return times.pollMs;
    await countQueues();
    return fill(mustStop);
  }

  /**
   * Starts attempts while messages are due and have a place. Returns the time until the next one is due (ms); those that
   * wait for a place are left out, because the end of an attempt wakes the loop. Returns 0 when it had to stop earlier.
   */
  async function fill(mustStop: () => boolean): Promise<number> {
    for (;;) {
      const webhooks = new Map((await outbox.list()).map((webhook) => [webhook.id, webhook]));
      const now = clock.now();
      const due: StoredWebhook[] = [];
      let next = Number.POSITIVE_INFINITY;
      for (const [id, time] of await database.read(listNextTimes)) {
        const webhook = webhooks.get(id);
        if (!webhook?.enabled) continue;
        const wait = Math.max(time - now, circuits.restOfPause(webhook));
        if (wait > 0) next = Math.min(next, wait);
        else due.push(webhook);
      }
      // One for each webhook, then again: nobody has a second place while others wait for the first.
      let tried = 0;
      for (const webhook of circuits.inOrder(due)) {
        if (mustStop()) return 0;
        if (!circuits.hasPlace(webhook)) continue;
        tried += 1;
        const message = await claimNext(webhook, now);
        if (message !== null) start(message, webhook);
      }
      if (tried === 0) return next;
    }
  }

  /** Claims a due message of a webhook; null when other processes were faster. */
  async function claimNext({ id, tenantId }: StoredWebhook, now: number): Promise<StoredMessage | null> {
    const message = await database.read((connection) => findDueMessage(connection, id, now));
    if (message === null) return null;
    return change(tenantId, (messages) => messages.claim(message, clock.now() + times.claimMs));
  }

  function start(message: StoredMessage, webhook: StoredWebhook): void {
    circuits.start(webhook);
    const attempt = attemptOne(message, webhook)
      .catch((error) =>
        // The claim ends by itself.
        logger.warn(
          { webhookId: webhook.id, error: describeError(error) },
          'A webhook message could not be updated',
        ),
      )
      .finally(() => {
        circuits.end(webhook);
        attempts.delete(attempt);
        wake();
      });
    attempts.add(attempt);
  }

  async function attemptOne(message: StoredMessage, webhook: StoredWebhook): Promise<void> {
    const { tenantId, id } = message;
    const body = outbox.sealing.open(message.body, id);
    const secrets = openSecrets(outbox, webhook, clock.now());
    const missing = body === null ? 'message_key_missing' : 'key_missing';
    const result: Attempt =
      body === null || secrets === null
        ? { delivered: false, status: null, error: missing, retryAfterMs: 0 }
        : await deliver({ url: webhook.url, secrets }, { id, body, now: clock.now() }, stopping.signal);
    if (result.delivered) return noteSuccess(message, webhook);
    if (!stopping.signal.aborted) return noteFailure(message, webhook, result);
    // Another process, or the next start, repeats it.
    await change(tenantId, (messages) => messages.postpone(message, clock.now(), message.lastError));
  }

  const change = <Result>(
    tenantId: string,
    work: (messages: ReturnType<typeof messageRepository>) => Promise<Result>,
  ) => database.transaction((connection) => work(messageRepository(connection.tenant(tenantId))));

  async function noteSuccess(message: StoredMessage, webhook: StoredWebhook): Promise<void> {
    const now = clock.now();
    circuits.succeed(webhook);
    await database.transaction(async (connection) => {
      const scope = connection.tenant(message.tenantId);
      if (!(await messageRepository(scope).remove(message))) return;
      const webhooks = webhookRepository(scope);
      const current = await webhooks.find(webhook.id);
      if (current === null) return;
      if (current.failingSince !== null || now - (current.lastSuccessAt ?? 0) >= successEveryMs)
        await webhooks.noteSuccess(webhook.id, now);
    });
  }

  async function noteFailure(
    message: StoredMessage,
    webhook: StoredWebhook,
    { error, retryAfterMs }: Extract<Attempt, { delivered: false }>,
  ): Promise<void> {
    const { id: webhookId, tenantId } = webhook;
    const now = clock.now();
    const pause = Math.min(times.firstRetryMs * 2 ** (message.attempts - 1), times.longestRetryMs);
    // Half of the pause is random, so that a receiver that comes back does not get everything at once.
    const jittered = pause / 2 + (Math.random() * pause) / 2;
    const asked = Math.min(retryAfterMs, times.longestRetryMs);
    const oldest = now - giveUpMs;
    const isOver = message.createdAt < oldest;
    const isOurs = await database.transaction(async (connection) => {
      const scope = connection.tenant(tenantId);
      const messages = messageRepository(scope);
      const hasChanged = isOver
        ? await messages.giveUp(message, error)
        : await messages.postpone(message, Math.ceil(now + Math.max(jittered, asked)), error);
      if (hasChanged) await webhookRepository(scope).noteFailure(webhookId, now, error);
      return hasChanged;
    });
    // This process was stopped for longer than the claim: the attempt of another one counts.
    if (!isOurs) return;
    const isPaused = circuits.fail(webhook, asked);
    const facts = { tenantId, webhookId, error };
    if (!isOver)
      logger.debug(
        { ...facts, messageId: message.id, event: message.event, attempts: message.attempts },
        'A webhook message is tried again',
      );
    // During a pause few messages have an attempt of their own.
    const others = isPaused ? await giveUpBefore(database, webhook, oldest, error) : 0;
    const givenUp = others + Number(isOver);
    if (givenUp === 0) return;
    onGivenUp(givenUp);
    logger.error(
      { ...facts, messages: givenUp },
      'Webhook messages were given up; send them again in the dashboard',
    );
  }

  /** Finds full queues, and notes on webhooks that events were lost. */
  async function countQueues(): Promise<void> {
    if (clock.elapsed() - countedAt < times.pollMs) return;
    countedAt = clock.elapsed();
    const full = await database.read((connection) => listFull(connection, maxMessages));
    outbox.full.clear();
    for (const id of full) outbox.full.add(id);
    for (const id of outbox.losing) {
      const webhook = await outbox.find(id);
      if (webhook !== undefined)
        await database.transaction((connection) =>
          webhookRepository(connection.tenant(webhook.tenantId)).noteLoss(id, clock.now()),
        );
      // Not before: a loss that could not be noted is noted next time.
      outbox.losing.delete(id);
      if (webhook === undefined) continue;
      logger.error(
        { tenantId: webhook.tenantId, webhookId: id },
        'A webhook lost events: its queue is full because the receiver does not accept them',
      );
    }
  }

  /** Removes what has waited too long for webhooks that are switched off, and notes on them that events were lost. */
  async function removeForgotten(webhooks: readonly StoredWebhook[], isOver: () => boolean): Promise<void> {
    await runEach(
      webhooks.filter(({ enabled }) => !enabled),
      async (webhook) => {
        const { id: webhookId, tenantId } = webhook;
        const noteLoss = (connection: Connection) =>
          webhookRepository(connection.tenant(tenantId)).noteLoss(webhookId, clock.now());
        const removed = await removeDueBefore(database, webhook, clock.now() - keepOffMs, noteLoss, isOver);
        if (removed === 0) return;
        onGivenUp(removed);
        logger.error(
          { tenantId, webhookId, messages: removed },
          'A webhook lost events that have waited for a year: it is switched off. Delete it, or compare the data of its receiver',
        );
      },
    );
  }

  return {
    wake,
    retry(webhookId) {
      circuits.retry(webhookId);
      wake();
    },
    async maintain(isOver) {
      const webhooks = await database.read(listAllWebhooks);
      circuits.keepOnly(webhooks);
      const tasks = [
        // With one key nothing can be sealed again.
        ...(outbox.sealing.hasPrevious ? [() => resealWebhooks(database, outbox, isOver)] : []),
        () => removeDeadBefore(database, clock.now() - giveUpMs - keepDeadMs, isOver),
        () => removeForgotten(webhooks, isOver),
        () => removeOrphans(database, isOver),
      ];
      await runEach(tasks, (task) => task());
    },
    async catchUp(isOver) {
      const delivering = catchUp(isOver);
      running = delivering.then(
        () => {},
        () => {},
      );
      return delivering;
    },
    async close() {
      timer.clear();
      counting.clear();
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

/** Returns the secrets that sign a message now, the current one first; null when the current one cannot be opened. */
export function openSecrets(
  { sealing }: Pick<WebhookOutbox, 'sealing'>,
  { id, secret, previousSecrets }: StoredWebhook,
  now: number,
): readonly string[] | null {
  const current = sealing.open(secret, id);
  if (current === null) return null;
  const previous = previousSecrets
    .filter(({ until }) => until > now)
    .map((replaced) => sealing.open(replaced.secret, id));
  return [current, ...previous.filter((opened) => opened !== null)];
}
