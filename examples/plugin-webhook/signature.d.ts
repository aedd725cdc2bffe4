export interface WebhookRequest {
  /** As node:http gives them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes as they came, before any parser. */
  readonly body: string | Buffer;
  /** `whsec_…`; two while one replaces the other. */
  readonly secrets: readonly string[];
  /** How old a request may be, and how far ahead its clock. Default 300. */
  readonly toleranceSeconds?: number;
  /** Epoch milliseconds. */
  readonly now?: number;
}

/** Whether a request came from the holder of one of the secrets, unchanged, and not long ago. */
export function verifyWebhook(request: WebhookRequest): boolean;
