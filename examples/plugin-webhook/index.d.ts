import type { ConsentPlugin } from 'express-consent';

export { verifyWebhook } from './signature.js';

/** Times in milliseconds. */
export interface WebhookOptions {
  /** Where messages go: https, or http on this machine. */
  readonly url: string;
  /** `whsec_` and the base64 of 24 random bytes or more. Signs messages and seals them in the outbox. */
  readonly secret: string;
  /** Secrets that were in use before: they still open what they sealed. */
  readonly previousSecrets?: readonly string[];
  /** Names the plugin, and with `_outbox` behind it the table. Default `webhook`. */
  readonly name?: string;
  /** Names of events. Default `consent.created`, `consent.updated`, `consent.erased`. */
  readonly events?: readonly string[];
  /** Lets http to other machines through. */
  readonly allowHttp?: boolean;
  /** How long an attempt may take. Default 10,000. */
  readonly timeoutMs?: number;
  /** After so many a message is laid aside. Default 16. */
  readonly maxAttempts?: number;
  /** Pause after the first failure; doubled each time. Default 5,000. */
  readonly firstRetryMs?: number;
  /** Longest pause. Default 6 hours. */
  readonly maxRetryMs?: number;
  /** How long a process may hold a message; above `timeoutMs`. Default `timeoutMs` and 30,000. */
  readonly leaseMs?: number;
  /** Messages on their way at once. Default 4. */
  readonly concurrency?: number;
  /** How often the outbox is looked at. Default 1,000. */
  readonly pollMs?: number;
  /** How long messages that were laid aside are kept, in days. Default 30. */
  readonly deadLetterDays?: number;
}

export interface OutboxCounts {
  readonly waiting: number;
  /** Laid aside after `maxAttempts`. */
  readonly dead: number;
  /** Epoch milliseconds at which the oldest waiting message was made; null when none waits. */
  readonly oldest: number | null;
}

export interface WebhookPlugin extends ConsentPlugin {
  counts(): Promise<OutboxCounts>;
  /** Gives messages that were laid aside another round of attempts. */
  retryDead(): Promise<number>;
}

/** @throws TypeError naming the option that is wrong, without its value */
export function webhookPlugin(options: WebhookOptions): WebhookPlugin;
