import { useFormats, useWords } from '../../words';
import { countSeen, hasRemovedDays, readDecisions, readDecisionsBefore } from './counts';
import { type Statistics, useOverviewSearch } from './use-overview-search';
import { visitWords } from './visit-words';
import { words } from './words';

/**
 * The key figures of the period, compared with the days before: all decisions, and the shown banners that got no answer.
 */
export function Figures({ statistics }: { readonly statistics: Statistics }) {
  const text = useWords(words);
  const visits = useWords(visitWords);
  const formats = useFormats();
  const ofDecisions = useChanges(text.noneBefore);
  const ofBanners = useChanges(visits.noneBefore);
  const { isPlaced } = useOverviewSearch();
  const { banners } = statistics;
  const decisions = readDecisions(statistics, isPlaced);
  const before = readDecisionsBefore(statistics, isPlaced);
  const share = (answer: 'accepted' | 'refused') => {
    const now = divide(decisions[answer], decisions.total);
    return {
      value: formats.percent(now),
      of: text.ofDecisions,
      note: ofDecisions.share(now, before === null ? null : divide(before[answer], before.total)),
    };
  };
  const noAnswer = divide(banners.noAnswer, countSeen(banners));
  const noAnswerBefore =
    banners.previous === undefined ? null : divide(banners.previous.noAnswer, countSeen(banners.previous));
  return (
    <div className="stack tight">
      <dl className="figures">
        <Figure
          name={text.decisions}
          value={formats.number(decisions.total)}
          note={ofDecisions.count(decisions.total, before?.total ?? 0)}
        />
        <Figure name={text.all} {...share('accepted')} />
        <Figure name={text.none} {...share('refused')} />
        <Figure
          name={visits.steps.shown}
          value={formats.number(banners.shown)}
          note={ofBanners.count(banners.shown, banners.previous?.shown ?? 0)}
        />
        <Figure
          name={visits.steps.noAnswer}
          value={formats.percent(noAnswer)}
          of={visits.ofShown}
          note={ofBanners.share(noAnswer, noAnswerBefore)}
        />
      </dl>
      {isPlaced && <p className="muted">{visits.onlyCounted}</p>}
      {hasRemovedDays(banners) && (
        <p className="muted">{visits.keptSince(formats.date(`${banners.keptSince}T12:00:00`))}</p>
      )}
    </div>
  );
}

const divide = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** Returns functions that describe changes since the days before. */
function useChanges(noneBefore: string) {
  const text = useWords(words);
  const formats = useFormats();
  const { days } = useOverviewSearch();
  return {
    /** Describes the change of a number, in percent. */
    count(now: number, before: number): string {
      if (before === 0) return noneBefore;
      const change = now / before - 1;
      if (Math.abs(change) < 0.0005) return text.same(days);
      return change > 0
        ? text.more(formats.percent(change), days)
        : text.fewer(formats.percent(-change), days);
    },
    /** Describes the change of a share, in percentage points. */
    share(now: number | null, before: number | null): string {
      if (now === null || before === null) return noneBefore;
      const points = Math.round((now - before) * 1000) / 10;
      if (points === 0) return text.same(days);
      return points > 0
        ? text.pointsUp(formats.number(points), days)
        : text.pointsDown(formats.number(-points), days);
    },
  };
}

function Figure({
  name,
  value,
  of,
  note,
}: Readonly<Record<'name' | 'value' | 'note', string>> & {
  /** The whole of which the value is a share. */
  readonly of?: string;
}) {
  return (
    <div className="figure">
      <dt className="muted">{name}</dt>
      <dd className="figure-value">
        {value} {of !== undefined && <small className="block">{of}</small>}
      </dd>
      <dd className="muted small">{note}</dd>
    </div>
  );
}
