/** Types of values that the host passes in and that several layers need. */

/** Proxies whose headers are trusted: the values of Express's `trust proxy`. */
export type TrustProxy =
  | boolean
  | number
  | string
  | readonly string[]
  | ((ip: string, hop: number) => boolean);

/**
 * Creates the counter of one rate-limit bucket. Instances of rate-limiter-flexible can be returned as they
 * are.
 */
export type RateLimitStore = (bucket: { name: string; limit: number; windowSeconds: number }) => {
  /**
   * Resolves when the client is below the limit, and rejects with the same object when it is above. Rejects
   * with an `Error` when the store is down.
   */
  consume(key: string): Promise<{ remainingPoints: number; msBeforeNext: number }>;
};

/**
 * A font for receipts: the path or the bytes of a font file, or one face of a collection (`.ttc`) by its
 * PostScript name.
 */
export type ReceiptFont = string | Uint8Array | { readonly file: string | Uint8Array; readonly face: string };

/** The user that `auth.validateUser` returns in mode `custom`. */
export interface CustomUser {
  readonly email: string;
  readonly name?: string | undefined;
  /** Names of roles. Unknown roles are ignored. */
  readonly role?: string | readonly string[] | undefined;
  /** Ids or slugs of the tenants that the user may access, or `*` for all. Unknown tenants are ignored. */
  readonly tenants?: string | readonly string[] | undefined;
}
