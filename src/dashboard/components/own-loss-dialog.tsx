import { useSharedWords } from '../words';
import { ConfirmDialog } from './dialogs';

interface OwnLossDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  /** The request that takes it. */
  readonly request: { readonly isPending: boolean; readonly error: Error | null; readonly reset: () => void };
}

/** Asks before operators take something from themselves that they could not give back. */
export function OwnLossDialog({ isOpen, onClose, onConfirm, request }: OwnLossDialogProps) {
  const { own } = useSharedWords();
  return (
    <ConfirmDialog
      title={own.ask}
      isOpen={isOpen}
      onClose={() => {
        onClose();
        request.reset();
      }}
      action={own.take}
      isPending={request.isPending}
      error={request.error}
      onConfirm={onConfirm}
    >
      {own.text}
    </ConfirmDialog>
  );
}
