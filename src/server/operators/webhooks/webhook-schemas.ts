import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from '#platform/kernel/schemas';
import { displayName } from '#platform/kernel/text-patterns';
import { webhookEvents } from './webhook-events';

const time = Type.String({ format: 'date-time' });
const timeOrNull = (description: string) => Type.Union([time, Type.Null()], { description });

const webhookFields = {
  id: Type.String(),
  tenantId: Type.String(),
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  waiting: Type.Integer({
    description: 'Number of messages that wait for their delivery; 10000 also stands for more.',
  }),
  dead: Type.Integer({ description: 'Number of messages that were given up; 10000 also stands for more.' }),
  lastSuccessAt: timeOrNull('Time of a recent delivery, to the minute; null before the first.'),
  failingSince: timeOrNull('Time of the first failure since the last success; null while all is well.'),
  lastError: Type.Union([Type.String(), Type.Null()], {
    description:
      'Reason of the last failure, such as `HTTP 500`, `timeout`, `ECONNREFUSED` or `address_refused`.',
  }),
  lostAt: timeOrNull(
    'Last time that an event was lost: the queue was full, or the event had waited for a year for a webhook that is switched off.',
  ),
  previousSecretUntil: timeOrNull(
    'End of the time in which messages are also signed with the secret that was replaced last.',
  ),
  createdAt: time,
  updatedAt: time,
};

/** A webhook as the API shows it: never the secret. */
export const Webhook = Type.Object(webhookFields, { title: 'Webhook' });
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = Type.Object(
  {
    ...webhookFields,
    secret: Type.String({
      description: 'The secret that signs the messages, returned only here: the service stores it encrypted.',
    }),
  },
  { title: 'WebhookWithSecret' },
);

const name = Type.String({ minLength: 1, maxLength: 200, pattern: displayName });
/** Maximum length of an address, as it is sent and as it is stored. */
export const maxUrlLength = 2000;
const url = Type.String({
  minLength: 1,
  maxLength: maxUrlLength,
  description:
    'Address of the receiver: `https:`, and public, unless `webhooks.allowedHosts` contains its host.',
});
const events = Type.Array(oneOf(webhookEvents), {
  minItems: 1,
  maxItems: webhookEvents.length,
  uniqueItems: true,
  description: 'Events to deliver.',
});

export const WebhookCreate = Type.Object({ name, url, events });
export type WebhookCreate = Static<typeof WebhookCreate>;

export const WebhookUpdate = Type.Object({
  name: Type.Optional(name),
  url: Type.Optional(url),
  events: Type.Optional(events),
  enabled: Type.Optional(
    Type.Boolean({
      description: 'False keeps messages that wait, and stores no new ones except `consent.erased`.',
    }),
  ),
});
export type WebhookUpdate = Static<typeof WebhookUpdate>;

export const WebhookTest = Type.Object(
  {
    delivered: Type.Boolean(),
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status of the receiver.' }),
    error: Type.Union([Type.String(), Type.Null()], { description: 'Reason of the failure.' }),
    durationMs: Type.Integer({ description: 'Time of the attempt (ms).' }),
  },
  { title: 'WebhookTest' },
);
export type WebhookTest = Static<typeof WebhookTest>;

export const WebhookMessage = Type.Object(
  {
    id: Type.String({ description: 'The `webhook-id` that the receiver gets.' }),
    event: Type.String(),
    status: oneOf(['waiting', 'dead']),
    attempts: Type.Integer(),
    lastError: Type.Union([Type.String(), Type.Null()]),
    createdAt: time,
    dueAt: timeOrNull('Time of the next attempt; null once the message was given up.'),
  },
  { title: 'WebhookMessage', description: 'A message that was not delivered yet, without its content.' },
);
export type WebhookMessage = Static<typeof WebhookMessage>;

export const WebhookReplay = Type.Object(
  { replayed: Type.Integer({ description: 'Number of messages that had been given up.' }) },
  { title: 'WebhookReplay' },
);
export const DeletedWebhook = Type.Object({ deleted: Type.Literal(true), id: Type.String() });
export const WebhookIdParam = Type.Object({ id: Type.String() });
