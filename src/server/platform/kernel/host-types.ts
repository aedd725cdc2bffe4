/** Types of values that the host passes in and that several layers need. */

import type { IncomingMessage } from 'node:http';

/**
 * A function that receives the request as the host's app passed it to the router. Its parameter can also have the type of
 * Express, which the compiler accepts only for methods.
 */
export type RequestFunction<Result> = { ask(req: IncomingMessage): Result }['ask'];

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

/** The paths that a CDN must purge after a publication. */
export interface CachePurge {
  readonly tenantId: string;
  readonly complianceGroup: string;
  /**
   * Paths of the files that the group serves or has served, with `basePath` and `publicPath`:
   * `/svc/api/v1/profiles/default/opt-in/de`.
   */
  readonly paths: readonly string[];
  /**
   * Beginnings of all paths that answer differently now, for caches that can be purged by prefix or by tag. Answers of
   * `/bootstrap` and `/recheck` also depend on the query, so they have no complete list of addresses.
   */
  readonly prefixes: readonly string[];
  /** Aborted after 30 s, and when the service closes: pass it to `fetch`. */
  readonly signal: AbortSignal;
}

/**
 * Purges a CDN after a publication. Called again when it throws or rejects.
 *
 * @example
 * const purge = async ({ paths, signal }) => {
 *   for (const path of paths) await fetch(`https://shop.example${path}`, { method: 'PURGE', signal });
 * };
 */
export type PurgeHook = (purge: CachePurge) => void | Promise<void>;

/** The circumstances of a call of `translate`. */
export interface TranslationCall {
  /** Tenant of the banner. */
  readonly tenantId: string;
  /** Aborted after 30 s: pass it to `fetch`. */
  readonly signal: AbortSignal;
}

/**
 * Translates texts of a banner, for example with a translation service. Returns one translation for each text, in the
 * same order. Texts are fragments of HTML, also those without markup: `Terms &amp; conditions`. Their tags, addresses
 * and placeholders such as `{age}` must stay. Locales are BCP 47 tags, such as `de` or `pt-BR`.
 *
 * @example
 * const translate = async (texts, from, to, { signal }) => {
 *   const body = JSON.stringify({ text: texts, source_lang: from, target_lang: to, tag_handling: 'html' });
 *   const answer = await fetch('https://translator.example/v2/translate', { method: 'POST', headers, body, signal });
 *   return (await answer.json()).translations.map(({ text }) => text);
 * };
 */
export type TranslateHook = (
  texts: readonly string[],
  from: string,
  to: string,
  call: TranslationCall,
) => readonly string[] | Promise<readonly string[]>;

/** The user that `auth.validateUser` returns in mode `custom`. */
export interface CustomUser {
  readonly email: string;
  readonly name?: string | undefined;
  /** Names of roles. Unknown roles are ignored. */
  readonly role?: string | readonly string[] | undefined;
  /** Ids or slugs of the tenants that the user may access, or `*` for all. Unknown tenants are ignored. */
  readonly tenants?: string | readonly string[] | undefined;
}
