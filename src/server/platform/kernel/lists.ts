/** Position of an entry in a list that is sorted newest first. */
export interface ListPosition {
  readonly createdAt: number;
  readonly id: string;
}

/** Part of a longer list. */
export interface Batch<Item> {
  readonly items: readonly Item[];
  /** Position after which the next batch begins; null when this is the last one. */
  readonly nextAfter: ListPosition | null;
}

/** The part of a list to read. */
export interface BatchRequest {
  /** Position after which to begin; null begins with the newest entry. */
  readonly after: ListPosition | null;
  readonly limit: number;
}

/** The number of rows in a part of a list. */
export interface CountedRows {
  readonly rows: number;
  /** Position after which the next part begins; null when this is the last one. */
  readonly nextAfter: ListPosition | null;
}

/** The page of a list to read. */
export interface PageSelection extends BatchRequest {
  /** Number of the page, from 1. With `after` it only counts the pages read so far. */
  readonly page: number;
}

/** A page together with facts about the whole list. */
export interface ListPage<Item> extends Batch<Item> {
  readonly total: number;
  /** Whether there are more than `total`, which were not counted. */
  readonly totalIsMinimum: boolean;
  /** Time of the oldest entry that was searched (epoch ms); null when all entries were. */
  readonly searchedFrom: number | null;
}
