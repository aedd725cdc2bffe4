export interface WebhookRequest {
  /** Headers in the form of node:http. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes as received, before any parser. */
  readonly body: string | Buffer;
  /** `whsec_…`; pass two while replacing one with the other. */
  readonly secrets: readonly string[];
  /** Largest difference between the timestamp and `now`, in both directions (s). Default 300. */
  readonly toleranceSeconds?: number;
  /** Current time (epoch ms). */
  readonly now?: number;
}

/** Returns whether a request is unchanged, recent, and signed with one of the secrets. */
export function verifyWebhook(request: WebhookRequest): boolean;
