import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { ListPage, ListPosition, PageSelection } from '../kernel/lists';
import { matchesSchema } from '../kernel/schema-check';
import type { Cursors, ListIdentity } from './cursors';

/** A page that a request asks for. */
export interface PageRequest extends PageSelection {
  /** Returns the cursor of the page that begins after this position. */
  readonly cursorAfter: (position: ListPosition) => string;
}

/** A page as every list route returns it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly nextCursor: string | null;
  readonly searchedFrom?: string;
}

export interface PagingOptions {
  readonly pageSize: number;
  readonly maxPageSize: number;
  /** How many of the newest entries a search looks through for what stands inside a text. */
  readonly searchRows: number;
}

/** What all list routes share: parameters, cursors and replies. */
export interface Paging {
  readonly searchRows: number;
  /** Parameters of every list. */
  readonly parameters: ReturnType<typeof parameters>;
  /** @throws ServiceError `validation_failed` for a cursor that was not made for this very list */
  read(
    identity: ListIdentity,
    query: { readonly page?: number; readonly limit?: number; readonly cursor?: string },
  ): PageRequest;
}

const highestPage = 1_000_000_000;

const parameters = ({ pageSize, maxPageSize }: PagingOptions) => ({
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: highestPage,
      description: 'From 1, the default. For reading far into a list, follow `nextCursor` instead.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxPageSize,
      description: `Items per page, ${pageSize} unless given.`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 512,
      description: 'The `nextCursor` of the page before, with the same filters; `page` then does not count.',
    }),
  ),
});

/** `q` of a list that searches these fields. */
export const searchParameter = (fields: readonly string[]) =>
  Type.Optional(
    Type.String({
      maxLength: 256,
      description: `Text to be found, in any case, in ${fields.join(', ')}. \`%\` and \`_\` mean themselves.`,
    }),
  );

/** Schema of a page of these items. */
export const pageOf = <Item extends TSchema>(item: Item) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer({ description: 'How many there are with these filters.' }),
    page: Type.Integer(),
    limit: Type.Integer(),
    nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
    searchedFrom: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Only when `q` did not look through everything: older entries may match too, and `total` does not count them. Ask again with this as `to`.',
      }),
    ),
  });

/**
 * What the cursor of a page holds: the number of the next page, and the time and id of the last entry before
 * it.
 */
const PageCursor = Type.Tuple([
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  Type.String({ minLength: 1, maxLength: 64 }),
]);
const isPageCursor = matchesSchema<Static<typeof PageCursor>>(PageCursor);

export function createPaging(options: PagingOptions, cursors: Cursors): Paging {
  function readCursor(identity: ListIdentity, cursor: string): { page: number; after: ListPosition } {
    const [page, createdAt, id] = cursors.read(identity, cursor, isPageCursor);
    return { page, after: { createdAt, id } };
  }

  return {
    searchRows: options.searchRows,
    parameters: parameters(options),
    read(identity, query) {
      const { page, after } =
        query.cursor === undefined
          ? { page: query.page ?? 1, after: null }
          : readCursor(identity, query.cursor);
      return {
        limit: query.limit ?? options.pageSize,
        page,
        after,
        cursorAfter: ({ createdAt, id }) => cursors.write(identity, [page + 1, createdAt, id]),
      };
    },
  };
}

/** Returns the reply body of a list route. */
export function toPage<Item>({ page, limit, cursorAfter }: PageRequest, found: ListPage<Item>): Page<Item> {
  return {
    items: found.items,
    total: found.total,
    page,
    limit,
    nextCursor: found.nextAfter === null ? null : cursorAfter(found.nextAfter),
    ...(found.searchedFrom === null ? {} : { searchedFrom: new Date(found.searchedFrom).toISOString() }),
  };
}
