import { useAction } from '../../api/use-resource';
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

/** Returns functions that decide about findings, and offer to undo it. */
export function useDecision() {
  const text = useWords(words);
  const tell = useTell();
  const action = useAction('decideFindings', ['listFindings', 'listUnlisted']);
  const send = (
    findingIds: readonly string[],
    status: FindingStatus,
    reason: string | null,
    done?: () => void,
  ) =>
    action.mutate(
      { body: { findingIds: [...findingIds], status, ...(reason !== null && { reason }) } },
      { onSuccess: () => done?.() },
    );
  return {
    error: action.error,
    isPending: action.isPending,
    decide(
      { name, findingIds, before, reason: reasonBefore }: Decided,
      status: FindingStatus,
      reason: string | null = null,
      done?: () => void,
    ) {
      send(findingIds, status, reason, () => {
        tell(text.decided(name, text.statuses[status]), {
          about: findingIds[0] ?? name,
          undo: () => send(findingIds, before, before === 'ignored' ? reasonBefore : null),
        });
        done?.();
      });
    },
  };
}
