import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { TextAreaField } from '../fields';
import { withFormat } from './markup';
import { type Format, FormatToolbar } from './toolbar';

type SourceFieldProps = ComponentProps<typeof TextAreaField> & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the editor can show the text. */
  readonly canSwitch: boolean;
  readonly onSwitch: () => void;
};

/** A text in HTML, with buttons that write the most common markup. */
export function SourceField({ canSwitch, onSwitch, ...props }: SourceFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const next = useRef<readonly [number, number] | null>(null);
  const { value, label, isReadOnly = false, onChange } = props;

  useLayoutEffect(() => {
    if (next.current === null) return;
    const area = field.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(...next.current);
    next.current = null;
  });

  const format = (kind: Format) => {
    const area = field.current?.querySelector('textarea');
    if (!area) return;
    const { selectionStart: start, selectionEnd: end } = area;
    const formatted = withFormat({ text: value, start, end }, kind);
    next.current = [formatted.start, formatted.end];
    onChange(formatted.text);
  };
  return (
    <div ref={field}>
      <TextAreaField
        {...props}
        toolbar={
          isReadOnly ? undefined : (
            <FormatToolbar
              label={label}
              onFormat={format}
              isSource
              canSwitch={canSwitch}
              onSwitch={onSwitch}
            />
          )
        }
      />
    </div>
  );
}
