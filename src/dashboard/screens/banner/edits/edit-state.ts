import {
  applyEdits,
  type Changes,
  type Conflict,
  type Edit,
  type Path,
  rebase,
  samePath,
  valueAt,
  withEdit,
} from './edits';

/** A state of a banner, a look or a cookie list that the service has. */
export interface Saved<Form> {
  /** Greater for later states: the number of the version, or the time at which it was saved. */
  readonly version: number;
  /** A save names it, so that it cannot overwrite what somebody else has saved since. */
  readonly etag: string;
  readonly base: Form;
}

/** A saved state and the edits since. */
export interface EditState<Form> extends Saved<Form> {
  readonly edits: readonly Edit[];
  readonly conflicts: readonly Conflict[];
  /** The version that the edits were based on before a newer one conflicted with them; null when it is not known. */
  readonly conflictsSince: number | null;
}

export type EditAction<Form> =
  | { readonly type: 'set'; readonly changes: Changes }
  /** Edits of a state that can be older, as by a dialog that was open meanwhile. */
  | { readonly type: 'merge'; readonly edits: readonly Edit[] }
  /** Edits that take back what has not changed since. */
  | { readonly type: 'undo'; readonly edits: readonly Edit[] }
  | { readonly type: 'newer'; readonly saved: Saved<Form> }
  | { readonly type: 'saved'; readonly saved: Saved<Form>; readonly sent: readonly Edit[] }
  | { readonly type: 'resolve'; readonly conflict: Conflict; readonly value: unknown }
  | { readonly type: 'discard' };

/** Returns a saved state without what else is known about it. */
export const toSaved = <Form>({ version, etag, base }: Saved<Form>): Saved<Form> => ({ version, etag, base });

/** Returns the state with its edits. */
export const toForm = <Form>({ base, edits }: Pick<EditState<Form>, 'base' | 'edits'>): Form =>
  applyEdits(base, edits);

export function reduceEdits<Form>(state: EditState<Form>, action: EditAction<Form>): EditState<Form> {
  const { base, edits, conflicts } = state;
  switch (action.type) {
    case 'set':
      return {
        ...state,
        edits: action.changes.reduce((list, [path, value]) => withEdit(list, base, path, value), edits),
        conflicts: conflicts.filter(({ path }) => !action.changes.some(([set]) => samePath(path, set))),
      };
    case 'merge':
    case 'undo': {
      const merged = rebase(action.edits, toForm(state));
      const found = action.type === 'undo' ? [] : merged.conflicts;
      const isDecided = (path: Path) => action.edits.some((edit) => samePath(edit.path, path));
      return {
        ...state,
        edits: merged.edits.reduce((list, { path, after }) => withEdit(list, base, path, after), edits),
        conflicts: [...conflicts.filter(({ path }) => !isDecided(path)), ...found],
        conflictsSince: conflicts.length > 0 ? state.conflictsSince : null,
      };
    }
    case 'newer':
      return {
        ...toSaved(action.saved),
        ...rebase([...edits, ...conflicts], action.saved.base),
        conflictsSince: conflicts.length > 0 ? state.conflictsSince : state.version,
      };
    case 'saved': {
      // Edits that were made while the request ran stay, also those that took back what it sent.
      const form = toForm(state);
      const open = [...edits, ...conflicts];
      const takenBack = action.sent.filter(({ path }) => !open.some((edit) => samePath(edit.path, path)));
      const typed = [...edits.filter((edit) => !action.sent.includes(edit)), ...takenBack];
      return {
        ...toSaved(action.saved),
        edits: typed.reduce<readonly Edit[]>(
          (list, { path }) => withEdit(list, action.saved.base, path, valueAt(form, path)),
          [],
        ),
        conflicts,
        conflictsSince: state.conflictsSince,
      };
    }
    case 'resolve':
      return {
        ...state,
        edits: withEdit(edits, base, action.conflict.path, action.value),
        conflicts: conflicts.filter((conflict) => conflict !== action.conflict),
      };
    case 'discard':
      return { ...state, edits: [], conflicts: [] };
  }
}
