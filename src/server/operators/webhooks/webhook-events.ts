import type { ServiceEventName, ServiceEvents } from '#platform/kernel/events';

/**
 * Events that webhooks can deliver: those of committed changes. Events with a token or an operator's address are
 * absent, because a receiver would store them.
 */
export const webhookEvents = [
  'consent.created',
  'consent.updated',
  'consent.erased',
  'consent.parentalConsentGranted',
  'profile.created',
  'profile.updated',
  'profile.activated',
  'profile.deactivated',
  'profile.deleted',
  'profile.approvalRequested',
  'profile.approvalWithdrawn',
  'profile.approved',
  'profile.declined',
  'settings.updated',
] as const satisfies readonly ServiceEventName[];

export type WebhookEvent = (typeof webhookEvents)[number];

/** The event of "Send a test event". */
export const testEvent = 'webhook.test';

const names: ReadonlySet<string> = new Set(webhookEvents);

export const isWebhookEvent = (name: string): name is WebhookEvent => names.has(name);

/** Returns the body of a message: `{ type, timestamp, data }`, as Standard Webhooks recommends. */
export function toBody(
  type: string,
  { occurredAt, ...data }: ServiceEvents[WebhookEvent] | { readonly occurredAt: string },
): string {
  return JSON.stringify({ type, timestamp: occurredAt, data });
}

/** Returns whom a body is about. */
export function readVisitors(body: string) {
  const { data } = JSON.parse(body) as {
    readonly data: {
      readonly tenantId: string;
      readonly visitorId?: string;
      readonly consent?: { readonly deviceId?: string };
    };
  };
  return { tenantId: data.tenantId, visitorId: data.visitorId, deviceId: data.consent?.deviceId };
}

/** Returns a body without the device that decided. */
export function withoutDevice(body: string): string {
  const message = JSON.parse(body) as { readonly data: { readonly consent?: object } };
  const consent = { ...message.data.consent, deviceId: undefined };
  return JSON.stringify({ ...message, data: { ...message.data, consent } });
}
