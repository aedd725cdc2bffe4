import { useFormats, useWords } from '../../words';
import { type Statistics, useOverviewSearch } from './use-overview-search';
import { visitWords } from './visit-words';
import { words } from './words';

type Banners = Statistics['banners'];

/** Returns whether any banner was counted. */
export const hasBanners = ({ shown, decided, withdrawn }: Pick<Banners, 'shown' | 'decided' | 'withdrawn'>) =>
  shown + decided + withdrawn > 0;

/**
 * The key figures, compared with the days before: of the visitors who saw a banner where banners are counted, else of
 * all decisions.
 */
export function Figures({ statistics }: { readonly statistics: Statistics }) {
  const { isFiltered } = useOverviewSearch();
  return isFiltered || hasBanners(statistics.banners) ? (
    <BannerFigures banners={statistics.banners} />
  ) : (
    <DecisionFigures overview={statistics.overview} />
  );
}

function BannerFigures({ banners }: { readonly banners: Banners }) {
  const text = useWords(words);
  const visits = useWords(visitWords);
  const formats = useFormats();
  const describe = useChanges(visits.noneBefore);
  const { previous } = banners;
  const seen = (counts: Pick<Banners, 'shown' | 'decided'>) => Math.max(counts.shown, counts.decided);
  const share = (step: 'accepted' | 'refused' | 'noAnswer') => {
    const now = divide(banners[step], seen(banners));
    const before = previous === undefined ? null : divide(previous[step], seen(previous));
    return { value: formats.percent(now), note: describe.share(now, before) };
  };
  return (
    <dl className="figures">
      <Figure
        name={visits.banners}
        value={formats.number(banners.shown)}
        note={describe.count(banners.shown, previous?.shown ?? 0)}
      />
      <Figure name={text.all} {...share('accepted')} />
      <Figure name={text.none} {...share('refused')} />
      <Figure name={visits.steps.noAnswer} {...share('noAnswer')} />
    </dl>
  );
}

function DecisionFigures({
  overview: { decisions, gpcRate, totalConsents },
}: {
  readonly overview: Statistics['overview'];
}) {
  const text = useWords(words);
  const formats = useFormats();
  const describe = useChanges(text.noneBefore);
  const { group } = useOverviewSearch();
  const { previous } = decisions;
  const ofConsents = text.ofConsents(totalConsents, formats.number(totalConsents));
  const share = (choice: 'optedIn' | 'optedOut') => {
    const now = divide(decisions[choice], decisions.total);
    const before = previous === undefined ? null : divide(previous[choice], previous.total);
    return { value: formats.percent(now), note: describe.share(now, before) };
  };
  return (
    <dl className="figures">
      <Figure
        name={text.decisions}
        value={formats.number(decisions.total)}
        note={describe.count(decisions.total, previous?.total ?? 0)}
      />
      <Figure name={text.all} {...share('optedIn')} />
      <Figure name={text.none} {...share('optedOut')} />
      <Figure
        name={text.gpc}
        value={formats.percent(gpcRate)}
        note={group === '' ? ofConsents : `${ofConsents}, ${text.ofAllRules}`}
      />
    </dl>
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

function Figure({ name, value, note }: Readonly<Record<'name' | 'value' | 'note', string>>) {
  return (
    <div className="figure">
      <dt className="muted">{name}</dt>
      <dd className="figure-value">{value}</dd>
      <dd className="muted small">{note}</dd>
    </div>
  );
}
