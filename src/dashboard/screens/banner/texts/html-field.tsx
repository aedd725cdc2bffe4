import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Toolbar } from 'react-aria-components';
import { Button, TextAreaField } from '../../../components';
import { useWords } from '../../../words';
import { type Format, formats, withFormat } from './markup';
import { words } from './words';

type HtmlFieldProps = ComponentProps<typeof TextAreaField> & {
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** A text in HTML, with buttons that write the most common markup. */
export function HtmlField(props: HtmlFieldProps) {
  const text = useWords(words);
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
    <div ref={field} className="stack tight">
      <TextAreaField {...props} />
      {!isReadOnly && (
        <Toolbar aria-label={text.formatsOf(label)} className="row">
          {formats.map((kind) => (
            <Button
              key={kind}
              variant="quiet"
              icon={kind}
              aria-label={text.formats[kind]}
              onPress={() => format(kind)}
            />
          ))}
        </Toolbar>
      )}
    </div>
  );
}
