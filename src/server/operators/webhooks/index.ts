export { createWebhooks } from './create-webhooks';
export { createWebhookOutbox } from './outbox';
export type { WebhookTimes } from './worker';
