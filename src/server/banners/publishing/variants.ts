import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Validators } from '#platform/http/conditional-reply';
import { createSingleFlight } from '#platform/kernel/concurrency/single-flight';
import type { StoredObject } from '#platform/storage/storage-adapter';
import type { ContentCoding } from './accept-encoding';
import type { Compress } from './compression';

/**
 * Headers that let any page read the public files and keep browsers from treating them as anything but JSON.
 */
export const openHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** A file in one content coding, ready to be sent. */
export interface Variant {
  readonly coding: ContentCoding;
  readonly body: Buffer;
  /** Hash of the plain bytes; the same in every coding. */
  readonly hash: string;
  /** Unix time (ms), rounded down to the second as HTTP dates are. */
  readonly modifiedAt: number;
  /** A strong ETag and `modifiedAt` as an HTTP date. */
  readonly validators: Validators;
  readonly headers: Readonly<Record<string, string>>;
  readonly notModifiedHeaders: Readonly<Record<string, string>>;
}

/** Location of a locale's file, in storage and in memory. */
export interface ServedFile {
  readonly cacheKeys: Readonly<Record<ContentCoding, string>>;
  readonly cacheControl: string;
}

export function servedFile(storageKey: string, cacheControl: string): ServedFile {
  return {
    cacheKeys: { identity: storageKey, gzip: `${storageKey}#gzip`, br: `${storageKey}#br` },
    cacheControl,
  };
}

/** Lifetime of files that storage may have replaced: a CDN must not keep them beyond the purge that follows a publication. */
const short = { 'Cache-Control': 'public, max-age=0, s-maxage=10' };

/** Returns a file as it is sent while the storage cannot be read. */
export const withShortLifetime = (variant: Variant): Variant => ({
  ...variant,
  headers: { ...variant.headers, ...short },
  notModifiedHeaders: { ...variant.notModifiedHeaders, ...short },
});

export interface VariantCache {
  cached(file: ServedFile, coding: ContentCoding): Variant | undefined;
  /**
   * Reads and compresses a file once for all waiting callers; uncompressed while too many files wait for that. Null when the
   * file is missing from storage.
   */
  load(file: ServedFile, coding: ContentCoding): Promise<Variant | null>;
  drop(file: ServedFile): void;
  clear(): void;
}

/** Approximate memory of a variant in addition to its body (bytes): headers, tags, bookkeeping. */
const overheadBytes = 2048;

/** Keeps files in memory, each coding on its own, up to `cacheBytes`. */
export function createVariantCache(
  cacheBytes: number,
  read: (key: string) => Promise<StoredObject | null>,
  compress: Compress,
): VariantCache {
  const variants = new LRUCache<string, Variant>({
    maxSize: cacheBytes,
    sizeCalculation: ({ body }) => body.length + overheadBytes,
  });
  const loading = createSingleFlight<Variant | null>();

  async function make(file: ServedFile, coding: ContentCoding): Promise<Variant | null> {
    if (coding === 'identity') {
      const stored = await read(file.cacheKeys.identity);
      return stored === null ? null : plainVariant(file, stored);
    }
    const plain = variants.get(file.cacheKeys.identity) ?? (await load(file, 'identity'));
    return plain === null ? null : compressedVariant(file, plain, coding, compress);
  }

  function load(file: ServedFile, coding: ContentCoding): Promise<Variant | null> {
    const key = file.cacheKeys[coding];
    return loading.run(
      key,
      () => make(file, coding),
      (variant) => {
        if (variant?.coding === coding) variants.set(key, variant);
      },
    );
  }

  return {
    cached: (file, coding) => variants.get(file.cacheKeys[coding]),
    load,
    drop(file) {
      for (const key of Object.values(file.cacheKeys)) {
        variants.delete(key);
        loading.abandon(key);
      }
    },
    clear: () => variants.clear(),
  };
}

function plainVariant(file: ServedFile, { body, modifiedAt }: StoredObject): Variant {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return variant(file, body, hash, Math.floor(modifiedAt / 1000) * 1000, 'identity');
}

async function compressedVariant(
  file: ServedFile,
  plain: Variant,
  coding: 'gzip' | 'br',
  compress: Compress,
): Promise<Variant> {
  const body = await compress(plain.body, coding);
  return body === null ? plain : variant(file, body, plain.hash, plain.modifiedAt, coding);
}

function variant(
  { cacheControl }: ServedFile,
  body: Buffer,
  hash: string,
  modifiedAt: number,
  coding: ContentCoding,
): Variant {
  const etag = coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`;
  const lastModified = new Date(modifiedAt).toUTCString();
  const notModifiedHeaders = {
    ...openHeaders,
    ETag: etag,
    'Last-Modified': lastModified,
    'Cache-Control': cacheControl,
    Vary: 'Accept-Encoding',
  };
  const encoding: Record<string, string> = coding === 'identity' ? {} : { 'Content-Encoding': coding };
  const headers = {
    ...notModifiedHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(body.length),
    ...encoding,
  };
  const validators = { etag, 'last-modified': lastModified };
  return { coding, body, hash, modifiedAt, validators, headers, notModifiedHeaders };
}
