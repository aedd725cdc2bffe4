import { Link } from 'wouter';
import { type DataOf, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { StackedDays } from '../../charts';
import { Button, Empty, LinkButton, Load, Panel, Table } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { useOverviewSearch } from './use-overview-search';
import { words } from './words';

/** Decisions by day, with what was published in between. */
export function Days() {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const { can } = useSession();
  const { query, isTable, set } = useOverviewSearch();
  const timeline = useResource('getTimeline', { query }, { keepPrevious: true });
  return (
    <Panel
      title={text.byDay}
      actions={
        <Button variant="quiet" onPress={() => set({ view: isTable ? '' : 'table' })}>
          {isTable ? actions.showAsChart : actions.showAsTable}
        </Button>
      }
      isFlush={isTable}
    >
      <Load of={timeline} rows={9}>
        {(days) =>
          days.every(({ total }) => total === 0) ? (
            <Empty
              title={text.noDecisions}
              action={can('settings:read') && <LinkButton to="/installation">{text.install}</LinkButton>}
            >
              {text.noDecisionsText}
            </Empty>
          ) : (
            <div className={timeline.isPlaceholderData ? 'stale' : undefined}>
              {isTable ? <DayTable days={days} /> : <DayChart days={days} />}
            </div>
          )
        }
      </Load>
    </Panel>
  );
}

type DayList = DataOf<'getTimeline'>;

/** Returns the publications of the shown days, oldest first; none for users who may not read them. */
function usePublished(days: DayList) {
  const { can } = useSession();
  const { query } = useOverviewSearch();
  const publications = useResource(
    'listPublications',
    { query: { ...query, limit: 50 } },
    { enabled: can('profiles:read') },
  );
  const first = days[0]?.date ?? '';
  return (publications.data?.items ?? [])
    .filter(({ from }) => from.slice(0, 10) >= first)
    .map((publication) => ({ ...publication, day: publication.from.slice(0, 10) }))
    .reverse();
}

function DayChart({ days }: { readonly days: DayList }) {
  const text = useWords(words);
  const formats = useFormats();
  const { query } = useOverviewSearch();
  const published = usePublished(days);
  const total = days.reduce((sum, day) => sum + day.total, 0);
  const optedIn = days.reduce((sum, day) => sum + day.optedIn, 0);
  return (
    <div className="stack">
      <StackedDays
        days={days.map(({ date }) => date)}
        series={[
          { label: text.all, values: days.map((day) => day.optedIn) },
          { label: text.some, values: days.map((day) => day.partial) },
          { label: text.none, values: days.map((day) => day.optedOut) },
        ]}
        marks={published.map(({ day, profileName, version }) => ({
          day,
          label: text.publishedOn(formats.date(`${day}T12:00:00`), profileName, version),
        }))}
        sentence={text.sentence(formats.number(total), formats.percent(total === 0 ? null : optedIn / total))}
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

function DayTable({ days }: { readonly days: DayList }) {
  const text = useWords(words);
  const formats = useFormats();
  const published = usePublished(days);
  return (
    <Table
      label={text.byDay}
      rows={[...days].reverse()}
      keyOf={({ date }) => date}
      columns={[
        { id: 'day', title: text.day, cell: ({ date }) => formats.date(`${date}T12:00:00`) },
        { id: 'total', title: text.total, isNumber: true, cell: ({ total }) => formats.number(total) },
        { id: 'all', title: text.all, isNumber: true, cell: ({ optedIn }) => formats.number(optedIn) },
        { id: 'some', title: text.some, isNumber: true, cell: ({ partial }) => formats.number(partial) },
        { id: 'none', title: text.none, isNumber: true, cell: ({ optedOut }) => formats.number(optedOut) },
        {
          id: 'published',
          title: text.published,
          from: 'medium',
          cell: ({ date }) =>
            published
              .filter(({ day }) => day === date)
              .map(({ profileName, version }) => `${profileName} v${version}`)
              .join(', '),
        },
      ]}
    />
  );
}
