import type { ActorContext } from '#platform/kernel/caller';
import { createSharedPlaces, type SharedPlacesOptions } from '#platform/kernel/concurrency/shared-places';
import { yieldToEventLoop } from '#platform/kernel/concurrency/yield-to-event-loop';
import { ServiceError, unavailable } from '#platform/kernel/errors';
import type { Batch, CountedRows, ListPosition } from '#platform/kernel/lists';

/** Reads one page, when it is the export's turn. */
export type TakeTurn = <T>(read: () => Promise<T>) => Promise<T>;

export interface ExportRuns {
  /**
   * Makes an export.
   * @throws ServiceError `unavailable` when too many are being made, and the error of a failure before the
   * first piece
   */
  run<T>(
    context: ActorContext,
    make: (turn: TakeTurn) => AsyncIterable<T>,
  ): AsyncGenerator<T, void, undefined>;
}

/**
 * Limits the number of exports at once, of which only one at a time reads a page, with requests between two
 * pages: a request waits for at most one page, and all exports share one connection of the pool.
 */
export function createExportRuns(
  options: Pick<SharedPlacesOptions, 'atOnce' | 'severalTenants'>,
): ExportRuns {
  const places = createSharedPlaces({ ...options, work: 'exports', retryAfterSeconds });
  let lastTurn: Promise<unknown> = Promise.resolve();

  const turn: TakeTurn = (read) => {
    const mine = lastTurn.then(() => yieldToEventLoop()).then(read);
    lastTurn = mine.catch(() => {});
    return mine;
  };

  return {
    async *run(context, make) {
      const leave = places.take(context);
      let hasBegun = false;
      try {
        for await (const piece of make(turn)) {
          hasBegun = true;
          yield piece;
        }
      } catch (error) {
        // Until something has been sent, a failed step can be retried.
        throw hasBegun || error instanceof ServiceError
          ? error
          : unavailable({ retryAfterSeconds, cause: error });
      } finally {
        leave();
      }
    },
  };
}

/** Delay before a retry (s), since exports take a while. */
const retryAfterSeconds = 15;

/** Reads a list to its end in batches, until `gone` is aborted. */
export async function* readBatches<Item>(
  read: (after: ListPosition | null) => Promise<Batch<Item>>,
  turn: TakeTurn,
  gone: AbortSignal,
): AsyncGenerator<readonly Item[], void, undefined> {
  for (let after: ListPosition | null = null; ; ) {
    gone.throwIfAborted();
    const { items, nextAfter }: Batch<Item> = await turn(() => read(after));
    gone.throwIfAborted();
    yield items;
    if (nextAfter === null) return;
    after = nextAfter;
  }
}

/** Counts a list to its end in parts, until `gone` is aborted. */
export async function countBatches(
  count: (after: ListPosition | null) => Promise<CountedRows>,
  turn: TakeTurn,
  gone?: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let after: ListPosition | null = null; ; ) {
    gone?.throwIfAborted();
    const { rows, nextAfter }: CountedRows = await turn(() => count(after));
    total += rows;
    if (nextAfter === null) return total;
    after = nextAfter;
  }
}

/** Takes a turn beside those of exports, for a request that only counts. */
export const betweenRequests: TakeTurn = (read) => yieldToEventLoop().then(read);
