import { LRUCache } from 'lru-cache';
import type { Caller } from '../../kernel/caller';
import { sha256Hex } from '../../kernel/crypto';
import { networkOf } from '../../kernel/ip-address';
import { canonicalJson } from '../../kernel/json';
import type { PdfPress } from './pdf/pdf-press';
import { receiptDocument } from './receipt-document';
import type { IssuedReceipt } from './receipt-service';

export interface ReceiptPrinter {
  /**
   * The receipt as a PDF. One that says the same is printed once; a copy has the id and time of the print.
   * @throws ServiceError as `PdfPress.print`
   */
  print(issued: IssuedReceipt, client: string): Promise<Buffer>;
}

/** Memory for the last prints. */
const keptBytes = 16_777_216;
/** How long a print is kept after it was made (ms): an erased visitor's must not stay in memory. */
const keptMs = 600_000;

export function createReceiptPrinter(press: Pick<PdfPress, 'print'>): ReceiptPrinter {
  const kept = new LRUCache<string, Buffer>({
    maxSize: keptBytes,
    ttl: keptMs,
    sizeCalculation: (pdf) => pdf.length,
  });
  const underWay = new Map<string, Promise<Buffer>>();

  return {
    async print({ receipt, notice }, client) {
      const { receipt_id, issuedAt, ...content } = receipt;
      const key = sha256Hex(canonicalJson(content));
      const known = kept.get(key) ?? underWay.get(key);
      if (known !== undefined) return known;
      const printing = press
        .print(receiptDocument(receipt, notice), client)
        .finally(() => underWay.delete(key));
      underWay.set(key, printing);
      const pdf = await printing;
      kept.set(key, pdf);
      return pdf;
    },
  };
}

/**
 * Who counts as one client of the press: a browser's network, or each visitor that an operator or a server
 * with an API key asks for.
 */
export function clientOf(
  { caller, ip }: { readonly caller: Caller; readonly ip: string | null },
  visitorId: string,
): string {
  if (caller.kind === 'apiKey') return `key ${caller.keyId} ${visitorId}`;
  if (caller.kind === 'user') return `user ${caller.userId} ${visitorId}`;
  return ip === null ? `visitor ${visitorId}` : `network ${networkOf(ip)}`;
}
