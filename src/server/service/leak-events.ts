import { toIso } from '#platform/kernel/clock';
import type { LeakReporter } from '#visits/guard/index';
import type { Platform } from './platform';

/** Emits what the guard finds as `leak.detected`. */
export const createLeakEvents = ({ clock, events }: Pick<Platform, 'clock' | 'events'>): LeakReporter => ({
  report: (leak) => void events.emit('leak.detected', { ...leak, occurredAt: toIso(clock.now()) }),
});
