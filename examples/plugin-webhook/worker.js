const dayMs = 86_400_000;
const purgeEveryMs = 3_600_000;

/**
 * Delivers what is in the outbox, some messages at a time, until it is stopped. Whatever fails is logged and
 * tried again: a receiver that is down later and later, a database that is down at the next look.
 */
function createWorker({ outbox, deliver, options, logger }) {
  const inFlight = new Set();
  let filling = false;
  /** Whether someone asked while `fill` was under way: it may have looked too early. */
  let askedAgain = false;
  let stopped = false;
  /** Whether the last attempt failed: told once, not for every message. */
  let failing = false;
  let purgedAt = 0;

  /** Half of it fixed, half random, so that many messages do not come back all at once. */
  function pauseAfter(attempts) {
    const pause = Math.min(options.firstRetryMs * 2 ** (attempts - 1), options.maxRetryMs);
    return pause / 2 + (Math.random() * pause) / 2;
  }

  async function attempt(message) {
    if (message.body === null) {
      logger.error(
        { plugin: options.name, id: message.id, event: message.event },
        'A webhook was sealed under another secret: name it in previousSecrets',
      );
      return outbox.bury(message, 'sealed under another secret');
    }
    const failure = await deliver(message);
    if (failure === null) {
      if (failing) logger.info({ plugin: options.name }, 'The webhook receiver takes messages again');
      failing = false;
      return outbox.remove(message);
    }
    // The attempt was cut short by `stop`: another process goes on with it.
    if (stopped) return outbox.postpone(message, Date.now(), failure.reason);
    const facts = {
      plugin: options.name,
      id: message.id,
      event: message.event,
      attempts: message.attempts,
      reason: failure.reason,
    };
    if (message.attempts >= options.maxAttempts) {
      logger.error(facts, 'A webhook could not be delivered and was laid aside');
      return outbox.bury(message, failure.reason);
    }
    if (!failing)
      logger.warn(facts, 'The webhook receiver does not take messages; they are kept and tried again');
    failing = true;
    const pause = Math.max(pauseAfter(message.attempts), Math.min(failure.retryAfterMs, options.maxRetryMs));
    return outbox.postpone(message, Math.ceil(Date.now() + pause), failure.reason);
  }

  function start(message) {
    const running = attempt(message)
      .catch(told) // the lease ends, and the message is tried again
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

  function told(error) {
    logger.warn(
      { plugin: options.name, code: error?.code ?? error?.name },
      'The webhook outbox could not be read or written; it is tried again',
    );
  }

  /** Looks for messages now. Never rejects. */
  async function wake() {
    askedAgain = filling;
    if (filling) return;
    filling = true;
    try {
      do {
        askedAgain = false;
        await fill();
      } while (askedAgain);
      await purge();
    } catch (error) {
      told(error);
    } finally {
      filling = false;
    }
  }

  const timer = setInterval(wake, options.pollMs);
  timer.unref();

  return {
    wake,
    /** Takes nothing new. Resolves when what is under way has ended. */
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.all(inFlight);
    },
  };
}

module.exports = { createWorker };
