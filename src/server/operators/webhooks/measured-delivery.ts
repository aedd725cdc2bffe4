import type { Telemetry } from '#platform/kernel/telemetry/telemetry';
import type { Deliver } from './delivery';

/** Measures and traces attempts to deliver messages. The address of a receiver can contain secrets, so it is left out. */
export function measuredDelivery(deliver: Deliver, { measure }: Pick<Telemetry, 'measure'>): Deliver {
  return (target, message, signal) =>
    measure(
      {
        metric: 'webhook.delivery.duration',
        labels: {},
        span: {
          name: 'send webhook',
          role: 'root',
          kind: 'producer',
          attributes: {
            'messaging.system': 'webhooks',
            'messaging.operation.type': 'send',
            'messaging.operation.name': 'send',
            'messaging.message.id': message.id,
          },
        },
        failureOf: (attempt) => (attempt.delivered ? null : attempt.error),
      },
      () => deliver(target, message, signal),
    );
}
