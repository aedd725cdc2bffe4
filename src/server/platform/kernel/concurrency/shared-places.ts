import type { ActorContext } from '../caller';
import { unavailable } from '../errors';

// Why: docs/adr/0149-access-while-a-response-is-sent.md

/** Long work of which a process runs little at once. */
export interface SharedPlaces {
  /**
   * Takes a place and returns the function that frees it.
   * @throws ServiceError `unavailable` when all places are taken, or all that this tenant or caller can have
   */
  take(context: ActorContext): () => void;
}

export interface SharedPlacesOptions {
  /** Number of places. */
  readonly atOnce: number;
  /** Whether there can be several tenants. */
  readonly severalTenants: boolean;
  /** The work, in the plural: `exports`. */
  readonly work: string;
  readonly retryAfterSeconds: number;
}

/**
 * Shares places: while there are several, no tenant can take the last one, and no caller the last one of a
 * tenant, so that slow downloads block nobody else.
 */
export function createSharedPlaces({
  atOnce,
  severalTenants,
  work,
  retryAfterSeconds,
}: SharedPlacesOptions): SharedPlaces {
  const ofTenant = severalTenants ? butOne(atOnce) : atOnce;
  const ofCaller = butOne(ofTenant);
  const running = new Set<{ readonly tenantId: string; readonly caller: string | null }>();

  return {
    take({ tenantId, actor }) {
      const mine = { tenantId, caller: actor.apiKeyId ?? actor.userId };
      const inTenant = [...running].filter((other) => other.tenantId === tenantId);
      const byCaller = inTenant.filter(({ caller }) => caller === mine.caller);
      const full = (places: number, whose: string) =>
        unavailable({
          retryAfterSeconds,
          message: `Too many ${work} at once (at most ${places}${whose}); try again when one has finished.`,
        });
      if (running.size >= atOnce) throw full(atOnce, '');
      if (inTenant.length >= ofTenant) throw full(ofTenant, ' for one tenant');
      if (byCaller.length >= ofCaller) throw full(ofCaller, ' for one user or API key');
      running.add(mine);
      return () => void running.delete(mine);
    },
  };
}

const butOne = (places: number) => Math.max(1, places - 1);
