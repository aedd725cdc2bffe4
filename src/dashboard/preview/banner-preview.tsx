import { useEffect, useState } from 'react';
import { type InputOf, useResource } from '../api/use-resource';
import { useWidth } from '../charts/use-width';
import { ErrorNotice } from '../components';
import { PreviewStage, type Theme } from './preview-stage';
import { useView, ViewFields } from './view';

export type PreviewContent = Omit<InputOf<'previewProfile'>['body'], 'locale'>;

/** Shows content as visitors would see it: with the real widget, in a frame that reaches nothing. */
export function BannerPreview({
  content,
  locale: first = content.defaultLocale,
  ...shown
}: {
  readonly content: PreviewContent;
  /** Language to begin with; default: that of the banner. */
  readonly locale?: string;
  /** Colours that the content does not have yet. */
  readonly theme?: Theme;
}) {
  const [chosen, setLocale] = useState<string | null>(null);
  const locales = [content.defaultLocale, ...Object.keys(content.localeContent ?? {})];
  const locale = chosen !== null && locales.includes(chosen) ? chosen : first;
  const { last, error } = useProfile(content, locale);
  const [element, width] = useWidth<HTMLDivElement>(375);
  const [view, setView] = useView(width < 600 ? 'phone' : 'desktop');
  return (
    <div className="stack" ref={element}>
      <ErrorNotice error={error} />
      <ViewFields view={view} onView={setView} locales={locales} locale={locale} onLocale={setLocale} />
      <PreviewStage {...shown} profile={last} view={view} locale={locale} onLocale={setLocale} />
    </div>
  );
}

/** Returns what visitors would get. While it cannot be made, such as amid an edit, the last one stays. */
function useProfile(content: PreviewContent, locale: string) {
  const [asked, setAsked] = useState(content);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(content), 300);
    return () => clearTimeout(timer);
  }, [content]);
  const { data, error } = useResource(
    'previewProfile',
    { body: { ...asked, locale } },
    // What was typed on the way is not asked for again.
    { keepFor: 0 },
  );
  const [last, setLast] = useState(data?.profile ?? null);
  useEffect(() => {
    if (data !== undefined) setLast(data.profile);
  }, [data]);
  return { last, error };
}
