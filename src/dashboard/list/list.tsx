import type { ReactNode } from 'react';
import { Button, type Column, Empty, PageNumbers, Panel, SelectField, Table, TextField } from '../components';
import { useSharedWords } from '../words';
import { type ListOptions, type ListState, rowsPerPage, useList } from './use-list';

/** A column of a list; with `orderBy` its title sorts. */
export interface ListColumn<Row> extends Omit<Column<Row>, 'isSortable'> {
  /** Returns what to sort by; null: nothing, which comes first. */
  readonly orderBy?: (row: Row) => string | number | null;
}

export interface ListProps<Row> extends Omit<ListOptions<Row>, 'orders'> {
  /** Description of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly ListColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Heading and buttons of its panel. */
  readonly title?: string;
  readonly actions?: ReactNode;
  /** Message when no row matches. */
  readonly noMatch?: string;
}

/**
 * A table with a search, filters, sorting and pages, for lists that are loaded as a whole.
 *
 * @example
 * <List label={text.title} rows={roles} keyOf={({ id }) => id} textOf={({ name }) => name} columns={columns} />
 */
export function List<Row>({ label, columns, keyOf, title, actions, noMatch, ...options }: ListProps<Row>) {
  const orders = Object.fromEntries(columns.flatMap(({ id, orderBy }) => (orderBy ? [[id, orderBy]] : [])));
  const list = useList({ ...options, orders });
  const fields = (options.rows.length > 1 || list.isNarrowed) && <ListFields list={list} />;
  const table = (
    <ListBody list={list} noMatch={noMatch}>
      <Table
        label={label}
        rows={list.shown}
        keyOf={keyOf}
        columns={columns.map(({ orderBy, ...column }) => ({ ...column, isSortable: orderBy !== undefined }))}
        {...(list.sort && { sort: list.sort })}
        onSort={list.sortBy}
      />
    </ListBody>
  );
  if (title === undefined)
    return (
      <>
        {fields}
        <Panel isFlush={list.total > 0}>{table}</Panel>
      </>
    );
  return (
    <Panel title={title} actions={actions} isFlush>
      {fields && <div className="panel-body">{fields}</div>}
      {table}
    </Panel>
  );
}

/** The search and the filters of a list. */
export function ListFields<Row>({ list }: { readonly list: ListState<Row> }) {
  const { actions, states } = useSharedWords();
  return (
    <div className="form-line">
      <TextField
        label={actions.search}
        type="search"
        value={list.q}
        onChange={list.search}
        maxLength={200}
        autoComplete="off"
      />
      {list.filters.map(({ id, label, value, options }) => (
        <SelectField
          key={id}
          label={label}
          value={value}
          onChange={(next) => list.narrow(id, next)}
          options={[{ value: '', label: states.all }, ...options]}
        />
      ))}
    </div>
  );
}

/** The rows of a list and the buttons for its pages, or that no row matches. */
export function ListBody<Row>({
  list,
  noMatch,
  children,
}: {
  readonly list: ListState<Row>;
  readonly noMatch?: string | undefined;
  readonly children: ReactNode;
}) {
  const { actions, search } = useSharedWords();
  return (
    <>
      {list.total === 0 ? (
        <Empty
          title={noMatch ?? search.noMatch}
          action={<Button onPress={list.clear}>{actions.clearFilters}</Button>}
        />
      ) : (
        children
      )}
      <PageNumbers page={list.page} perPage={rowsPerPage} total={list.total} onGo={list.goTo} />
    </>
  );
}
