import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useMutationOnce } from '../api/use-mutation-once';
import { useSharedWords } from '../words';
import { Button } from './button';
import { ErrorNotice } from './feedback';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo: Undo | undefined;
  readonly about: string | undefined;
  /** Why its action could not be undone. */
  readonly error?: unknown;
}

/** Undoes an action. Messages outlive the screen of the action, so they say themselves when this fails. */
type Undo = () => unknown;

interface TellOptions {
  readonly undo?: Undo;
  /** Subject of the message, such as an id: a newer message about the same subject replaces it. */
  readonly about?: string;
  /** Removes the message, when there is nothing left to undo. */
  readonly until?: AbortSignal;
}

type Tell = (text: string, options?: TellOptions) => void;

const TellContext = createContext<Tell>(() => {});

/** Time for which a message stays (ms): long enough to undo the action. */
const stayMs = 10_000;

/**
 * Returns a function that reports an action, at the foot of the page or above an open dialog, and can offer to undo it.
 *
 * @example
 * const tell = useTell();
 * tell('The key is revoked.', { undo: () => reactivate({ params: { id } }) });
 */
export const useTell = (): Tell => useContext(TellContext);

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const { actions, errors } = useSharedWords();
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const lastId = useRef(0);
  const remove = useCallback(
    (id: number) => setToasts((list) => list.filter((toast) => toast.id !== id)),
    [],
  );
  const tell = useCallback<Tell>((text, options) => {
    const id = ++lastId.current;
    const { undo, about, until } = options ?? {};
    setToasts((list) => [
      ...list.filter((toast) => about === undefined || toast.about !== about).slice(-2),
      { id, text, undo, about },
    ]);
    // A failure stays until somebody closes it.
    const isLasting = (toast: Toast) => toast.id !== id || toast.error !== undefined;
    const removeUnlessFailed = () => setToasts((list) => list.filter(isLasting));
    setTimeout(removeUnlessFailed, stayMs);
    until?.addEventListener('abort', removeUnlessFailed);
  }, []);
  const undoing = useMutationOnce({
    mutationFn: async (toast: Toast) => {
      remove(toast.id);
      try {
        await toast.undo?.();
      } catch (error) {
        setToasts((list) => [...list, { ...toast, error }]);
        throw error;
      }
    },
  });
  const list = useMemo(() => toasts, [toasts]);
  return (
    <TellContext value={tell}>
      {children}
      {/* The attribute keeps it usable while a dialog is open. */}
      <div className="toasts" role="status" data-react-aria-top-layer>
        {list.map((toast) => (
          <div key={toast.id} className="toast">
            <div className="grow">
              {toast.error === undefined ? toast.text : errors.notUndone(toast.text)}
              <ErrorNotice error={toast.error} />
            </div>
            {toast.undo && (
              <Button variant="quiet" onPress={() => undoing.mutate(toast)}>
                {actions.undo}
              </Button>
            )}
            <Button
              variant="quiet"
              icon="close"
              aria-label={actions.close}
              onPress={() => remove(toast.id)}
            />
          </div>
        ))}
      </div>
    </TellContext>
  );
}
