import { useEffect, useState } from 'react';
import { type DataOf, type InputOf, useResource } from '../api/use-resource';

export type PreviewContent = Omit<InputOf<'previewProfile'>['body'], 'locale'>;
type Answer = DataOf<'previewProfile'>;

export interface Preview {
  /** What visitors would get; null: it is not known yet. While it cannot be made, such as amid an edit, the last one. */
  readonly profile: Answer['profile'] | null;
  readonly findings: Pick<Answer, 'errors' | 'warnings'>;
  readonly error: unknown;
  readonly locales: readonly string[];
  readonly locale: string;
  readonly setLocale: (locale: string) => void;
}

const pauseMs = 400;
const none: Preview['findings'] = { errors: [], warnings: [] };

/**
 * Returns what visitors would get of content that is not saved, and what the rules find in it, a moment after it was
 * typed: with one request for both.
 * @param first language to begin with, and to follow until a person chooses one
 */
export function usePreview(content: PreviewContent, first: string = content.defaultLocale): Preview {
  const { defaultLocale, profileJson, localeContent = {} } = content;
  const [chosen, setLocale] = useState({ first, locale: first });
  const locales = [defaultLocale, ...Object.keys(localeContent)];
  // Whoever turns to another language wants to see that one.
  const wanted = chosen.first === first ? chosen.locale : first;
  const locale = locales.includes(wanted) ? wanted : defaultLocale;
  const asked = useAfterPause({ defaultLocale, profileJson, localeContent });
  const { data, error } = useResource(
    'previewProfile',
    { body: { ...asked, locale } },
    // What was typed on the way is not asked for again.
    { keepFor: 0 },
  );
  const [last, setLast] = useState(data);
  useEffect(() => {
    if (data !== undefined) setLast(data);
  }, [data]);
  return {
    profile: last?.profile ?? null,
    findings: last ?? none,
    error,
    locales,
    locale,
    setLocale: (next) => setLocale({ first, locale: next }),
  };
}

function useAfterPause({ defaultLocale, profileJson, localeContent }: PreviewContent): PreviewContent {
  const [asked, setAsked] = useState<PreviewContent>({ defaultLocale, profileJson, localeContent });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ defaultLocale, profileJson, localeContent }), pauseMs);
    return () => clearTimeout(timer);
  }, [defaultLocale, profileJson, localeContent]);
  return asked;
}
