import { useState, useSyncExternalStore } from 'react';
import { Panel } from '../../components';
import { BannerPreview } from '../../preview/banner-preview';
import { useWords } from '../../words';
import type { Content } from './edits/content';
import { words } from './words';

const wide = '(min-width: 80rem)';

function subscribe(onChange: () => void) {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** What visitors would see, beside the fields; on narrow screens behind a heading that opens it. */
export function EditorPreview({ content, locale }: { readonly content: Content; readonly locale?: string }) {
  const text = useWords(words);
  const isWide = useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
  const [isOpen, setOpen] = useState(false);
  const { defaultLocale, profileJson, localeContent } = content;
  const preview = (
    <BannerPreview content={{ defaultLocale, profileJson, localeContent }} {...(locale && { locale })} />
  );
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
