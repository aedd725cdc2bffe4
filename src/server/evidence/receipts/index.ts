export { createReceipts, type ReceiptsFeature } from './create-receipts';
export type { Notice, NoticeReader } from './notice-reader';
export type { ReceiptPdf } from './receipt-pdf';
export { getClient } from './receipt-printer';
export { ReceiptView } from './receipt-schemas';
export type { ReceiptService } from './receipt-service';
export { getWords } from './receipt-words';
