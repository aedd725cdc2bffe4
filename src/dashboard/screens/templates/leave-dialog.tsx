import { ConfirmDialog } from '../../components';
import { useWords } from '../../words';
import { useLeaveGuard } from '../banner/edits/use-leave-guard';
import { words } from './words';

/** Asks before unsaved changes of a template are lost. */
export function LeaveDialog({ home, isDirty }: { readonly home: string; readonly isDirty: boolean }) {
  const text = useWords(words);
  const { isAsking, stay, leave } = useLeaveGuard(home, isDirty, false);
  return (
    <ConfirmDialog
      title={text.leaveAsk}
      isOpen={isAsking}
      onClose={stay}
      action={text.leave}
      onConfirm={leave}
    >
      {text.leaveText}
    </ConfirmDialog>
  );
}
