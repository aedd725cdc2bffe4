export { createWebhooks } from './create-webhooks';
export { createWebhookOutbox } from './outbox';
export type { ResealedWebhooks } from './reseal';
export type { WebhookTimes } from './worker';
