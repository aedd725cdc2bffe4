import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useSharedWords } from '../words';
import { Button } from './button';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo: (() => void) | undefined;
  readonly about: string | undefined;
}

interface TellOptions {
  readonly undo?: () => void;
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
 * tell('The key is revoked.', { undo: () => reactivate.mutate({ params: { id } }) });
 */
export const useTell = (): Tell => useContext(TellContext);

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const { actions } = useSharedWords();
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const lastId = useRef(0);
  const remove = useCallback(
    (id: number) => setToasts((list) => list.filter((toast) => toast.id !== id)),
    [],
  );
  const tell = useCallback<Tell>(
    (text, options) => {
      const id = ++lastId.current;
      const { undo, about, until } = options ?? {};
      setToasts((list) => [
        ...list.filter((toast) => about === undefined || toast.about !== about).slice(-2),
        { id, text, undo, about },
      ]);
      setTimeout(() => remove(id), stayMs);
      until?.addEventListener('abort', () => remove(id));
    },
    [remove],
  );
  const list = useMemo(() => toasts, [toasts]);
  return (
    <TellContext value={tell}>
      {children}
      {/* The attribute keeps it usable while a dialog is open. */}
      <div className="toasts" role="status" data-react-aria-top-layer>
        {list.map(({ id, text, undo }) => (
          <div key={id} className="toast">
            <span className="grow">{text}</span>
            {undo && (
              <Button
                variant="quiet"
                onPress={() => {
                  undo();
                  remove(id);
                }}
              >
                {actions.undo}
              </Button>
            )}
            <Button variant="quiet" icon="close" aria-label={actions.close} onPress={() => remove(id)} />
          </div>
        ))}
      </div>
    </TellContext>
  );
}
