import { useWidth } from '../charts/use-width';
import { ErrorNotice } from '../components';
import { PreviewStage, type Theme } from './preview-stage';
import { type Preview, type PreviewContent, usePreview } from './use-preview';
import { useView, ViewFields } from './view';

interface Shown {
  /** See `PreviewStage`. */
  readonly maxHeight?: number;
  /** Colours that the content does not have yet. */
  readonly theme?: Theme;
}

/** Shows content as visitors would see it: with the real widget, in an isolated frame. */
export function BannerPreview({ content, ...shown }: Shown & { readonly content: PreviewContent }) {
  const preview = usePreview(content);
  return (
    <>
      <ErrorNotice error={preview.findings.error} />
      <PreviewOf {...shown} preview={preview} />
    </>
  );
}

/** Shows a preview that its screen has requested, because the screen also shows the findings, or why there are none. */
export function PreviewOf({
  preview: { profile, tcf, locales, locale, setLocale },
  ...shown
}: Shown & { readonly preview: Preview }) {
  const [element, width] = useWidth<HTMLDivElement>(375);
  const [view, setView] = useView(width < 600 ? 'phone' : 'desktop');
  return (
    <div className="stack" ref={element}>
      <ViewFields view={view} onView={setView} locales={locales} locale={locale} onLocale={setLocale} />
      <PreviewStage {...shown} profile={profile} tcf={tcf} view={view} locale={locale} onLocale={setLocale} />
    </div>
  );
}
