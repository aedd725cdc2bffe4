/** Types of what the host hands in that several bands need. */

/** Which proxies to believe, as Express's `trust proxy`. */
export type TrustProxy =
  | boolean
  | number
  | string
  | readonly string[]
  | ((ip: string, hop: number) => boolean);

/** Makes the counter of one rate-limit bucket; instances of rate-limiter-flexible fit as they are. */
export type RateLimitStore = (bucket: { name: string; limit: number; windowSeconds: number }) => {
  /**
   * Resolves while under the limit and rejects with the same facts when above it; an `Error` means the store
   * is down.
   */
  consume(key: string): Promise<{ remainingPoints: number; msBeforeNext: number }>;
};

/**
 * A font to print receipts with: a path, the bytes of a font file, or one face of a collection (`.ttc`) by
 * its PostScript name.
 */
export type ReceiptFont = string | Uint8Array | { readonly file: string | Uint8Array; readonly face: string };

/** What `auth.validateUser` returns in mode `custom`. */
export interface CustomUser {
  readonly email: string;
  readonly name?: string | undefined;
  /** Names of roles. Unknown ones grant nothing. */
  readonly role?: string | readonly string[] | undefined;
  /** Ids or slugs of the tenants that the user may see, or `*` for all. Unknown ones open nothing. */
  readonly tenants?: string | readonly string[] | undefined;
}
