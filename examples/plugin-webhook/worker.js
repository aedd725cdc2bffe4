const dayMs = 86_400_000;
const purgeEveryMs = 3_600_000;

/**
 * Delivers the messages in the outbox, several at a time, until it is stopped. Failures are logged and
 * retried: when the receiver is down, after growing pauses; when the database is down, at the next check.
 */
function createWorker({ outbox, deliver, options, logger }) {
  const inFlight = new Set();
  let filling = false;
  /** Whether `wake` was called while `fill` was running, which may have read the table too early. */
  let mustRepeat = false;
  let stopped = false;
  /** Whether the last attempt failed. A failing receiver is logged once, not for every message. */
  let failing = false;
  let purgedAt = 0;

  /** Returns a pause, half fixed and half random, so that messages are not all retried at once (ms). */
  function pauseAfter(attempts) {
    const pause = Math.min(options.firstRetryMs * 2 ** (attempts - 1), options.maxRetryMs);
    return pause / 2 + (Math.random() * pause) / 2;
  }

  async function attempt(message) {
    if (message.body === null) {
      logger.error(
        { plugin: options.name, id: message.id, event: message.event },
        'A webhook message is encrypted under another secret; add that secret to previousSecrets',
      );
      return outbox.bury(message, 'encrypted under another secret');
    }
    const failure = await deliver(message);
    if (failure === null) {
      if (failing) logger.info({ plugin: options.name }, 'The webhook receiver accepts messages again');
      failing = false;
      return outbox.remove(message);
    }
    // `stop` interrupted the attempt: another process retries the message.
    if (stopped) return outbox.postpone(message, Date.now(), failure.reason);
    const facts = {
      plugin: options.name,
      id: message.id,
      event: message.event,
      attempts: message.attempts,
      reason: failure.reason,
    };
    if (message.attempts >= options.maxAttempts) {
      logger.error(facts, 'Could not deliver a webhook message; it is kept as undeliverable');
      return outbox.bury(message, failure.reason);
    }
    if (!failing)
      logger.warn(facts, 'The webhook receiver does not accept messages; they are kept and retried');
    failing = true;
    const pause = Math.max(pauseAfter(message.attempts), Math.min(failure.retryAfterMs, options.maxRetryMs));
    return outbox.postpone(message, Math.ceil(Date.now() + pause), failure.reason);
  }

  function start(message) {
    const running = attempt(message)
      .catch(logFailure) // the lease ends, and the message is retried
      .finally(() => {
        inFlight.delete(running);
        wake();
      });
    inFlight.add(running);
  }

  async function fill() {
    while (!stopped && inFlight.size < options.concurrency) {
      const messages = await outbox.take(options.concurrency - inFlight.size, options.leaseMs);
      messages.forEach(start);
      if (messages.length === 0) return;
    }
  }

  async function purge() {
    if (Date.now() - purgedAt < purgeEveryMs) return;
    purgedAt = Date.now();
    await outbox.removeDeadBefore(Date.now() - options.deadLetterDays * dayMs);
  }

  function logFailure(error) {
    logger.warn(
      { plugin: options.name, code: error?.code ?? error?.name },
      'Could not read or write the webhook outbox; retrying',
    );
  }

  /** Checks for messages now. Never rejects. */
  async function wake() {
    mustRepeat = filling;
    if (filling) return;
    filling = true;
    try {
      do {
        mustRepeat = false;
        await fill();
      } while (mustRepeat);
      await purge();
    } catch (error) {
      logFailure(error);
    } finally {
      filling = false;
    }
  }

  const timer = setInterval(wake, options.pollMs);
  timer.unref();

  return {
    wake,
    /** Stops taking messages. Resolves when the attempts in progress have ended. */
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.all(inFlight);
    },
  };
}

module.exports = { createWorker };
