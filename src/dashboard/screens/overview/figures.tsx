import { type DataOf, useResource } from '../../api/use-resource';
import { Load } from '../../components';
import { useFormats, useWords } from '../../words';
import { useOverviewSearch } from './use-overview-search';
import { words } from './words';

type Overview = DataOf<'getOverview'>;
type Period = Pick<Overview['decisions'], 'total' | 'optedIn' | 'optedOut'>;

/** The key figures, compared with the days before. */
export function Figures() {
  const { query } = useOverviewSearch();
  const overview = useResource(
    'getOverview',
    { query: { ...query, compare: 'previous' } },
    { keepPrevious: true },
  );
  return (
    <Load of={overview} rows={3}>
      {(answer) => (
        <div className={overview.isPlaceholderData ? 'stale' : undefined}>
          <FigureList overview={answer} />
        </div>
      )}
    </Load>
  );
}

function FigureList({ overview: { decisions, gpcRate, totalConsents } }: { readonly overview: Overview }) {
  const text = useWords(words);
  const formats = useFormats();
  const { days } = useOverviewSearch();
  const { previous } = decisions;

  /** Says how a number has changed, in percent of itself. */
  function describeCount(): string {
    if (previous === undefined || previous.total === 0) return text.noneBefore;
    const change = decisions.total / previous.total - 1;
    if (Math.abs(change) < 0.0005) return text.same(days);
    return change > 0 ? text.more(formats.percent(change), days) : text.fewer(formats.percent(-change), days);
  }

  /** Says how a share has changed, in points. */
  function describeShare(count: (period: Period) => number): string {
    const now = shareOf(decisions, count);
    const before = previous === undefined ? null : shareOf(previous, count);
    if (now === null || before === null) return text.noneBefore;
    const points = Math.round((now - before) * 1000) / 10;
    if (points === 0) return text.same(days);
    return points > 0
      ? text.pointsUp(formats.number(points), days)
      : text.pointsDown(formats.number(-points), days);
  }

  const optedIn = (period: Period) => period.optedIn;
  const optedOut = (period: Period) => period.optedOut;
  return (
    <dl className="figures">
      <Figure name={text.decisions} value={formats.number(decisions.total)} note={describeCount()} />
      <Figure
        name={text.all}
        value={formats.percent(shareOf(decisions, optedIn))}
        note={describeShare(optedIn)}
      />
      <Figure
        name={text.none}
        value={formats.percent(shareOf(decisions, optedOut))}
        note={describeShare(optedOut)}
      />
      <Figure
        name={text.gpc}
        value={formats.percent(gpcRate)}
        note={text.ofConsents(totalConsents, formats.number(totalConsents))}
      />
    </dl>
  );
}

const shareOf = (period: Period, count: (period: Period) => number) =>
  period.total === 0 ? null : count(period) / period.total;

function Figure({ name, value, note }: Readonly<Record<'name' | 'value' | 'note', string>>) {
  return (
    <div className="figure">
      <dt className="muted">{name}</dt>
      <dd className="figure-value">{value}</dd>
      <dd className="muted small">{note}</dd>
    </div>
  );
}
