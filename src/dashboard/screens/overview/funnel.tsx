import { useSession } from '../../app/session';
import { Empty, LinkButton, Notice, Panel } from '../../components';
import { useFormats, useWords } from '../../words';
import { hasBanners } from './figures';
import type { Statistics } from './use-overview-search';
import { visitWords } from './visit-words';
import { words } from './words';

const steps = ['shown', 'decided', 'accepted', 'saved', 'refused', 'closed', 'noAnswer'] as const;
const answers: readonly string[] = ['accepted', 'saved', 'refused', 'closed'];

/** How many visitors saw a banner, and what they did. */
export function Funnel({ statistics: { banners } }: { readonly statistics: Statistics }) {
  const text = useWords(visitWords);
  const formats = useFormats();
  const { can } = useSession();
  const names = useStepNames();
  const { impressionSample: sample } = banners;
  const seen = Math.max(banners.shown, banners.decided);
  return (
    <Panel title={text.funnel} isTall={hasBanners(banners)}>
      {!hasBanners(banners) ? (
        <Empty
          title={text.noneShown}
          action={can('settings:read') && <LinkButton to="/settings">{text.settings}</LinkButton>}
        >
          {sample === 0 ? text.off : text.noneShownText}
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
          <p className="muted">{text.withdrawnText(banners.withdrawn, formats.number(banners.withdrawn))}</p>
          {sample !== 1 && <Notice>{sample === 0 ? text.off : text.sample(sample)}</Notice>}
        </div>
      )}
    </Panel>
  );
}

/** Returns the names of what is counted. */
export function useStepNames() {
  const text = useWords(visitWords);
  const { all, none, some } = useWords(words);
  const { shown, decided, closed, noAnswer, withdrawn } = text.steps;
  return { shown, decided, accepted: all, saved: some, refused: none, closed, noAnswer, withdrawn };
}
