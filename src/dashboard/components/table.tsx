import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useFormats, useSharedWords } from '../words';
import { Button } from './button';
import { Icon, type IconName } from './icon';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Its value in a file; columns without one are not saved. */
  readonly value?: (row: Row) => string | number | null;
  /** Whether it contains numbers, which are aligned to the end of the line. */
  readonly isNumber?: boolean;
  /** Whether it contains a time, which stays on one line where the table is not narrow. */
  readonly isTime?: boolean;
  /** Whether it names the row. Default: the first column does. */
  readonly isHeader?: boolean;
  /** Width of the table from which the column is shown; narrower tables leave it out. */
  readonly from?: 'medium' | 'wide';
  /** Whether its value appears below the row's name where the column is left out. */
  readonly isBelow?: boolean;
  /** Share of the width (%), to align the columns of several tables below each other. */
  readonly share?: number;
  /** Whether only screen readers get the title. */
  readonly isTitleHidden?: boolean;
  /** Whether the title sorts by the column. */
  readonly isSortable?: boolean;
}

/** The column by which the rows are sorted. */
export interface Sort {
  readonly by: string;
  readonly isDown: boolean;
}

export interface TableProps<Row> {
  /** Description of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Whether the next rows are loading; the old ones are pale meanwhile. */
  readonly isStale?: boolean;
  /** The current order, if a column can sort the rows. */
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
}

/** A table. When it is narrow, it leaves out columns and scrolls inside itself. */
export function Table<Row>({ label, columns, rows, keyOf, isStale = false, sort, onSort }: TableProps<Row>) {
  const header = columns.find(({ isHeader }) => isHeader) ?? columns[0];
  return (
    <div
      className="table-frame"
      role="region"
      aria-label={label}
      tabIndex={0}
      data-stale={isStale || undefined}
    >
      <table className={`table${columns.some(({ share }) => share !== undefined) ? ' in-line' : ''}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={classOf(column)}
                style={column.share === undefined ? undefined : { width: `${column.share}%` }}
                aria-sort={sort?.by === column.id ? (sort.isDown ? 'descending' : 'ascending') : undefined}
              >
                <Title column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) =>
                column === header ? (
                  <th key={column.id} scope="row" className={classOf(column)}>
                    {column.cell(row)}
                    {columns
                      .filter(({ isBelow }) => isBelow)
                      .map((left) =>
                        left.isTitleHidden ? (
                          <span key={left.id} className={`below until-${left.from}`}>
                            {left.cell(row)}
                          </span>
                        ) : (
                          <span key={left.id} className={`muted small until-${left.from}`}>
                            {left.title}: {left.cell(row)}
                          </span>
                        ),
                      )}
                  </th>
                ) : (
                  <td key={column.id} className={classOf(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Title<Row>({
  column: { id, title, isTitleHidden, isSortable },
  sort,
  onSort,
}: {
  readonly column: Column<Row>;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
}) {
  if (isTitleHidden) return <span className="visually-hidden">{title}</span>;
  if (!isSortable || onSort === undefined) return title;
  const isCurrent = sort?.by === id;
  return (
    <AriaButton className="sort" onPress={() => onSort({ by: id, isDown: isCurrent && !sort.isDown })}>
      {title}
      {isCurrent && <Icon name={sort.isDown ? 'down' : 'up'} />}
    </AriaButton>
  );
}

const classOf = <Row,>({ isNumber, isTime, from }: Column<Row>) =>
  [isNumber && 'number', isTime && 'time', from && `from-${from}`].filter(Boolean).join(' ') || undefined;

/** Turns pages. At the end it does nothing; a disabled button would lose the focus there. */
function TurnButton({
  isEnd,
  onTurn,
  icon,
  children,
}: {
  readonly isEnd: boolean;
  readonly onTurn: () => void;
  readonly icon?: IconName;
  readonly children: ReactNode;
}) {
  return (
    <Button {...(icon && { icon })} aria-disabled={isEnd} onPress={() => isEnd || onTurn()}>
      {children}
    </Button>
  );
}

/** Buttons that go through the pages of a list that is loaded as a whole. */
export function PageNumbers({
  page,
  perPage,
  total,
  onGo,
}: {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly onGo: (page: number) => void;
}) {
  const { pages } = useSharedWords();
  const formats = useFormats();
  if (total <= perPage) return null;
  const first = (page - 1) * perPage + 1;
  const last = Math.min(total, page * perPage);
  return (
    <nav className="pager" aria-label={pages.label}>
      <TurnButton icon="left" isEnd={page === 1} onTurn={() => onGo(page - 1)}>
        {pages.previous}
      </TurnButton>
      <span className="muted" aria-live="polite">
        {pages.shown(formats.number(first), formats.number(last), formats.number(total))}
      </span>
      <TurnButton isEnd={last === total} onTurn={() => onGo(page + 1)}>
        {pages.next}
      </TurnButton>
    </nav>
  );
}

/** Buttons that go through a list by cursors: to its beginning, and to older rows. */
export function Pager({
  cursor,
  nextCursor,
  onGo,
}: {
  /** Cursor of the page that is shown; empty: the first one. */
  readonly cursor: string;
  readonly nextCursor: string | null | undefined;
  /** Called with an empty cursor for the first page. */
  readonly onGo: (cursor: string) => void;
}) {
  const { actions } = useSharedWords();
  const isFirst = cursor === '';
  if (isFirst && !nextCursor) return null;
  return (
    <div className="pager">
      <TurnButton icon="left" isEnd={isFirst} onTurn={() => onGo('')}>
        {actions.newer}
      </TurnButton>
      <TurnButton isEnd={!nextCursor} onTurn={() => nextCursor && onGo(nextCursor)}>
        {actions.older}
      </TurnButton>
    </div>
  );
}
