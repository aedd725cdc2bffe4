export { createReceipts } from './create-receipts';
