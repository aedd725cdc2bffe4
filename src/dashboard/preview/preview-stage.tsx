import { useMemo } from 'react';
import type { InputOf } from '../api/use-resource';
import { useWidth } from '../charts/use-width';
import { Skeleton } from '../components';
import { useFormats, useWords } from '../words';
import { PreviewFrame } from './preview-frame';
import type { PreviewMessage } from './preview-message';
import { devices, type View } from './view';
import { words } from './words';

export type Theme = NonNullable<InputOf<'seedProfiles'>['body']['theme']>;

/** The frame with the banner, as wide as there is room. */
export function PreviewStage({
  profile,
  view: { device, scheme, direction, situation },
  locale,
  onLocale,
  theme,
  isInteractive = false,
  name,
  maxHeight = Number.POSITIVE_INFINITY,
}: {
  /** Null: it is not known yet. */
  readonly profile: PreviewMessage['profile'] | null;
  readonly view: View;
  readonly locale: string;
  readonly onLocale: (locale: string) => void;
  readonly theme?: Theme;
  readonly isInteractive?: boolean;
  /** Which of several it is. */
  readonly name?: string;
  /** Of what is shown (px): the buttons, often at the foot, should be in view. */
  readonly maxHeight?: number;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const [stage, width] = useWidth<HTMLDivElement>(375);
  const message = useMemo<PreviewMessage | null>(
    () => profile && { profile: { ...profile, ...(theme && { theme }) }, scheme, direction, situation },
    [profile, theme, scheme, direction, situation],
  );
  const size = devices[device];
  const scale = Math.min(1, width / size.width, maxHeight / size.height);
  const title = text.title(text.devices[device], formats.language(locale));
  return (
    <div ref={stage}>
      {message === null ? (
        // As large as what comes, so that nothing moves.
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
