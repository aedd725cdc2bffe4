import { useState } from 'react';
import { useSession } from '../../../app/session';
import type { Edit } from '../edits/edits';
import { editsKey, keepEdits, readEdits } from '../edits/kept-edits';
import { isBlank, type WrittenVariants } from './drafts';

/** Variants that an operator is writing: they outlive the visit of another tab and a reload, as edits do. */
export interface Drafts {
  /** Null: none. */
  readonly written: WrittenVariants | null;
  readonly write: (written: WrittenVariants | null) => void;
  readonly isDirty: boolean;
  /** Time of those that were found in the browser (ms); null when there were none. */
  readonly restoredAt: number | null;
  /** Whether a reload keeps them. */
  readonly isKept: boolean;
}

export function useDrafts(bannerId: string): Drafts {
  const { user, tenantId } = useSession();
  const [key] = useState(() => editsKey(tenantId, user.id, `variants:${bannerId}`));
  const [kept] = useState(() => readEdits(key));
  const [written, setWritten] = useState(
    () => (kept?.edits[0]?.after as WrittenVariants | undefined) ?? null,
  );
  const [isRestored, setRestored] = useState(true);
  const [isKept, setKept] = useState(true);
  const isDirty = written?.drafts.every(isBlank) === false;
  return {
    written,
    write(next) {
      setWritten(next);
      setKept(keepEdits(key, next === null ? [] : [asEdit(next)], [asEdit(null)], next?.version ?? 0));
      if (next === null) setRestored(false);
    },
    isDirty,
    restoredAt: isRestored && isDirty ? (kept?.at ?? null) : null,
    isKept,
  };
}

/** The storage keeps edits; all variants of a banner are one. */
const asEdit = (after: WrittenVariants | null): Edit => ({ path: ['variants'], after });
