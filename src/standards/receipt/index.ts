export { buildReceipt, receiptSchemaVersion } from './build-receipt';
export type { ReceiptLabels } from './labels/receipt-label-types';
export { fillLabel, receiptLabelLocales, receiptLabels } from './labels/receipt-labels';
export type {
  ControllerFacts,
  DecisionFacts,
  NoticeCategory,
  NoticeFacts,
  PartyFacts,
  PastDecision,
} from './receipt-facts';
export type { ConsentReceipt, ReceiptEvent, ReceiptPurpose } from './receipt-types';
