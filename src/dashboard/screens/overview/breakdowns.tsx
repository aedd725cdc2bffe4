import { type ReactNode, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Button, type Column, CsvButton, Panel, Table } from '../../components';
import { useFormats, useWords } from '../../words';
import { countSeen, hasBanners } from './counts';
import { useValueName } from './filters';
import { useStepNames } from './funnel';
import { type FilterName, filterNames, type Statistics, useOverviewSearch } from './use-overview-search';
import { visitWords } from './visit-words';

type Row = Statistics['banners']['by']['country'][number];

/** Number of rows before the operator asks for all. */
const shownRows = 6;

/** The tables of shown banners by profile, country, device, language and site. A row filters the whole screen. */
export function Breakdowns({ statistics: { banners } }: { readonly statistics: Statistics }) {
  if (!hasBanners(banners)) return null;
  return filterNames.map((name) => <Breakdown key={name} name={name} rows={banners.by[name]} />);
}

function Breakdown({ name, rows }: { readonly name: FilterName; readonly rows: readonly Row[] }) {
  const text = useWords(visitWords);
  const steps = useStepNames();
  const formats = useFormats();
  const nameOf = useValueName();
  const { filters, set } = useOverviewSearch();
  const [isWhole, setWhole] = useState(false);
  const title = text.tables[name].many;
  const change = useChange();
  const seenRows = rows.filter(isSeen);
  const shareColumn = (step: Step, short: string): Column<Row> => ({
    id: step,
    title: short,
    isNumber: true,
    cell: (row) => (
      <WithChange change={change.share(row, step)}>{formats.percent(getShare(row, step))}</WithChange>
    ),
  });
  const columns: readonly Column<Row>[] = [
    {
      id: 'value',
      title: text.tables[name].one,
      cell: ({ value }) =>
        filters[name] === value ? (
          nameOf(name, value)
        ) : (
          <AriaButton
            className="as-link"
            onPress={() => set({ [name]: value })}
            aria-label={text.only(nameOf(name, value))}
          >
            {nameOf(name, value)}
          </AriaButton>
        ),
    },
    {
      id: 'shown',
      title: text.shown,
      isNumber: true,
      cell: (row) => <WithChange change={change.shown(row)}>{formats.number(row.shown)}</WithChange>,
    },
    shareColumn('accepted', text.accepted),
    { ...shareColumn('refused', text.refused), from: 'medium' },
    shareColumn('noAnswer', steps.noAnswer),
  ];
  return (
    <Panel
      title={title}
      isFlush
      actions={<CsvButton label={title} columns={useCsvColumns(name)} rows={rows} />}
    >
      <Table
        label={title}
        rows={isWhole ? seenRows : seenRows.slice(0, shownRows)}
        keyOf={({ value }) => value}
        columns={columns}
      />
      {seenRows.length > shownRows && (
        <div className="pager">
          <Button variant="quiet" onPress={() => setWhole(!isWhole)}>
            {isWhole ? text.fewer : text.allRows(formats.number(seenRows.length))}
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** Returns whether banners were shown: of visitors who only withdrew, the other columns say nothing. */
const isSeen = ({ value, shown, decided }: Row) => shown > 0 || (decided > 0 && value !== '(none)');

type Step = 'accepted' | 'refused' | 'noAnswer';
type Counts = Pick<Row, Step | 'shown' | 'decided'>;

const getShare = (counts: Counts, step: Step) =>
  countSeen(counts) === 0 ? null : counts[step] / countSeen(counts);

/** Fewest shown banners in each period whose numbers are compared. */
const leastCompared = 30;

/** Returns functions that describe the change of a row since the days before; null: nothing can be said. */
function useChange() {
  const formats = useFormats();
  const text = useWords(visitWords);
  const compare = (row: Row) =>
    row.previous !== undefined && Math.min(countSeen(row), countSeen(row.previous)) >= leastCompared
      ? row.previous
      : null;
  const sign = (change: number, shown: string) =>
    change < 0 ? `−${shown}` : change > 0 ? `+${shown}` : shown;
  return {
    /** Describes the change of the number, in percent. */
    shown(row: Row): string | null {
      const before = compare(row);
      if (before === null || before.shown === 0) return null;
      const change = Math.round((row.shown / before.shown - 1) * 1000) / 1000;
      return sign(change, formats.percent(Math.abs(change)));
    },
    /** Describes the change of a share, in percentage points. */
    share(row: Row, step: Step): string | null {
      const before = compare(row);
      if (before === null) return null;
      const change = Math.round(((getShare(row, step) ?? 0) - (getShare(before, step) ?? 0)) * 1000) / 10;
      return text.points(sign(change, formats.number(Math.abs(change))));
    },
  };
}

/** A number, and below it its change since the days before. */
function WithChange({ change, children }: { readonly change: string | null; readonly children: ReactNode }) {
  const text = useWords(visitWords);
  if (change === null) return children;
  return (
    <>
      <span className="block">{children}</span>
      <span className="muted small block unbroken">
        <span className="visually-hidden">{text.changed} </span>
        {change}
      </span>
    </>
  );
}

/** The columns of the file: all numbers, and the value as the API names it. */
function useCsvColumns(name: FilterName): readonly Column<Row>[] {
  const text = useWords(visitWords);
  const steps = useStepNames();
  const nameOf = useValueName();
  const cell = () => null;
  const column = (id: Exclude<keyof Row, 'value' | 'previous'>): Column<Row> => ({
    id,
    title: steps[id],
    cell,
    value: (row) => row[id],
  });
  return [
    { id: 'value', title: text.tables[name].one, cell, value: ({ value }) => nameOf(name, value) },
    ...(['shown', 'decided', 'accepted', 'saved', 'refused', 'closed', 'noAnswer', 'withdrawn'] as const).map(
      column,
    ),
  ];
}
