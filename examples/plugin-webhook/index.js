const { createDelivery } = require('./delivery.js');
const { readOptions } = require('./options.js');
const { createOutbox } = require('./outbox.js');
const { createSealing } = require('./sealing.js');
const { verifyWebhook } = require('./signature.js');
const { createWorker } = require('./worker.js');

/** Time for attempts in progress when the service closes (ms): less than a plugin's time limit. */
const graceMs = 1_000;

/** Pauses between attempts to store a message (ms). A conflict with another writer is over soon. */
const writePauses = [50, 200, 500];

/**
 * Creates a plugin that delivers events to your own server. See README.md.
 * @param {import('./index.js').WebhookOptions} input
 * @returns {import('./index.js').WebhookPlugin}
 */
function webhookPlugin(input) {
  const options = readOptions(input);
  const wants = (event) => options.events.includes(event);
  const hooked = ['consent.created', 'consent.updated', 'consent.erased', 'profile.activated'];
  const pending = new Set();
  const stopping = new AbortController();
  let outbox;
  let worker;
  let unsubscribe = () => {};

  /** Stores a message and starts its delivery. Responses wait only until it is stored. */
  async function enqueue(event, occurredAt, data) {
    if (!wants(event)) return;
    const body = JSON.stringify({ type: event, timestamp: occurredAt, data });
    const visitor = typeof data.visitorId === 'string' ? [data.tenantId, data.visitorId] : null;
    await withRetries(() => outbox.add({ event, body, visitor }));
    void worker.wake();
  }

  async function withRetries(write) {
    for (const pause of writePauses) {
      try {
        return await write();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    return write();
  }

  /** Listens to the events that have no hook. No response waits for these listeners, so `destroy` does. */
  function subscribe({ events, logger }) {
    const listeners = options.events
      .filter((event) => !hooked.includes(event))
      .map((event) => {
        const listener = ({ occurredAt, ...data }) => {
          const writing = enqueue(event, occurredAt, data)
            .catch((error) =>
              logger.error(
                { plugin: options.name, event, code: error?.code ?? error?.name },
                'Could not store a webhook message; it is lost',
              ),
            )
            .finally(() => pending.delete(writing));
          pending.add(writing);
        };
        events.on(event, listener);
        return () => events.off(event, listener);
      });
    return () => {
      for (const off of listeners) off();
    };
  }

  const recorded = (event) => (record) => {
    const { tenantId, ...consent } = record;
    return enqueue(event, consent.updatedAt, { tenantId, visitorId: consent.visitorId, consent });
  };

  return {
    name: options.name,

    async initialize(context) {
      if (outbox !== undefined)
        throw new Error('A webhookPlugin() can be used by one service only; create another one');
      outbox = createOutbox({
        knex: context.knex,
        name: options.name,
        sealing: createSealing(options.secrets),
      });
      worker = createWorker({
        outbox,
        deliver: createDelivery(options, stopping.signal),
        options,
        logger: context.logger,
      });
      unsubscribe = subscribe(context);
      await outbox.ready();
      void worker.wake();
    },

    async destroy() {
      unsubscribe();
      await Promise.all(pending);
      const timer = setTimeout(() => stopping.abort(), graceMs);
      await worker?.stop();
      clearTimeout(timer);
    },

    afterConsentSave: recorded('consent.created'),
    afterConsentUpdate: recorded('consent.updated'),

    async afterConsentErase({ tenantId, visitorId }) {
      await withRetries(() => outbox.forget(tenantId, visitorId));
      await enqueue('consent.erased', new Date().toISOString(), { tenantId, visitorId });
    },

    afterProfileActivate: (profile) => enqueue('profile.activated', new Date().toISOString(), profile),

    counts: () => outbox.counts(),

    async retryDead() {
      const revived = await outbox.revive();
      void worker.wake();
      return revived;
    },
  };
}

module.exports = { webhookPlugin, verifyWebhook };
