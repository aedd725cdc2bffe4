import { Link } from 'wouter';
import { useFormats, useSharedWords, useWords } from '../../words';
import type { Summary } from '../banners/summary';
import type { LanguageState } from './language-state';
import { words } from './words';

/** One language of a banner: the share of texts that are done, and how many are not, with a link to them. */
export function StateCell({
  banner,
  locale,
  state,
}: {
  readonly banner: Summary;
  readonly locale: string;
  readonly state: LanguageState | 'source' | null;
}) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const formats = useFormats();
  if (state === null)
    return (
      <span className="muted">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{states.none}</span>
      </span>
    );
  if (state === 'source') return <span className="muted">{text.source}</span>;
  const counts = (['missing', 'outdated', 'machine', 'unchecked'] as const)
    .filter((kind) => state[kind] > 0)
    .map((kind) => text[kind](formats.number(state[kind])));
  // A banner with one text left is not complete.
  const percent = formats.percent(Math.floor(state.share * 100) / 100);
  return (
    <Link
      className="completeness-cell"
      href={`/banners/${banner.id}/texts?lang=${encodeURIComponent(locale)}`}
      aria-label={[`${banner.name}, ${formats.language(locale)}: ${percent}`, ...counts].join(', ')}
    >
      <span className="strong">{percent}</span>
      <span className="completeness-bar" aria-hidden="true">
        <span style={{ inlineSize: `${state.share * 100}%` }} />
      </span>
      {counts.map((count) => (
        <span key={count} className="muted small nowrap">
          {count}
        </span>
      ))}
    </Link>
  );
}
