import type { Command } from 'prosemirror-state';
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  isMarked,
  linkAround,
  listAround,
  removeLink,
  setLink,
  toggleBold,
  toggleItalic,
  toggleList,
} from './commands';
import { LinkDialog } from './link-dialog';
import { marks, nodes } from './schema';
import { type Format, FormatToolbar } from './toolbar';
import { useRichEditor } from './use-rich-editor';

export interface RichFieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isReadOnly: boolean;
  /** Language of the text and its direction. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly rows: number;
  readonly onSource: () => void;
}

const commands = {
  bold: toggleBold,
  italic: toggleItalic,
  list: toggleList(nodes.bulletList),
  numbers: toggleList(nodes.orderedList),
};

/** A text as visitors see it, with its formatting. */
export function RichField({
  label,
  help,
  value,
  onChange,
  isReadOnly,
  lang,
  dir,
  rows,
  onSource,
}: RichFieldProps) {
  const id = useId();
  const [isLinking, setLinking] = useState(false);
  const editor = useRichEditor({
    value,
    onChange,
    isReadOnly,
    onLink: () => setLinking(true),
    attributes: {
      class: 'rich-text',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': `${id}-label`,
      'aria-describedby': `${id}-help`,
      lang,
      dir,
      ...(isReadOnly && { 'aria-readonly': 'true', tabindex: '0' }),
    },
  });
  const { state } = editor;
  const list = listAround(state);
  const link = linkAround(state);
  const isOn: Readonly<Record<Format, boolean>> = {
    bold: isMarked(state, marks.strong),
    italic: isMarked(state, marks.emphasis),
    link: link !== null || (!state.selection.empty && isMarked(state, marks.link)),
    list: list?.type === nodes.bulletList,
    numbers: list?.type === nodes.orderedList,
  };
  const format = (kind: Format) => {
    if (kind === 'link') return setLinking(true);
    editor.run(commands[kind]);
    editor.focus();
  };
  const wasLinking = useRef(false);
  useEffect(() => {
    // The dialog has let the focus go.
    if (wasLinking.current && !isLinking) editor.focus();
    wasLinking.current = isLinking;
  });
  const endLinking = (command?: Command) => {
    if (command) editor.run(command);
    setLinking(false);
  };
  return (
    <div className="field">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the text itself */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press leads to the text, as that of a label */}
      <span id={`${id}-label`} className="label" onClick={editor.focus}>
        {label}
      </span>
      <div className="edit-box" style={{ '--rows': rows } as CSSProperties}>
        {!isReadOnly && (
          <FormatToolbar
            label={label}
            onFormat={format}
            isOn={(kind) => isOn[kind]}
            canFormat={(kind) => kind === 'link' || commands[kind](state)}
            isSource={false}
            canSwitch
            onSwitch={onSource}
          />
        )}
        <div ref={editor.place} />
      </div>
      <span id={`${id}-help`} className="help">
        {help}
      </span>
      {isLinking && (
        <LinkDialog
          address={link === null ? null : String(link.mark.attrs.attributes.href ?? '')}
          asksForText={link === null && state.selection.empty}
          onSet={(address, text) => endLinking(setLink(address, text))}
          onRemove={() => endLinking(removeLink)}
          onClose={() => endLinking()}
        />
      )}
    </div>
  );
}
