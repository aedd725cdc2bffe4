import { useEffect, useMemo, useState } from 'react';
import { type InputOf, useResource } from '../api/use-resource';
import { useWidth } from '../charts/use-width';
import { ErrorNotice, Load, SelectField, Skeleton } from '../components';
import { useFormats, useWords } from '../words';
import { PreviewFrame } from './preview-frame';
import { type PreviewMessage, type Situation, situations } from './preview-message';
import { words } from './words';

export type PreviewContent = Omit<InputOf<'previewProfile'>['body'], 'locale'>;

type Theme = NonNullable<InputOf<'seedProfiles'>['body']['theme']>;

type Profile = PreviewMessage['profile'];

interface Shown {
  /** Language to begin with; default: that of the banner. */
  readonly locale?: string;
  /** Colours that the content does not have yet. */
  readonly theme?: Theme;
  /** Whether one can press the banner's buttons. */
  readonly isInteractive?: boolean;
}

export type BannerPreviewProps = Shown &
  (
    | { readonly content: PreviewContent }
    /** A saved version. */
    | { readonly id: string; readonly version: number }
  );

/** Shows a banner as visitors see it: with the real widget, in a frame that reaches nothing. */
export function BannerPreview(props: BannerPreviewProps) {
  if ('content' in props) return <ContentPreview {...props} />;
  return <VersionPreview {...props} />;
}

/** A saved version, with the look that it was saved with. */
function VersionPreview({
  id,
  version,
  locale: first,
  ...shown
}: Shown & { readonly id: string; readonly version: number }) {
  const [locale, setLocale] = useState(first);
  const saved = useResource(
    'getProfileVersion',
    { params: { id, entryId: String(version) }, ...(locale && { query: { locale } }) },
    { keepPrevious: true },
  );
  return (
    <Load of={saved}>
      {(file) => {
        const profile = file as unknown as Profile;
        return (
          <Preview
            {...shown}
            profile={profile}
            locales={profile.locales}
            locale={profile.currentLocale}
            onLocale={setLocale}
          />
        );
      }}
    </Load>
  );
}

function ContentPreview({
  content,
  locale: first = content.defaultLocale,
  ...shown
}: Shown & { readonly content: PreviewContent }) {
  const [chosen, setLocale] = useState<string | null>(null);
  const locales = [content.defaultLocale, ...Object.keys(content.localeContent ?? {})];
  const locale = chosen !== null && locales.includes(chosen) ? chosen : first;
  const { last, error } = useProfile(content, locale);
  return (
    <>
      <ErrorNotice error={error} />
      <Preview {...shown} profile={last} locales={locales} locale={locale} onLocale={setLocale} />
    </>
  );
}

const devices = {
  phone: { width: 375, height: 720 },
  tablet: { width: 768, height: 900 },
  desktop: { width: 1280, height: 800 },
} as const;
type Device = keyof typeof devices;

interface PreviewProps extends Omit<Shown, 'locale'> {
  /** Null: it is not known yet. */
  readonly profile: Profile | null;
  readonly locales: readonly string[];
  readonly locale: string;
  readonly onLocale: (locale: string) => void;
}

function Preview({ profile, locales, locale, onLocale, theme, isInteractive = false }: PreviewProps) {
  const text = useWords(words);
  const formats = useFormats();
  const [stage, width] = useWidth<HTMLDivElement>(375);
  const [chosenDevice, setDevice] = useState<Device | null>(null);
  const device = chosenDevice ?? (width < 600 ? 'phone' : 'desktop');
  const [scheme, setScheme] = useState<PreviewMessage['scheme']>('light');
  const [direction, setDirection] = useState<PreviewMessage['direction']>('auto');
  const [situation, setSituation] = useState<Situation>('first');
  const size = devices[device];
  const message = useMemo<PreviewMessage | null>(
    () => profile && { profile: { ...profile, ...(theme && { theme }) }, scheme, direction, situation },
    [profile, theme, scheme, direction, situation],
  );
  return (
    <div className="stack">
      <div className="filters">
        <SelectField
          label={text.device}
          value={device}
          options={(Object.keys(devices) as Device[]).map((value) => ({
            value,
            label: text.devices[value],
          }))}
          onChange={setDevice}
        />
        <SelectField
          label={text.situation}
          value={situation}
          options={situations.map((value) => ({ value, label: text.situations[value] }))}
          onChange={setSituation}
        />
        <SelectField
          label={text.language}
          value={locale}
          options={locales.map((value) => ({ value, label: formats.language(value) }))}
          onChange={onLocale}
        />
        <SelectField
          label={text.scheme}
          value={scheme}
          options={(['light', 'dark'] as const).map((value) => ({ value, label: text.schemes[value] }))}
          onChange={setScheme}
        />
        <SelectField
          label={text.direction}
          value={direction}
          options={(['auto', 'ltr', 'rtl'] as const).map((value) => ({
            value,
            label: text.directions[value],
          }))}
          onChange={setDirection}
        />
      </div>
      <div ref={stage}>
        {message === null ? (
          <Skeleton rows={12} />
        ) : (
          <PreviewFrame
            title={text.title(text.devices[device], formats.language(locale))}
            message={message}
            size={size}
            scale={Math.min(1, width / size.width)}
            isInteractive={isInteractive}
            onLanguage={onLocale}
          />
        )}
      </div>
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
  const { data, error } = useResource('previewProfile', { body: { ...asked, locale } });
  const [last, setLast] = useState(data?.profile ?? null);
  useEffect(() => {
    if (data !== undefined) setLast(data.profile);
  }, [data]);
  return { last, error };
}
