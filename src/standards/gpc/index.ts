export { hasGpcSignal } from './gpc-signal';
