import { useAction, useUndo } from '../../api/use-resource';
import { useTell } from '../../components';
import { useWords } from '../../words';
import type { FindingStatus } from './finding';
import { words } from './words';

/** Subject of a decision: findings with one name. */
export interface Decided {
  readonly name: string;
  readonly findingIds: readonly string[];
  readonly before: FindingStatus;
  /** Why they were ignored before. */
  readonly reason: string | null;
}

const lists = ['listFindings', 'listUnlisted'] as const;

/** Returns functions that decide about findings, and offer to undo it. */
export function useDecision() {
  const text = useWords(words);
  const tell = useTell();
  const action = useAction('decideFindings', lists);
  const undo = useUndo('decideFindings', lists);
  const bodyOf = (findingIds: readonly string[], status: FindingStatus, reason: string | null) => ({
    body: { findingIds: [...findingIds], status, ...(reason !== null && { reason }) },
  });
  return {
    error: action.error,
    isPending: action.isPending,
    decide(
      { name, findingIds, before, reason: reasonBefore }: Decided,
      status: FindingStatus,
      reason: string | null = null,
      done?: () => void,
    ) {
      const onSuccess = () => {
        tell(text.decided(name, text.statuses[status]), {
          about: findingIds[0] ?? name,
          undo: () => undo(bodyOf(findingIds, before, before === 'ignored' ? reasonBefore : null)),
        });
        done?.();
      };
      action.mutate(bodyOf(findingIds, status, reason), { onSuccess });
    },
  };
}
