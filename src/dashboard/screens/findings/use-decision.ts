import { useAction, useResource, useUndo } from '../../api/use-resource';
import { useSession } from '../../app/session';
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

/**
 * Returns whether this person may mark cookies as necessary, and take that back. Necessary cookies pass the guard at once, so
 * it needs the rights of a publication; where those need a second person, nobody can do it here.
 */
export function useMayCallNecessary() {
  const { can } = useSession();
  const requests = useResource('listPublicationRequests');
  const takeBack = can('profiles:activate');
  return { takeBack, call: takeBack && requests.data?.required === false };
}

/** Returns functions that decide about findings, and offer to undo it. */
export function useDecision() {
  const text = useWords(words);
  const tell = useTell();
  const mayCallNecessary = useMayCallNecessary();
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
          ...((before !== 'necessary' || mayCallNecessary.call) && {
            undo: () => undo(bodyOf(findingIds, before, before === 'ignored' ? reasonBefore : null)),
          }),
        });
        done?.();
      };
      action.mutate(bodyOf(findingIds, status, reason), { onSuccess });
    },
  };
}
