import type { ConsentPlugin } from 'express-consent';

export { verifyWebhook } from './signature.js';

/** Times in milliseconds. */
export interface WebhookOptions {
  /** Address of the receiver: https, or http on this machine. */
  readonly url: string;
  /** `whsec_` and the base64 of 24 random bytes or more. Signs messages and encrypts them in the outbox. */
  readonly secret: string;
  /** Secrets that were in use before: they still decrypt the messages that they encrypted. */
  readonly previousSecrets?: readonly string[];
  /** Name of the plugin; the table is this name and `_outbox`. Default `webhook`. */
  readonly name?: string;
  /** Names of events. Default `consent.created`, `consent.updated`, `consent.erased`. */
  readonly events?: readonly string[];
  /** Allows http to other machines. Default false. */
  readonly allowHttp?: boolean;
  /** Time limit for an attempt. Default 10,000. */
  readonly timeoutMs?: number;
  /** Attempts after which a message is undeliverable. Default 16. */
  readonly maxAttempts?: number;
  /** Pause after the first failure; doubled after each further one. Default 5,000. */
  readonly firstRetryMs?: number;
  /** Longest pause. Default 6 hours. */
  readonly maxRetryMs?: number;
  /** How long a process reserves a message; must be above `timeoutMs`. Default `timeoutMs` + 30,000. */
  readonly leaseMs?: number;
  /** Messages sent at the same time. Default 4. */
  readonly concurrency?: number;
  /** Interval at which the outbox is checked. Default 1,000. */
  readonly pollMs?: number;
  /** How long undeliverable messages are kept (days). Default 30. */
  readonly deadLetterDays?: number;
}

export interface OutboxCounts {
  readonly waiting: number;
  /** Undeliverable after `maxAttempts`, or encrypted under an unknown secret. */
  readonly dead: number;
  /** Creation time of the oldest waiting message (epoch ms); null when no message waits. */
  readonly oldest: number | null;
}

export interface WebhookPlugin extends ConsentPlugin {
  counts(): Promise<OutboxCounts>;
  /** Gives undeliverable messages another round of attempts. Returns their number. */
  retryDead(): Promise<number>;
}

/** Creates the plugin. @throws TypeError that names the invalid option, without its value */
export function webhookPlugin(options: WebhookOptions): WebhookPlugin;
