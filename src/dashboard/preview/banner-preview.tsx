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
    /** A saved banner; without a version, the newest one. */
    | { readonly id: string; readonly version: number }
  );

/** Shows a banner as visitors see it: with the real widget, in a frame that reaches nothing. */
export function BannerPreview(props: BannerPreviewProps) {
  if ('content' in props) return <ContentPreview {...props} />;
  return <VersionPreview {...props} />;
}

function VersionPreview({
  id,
  version,
  ...shown
}: Shown & { readonly id: string; readonly version: number }) {
  const saved = useResource('getProfileVersionContent', { params: { id, entryId: String(version) } });
  return (
    <Load of={saved}>
      {({ defaultLocale, profileJson, localeContent }) => (
        <ContentPreview {...shown} content={{ defaultLocale, profileJson, localeContent }} />
      )}
    </Load>
  );
}

const devices = {
  phone: { width: 375, height: 720 },
  tablet: { width: 768, height: 900 },
  desktop: { width: 1280, height: 800 },
} as const;
type Device = keyof typeof devices;

function ContentPreview({
  content,
  locale: firstLocale = content.defaultLocale,
  theme,
  isInteractive = false,
}: Shown & { readonly content: PreviewContent }) {
  const text = useWords(words);
  const formats = useFormats();
  const [stage, width] = useWidth<HTMLDivElement>(375);
  const [chosenDevice, setDevice] = useState<Device | null>(null);
  const device = chosenDevice ?? (width < 600 ? 'phone' : 'desktop');
  const [scheme, setScheme] = useState<PreviewMessage['scheme']>('light');
  const [direction, setDirection] = useState<PreviewMessage['direction']>('auto');
  const [situation, setSituation] = useState<Situation>('first');
  const [chosenLocale, setLocale] = useState<string | null>(null);
  const locales = [content.defaultLocale, ...Object.keys(content.localeContent ?? {})];
  const locale = chosenLocale !== null && locales.includes(chosenLocale) ? chosenLocale : firstLocale;
  const profile = useProfile(content, locale);
  const size = devices[device];
  const message = useMemo<PreviewMessage | null>(
    () =>
      profile.last && {
        profile: { ...profile.last, ...(theme && { theme }) },
        scheme,
        direction,
        situation,
      },
    [profile.last, theme, scheme, direction, situation],
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
          onChange={setLocale}
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
      <ErrorNotice error={profile.error} />
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
            onLanguage={setLocale}
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
