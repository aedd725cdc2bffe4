export { buildReceipt } from './build-receipt';
export { keptFor } from './duration-text';
export type { ReceiptLabels } from './labels/receipt-label-types';
export { fillLabel, receiptLabels } from './labels/receipt-labels';
export { readSignal } from './read-signal';
export type {
  ControllerFacts,
  DecisionFacts,
  NoticeCategory,
  NoticeFacts,
  PartyFacts,
  PastDecision,
  ReceiptFacts,
} from './receipt-facts';
export type { ConsentReceipt, LimitCause, NoticeStatus, ReceiptEvent, ReceiptPurpose } from './receipt-types';
