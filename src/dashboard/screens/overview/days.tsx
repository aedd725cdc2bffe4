import { Link } from 'wouter';
import { useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { StackedDays } from '../../charts';
import { Button, type Column, CsvButton, Empty, LinkButton, Panel, Table } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { hasBanners } from './figures';
import { useStepNames } from './funnel';
import { type Statistics, useOverviewSearch } from './use-overview-search';
import { visitWords } from './visit-words';
import { words } from './words';

/** A kind of visitors of each day, by its name. */
interface Series {
  readonly id: string;
  readonly label: string;
  readonly values: readonly number[];
}

/** Days with what is counted about them: visitors who saw a banner, or all decisions where banners are not counted. */
interface DayCounts {
  readonly title: string;
  readonly days: readonly string[];
  readonly totalName: string;
  readonly totals: readonly number[];
  readonly series: readonly Series[];
  /** Description of the chart. */
  readonly sentence: string;
  /** Of each day; empty: not counted. */
  readonly withdrawn: readonly number[];
}

function useDayCounts({ timeline, banners }: Statistics): DayCounts {
  const text = useWords(words);
  const visits = useWords(visitWords);
  const names = useStepNames();
  const formats = useFormats();
  const { isFiltered } = useOverviewSearch();
  if (isFiltered || hasBanners(banners)) {
    const { days } = banners;
    const series = (['accepted', 'saved', 'refused', 'noAnswer'] as const).map((id) => ({
      id,
      label: names[id],
      // A visitor who closes a banner that decides has refused.
      values: days.map((day) => day[id] + (id === 'refused' ? day.closed : 0)),
    }));
    const seen = Math.max(banners.shown, banners.decided);
    return {
      title: visits.visitsByDay,
      days: days.map(({ date }) => date),
      totalName: visits.seen,
      totals: days.map(({ shown }) => shown),
      series,
      sentence: visits.sentence(
        formats.number(banners.shown),
        formats.percent(seen === 0 ? null : banners.accepted / seen),
      ),
      withdrawn: days.map((day) => day.withdrawn),
    };
  }
  const total = timeline.reduce((sum, day) => sum + day.total, 0);
  const optedIn = timeline.reduce((sum, day) => sum + day.optedIn, 0);
  return {
    title: text.byDay,
    days: timeline.map(({ date }) => date),
    totalName: text.total,
    totals: timeline.map((day) => day.total),
    series: [
      { id: 'all', label: text.all, values: timeline.map((day) => day.optedIn) },
      { id: 'some', label: text.some, values: timeline.map((day) => day.partial) },
      { id: 'none', label: text.none, values: timeline.map((day) => day.optedOut) },
    ],
    sentence: text.sentence(formats.number(total), formats.percent(total === 0 ? null : optedIn / total)),
    withdrawn: [],
  };
}

/** The visitors of each day and their answers, with the publications in between. */
export function Days({ statistics }: { readonly statistics: Statistics }) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const { can } = useSession();
  const { isTable, set } = useOverviewSearch();
  const counts = useDayCounts(statistics);
  const published = usePublished(counts.days);
  const columns = useDayColumns(counts, published);
  const rows = counts.days.map((_day, index) => index).reverse();
  const isEmpty = [counts.totals, ...counts.series.map(({ values }) => values)].flat().every((n) => n === 0);
  return (
    <Panel
      title={counts.title}
      actions={
        <>
          <CsvButton label={counts.title} columns={columns} rows={rows} />
          <Button variant="quiet" onPress={() => set({ view: isTable ? '' : 'table' })}>
            {isTable ? actions.showAsChart : actions.showAsTable}
          </Button>
        </>
      }
      isFlush={isTable && !isEmpty}
    >
      {isEmpty ? (
        <Empty
          title={text.noDecisions}
          action={can('settings:read') && <LinkButton to="/installation">{text.install}</LinkButton>}
        >
          {text.noDecisionsText}
        </Empty>
      ) : isTable ? (
        <Table label={counts.title} rows={rows} keyOf={(row) => String(row)} columns={columns} />
      ) : (
        <DayChart counts={counts} published={published} />
      )}
    </Panel>
  );
}

type Published = ReturnType<typeof usePublished>;

/** Returns the publications of the shown days, oldest first; none for users who may not read them. */
function usePublished(days: readonly string[]) {
  const { can } = useSession();
  const { query, filters } = useOverviewSearch();
  const publications = useResource(
    'listPublications',
    { query: { ...query, limit: 50 } },
    { enabled: can('profiles:read') },
  );
  const first = days[0] ?? '';
  return (publications.data?.items ?? [])
    .filter(({ profileId }) => filters.profileId === '' || filters.profileId === profileId)
    .filter(({ from }) => from.slice(0, 10) >= first)
    .map((publication) => ({ ...publication, day: publication.from.slice(0, 10) }))
    .reverse();
}

function DayChart({
  counts: { days, series, sentence },
  published,
}: {
  readonly counts: DayCounts;
  readonly published: Published;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const { query } = useOverviewSearch();
  return (
    <div className="stack">
      <StackedDays
        days={days}
        series={series}
        marks={published.map(({ day, profileName, version }) => ({
          day,
          label: text.publishedOn(formats.date(`${day}T12:00:00`), profileName, version),
        }))}
        sentence={sentence}
      />
      {published.length > 0 && (
        <p className="muted small">
          ▲ {text.published}{' '}
          {published.slice(-shownMarks).map(({ day, profileId, profileName, version }) => (
            <span key={`${profileId}.${version}.${day}`}>
              <Link href={`/publications?on=${day}&show=${profileId}.${version}`}>
                {text.publishedOn(formats.date(`${day}T12:00:00`), profileName, version)}
              </Link>
              {' · '}
            </span>
          ))}
          <Link href={`/publications?from=${query.from}&to=${query.to}`}>{text.allPublications}</Link>
        </p>
      )}
    </div>
  );
}

/** Publications that the line under the chart names. */
const shownMarks = 3;

/** Columns of rows that are places in the list of days. */
function useDayColumns(
  { days, totalName, totals, series, withdrawn }: DayCounts,
  published: Published,
): readonly Column<number>[] {
  const text = useWords(words);
  const { steps } = useWords(visitWords);
  const formats = useFormats();
  const number = (id: string, title: string, values: readonly number[]): Column<number> => ({
    id,
    title,
    isNumber: true,
    cell: (row) => formats.number(values[row] ?? 0),
    value: (row) => values[row] ?? 0,
  });
  const publishedOn = (row: number) =>
    published
      .filter(({ day }) => day === days[row])
      .map(({ profileName, version }) => `${profileName} v${version}`)
      .join(', ');
  return [
    {
      id: 'day',
      title: text.day,
      cell: (row) => formats.date(`${days[row]}T12:00:00`),
      value: (row) => days[row] ?? '',
    },
    number('total', totalName, totals),
    ...series.map(({ id, label, values }) => number(id, label, values)),
    ...(withdrawn.length === 0
      ? []
      : [{ ...number('withdrawn', steps.withdrawn, withdrawn), from: 'medium' as const }]),
    { id: 'published', title: text.published, from: 'medium', cell: publishedOn, value: publishedOn },
  ];
}
