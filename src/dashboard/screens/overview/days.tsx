import { Link } from 'wouter';
import { useEveryPage } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { StackedDays } from '../../charts';
import { Button, type Column, CsvButton, Empty, LinkButton, Panel, Table } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { readDecisionDays, readDecisions } from './counts';
import { useStepNames } from './funnel';
import { type Statistics, useOverviewSearch } from './use-overview-search';
import { visitWords } from './visit-words';
import { words } from './words';

/** A kind of decisions or banners of each day, by its name. */
interface Series {
  readonly id: string;
  readonly label: string;
  readonly values: readonly number[];
}

/** Days with what is counted about them. */
interface DayCounts {
  readonly title: string;
  readonly days: readonly string[];
  /** The bars of the chart. */
  readonly series: readonly Series[];
  /** The other columns of the table, before and after those. */
  readonly totals: readonly Series[];
  readonly withdrawn: readonly Series[];
  /** Description of the chart. */
  readonly sentence: string;
}

/** Returns the decisions of each day, and the shown banners that got no answer where all banners are counted. */
function useDayCounts(statistics: Statistics): DayCounts {
  const text = useWords(words);
  const visits = useWords(visitWords);
  const names = useStepNames();
  const formats = useFormats();
  const { isPlaced } = useOverviewSearch();
  const { timeline, banners } = statistics;
  const decisions = readDecisions(statistics, isPlaced);
  const days = readDecisionDays(statistics, isPlaced);
  const column = (id: keyof typeof names, values: readonly number[]): Series => ({
    id,
    label: names[id],
    values,
  });
  const ofBanners = (id: 'shown' | 'noAnswer' | 'withdrawn') =>
    column(
      id,
      banners.days.map((day) => day[id]),
    );
  // Sums of a sample cannot be added to all decisions.
  const hasUnanswered = banners.shown > 0 && (isPlaced || banners.impressionSample === 1);
  const accepted = decisions.total === 0 ? null : decisions.accepted / decisions.total;
  const sentence = text.sentence(formats.number(decisions.total), formats.percent(accepted));
  return {
    title: hasUnanswered ? visits.byDay : text.byDay,
    days: timeline.map(({ date }) => date),
    series: [
      column(
        'accepted',
        days.map((day) => day.accepted),
      ),
      column(
        'saved',
        days.map((day) => day.partly),
      ),
      column(
        'refused',
        days.map((day) => day.refused),
      ),
      ...(decisions.closed > 0
        ? [
            column(
              'closed',
              days.map((day) => day.closed),
            ),
          ]
        : []),
      ...(hasUnanswered ? [ofBanners('noAnswer')] : []),
    ],
    totals: [
      { id: 'total', label: text.decisions, values: days.map(({ total }) => total) },
      ...(hasUnanswered ? [ofBanners('shown')] : []),
    ],
    withdrawn: banners.withdrawn > 0 ? [ofBanners('withdrawn')] : [],
    sentence: hasUnanswered
      ? `${sentence} ${visits.unanswered(formats.number(banners.noAnswer), formats.number(banners.shown))}`
      : sentence,
  };
}

/** The decisions and unanswered banners of each day, with the publications in between. */
export function Days({ statistics }: { readonly statistics: Statistics }) {
  const { actions } = useSharedWords();
  const { isTable, set } = useOverviewSearch();
  const counts = useDayCounts(statistics);
  const published = usePublished(counts.days);
  const columns = useDayColumns(counts, published);
  const rows = counts.days.map((_day, index) => index).reverse();
  const isEmpty = [...counts.totals, ...counts.series].every(({ values }) => values.every((n) => n === 0));
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
        <NothingCounted
          isNew={statistics.overview.totalConsents === 0}
          hasShown={statistics.banners.shown > 0}
        />
      ) : isTable ? (
        <Table label={counts.title} rows={rows} keyOf={(row) => String(row)} columns={columns} />
      ) : (
        <DayChart counts={counts} published={published} />
      )}
    </Panel>
  );
}

/**
 * Says that there is nothing to show.
 * @param isNew nothing was ever stored, so the widget may be missing
 * @param hasShown banners were shown, of which a sample is counted
 */
function NothingCounted({ isNew, hasShown }: { readonly isNew: boolean; readonly hasShown: boolean }) {
  const text = useWords(words);
  const { can } = useSession();
  return (
    <Empty
      title={text.noDecisions}
      action={
        isNew &&
        !hasShown &&
        can('settings:read') && <LinkButton to="/installation">{text.install}</LinkButton>
      }
    >
      {hasShown ? text.nobodyDecided : isNew ? text.notInstalled : text.nothingCounted}
    </Empty>
  );
}

type Published = ReturnType<typeof usePublished>;

/** Returns the publications of the shown days, oldest first; none for users who may not read them. */
function usePublished(days: readonly string[]) {
  const { can } = useSession();
  const { query, filters } = useOverviewSearch();
  const publications = useEveryPage('listPublications', query, { enabled: can('profiles:read') });
  const first = days[0] ?? '';
  return (publications.data ?? [])
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
  { days, totals, series, withdrawn }: DayCounts,
  published: Published,
): readonly Column<number>[] {
  const text = useWords(words);
  const formats = useFormats();
  const number = ({ id, label, values }: Series): Column<number> => ({
    id,
    title: label,
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
    ...totals.map(number),
    ...series.map(number),
    ...withdrawn.map((column) => ({ ...number(column), from: 'medium' as const })),
    { id: 'published', title: text.published, from: 'medium', cell: publishedOn, value: publishedOn },
  ];
}
