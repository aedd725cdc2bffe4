import { baseKeymap, chainCommands } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import {
  type DOMOutputSpec,
  DOMSerializer,
  DOMParser as DocumentParser,
  type Mark,
  type MarkType,
  type NodeType,
  type Node as TextNode,
} from 'prosemirror-model';
import { splitListItem } from 'prosemirror-schema-list';
import { type Command, EditorState, type Plugin, TextSelection, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { toggleBold, toggleItalic } from './commands';
import { readHtml, writeHtml } from './html';
import { cleanPasted } from './pasted';
import { nodes, schema, tagOf } from './schema';

export interface RichEditorOptions {
  /** HTML that the editor can show. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isReadOnly: boolean;
  /** Attributes of the element that is edited. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Called by Ctrl+K. */
  readonly onLink: () => void;
}

export interface RichEditor {
  /** Element in which the editor appears. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly state: EditorState;
  /** Runs a command. */
  run(command: Command): void;
  focus(): void;
}

/** A document, and the HTML that it was read from. */
interface Source {
  readonly value: string;
  readonly doc: TextNode;
}

/** An editor of HTML that reports only changes of the text. */
export function useRichEditor(options: RichEditorOptions): RichEditor {
  const { value, isReadOnly, attributes } = options;
  const latest = useRef(options);
  latest.current = options;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [firstState] = useState(() =>
    EditorState.create({ doc: readHtml(value).doc, plugins: createPlugins(() => latest.current.onLink()) }),
  );
  const [state, setState] = useState(firstState);
  const source = useRef<Source>({ value, doc: firstState.doc });
  /** The HTML that was last read or reported. */
  const known = useRef(value);

  // The view lives as long as the field.
  useLayoutEffect(() => {
    if (place.current === null) return;
    const created = new EditorView(place.current, {
      state: firstState,
      clipboardSerializer,
      handleDOMEvents: { paste, drop, click: stayHere, auxclick: stayHere },
      dispatchTransaction(transaction) {
        const next = created.state.apply(transaction);
        created.updateState(next);
        setState(next);
        if (!transaction.docChanged || transaction.getMeta(fromOutside) === true) return;
        known.current = next.doc.eq(source.current.doc) ? source.current.value : writeHtml(next.doc);
        latest.current.onChange(known.current);
      },
    });
    view.current = created;
    return () => created.destroy();
  }, [firstState]);

  useLayoutEffect(() => {
    view.current?.setProps({ attributes, editable: () => !isReadOnly });
  });

  useLayoutEffect(() => {
    if (view.current === null || value === known.current) return;
    known.current = value;
    const change = toDocument(view.current.state, readHtml(value).doc);
    if (change.docChanged) view.current.dispatch(change.setMeta(fromOutside, true));
    source.current = { value, doc: view.current.state.doc };
  }, [value]);

  const focus = () => view.current?.focus();
  return {
    place,
    state,
    focus,
    run(command) {
      if (view.current) command(view.current.state, view.current.dispatch, view.current);
    },
  };
}

const fromOutside = 'fromOutside';

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.lineBreak.create()).scrollIntoView());
  return true;
};

function createPlugins(onLink: () => void): Plugin[] {
  return [
    history(),
    keymap({
      'Mod-b': toggleBold,
      'Mod-i': toggleItalic,
      'Mod-k': () => {
        onLink();
        return true;
      },
      'Mod-z': undo,
      'Shift-Mod-z': redo,
      'Mod-y': redo,
      'Shift-Enter': breakLine,
      'Mod-Enter': breakLine,
      Enter: chainCommands(splitListItem(nodes.listItem), baseKeymap.Enter as Command),
    }),
    keymap(baseKeymap),
  ];
}

/** Returns the smallest change to another document: the cursor and earlier steps of undo stay. */
function toDocument({ doc, tr }: EditorState, next: TextNode): Transaction {
  tr.setMeta('addToHistory', false);
  const start = doc.content.findDiffStart(next.content);
  const end = doc.content.findDiffEnd(next.content);
  if (start === null || end === null) return tr;
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const whole = next.slice(0, next.content.size);
  try {
    const part = next.slice(start, end.b + overlap);
    tr.replace(start, end.a + overlap, part);
  } catch {
    return tr.replace(0, tr.doc.content.size, whole);
  }
  return tr.doc.eq(next) ? tr : tr.replaceWith(0, tr.doc.content.size, next.content);
}

/** Serialises copied content with all attributes, also those that the editor's own elements do not get. */
const clipboardSerializer = new DOMSerializer(
  {
    ...DOMSerializer.nodesFromSchema(schema),
    ...writeEach(Object.values(schema.nodes).filter(({ isText }) => !isText)),
  },
  writeEach(Object.values(schema.marks)),
);

function writeEach(types: readonly (NodeType | MarkType)[]) {
  const write = (part: TextNode | Mark): DOMOutputSpec =>
    part.type === nodes.lineBreak
      ? [tagOf(part), part.attrs.attributes]
      : [tagOf(part), part.attrs.attributes, 0];
  return Object.fromEntries(types.map(({ name }) => [name, write]));
}

/** Inserts HTML in place of the library, whose way of parsing it the page's policy does not allow. */
function insert(view: EditorView, html: string): void {
  const $context = view.state.selection.$from;
  const slice = DocumentParser.fromSchema(schema).parseSlice(cleanPasted(html), { context: $context });
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('uiEvent', 'paste'));
}

function paste(view: EditorView, event: ClipboardEvent): boolean {
  const html = event.clipboardData?.getData('text/html') ?? '';
  // The library notes in `shiftKey` that somebody pastes without formats.
  const isPlain = (view as EditorView & { readonly input?: { readonly shiftKey?: boolean } }).input?.shiftKey;
  if (html === '' || isPlain || !view.editable) return false;
  event.preventDefault();
  insert(view, html);
  return true;
}

function drop(view: EditorView, event: DragEvent): boolean {
  const html = event.dataTransfer?.getData('text/html') ?? '';
  // The library moves content that was dragged from this editor.
  if (html === '' || view.dragging !== null || !view.editable) return false;
  event.preventDefault();
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
  if (at === null) return true;
  view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))));
  insert(view, html);
  view.focus();
  return true;
}

/** A link of the text leads nowhere from here. */
function stayHere(_view: EditorView, event: MouseEvent): boolean {
  if (event.target instanceof Element && event.target.closest('a') !== null) event.preventDefault();
  return false;
}
