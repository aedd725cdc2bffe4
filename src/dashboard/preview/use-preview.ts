import { useEffect, useMemo, useState } from 'react';
import { isApiError } from '../api/errors';
import { type DataOf, type InputOf, useResource } from '../api/use-resource';

import type { TcfSource } from './use-tcf-list';

export type PreviewContent = Omit<InputOf<'previewProfile'>['body'], 'locale'>;
type Answer = DataOf<'previewProfile'>;

export interface Preview {
  /**
   * The profile that visitors would get; null until it is known. While there can be none, as in the middle of an edit,
   * the last one stays.
   */
  readonly profile: Answer['profile'] | null;
  /** Settings of the TCF in the content; undefined: it does not ask under it. */
  readonly tcf: TcfSource | undefined;
  /** With the error when the rules could not check the content. */
  readonly findings: Pick<Answer, 'errors' | 'warnings'> & { readonly error?: unknown };
  readonly locales: readonly string[];
  readonly locale: string;
  readonly setLocale: (locale: string) => void;
}

const pauseMs = 400;
const noMarks = {};
const noChanges: readonly string[] = [];
const none: Preview['findings'] = { errors: [], warnings: [] };

/**
 * Returns the profile that visitors would get from unsaved content, and the findings of the rules, shortly after each
 * edit and with one request for both.
 * @param first language to begin with, and to follow until a person chooses one
 */
export function usePreview(content: PreviewContent, first: string = content.defaultLocale): Preview {
  const {
    defaultLocale,
    profileJson,
    localeContent = {},
    uncheckedTexts = noMarks,
    changedLocales = noChanges,
  } = content;
  const [chosen, setLocale] = useState({ first, locale: first });
  const locales = [defaultLocale, ...Object.keys(localeContent)];
  // An operator who turns to another language wants to see that one.
  const wanted = chosen.first === first ? chosen.locale : first;
  const locale = locales.includes(wanted) ? wanted : defaultLocale;
  const asked = useAfterPause({ defaultLocale, profileJson, localeContent, uncheckedTexts, changedLocales });
  const { data, error } = useResource(
    'previewProfile',
    { body: { ...asked, locale } },
    // Previews of intermediate edits are not needed again.
    { keepFor: 0 },
  );
  // While an answer is on its way, what was known before stays, so that nothing jumps.
  const [last, setLast] = useState<{ readonly data: typeof data; readonly error: unknown }>({ data, error });
  useEffect(() => {
    // The end of the session has a dialog of its own.
    if (data !== undefined || (error !== null && !isApiError(error, 'unauthenticated')))
      setLast(({ data: before }) => ({ data: data ?? before, error }));
  }, [data, error]);
  const findings = useMemo(() => ({ ...(last.data ?? none), error: last.error }), [last]);
  return {
    profile: last.data?.profile ?? null,
    tcf: asked.profileJson.tcf && { tcf: asked.profileJson.tcf },
    findings,
    locales,
    locale,
    setLocale: (next) => setLocale({ first, locale: next }),
  };
}

function useAfterPause({
  defaultLocale,
  profileJson,
  localeContent,
  uncheckedTexts,
  changedLocales,
}: Required<PreviewContent>): PreviewContent {
  const now = useMemo(
    () => ({ defaultLocale, profileJson, localeContent, uncheckedTexts, changedLocales }),
    [defaultLocale, profileJson, localeContent, uncheckedTexts, changedLocales],
  );
  const [asked, setAsked] = useState<PreviewContent>(now);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(now), pauseMs);
    return () => clearTimeout(timer);
  }, [now]);
  return asked;
}
