import type { ConsentReceipt } from './receipt-types';

/**
 * Returns whether the decision came with Global Privacy Control. A server or an import that does not mention the signal does
 * not know whether there was one.
 */
export function readSignal({
  gpcDetected,
  events,
}: Pick<ConsentReceipt, 'gpcDetected' | 'events'>): 'seen' | 'notSeen' | 'unknown' {
  if (gpcDetected) return 'seen';
  return events.at(-1)?.by === 'visitor' ? 'notSeen' : 'unknown';
}
