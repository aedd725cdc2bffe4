import type { IncomingMessage } from 'node:http';
import type { FrameworkApis } from '#frameworks/signals/index';
import type { WithinPageTime } from './page-deadline';

export type { FrameworkApis };

/** The page that is written, and whom it is for. */
export interface PageVisitor {
  /** Unset: the page is the same for every visitor. */
  readonly req?: IncomingMessage | undefined;
  readonly tenantId?: string | undefined;
  /** The profile that the visitor has decided about. */
  readonly profileId?: string | null | undefined;
}

/** Returns the frameworks whose APIs a page must have; null: not known. */
export type ReadPageApis = (visitor: PageVisitor) => Promise<FrameworkApis | null>;

/**
 * Creates the function that decides which APIs a page gets. While the profiles cannot be read, it returns those of the
 * configuration: vendors wait for an API that does not answer yet, but could do anything without one.
 */
export function createFindApis(configured: FrameworkApis, read: ReadPageApis) {
  return async (visitor: PageVisitor, inTime: WithinPageTime): Promise<FrameworkApis> => {
    if (!configured.tcf && !configured.gpp) return configured;
    return (await inTime(read(visitor), null)) ?? configured;
  };
}
