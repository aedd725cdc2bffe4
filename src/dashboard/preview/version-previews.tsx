import { useMemo, useState } from 'react';
import { useResource } from '../api/use-resource';
import { useWidth } from '../charts/use-width';
import { ErrorNotice } from '../components';
import type { PreviewMessage } from './preview-message';
import { PreviewStage, type Theme } from './preview-stage';
import { useView, type View, ViewFields } from './view';

interface PreviewedVersion {
  readonly version: number;
  readonly locales: readonly string[];
  /** Heading, when there are several. */
  readonly name?: string;
  /** Of an experiment; absent: A. */
  readonly variant?: string;
}

interface VersionPreviewsProps {
  readonly id: string;
  readonly versions: readonly PreviewedVersion[];
  readonly defaultLocale: string;
  /** Language to begin with. */
  readonly first?: string;
  /** Whether the banner's buttons can be pressed. */
  readonly isInteractive?: boolean;
  /** Colours that the versions do not have yet. */
  readonly theme?: Theme;
}

/** Height of each of two previews (px): both, and the sentences about them, should be in view. */
const besideOthers = 480;

/** Shows saved versions of a banner side by side, to the same visitor and with the look of that time. */
export function VersionPreviews({
  versions,
  defaultLocale,
  first = defaultLocale,
  ...shown
}: VersionPreviewsProps) {
  const [element, width] = useWidth<HTMLDivElement>(375);
  const [view, setView] = useView(versions.length > 1 || width < 600 ? 'phone' : 'desktop');
  const [locale, setLocale] = useState(first);
  const locales = [defaultLocale, ...versions.flatMap((version) => version.locales)];
  return (
    <div className="stack" ref={element}>
      <ViewFields
        view={view}
        onView={setView}
        locales={[...new Set(locales)]}
        locale={locale}
        onLocale={setLocale}
      />
      <div className="preview-versions">
        {versions.map((version) => (
          <VersionStage
            {...shown}
            maxHeight={versions.length > 1 ? besideOthers : Number.POSITIVE_INFINITY}
            key={`${version.version}${version.variant ?? ''}`}
            {...version}
            view={view}
            locale={locale}
            onLocale={setLocale}
          />
        ))}
      </div>
    </div>
  );
}

function VersionStage({
  id,
  version,
  locales,
  name,
  locale,
  ...shown
}: Omit<VersionPreviewsProps, 'versions' | 'defaultLocale' | 'first'> &
  PreviewedVersion & {
    readonly maxHeight: number;
    readonly view: View;
    readonly locale: string;
    readonly onLocale: (locale: string) => void;
  }) {
  // Visitors get the default language where a version lacks theirs.
  const query = locales.includes(locale) ? { query: { locale } } : {};
  const saved = useResource(
    'getProfileVersion',
    { params: { id, entryId: String(version) }, ...query },
    { keepPrevious: true },
  );
  const tcf = useMemo(() => ({ profileId: id, version }), [id, version]);
  const profile = (saved.data as unknown as PreviewMessage['profile'] | undefined) ?? null;
  return (
    <div className="stack tight">
      {name !== undefined && <h4>{name}</h4>}
      {saved.data === undefined && <ErrorNotice error={saved.error} onRetry={() => void saved.refetch()} />}
      <PreviewStage
        {...shown}
        {...(name !== undefined && { name })}
        profile={profile}
        tcf={tcf}
        locale={profile?.currentLocale ?? locale}
      />
    </div>
  );
}
