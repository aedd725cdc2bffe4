import { toggleMark } from 'prosemirror-commands';
import type { Mark, MarkType, NodeType, Node as TextNode } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import { type Attributes, marks, nodes } from './schema';

// A selection that is only partly marked becomes completely marked.
const options = { removeWhenPresent: false };
export const toggleBold = toggleMark(marks.strong, null, options);
export const toggleItalic = toggleMark(marks.emphasis, null, options);

/** Returns whether the whole selection is marked, or the text that would be typed next. */
export function isMarked({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) !== undefined;
  const texts: TextNode[] = [];
  doc.nodesBetween(from, to, (node) => {
    if (node.isText) texts.push(node);
  });
  return texts.length > 0 && texts.every(({ marks: own }) => type.isInSet(own) !== undefined);
}

/** Returns the innermost list around the selection. */
export function listAround({ selection: { $from, to } }: EditorState) {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    const isList = node.type === nodes.bulletList || node.type === nodes.orderedList;
    if (isList && to <= $from.end(depth)) return { type: node.type, at: $from.before(depth) };
  }
  return null;
}

/**
 * Turns the selected paragraphs into a list, entries of such a list into paragraphs, or another kind of list into this
 * one.
 */
export const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const list = listAround(state);
    if (list?.type === type) return liftListItem(nodes.listItem)(state, dispatch);
    if (list !== null) {
      dispatch?.(state.tr.setNodeMarkup(list.at, type));
      return true;
    }
    return wrapInList(type)(state, dispatch && ((tr) => dispatch(withPlainEntries(tr))));
  };

/** Entries that have become part of a list are written in the common form, without a paragraph inside. */
function withPlainEntries(tr: Transaction): Transaction {
  const { from, to } = tr.selection;
  tr.doc.nodesBetween(from, to, (node, at, parent) => {
    const hasAttributes = Object.keys((node.attrs.attributes as Attributes | undefined) ?? {}).length > 0;
    if (node.type === nodes.paragraph && parent?.type === nodes.listItem && !hasAttributes)
      tr.setNodeMarkup(at, null, { ...node.attrs, isBare: true });
  });
  return tr;
}

export interface LinkRange {
  readonly from: number;
  readonly to: number;
  readonly mark: Mark;
}

/** Returns the link that contains the whole selection. */
export function linkAround({ selection: { $from, from, to } }: EditorState): LinkRange | null {
  const links: LinkRange[] = [];
  $from.parent.forEach((node, offset) => {
    const mark = marks.link.isInSet(node.marks);
    if (mark === undefined) return;
    const start = $from.start() + offset;
    const last = links.at(-1);
    const continues = last?.to === start && last.mark.eq(mark);
    if (continues) links.pop();
    links.push({ from: continues ? last.from : start, to: start + node.nodeSize, mark });
  });
  return links.find((link) => link.from <= from && to <= link.to) ?? null;
}

/** Links the selection, inserts a linked text, or changes the address of the link around the selection. */
export const setLink =
  (href: string, text: string): Command =>
  (state, dispatch) => {
    const link = linkAround(state);
    const mark = marks.link.create({
      tag: 'a',
      // The service adds `noopener`; with it here, saving changes nothing.
      attributes: { ...(link?.mark.attrs.attributes as Attributes | undefined), href, rel: relOf(link) },
    });
    const { from, to, empty } = state.selection;
    const { tr } = state;
    if (link !== null) tr.removeMark(link.from, link.to, marks.link).addMark(link.from, link.to, mark);
    else if (!empty) tr.removeMark(from, to, marks.link).addMark(from, to, mark);
    else tr.replaceSelectionWith(state.schema.text(text, [mark, ...(state.storedMarks ?? [])]), false);
    dispatch?.(tr.removeStoredMark(marks.link).scrollIntoView());
    return true;
  };

const relOf = (link: LinkRange | null) =>
  (link?.mark.attrs.attributes as Attributes | undefined)?.rel ?? 'noopener';

export const removeLink: Command = (state, dispatch) => {
  const link = linkAround(state);
  if (link === null) return false;
  dispatch?.(state.tr.removeMark(link.from, link.to, marks.link));
  return true;
};
