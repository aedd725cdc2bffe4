import { memo, useMemo, useState } from 'react';
import { useWords } from '../../words';
import { findUnknownTag, readHtml } from './html';
import { RichField, type RichFieldProps } from './rich-field';
import { SourceField } from './source-field';
import { words } from './words';

/**
 * A text in HTML that is edited as visitors see it, or as its source. A text with markup that the editor does not have
 * is shown as source, so that nothing is lost. Drawn again only when something that it shows has changed.
 */
export const RichTextField = memo(function RichTextField({
  help,
  ...props
}: Omit<RichFieldProps, 'onSource'>) {
  const text = useWords(words);
  const { value } = props;
  const canShow = useMemo(() => readHtml(value).isWhole, [value]);
  const [isSource, setSource] = useState(!canShow);
  // The source stays even when its text could be shown again: the field must not change while somebody types.
  if (!canShow && !isSource) setSource(true);
  if (canShow && !isSource) return <RichField {...props} help={help} onSource={() => setSource(true)} />;
  const unknown = canShow ? null : findUnknownTag(value);
  const reason = unknown === null ? text.unknownMarkup : text.unknownTag(unknown);
  return (
    <SourceField
      {...props}
      help={
        canShow ? (
          help
        ) : (
          <>
            {reason}
            {help !== undefined && ' '}
            {help}
          </>
        )
      }
      canSwitch={canShow}
      onSwitch={() => setSource(false)}
    />
  );
});
