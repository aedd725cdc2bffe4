export { writeAudit } from './audit-writer';
