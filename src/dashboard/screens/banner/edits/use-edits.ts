import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { keepAttempt } from '../../../api/attempts';
import { isApiError } from '../../../api/errors';
import { type EditAction, type EditState, reduceEdits, type Saved, toForm, toSaved } from './edit-state';
import { type Changes, type Conflict, type Edit, type Path, rebase, toEdits, toUndo } from './edits';
import { keepEdits, readEdits } from './kept-edits';

/** Time without an answer after which a save has failed (ms). */
export const longestSaveMs = 30_000;

export interface EditsOptions<Form, Written extends Saved<Form>> {
  /** Key of the edits in the browser's storage. */
  readonly storageKey: string;
  /** The newest state that was read. */
  readonly saved: Saved<Form>;
  /** Reads the newest state. */
  readonly read: () => Promise<Written>;
  /** Saves the edits. @throws ApiError `version_conflict` when the service has another state than this one */
  readonly write: (
    state: Pick<EditState<Form>, 'base' | 'edits' | 'etag' | 'version'>,
    isForced: boolean,
  ) => Promise<Written>;
  readonly onSaved: (written: Written) => Promise<void> | void;
}

/** Unsaved edits of a banner, a look or a cookie list. */
export interface Edits<Form> {
  /** The saved state with the edits. */
  readonly form: Form;
  /** The saved state that the edits started from. */
  readonly base: Form;
  /** The version of that state. */
  readonly version: number;
  readonly isDirty: boolean;
  readonly edits: readonly Edit[];
  /** Paths of the edits, also of those that conflict with a newer version. */
  readonly edited: readonly Path[];
  readonly conflicts: readonly Conflict[];
  readonly conflictsSince: number | null;
  /** Whether the operator decides about the conflicts now. */
  readonly isMerging: boolean;
  readonly setMerging: (isMerging: boolean) => void;
  /** Time of the edits that were found in the browser (ms); null when there were none. */
  readonly restoredAt: number | null;
  /** Whether a reload keeps the edits. */
  readonly isKept: boolean;
  readonly set: (path: Path, value: unknown) => void;
  /**
   * Makes changes, and returns a function that takes them back, except where something else has changed since.
   * @param since what they were made to, if that can be older than `form`: fields that changed since become conflicts
   */
  readonly setAll: (changes: Changes, since?: Form) => () => void;
  readonly resolve: (conflict: Conflict, value: unknown) => void;
  readonly discard: () => void;
  /**
   * Saves, and resolves to the version; null when nothing was saved.
   * @param isForced also without edits
   */
  readonly save: (options?: { readonly isForced?: boolean }) => Promise<number | null>;
  readonly isSaving: boolean;
  readonly error: unknown;
  /** Ends when the screen with the edits is left. */
  readonly lifetime: AbortSignal;
}

/** Unsaved edits of anything, as notices describe them. */
export type UnsavedEdits = Omit<Edits<unknown>, 'form' | 'base' | 'edits' | 'setAll'>;

/**
 * Edits something that others can edit too. Nothing that was typed is lost: it is kept in the browser, and merged with what
 * others have saved. Only the fields that were edited change.
 */
export function useEdits<Form, Written extends Saved<Form>>({
  saved,
  read,
  write,
  onSaved,
  ...options
}: EditsOptions<Form, Written>): Edits<Form> {
  const [key] = useState(options.storageKey);
  const [kept] = useState(() => readEdits(key));
  const [state, setState] = useState<EditState<Form>>(() => ({
    ...toSaved(saved),
    ...rebase(kept?.edits ?? [], saved.base),
    conflictsSince: kept?.version ?? null,
  }));
  const [isRestored, setRestored] = useState(kept !== null);
  const [isKept, setKept] = useState(true);
  const [isMerging, setMerging] = useState(true);
  const latest = useRef(state);
  const lastKept = useRef<readonly Edit[]>(kept?.edits ?? []);
  const { version, base, edits, conflicts } = state;
  const isDirty = edits.length > 0 || conflicts.length > 0;
  const hasConflicts = conflicts.length > 0;
  const form = useMemo(() => toForm({ base, edits }), [base, edits]);

  /** Keeps the edits at once, because the screen can be left before it is drawn again. */
  const keep = useCallback(() => {
    const now = latest.current;
    const own = [...now.edits, ...now.conflicts];
    const since = now.conflicts.length > 0 ? (now.conflictsSince ?? now.version) : now.version;
    setKept(keepEdits(key, own, lastKept.current, since));
    lastKept.current = own;
  }, [key]);
  const act = useCallback(
    (action: EditAction<Form>) => {
      latest.current = reduceEdits(latest.current, action);
      setState(latest.current);
      keep();
    },
    [keep],
  );
  useEffect(keep, [keep]);
  useEffect(() => {
    if (saved.version <= version) return;
    // A conflict waits until the operator saves, so that no dialog interrupts the typing.
    const isSilent = rebase([...edits, ...conflicts], saved.base).conflicts.length === conflicts.length;
    if (isSilent) act({ type: 'newer', saved });
  }, [saved, version, edits, conflicts, act]);
  useEffect(() => {
    if (hasConflicts) setMerging(true);
  }, [hasConflicts]);

  const [life] = useState(() => new AbortController());
  useEffect(() => () => life.abort(), [life]);

  const saving = useMutation({
    networkMode: 'always',
    async mutationFn(isForced: boolean) {
      const now = latest.current;
      try {
        return { written: await write(now, isForced), sent: now.edits };
      } catch (error) {
        if (!isApiError(error, 'version_conflict')) throw error;
        const newer = await read();
        const merged = rebase(now.edits, newer.base);
        act({ type: 'newer', saved: newer });
        if (merged.conflicts.length > 0) return null;
        if (merged.edits.length === 0 && !isForced) return { written: newer, sent: [] };
        return { written: await write({ ...newer, edits: merged.edits }, isForced), sent: merged.edits };
      }
    },
    onError: (error, isForced) => keepAttempt(error, () => saving.mutate(isForced)),
    async onSuccess(result) {
      if (result === null) return;
      act({ type: 'saved', saved: result.written, sent: result.sent });
      setRestored(false);
      await onSaved(result.written);
    },
  });
  const { error, reset } = saving;
  const isRefused = isApiError(error, 'validation_failed');
  const change = useCallback(
    (action: EditAction<Form>) => {
      act(action);
      // What the service said is about values of before.
      if (isRefused) reset();
    },
    [act, isRefused, reset],
  );

  return {
    form,
    base,
    version,
    isDirty,
    edits,
    edited: [...edits, ...conflicts].map(({ path }) => path),
    conflicts,
    conflictsSince: state.conflictsSince,
    isMerging,
    setMerging,
    restoredAt: isRestored && isDirty ? (kept?.at ?? null) : null,
    isKept,
    set: useCallback(
      (path: Path, value: unknown) => change({ type: 'set', changes: [[path, value]] }),
      [change],
    ),
    setAll(changes, since) {
      const before = toForm(latest.current);
      const undo = toUndo(changes, before);
      change(
        since === undefined ? { type: 'set', changes } : { type: 'merge', edits: toEdits(changes, since) },
      );
      return () => change({ type: 'undo', edits: undo });
    },
    resolve: (conflict, value) => change({ type: 'resolve', conflict, value }),
    discard() {
      change({ type: 'discard' });
      setRestored(false);
    },
    async save({ isForced = false } = {}) {
      if (latest.current.conflicts.length > 0) {
        setMerging(true);
        return null;
      }
      if (latest.current.edits.length === 0 && !isForced) return latest.current.version;
      const result = await saving.mutateAsync(isForced).catch(() => null);
      return result?.written.version ?? null;
    },
    isSaving: saving.isPending,
    error,
    lifetime: life.signal,
  };
}
