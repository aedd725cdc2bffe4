import { LRUCache } from 'lru-cache';
import type { Caller } from '#platform/kernel/caller';
import { sha256Hex } from '#platform/kernel/crypto';
import { toNetwork } from '#platform/kernel/ip-address';
import { canonicalJson } from '#platform/kernel/json';
import type { ReceiptPdf } from './receipt-pdf';
import type { IssuedReceipt } from './receipt-service';

export interface ReceiptPrinter {
  /**
   * Returns the receipt as a PDF. Receipts with the same content are rendered once; a copy has the id and
   * time of the first.
   * @throws ServiceError as `ReceiptPdf.render`
   */
  print(issued: IssuedReceipt, client: string): Promise<Buffer>;
}

/** Size of the cache of PDFs (bytes). */
const maxCachedBytes = 16_777_216;
/** Time for which a PDF is cached (ms): the receipt of an erased visitor must not stay in memory. */
const maxAgeMs = 600_000;

export function createReceiptPrinter(pdfs: Pick<ReceiptPdf, 'render'>): ReceiptPrinter {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    ttl: maxAgeMs,
    sizeCalculation: (pdf) => pdf.length,
  });
  const pending = new Map<string, Promise<Buffer>>();

  return {
    async print(issued, client) {
      const { receipt_id, issuedAt, ...content } = issued.receipt;
      const key = sha256Hex(canonicalJson(content));
      const existing = cache.get(key) ?? pending.get(key);
      if (existing !== undefined) return existing;
      const rendering = pdfs.render(issued, client).finally(() => pending.delete(key));
      pending.set(key, rendering);
      const pdf = await rendering;
      cache.set(key, pdf);
      return pdf;
    },
  };
}

/** Prefix length of the IPv6 network of a home line (/56): inside it one client can choose its /64 freely. */
const subscriberBits = 56;

/**
 * Returns the client whose PDFs wait in line together: the network of a browser, or each visitor for whom an
 * operator or a server with an API key asks.
 */
export function getClient(
  { caller, ip }: { readonly caller: Caller; readonly ip: string | null },
  visitorId: string,
): string {
  if (caller.kind === 'apiKey') return `key ${caller.keyId} ${visitorId}`;
  if (caller.kind === 'user') return `user ${caller.userId} ${visitorId}`;
  return ip === null ? `visitor ${visitorId}` : `network ${toNetwork(ip, subscriberBits)}`;
}
