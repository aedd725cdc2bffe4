import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { ListPage, ListPosition, PageSelection } from '../kernel/lists';
import { matchesSchema } from '../kernel/schema-check';
import type { Cursors, ListIdentity } from './cursors';

/** The page that a request selects. */
export interface PageRequest extends PageSelection {
  /** Returns the cursor of the page that begins after this position. */
  readonly cursorAfter: (position: ListPosition) => string;
}

/** A page as every list route returns it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly totalIsMinimum?: true;
  readonly page: number;
  readonly limit: number;
  readonly nextCursor: string | null;
  readonly searchedFrom?: string;
}

export interface PagingOptions {
  readonly pageSize: number;
  readonly maxPageSize: number;
  /** Number of newest entries in which a search looks for a text at any position. */
  readonly searchRows: number;
}

/** The parameters, cursors and replies that all list routes share. */
export interface Paging {
  readonly searchRows: number;
  /** Parameters of every list. */
  readonly parameters: ReturnType<typeof parameters>;
  /**
   * Reads the paging parameters.
   * @throws ServiceError `validation_failed` for a cursor that was not created for this list
   */
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
      description: 'Page number, 1 by default. To read far into a list, follow `nextCursor` instead.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxPageSize,
      description: `Items per page, ${pageSize} by default.`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 512,
      description: 'The `nextCursor` of the previous page, with the same filters; `page` is then ignored.',
    }),
  ),
});

/** Returns the schema of the parameter `q` of a list that searches these fields. */
export const searchParameter = (fields: readonly string[]) =>
  Type.Optional(
    Type.String({
      maxLength: 256,
      description:
        `Text to search for in ${fields.join(', ')}, ignoring case. ` +
        '`%` and `_` are ordinary characters.',
    }),
  );

/** Returns the schema of a page of these items. */
export const toPageSchema = <Item extends TSchema>(item: Item) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer({ description: 'Number of items that match the filters.' }),
    totalIsMinimum: Type.Optional(
      Type.Literal(true, {
        description: 'Present when more items match the filters than `total`, up to which they were counted.',
      }),
    ),
    page: Type.Integer(),
    limit: Type.Integer(),
    nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
    searchedFrom: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Present when `q` did not search all entries: older entries may match too, and `total` does not ' +
          'include them. To search them, send this value as `to`.',
      }),
    ),
  });

/** Content of a cursor: the number of the next page, and the time and id of the last entry before it. */
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
export function toPage<Item>({ page, limit, cursorAfter }: PageRequest, list: ListPage<Item>): Page<Item> {
  return {
    items: list.items,
    total: list.total,
    ...(list.totalIsMinimum && { totalIsMinimum: true }),
    page,
    limit,
    nextCursor: list.nextAfter === null ? null : cursorAfter(list.nextAfter),
    ...(list.searchedFrom === null ? {} : { searchedFrom: new Date(list.searchedFrom).toISOString() }),
  };
}
