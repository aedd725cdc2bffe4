import type { ReactNode } from 'react';
import { useSharedWords } from '../words';
import { Button } from './button';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of the line. */
  readonly isNumber?: boolean;
  /** Names the row; the first column if none says so. */
  readonly isHeader?: boolean;
  /** From which width of the table it is shown; narrower ones leave it out. */
  readonly from?: 'medium' | 'wide';
  /** Where it is left out, it stands below the row's name. */
  readonly isBelow?: boolean;
  /** Its part of the width (%), where several tables below each other should have their columns in line. */
  readonly share?: number;
  /** The title is for screen readers only. */
  readonly isTitleHidden?: boolean;
}

export interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** While the next rows load, the old ones are pale. */
  readonly isStale?: boolean;
}

/** A table whose narrow form leaves out columns and scrolls inside itself. */
export function Table<Row>({ label, columns, rows, keyOf, isStale = false }: TableProps<Row>) {
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
              >
                {column.isTitleHidden ? (
                  <span className="visually-hidden">{column.title}</span>
                ) : (
                  column.title
                )}
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
                      .map((left) => (
                        <span key={left.id} className={`muted small until-${left.from}`}>
                          {left.title}: {left.cell(row)}
                        </span>
                      ))}
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

const classOf = <Row,>({ isNumber, from }: Column<Row>) =>
  [isNumber && 'number', from && `from-${from}`].filter(Boolean).join(' ') || undefined;

/** Goes through a list by cursors: to its beginning, and to older rows. */
export function Pager({
  isFirst,
  nextCursor,
  onGo,
}: {
  readonly isFirst: boolean;
  readonly nextCursor: string | null | undefined;
  /** Null: to the beginning. */
  readonly onGo: (cursor: string | null) => void;
}) {
  const { actions } = useSharedWords();
  if (isFirst && !nextCursor) return null;
  return (
    <div className="pager">
      <Button icon="left" isDisabled={isFirst} onPress={() => onGo(null)}>
        {actions.newer}
      </Button>
      <Button isDisabled={!nextCursor} onPress={() => nextCursor && onGo(nextCursor)}>
        {actions.older}
      </Button>
    </div>
  );
}
