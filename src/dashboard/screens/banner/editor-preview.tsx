import { useState, useSyncExternalStore } from 'react';
import { Panel } from '../../components';
import { PreviewOf } from '../../preview/banner-preview';
import type { Theme } from '../../preview/preview-stage';
import type { Preview } from '../../preview/use-preview';
import { useWords } from '../../words';
import { words } from './words';

const wide = '(min-width: 80rem)';

function subscribe(onChange: () => void) {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Height of the page's head and the preview's fields, above the banner (px). */
const aboveStage = 350;
const leastHeight = 320;

function subscribeToSize(onChange: () => void) {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}

/** The preview next to the fields; on narrow screens behind a heading that opens it. */
export function EditorPreview({
  preview: shown,
  theme,
}: {
  readonly preview: Preview;
  /** A look that is not saved yet. */
  readonly theme?: Theme;
}) {
  const text = useWords(words);
  const isWide = useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
  const [isOpen, setOpen] = useState(false);
  const height = useSyncExternalStore(subscribeToSize, () => innerHeight);
  const maxHeight = Math.max(leastHeight, height - aboveStage);
  const preview = <PreviewOf preview={shown} {...(theme && { theme })} {...(isWide && { maxHeight })} />;
  if (isWide)
    return (
      <aside className="editor-side" aria-label={text.preview}>
        <Panel title={text.preview}>{preview}</Panel>
      </aside>
    );
  return (
    <details className="panel" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="panel-head">
        <span className="strong">{text.preview}</span>
      </summary>
      {isOpen && <div className="panel-body">{preview}</div>}
    </details>
  );
}
