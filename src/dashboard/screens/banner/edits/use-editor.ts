import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { keepAttempt } from '../../../api/attempts';
import { call } from '../../../api/client';
import { isApiError } from '../../../api/errors';
import { useForget, useInvalidate, useKeepAnswer } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import { type Content, cleanedPaths, type Profile, toContent, toEdited, toUpdate } from './content';
import {
  applyEdits,
  type Changes,
  type Conflict,
  type Edit,
  type Path,
  rebase,
  samePath,
  withEdit,
} from './edits';
import { editsKey, keepEdits, readEdits } from './kept-edits';

/** Time without an answer after which a save has failed (ms). */
const longestSaveMs = 30_000;

interface State {
  readonly version: number;
  readonly base: Content;
  readonly edits: readonly Edit[];
  readonly conflicts: readonly Conflict[];
  /** The version that the edits were based on before a newer one conflicted with them; null when it is not known. */
  readonly conflictsSince: number | null;
}

type Action =
  | { readonly type: 'set'; readonly path: Path; readonly value: unknown }
  | { readonly type: 'newer'; readonly profile: Profile }
  | { readonly type: 'saved'; readonly profile: Profile; readonly sent: readonly Edit[] }
  | { readonly type: 'resolve'; readonly conflict: Conflict; readonly value: unknown }
  | { readonly type: 'discard' };

function reduce(state: State, action: Action): State {
  const { base, edits, conflicts } = state;
  switch (action.type) {
    case 'set':
      return {
        ...state,
        edits: withEdit(edits, base, action.path, action.value),
        conflicts: conflicts.filter(({ path }) => !samePath(path, action.path)),
      };
    case 'newer': {
      const next = toContent(action.profile);
      return {
        version: action.profile.version,
        base: next,
        ...rebase([...edits, ...conflicts], next),
        conflictsSince: conflicts.length > 0 ? state.conflictsSince : state.version,
      };
    }
    case 'saved': {
      const next = toContent(action.profile);
      // Edits that were made while the request ran stay.
      const typed = edits.filter((edit) => !action.sent.includes(edit));
      return {
        version: action.profile.version,
        base: next,
        edits: typed.reduce<readonly Edit[]>(
          (list, { path, after }) => withEdit(list, next, path, after),
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

export interface Editor {
  /** The content with the edits. */
  readonly content: Content;
  /** The content of the version that the edits started from. */
  readonly base: Content;
  /** The version that the edits started from. */
  readonly version: number;
  readonly isDirty: boolean;
  /** Paths of the edits, also of those that conflict with a newer version. */
  readonly edited: readonly Path[];
  readonly conflicts: readonly Conflict[];
  readonly conflictsSince: number | null;
  /** Time of the edits that were found in the browser (ms); null when there were none. */
  readonly restoredAt: number | null;
  /** Whether a reload keeps the edits. */
  readonly isKept: boolean;
  /** Paths, as JSON, of texts that the service changed when it saved them. */
  readonly cleaned: readonly string[];
  readonly set: (path: Path, value: unknown) => void;
  readonly setAll: (changes: Changes) => void;
  readonly resolve: (conflict: Conflict, value: unknown) => void;
  readonly discard: () => void;
  /**
   * Saves a version and resolves to its number; null when nothing was saved.
   * @param isForced also without edits, to take over what the look has now
   */
  readonly save: (options?: { readonly isForced?: boolean }) => Promise<number | null>;
  readonly isSaving: boolean;
  readonly error: unknown;
}

const withTexts = (id: string) => ({ params: { id }, query: { include: 'localeContent' } }) as const;
const readProfile = (id: string) => call('getProfile', withTexts(id));

/**
 * Edits a banner. Nothing that was typed is lost: it is kept in the browser, and merged with the versions of others.
 */
export function useEditor(profile: Profile): Editor {
  const { user, tenantId } = useSession();
  const key = editsKey(tenantId, user.id, profile.id);
  const [kept] = useState(() => readEdits(key));
  const [state, dispatch] = useReducer(reduce, null, () => {
    const base = toContent(profile);
    return {
      version: profile.version,
      base,
      ...rebase(kept?.edits ?? [], base),
      conflictsSince: kept?.version ?? null,
    };
  });
  const [isRestored, setRestored] = useState(kept !== null);
  const [cleaned, setCleaned] = useState<readonly string[]>([]);
  const [isKept, setKept] = useState(true);
  const invalidate = useInvalidate();
  const forget = useForget();
  const keepAnswer = useKeepAnswer();
  const { version, base, edits, conflicts, conflictsSince } = state;
  const content = useMemo(() => toEdited(base, edits), [base, edits]);
  const isDirty = edits.length > 0 || conflicts.length > 0;

  const lastKept = useRef<readonly Edit[]>(kept?.edits ?? []);
  useEffect(() => {
    const own = [...edits, ...conflicts];
    const since = conflicts.length > 0 ? (conflictsSince ?? version) : version;
    setKept(keepEdits(key, own, lastKept.current, since));
    lastKept.current = own;
  }, [key, edits, conflicts, conflictsSince, version]);
  useEffect(() => {
    // A conflict waits until the operator saves, so that no dialog interrupts the typing.
    const isSilent =
      rebase([...edits, ...conflicts], toContent(profile)).conflicts.length === conflicts.length;
    if (profile.version > version && isSilent) dispatch({ type: 'newer', profile });
  }, [profile, version, edits, conflicts]);

  const save = useMutation({
    networkMode: 'always',
    async mutationFn(isForced: boolean) {
      try {
        return await send(profile.id, state, isForced);
      } catch (error) {
        if (!isApiError(error, 'version_conflict')) throw error;
        const answer = await readProfile(profile.id);
        const newer = answer.data;
        const merged = rebase(edits, toContent(newer));
        dispatch({ type: 'newer', profile: newer });
        if (merged.conflicts.length > 0) return null;
        if (merged.edits.length === 0 && !isForced) return { answer, sent: [], cleaned: [] };
        return send(
          profile.id,
          { version: newer.version, base: toContent(newer), edits: merged.edits },
          isForced,
        );
      }
    },
    onError: (error, isForced) => keepAttempt(error, () => save.mutate(isForced)),
    async onSuccess(result) {
      if (result === null) return;
      dispatch({ type: 'saved', profile: result.answer.data, sent: result.sent });
      setCleaned(result.cleaned);
      setRestored(false);
      forget('getProfile');
      keepAnswer('getProfile', withTexts(profile.id), result.answer);
      await invalidate('listProfiles', 'listProfileVersions');
    },
  });
  const { error, reset } = save;
  const isRefused = isApiError(error, 'validation_failed');
  const set = useCallback(
    (path: Path, value: unknown) => {
      dispatch({ type: 'set', path, value });
      // What the service said is about values of before.
      if (isRefused) reset();
    },
    [isRefused, reset],
  );

  return {
    content,
    base,
    version,
    isDirty,
    edited: [...edits, ...conflicts].map(({ path }) => path),
    conflicts,
    conflictsSince,
    restoredAt: isRestored && isDirty ? (kept?.at ?? null) : null,
    isKept,
    cleaned,
    set,
    setAll(changes) {
      for (const [path, value] of changes) set(path, value);
    },
    resolve: (conflict, value) => dispatch({ type: 'resolve', conflict, value }),
    discard() {
      dispatch({ type: 'discard' });
      setRestored(false);
    },
    async save({ isForced = false } = {}) {
      if (conflicts.length > 0) return null;
      if (edits.length === 0 && !isForced) return version;
      const result = await save.mutateAsync(isForced).catch(() => null);
      return result?.answer.data.version ?? null;
    },
    isSaving: save.isPending,
    error,
  };
}

interface Sent {
  readonly answer: Awaited<ReturnType<typeof readProfile>>;
  readonly sent: readonly Edit[];
  readonly cleaned: readonly string[];
}

async function send(
  id: string,
  { version, base, edits }: Pick<State, 'version' | 'base' | 'edits'>,
  isForced: boolean,
): Promise<Sent> {
  const content = applyEdits(base, edits);
  const body = {
    ...toUpdate(content, edits),
    ...(isForced && { profileJson: content.profileJson }),
  };
  // During an outage the operator must learn that nothing is saved. If the version was saved after all, the next save
  // merges it.
  const signal = AbortSignal.timeout(longestSaveMs);
  const saved = await call('updateProfile', { ...withTexts(id), body, ifMatch: `"${version}"`, signal });
  // Without a built-in group the answer is the profile itself.
  const data: Profile = 'profile' in saved.data ? saved.data.profile : saved.data;
  return { answer: { ...saved, data }, sent: edits, cleaned: cleanedPaths(content, toContent(data), edits) };
}
