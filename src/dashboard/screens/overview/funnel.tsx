import { useSession } from '../../app/session';
import { Empty, LinkButton, Notice, Panel } from '../../components';
import { useFormats, useWords } from '../../words';
import { countOutside, countSeen, hasBanners } from './counts';
import { type Statistics, useOverviewSearch } from './use-overview-search';
import { visitWords } from './visit-words';
import { words } from './words';

const steps = ['shown', 'decided', 'accepted', 'saved', 'refused', 'closed', 'noAnswer'] as const;
const answers: readonly string[] = ['accepted', 'saved', 'refused', 'closed'];

/** How many banners were shown, and the answers to them. */
export function Funnel({ statistics }: { readonly statistics: Statistics }) {
  const text = useWords(visitWords);
  const formats = useFormats();
  const { can } = useSession();
  const names = useStepNames();
  const { banners } = statistics;
  const { impressionSample: sample } = banners;
  const seen = countSeen(banners);
  return (
    <Panel title={text.funnel} isTall={hasBanners(banners)}>
      {!hasBanners(banners) ? (
        <Empty
          title={text.noneShown}
          action={can('settings:read') && <LinkButton to="/settings">{text.settings}</LinkButton>}
        >
          {sample === 0 ? text.off : text.noneShownText} <Outside statistics={statistics} />
        </Empty>
      ) : (
        <div className="stack">
          <ul className="bars">
            {steps.map((step) => (
              <li key={step} className={answers.includes(step) ? 'inner' : undefined}>
                <div className="bar-head">
                  <span>{names[step]}</span>
                  <span>
                    {formats.number(banners[step])}{' '}
                    <small>{formats.percent(seen === 0 ? null : banners[step] / seen)}</small>
                  </span>
                </div>
                <div className="bar" aria-hidden="true">
                  <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={seen === 0 ? 0 : (banners[step] / seen) * 100} height="1" />
                  </svg>
                </div>
              </li>
            ))}
          </ul>
          <p className="muted">{text.unit}</p>
          <p className="muted">
            {banners.withdrawn === 0
              ? text.noneWithdrawn
              : text.withdrawn(banners.withdrawn, formats.number(banners.withdrawn))}
          </p>
          <Outside statistics={statistics} />
          {sample !== 1 && <Notice>{sample === 0 ? text.off : text.sample(sample)}</Notice>}
        </div>
      )}
    </Panel>
  );
}

/** Says how many decisions of the period the banners do not contain, and why. */
function Outside({ statistics }: { readonly statistics: Statistics }) {
  const text = useWords(visitWords);
  const formats = useFormats();
  const { isPlaced } = useOverviewSearch();
  const count = isPlaced ? 0 : countOutside(statistics);
  if (count === 0) return null;
  return (
    <span className="muted block">
      {text.outside(count, formats.number(count))} {text.outsideText}
    </span>
  );
}

/** Returns the names of what is counted. */
export function useStepNames() {
  const text = useWords(visitWords);
  const { all, none, some } = useWords(words);
  const { shown, decided, closed, noAnswer, withdrawn } = text.steps;
  return { shown, decided, accepted: all, saved: some, refused: none, closed, noAnswer, withdrawn };
}
