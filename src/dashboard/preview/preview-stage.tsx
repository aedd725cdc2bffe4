import { useMemo } from 'react';
import type { InputOf } from '../api/use-resource';
import { useWidth } from '../charts/use-width';
import { Skeleton } from '../components';
import { useFormats, useWords } from '../words';
import { PreviewFrame } from './preview-frame';
import type { PreviewMessage } from './preview-message';
import { type TcfSource, useTcfList } from './use-tcf-list';
import { devices, type View } from './view';
import { words } from './words';

export type Theme = NonNullable<InputOf<'seedProfiles'>['body']['theme']>;

/** The frame with the banner, as wide as there is room. */
export function PreviewStage({
  profile,
  tcf,
  view: { device, scheme, direction, situation },
  locale,
  onLocale,
  theme,
  variant,
  isInteractive = false,
  name,
  maxHeight = Number.POSITIVE_INFINITY,
}: {
  /** Null: it is not known yet. */
  readonly profile: PreviewMessage['profile'] | null;
  /** Absent: the layer of the TCF is not shown. */
  readonly tcf?: TcfSource | undefined;
  readonly view: View;
  readonly locale: string;
  readonly onLocale: (locale: string) => void;
  readonly theme?: Theme;
  /** Of an experiment; absent: A. */
  readonly variant?: string;
  readonly isInteractive?: boolean;
  /** Distinguishes it from other previews on the page. */
  readonly name?: string;
  /** Greatest height on the screen (px): the buttons, often at the foot, should be in view. */
  readonly maxHeight?: number;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const [stage, width] = useWidth<HTMLDivElement>(375);
  const { list: tcfList, isLoading } = useTcfList(profile, tcf);
  const message = useMemo<PreviewMessage | false | null>(
    () =>
      profile &&
      !isLoading && {
        profile: { ...profile, ...(theme && { theme }) },
        ...(tcfList && { tcfList }),
        scheme,
        direction,
        situation,
        ...(variant !== undefined && { variant }),
      },
    [profile, isLoading, tcfList, theme, scheme, direction, situation, variant],
  );
  const size = devices[device];
  const scale = Math.min(1, width / size.width, maxHeight / size.height);
  const title = text.title(text.devices[device], formats.language(locale));
  return (
    <div ref={stage}>
      {!message ? (
        // As large as the content that follows, so that nothing moves.
        <div className="preview-stage" style={{ width: size.width * scale, height: size.height * scale }}>
          <Skeleton rows={3} />
        </div>
      ) : (
        <PreviewFrame
          title={name === undefined ? title : `${name}: ${title}`}
          message={message}
          size={size}
          scale={scale}
          isInteractive={isInteractive}
          onLanguage={onLocale}
        />
      )}
    </div>
  );
}
